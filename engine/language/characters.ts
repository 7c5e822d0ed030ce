/**
 * What a character is, and what it folds to: two tables over all UTF-16 code units, built once. The tokeniser asks
 * them for every unit of every message, so the kinds are bits: or-ing them over a word says at once whether it needs
 * any work at all.
 */

export const CYRILLIC = 1
export const LATIN = 2
/** A letter of another script. */
export const OTHER = 4
export const DIGIT = 8
/** The unit folds to another one by lower-casing alone. */
export const UPPER = 16
/** The unit must be looked up in `FOLDED`: ё, é, full-width letters, the three apostrophes. */
export const ODD = 32
/** Invisible inside a word: soft hyphen, zero-width characters, accents, variation selectors. */
export const SKIP = 64
/** Joins the parts of a compound: `кто-нибудь`, `web_reg`. */
export const JOINER = 128
export const APOSTROPHE = 256
export const SURROGATE = 512
export const SPACE = 1024
export const LINE_END = 2048
/** May end a sentence. */
export const ENDER = 4096
/** May stand between the end of a sentence and the space after it. */
export const CLOSER = 8192
/** Begins or prolongs something that is no plain word: `#` `@` `.` `+` `:`. */
export const SIGN = 16384
export const EMOJI = 32768

export const LETTER = CYRILLIC | LATIN | OTHER
export const WORD = LETTER | DIGIT

export const KIND = new Uint16Array(65536)
export const FOLDED = new Uint16Array(65536)

/** Small capitals and turned letters and what they are read as: no Russian writes them but to hide a word from machines. */
const SMALL_CAPITALS = {
  latin: ['ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀᴛᴜᴠᴡʏᴢ', 'abcdeghijklmnoprtuvwyz'],
  // Greek ones too: beside Latin and Cyrillic letters they are always meant to be Cyrillic.
  cyrillic: ['ᴦᴧᴫᴨᴩᴎᴙɯʍɜɸ', 'гллприяшмзф'],
} as const

function each(characters: string, bits: number): void {
  for (const character of characters) {
    const code = character.charCodeAt(0)
    KIND[code] = KIND[code]! | bits
  }
}

function range(from: number, to: number, bits: number): void {
  for (let code = from; code <= to; code++) KIND[code] = bits
}

/** The letter under the accents of a Latin letter: é -> e. Cyrillic й and ї are letters of their own and stay. */
function withoutAccent(character: string): string {
  const code = character.charCodeAt(0)
  const latin = (code >= 0xc0 && code < 0x250) || (code >= 0x1e00 && code < 0x1f00)
  const base = latin ? character.normalize('NFD') : character
  return /^.[\u0300-\u036f]+$/.test(base) ? base.charAt(0) : character
}

function foldedLetter(code: number): string {
  const character = String.fromCharCode(code)
  const plain = code >= 0xff00 && code <= 0xff5e ? character.normalize('NFKC') : character
  const lower = withoutAccent(withoutAccent(plain).toLowerCase()).replace(/[ёѐ]/, 'е').replace('ѝ', 'и')
  return lower.charAt(0)
}

function buildTables(): void {
  const letter = /\p{L}/u
  const cyrillic = /\p{Script=Cyrillic}/u
  const latin = /\p{Script=Latin}/u
  const number = /\p{Nd}/u
  const pictograph = /\p{Extended_Pictographic}/u
  for (let code = 0; code < 65536; code++) {
    FOLDED[code] = code
    if (code >= 0xd800 && code <= 0xdfff) {
      KIND[code] = SURROGATE
      continue
    }
    const character = String.fromCharCode(code)
    if (letter.test(character)) {
      const folded = foldedLetter(code)
      FOLDED[code] = folded.charCodeAt(0)
      const script = cyrillic.test(character) ? CYRILLIC : latin.test(character) ? LATIN : OTHER
      const change = folded === character ? 0 : folded === character.toLowerCase() ? UPPER : ODD
      KIND[code] = script | change
    } else if (number.test(character)) {
      const plain = character.normalize('NFKC')
      FOLDED[code] = plain.charCodeAt(0)
      KIND[code] = plain === character ? DIGIT : DIGIT | ODD
    } else if (code > 0xff && pictograph.test(character)) {
      KIND[code] = EMOJI
    } else if (/\s/.test(character)) {
      KIND[code] = SPACE
    }
  }
  each('\n\r\u2028\u2029\u0085', SPACE | LINE_END)
  range(0x0300, 0x036f, SKIP | ODD)
  range(0x0483, 0x0487, SKIP | ODD)
  range(0x200b, 0x200f, SKIP | ODD)
  range(0x202a, 0x202e, SKIP | ODD)
  range(0x2060, 0x2064, SKIP | ODD)
  range(0x20d0, 0x20ff, SKIP | ODD)
  range(0xfe00, 0xfe0f, SKIP | ODD)
  each('\u00ad\ufeff', SKIP | ODD)
  // м² is м2, and 500₽ is 500р.
  for (const [sign, plain, kind] of [
    ['²', '2', DIGIT],
    ['³', '3', DIGIT],
    ['₽', 'р', CYRILLIC],
  ] as const) {
    KIND[sign.charCodeAt(0)] = kind | ODD
    FOLDED[sign.charCodeAt(0)] = plain.charCodeAt(0)
  }
  KIND[0x203c] = ENDER // ‼ and ⁉ are pictographs to Unicode, exclamation marks to everybody else
  KIND[0x2049] = ENDER
  KIND[0x2122] = 0 // ™
  each('.!?…', ENDER)
  each(')]}»”’"\'', CLOSER)
  each('#@.+:', SIGN)
  each('-_', JOINER)
  each('‐‑', JOINER | ODD)
  FOLDED['‐'.charCodeAt(0)] = FOLDED['‑'.charCodeAt(0)] = '-'.charCodeAt(0)
  each("'", APOSTROPHE)
  each('’ʼ', APOSTROPHE | ODD)
  for (const apostrophe of '’ʼ') FOLDED[apostrophe.charCodeAt(0)] = "'".charCodeAt(0)
  KIND['ʼ'.charCodeAt(0)] = APOSTROPHE | ODD // Unicode holds it to be a letter
}

function foldSmallCapitals(): void {
  for (const [script, bits] of [
    ['latin', LATIN],
    ['cyrillic', CYRILLIC],
  ] as const) {
    const [capitals, plain] = SMALL_CAPITALS[script]
    for (let i = 0; i < capitals.length; i++) {
      KIND[capitals.charCodeAt(i)] = bits | ODD
      FOLDED[capitals.charCodeAt(i)] = plain.charCodeAt(i)
    }
  }
  // Some have capitals of their own (Ɯ), which must not take two foldings.
  for (let code = 0; code < 65536; code++) {
    const folded = FOLDED[code]!
    if (FOLDED[folded] === folded) continue
    KIND[code] = KIND[folded]!
    FOLDED[code] = FOLDED[folded]!
  }
}

buildTables()
foldSmallCapitals()

export const isUpper = (text: string, at: number): boolean => (KIND[text.charCodeAt(at)]! & UPPER) !== 0

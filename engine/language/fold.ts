import { CYRILLIC, FOLDED, JOINER, KIND, LATIN, ODD, OTHER, SKIP, SURROGATE, UPPER } from './characters.ts'

/** Latin letters that pass for Cyrillic ones in either case, those that do so only as capitals, and Greek ones. */
const LOOK_ALIKES: Record<string, string> = {
  a: 'а',
  c: 'с',
  e: 'е',
  o: 'о',
  p: 'р',
  x: 'х',
  y: 'у',
  k: 'к',
  m: 'м',
  t: 'т',
  A: 'а',
  C: 'с',
  E: 'е',
  O: 'о',
  P: 'р',
  X: 'х',
  Y: 'у',
  K: 'к',
  M: 'м',
  T: 'т',
  B: 'в',
  H: 'н',
  ʙ: 'в',
  ʜ: 'н',
  α: 'а',
  β: 'в',
  γ: 'у',
  ε: 'е',
  κ: 'к',
  ο: 'о',
  π: 'п',
  ρ: 'р',
  τ: 'т',
  υ: 'у',
  φ: 'ф',
  χ: 'х',
  Α: 'а',
  Β: 'в',
  Γ: 'г',
  Ε: 'е',
  Η: 'н',
  Κ: 'к',
  Μ: 'м',
  Ο: 'о',
  Π: 'п',
  Ρ: 'р',
  Τ: 'т',
  Υ: 'у',
  Φ: 'ф',
  Χ: 'х',
}

/** @param letter a small Latin one; the small Cyrillic one that looks like it as a capital */
export const lookAlikeOf = (letter: string): string | undefined => LOOK_ALIKES[letter.toUpperCase()]

const AND_BREVE = '\u0306'

/** `cпам` with a Latin c is `спам`, so is `ᴄпαм`; `vkшный` stays, because its v is nothing but Latin. */
function unmask(piece: string): string {
  let plain = ''
  for (const character of piece) {
    const kind = KIND[character.charCodeAt(0)]!
    const bare = kind & ODD ? String.fromCharCode(FOLDED[character.charCodeAt(0)]!) : character
    const seen =
      kind & LATIN
        ? (LOOK_ALIKES[character] ?? LOOK_ALIKES[bare])
        : kind & OTHER
          ? (LOOK_ALIKES[character] ?? character)
          : character
    if (seen === undefined) return piece
    plain += seen
  }
  return plain
}

function foldSlowly(piece: string): string {
  let folded = ''
  for (let i = 0; i < piece.length; i++) {
    const code = piece.charCodeAt(i)
    if (!(KIND[code]! & SKIP)) {
      const letter = String.fromCharCode(FOLDED[code]!)
      const short = letter === 'и' && piece.charAt(i + 1) === AND_BREVE
      folded += short ? 'й' : letter
    }
  }
  return folded
}

/**
 * One part of a word, from `start` to `end`, whose kinds or-ed together are `kinds`. Names of accounts keep their masks:
 * no one reads them as words.
 */
export function foldPart(text: string, start: number, end: number, kinds: number, isName = false): string {
  let piece = text.slice(start, end)
  if (kinds & SURROGATE) {
    // 𝐁𝐨𝐥𝐝 letters of mathematics are plain letters in disguise
    piece = piece.replace(/[\ud800-\udbff][\udc00-\udfff]/g, (pair) => pair.normalize('NFKC').toLowerCase())
    for (let i = 0; i < piece.length; i++) kinds |= KIND[piece.charCodeAt(i)]!
  }
  if (!isName && kinds & CYRILLIC && kinds & (LATIN | OTHER)) {
    piece = unmask(piece)
    kinds |= UPPER
  }
  if (kinds & ODD) piece = foldSlowly(piece)
  else if (kinds & UPPER) piece = piece.toLowerCase()
  // 1С is written with either letter
  return piece === '1c' ? '1с' : piece
}

/** What a single word becomes before anything is compared: lower case, ё as е, nothing invisible, no masked letters. */
export function fold(word: string): string {
  let folded = ''
  let start = 0
  let kinds = 0
  for (let i = 0; i < word.length; i++) {
    const kind = KIND[word.charCodeAt(i)]!
    if (kind & JOINER) {
      folded += foldPart(word, start, i, kinds) + String.fromCharCode(FOLDED[word.charCodeAt(i)]!)
      start = i + 1
      kinds = 0
    } else {
      kinds |= kind
    }
  }
  return folded + foldPart(word, start, word.length, kinds)
}

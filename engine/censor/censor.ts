/**
 * Does a text hold an obscene word, in any form and in the usual disguises: letters of another alphabet («xyй», «пи3да»),
 * stars for letters («п***ц»), letters apart («х у й», «х.у.й»), letters again and again («бляяядь»)? Pure, and a few
 * microseconds a message: engine/README.md, The censor.
 */
import { CYRILLIC, DIGIT, FOLDED, KIND, LETTER, LINE_END, ODD, SKIP, SPACE } from '../language/characters.ts'
import type { ObsceneRoots } from './roots.ts'

/** What Latin letters, digits and signs are read as among Cyrillic letters. */
const READ_AS = new Map(
  Object.entries({
    a: 'а',
    b: 'б',
    c: 'с',
    d: 'д',
    e: 'е',
    g: 'д',
    h: 'н',
    i: 'и',
    j: 'й',
    k: 'к',
    l: 'л',
    m: 'м',
    n: 'п',
    o: 'о',
    p: 'р',
    r: 'г',
    s: 'с',
    t: 'т',
    u: 'и',
    v: 'в',
    x: 'х',
    y: 'у',
    z: 'з',
    0: 'о',
    3: 'з',
    4: 'ч',
    6: 'б',
    9: 'я',
    і: 'и',
    ї: 'и',
    є: 'е',
    ў: 'у',
    ү: 'у',
    һ: 'н',
  }),
)
const AT_SIGN = '@'.charCodeAt(0)
const POINT = '.'.charCodeAt(0)
const ELLIPSIS = '…'.charCodeAt(0)
/** More are no letters. */
const MOST_POINTS = 8
const YO = 'ё'.charCodeAt(0)
const CAPITAL_YO = 'Ё'.charCodeAt(0)

/** What a character is to the censor: nothing of a word, one of its letters, a sign for a letter, or what parts two letters. */
const ROLE = new Uint8Array(65536)
const [CYRILLIC_LETTER, OTHER_LETTER, NUMERAL, SIGN, PART] = [1, 2, 4, 8, 16]
const IN_WORD = CYRILLIC_LETTER | OTHER_LETTER | NUMERAL
for (let code = 0; code < ROLE.length; code += 1) {
  const kind = KIND[code]!
  ROLE[code] = kind & CYRILLIC ? CYRILLIC_LETTER : kind & LETTER ? OTHER_LETTER : kind & DIGIT ? NUMERAL : 0
}
for (const sign of '*#@$%&^') ROLE[sign.charCodeAt(0)] = SIGN
for (const sign of '.-_/\\|+=~·•') ROLE[sign.charCodeAt(0)] = PART

/** No one reads a longer word; only its beginning is looked at. */
const LONGEST = 100

const holdsRoot = ({ hint, cyrillic }: ObsceneRoots, word: string): boolean =>
  hint.test(word) && (cyrillic.test(word) || holdsDrawn(cyrillic, word))

/** Roots may be drawn out by any letter; of what stands before them only when the whole word is («ННААХХ…»). */
function holdsDrawn(cyrillic: RegExp, word: string): boolean {
  const short = word.replace(/(.)\1+/g, '$1')
  return word.length >= short.length * DRAWN && cyrillic.test(short)
}

/** So many times as long as it would be without letters that come again. */
const DRAWN = 1.5

/** What a star inside of a word may stand for. */
const ANY_LETTER = [...'аеиоуыюябгдзйлнпрстхц']

/** By what is written so most often; or, of a word with one star in it, by any letter that makes it obscene. */
function holdsStarred(roots: ObsceneRoots, word: string): boolean {
  if (roots.starred.test(word)) return true
  const star = word.indexOf('*')
  if (star < 1 || star === word.length - 1 || word.indexOf('*', star + 1) >= 0) return false
  return ANY_LETTER.some((letter) => holdsRoot(roots, word.replace('*', letter)))
}

/** Of a word in pieces between spaces («пи зд ец») each is at most so long, and so long a row of them is looked at. */
const LONGEST_SCRAP = 2
const LONGEST_ROW = 17
/** So many of them are no words: «по ху й», and not «с УК и», «ху из ху». */
const FEWEST_ODD_SCRAPS = 2
/** Words and abbreviations of one and two letters. */
const SHORT_WORDS = new Set(
  `а б в е ё и к о с у э ю я ж аж ай ах ба бы во вы го да до ее её ей ею же за зу из им их ка ко ли мы на не ни но ну об ой ок он от ох по
со та те то ту ты уж ум ух уф фу ха хе хм эй эх юг яд ям
  др пр тд тп ук ул уо тв кв мм см кг км рф гб ип ао жк жд св чп ес`.split(/\s+/),
)

/** Whether the last of these make an obscene word. */
function holdsScraps(roots: ObsceneRoots, row: string): boolean {
  const scraps = row.split(' ')
  let [joined, odd, longest] = ['', 0, 0]
  for (let i = scraps.length - 1; i >= 0; i--) {
    joined = scraps[i]! + joined
    longest = Math.max(longest, scraps[i]!.length)
    if (!SHORT_WORDS.has(scraps[i]!)) odd++
    if (odd >= FEWEST_ODD_SCRAPS && longest > 1 && joined.length >= FEWEST_ALONE && holdsRoot(roots, joined))
      return true
  }
  return false
}

/** «На х**»: with another word before it, it may be anything. */
const AIMED_AT = /(?<![а-яё])(?:на|по|ни|до|не) х\*{1,3}$/
const MOST_AIM = 4

/** Letters that stand alone make a word from so many on. */
const FEWEST_ALONE = 3
/** «х.й» */
const SHORTEST_IN_PIECES = 'хй'
/** Of the pieces of a parted word one is so short. */
const SHORT_PIECE = 3

/** Whether a text holds an obscene word. */
export type Censor = (text: string) => boolean

export const createCensor =
  (roots: ObsceneRoots): Censor =>
  (text) =>
    isObscene(roots, text)

function isObscene(roots: ObsceneRoots, text: string): boolean {
  const plain = lowered(text)
  /** What stands alone, letter by letter, and the pieces of a word so far. */
  let alone = ''
  let pieces = ''
  let shortest = 0
  /** Where a row of scraps begins. */
  let row = -1
  for (let at = 0; at < plain.length;) {
    if (!(ROLE[plain.charCodeAt(at)]! & IN_WORD)) {
      at += 1
      continue
    }
    const from = at
    let roles = 0
    for (let role = roleAt(plain, at); at < plain.length && role & (IN_WORD | SIGN); role = roleAt(plain, ++at))
      roles |= role
    const end = Math.min(at, from + LONGEST)
    const word = roles === CYRILLIC_LETTER ? plain.slice(from, end) : readWord(plain, from, end, roles)
    if (roles === CYRILLIC_LETTER ? holdsRoot(roots, word) : isObsceneOdd(roots, word, roles)) return true

    const isLetter = word.length === 1 && (roles & CYRILLIC_LETTER) !== 0
    const between = from === 0 ? 0 : plain.charCodeAt(from - 1)
    if (isLetter && isNear(between) && alone.length < LONGEST) alone += word
    else {
      if (alone.length >= FEWEST_ALONE && holdsRoot(roots, alone)) return true
      alone = isLetter ? word : ''
    }
    const follows = row >= 0 && KIND[between]! & SPACE && ROLE[plain.charCodeAt(from - 2)]! & IN_WORD
    if (roles === CYRILLIC_LETTER && word.length <= LONGEST_SCRAP) {
      if (!follows) row = from
      else if (!SHORT_WORDS.has(word) && holdsScraps(roots, plain.slice(Math.max(row, at - LONGEST_ROW), at)))
        return true
    } else {
      if (follows && AIMED_AT.test(plain.slice(Math.max(0, from - MOST_AIM), end))) return true
      row = -1
    }
    if (
      ROLE[between]! & PART &&
      from > 1 &&
      ROLE[plain.charCodeAt(from - 2)]! & (IN_WORD | SIGN) &&
      pieces !== '' &&
      pieces.length < LONGEST
    ) {
      pieces += word
      shortest = Math.min(shortest, word.length)
      if (
        shortest <= SHORT_PIECE &&
        (pieces.length >= FEWEST_ALONE || pieces === SHORTEST_IN_PIECES) &&
        (pieces.includes('*') ? holdsStarred(roots, pieces) : holdsRoot(roots, pieces))
      )
        return true
    } else {
      pieces = roles & CYRILLIC_LETTER ? word : ''
      shortest = word.length
    }
  }
  return alone.length >= FEWEST_ALONE && holdsRoot(roots, alone)
}

/** Lower case; without what no one sees, and what only looks like a letter as that letter. */
function lowered(text: string): string {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (KIND[code]! & (SKIP | ODD) && code !== YO && code !== CAPITAL_YO) return foldedSlowly(text)
  }
  return text.toLowerCase()
}

function foldedSlowly(text: string): string {
  let folded = ''
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (!(KIND[code]! & SKIP)) folded += String.fromCharCode(FOLDED[code]!)
  }
  return folded.toLowerCase()
}

function isNear(code: number): boolean {
  const kind = KIND[code]!
  return (ROLE[code]! & PART) !== 0 || ((kind & SPACE) !== 0 && (kind & LINE_END) === 0)
}

/**
 * Between a word and a name in Latin letters («#фото@group») the sign is none of a letter; several points between Cyrillic
 * letters are («п..дец»).
 */
function roleAt(plain: string, at: number): number {
  const code = plain.charCodeAt(at)
  if (code === POINT || code === ELLIPSIS) return standsForLetters(plain, at) ? SIGN : ROLE[code]!
  return code === AT_SIGN && ROLE[plain.charCodeAt(at + 1)] !== CYRILLIC_LETTER ? 0 : ROLE[code]!
}

function standsForLetters(plain: string, at: number): boolean {
  let from = at
  let to = at + 1
  while (from > 0 && at - from < MOST_POINTS && isPoint(plain.charCodeAt(from - 1))) from -= 1
  while (to - at < MOST_POINTS && isPoint(plain.charCodeAt(to))) to += 1
  return (
    (to - from > 1 || plain.charCodeAt(at) === ELLIPSIS) &&
    from > 0 &&
    ROLE[plain.charCodeAt(from - 1)] === CYRILLIC_LETTER &&
    ROLE[plain.charCodeAt(to)] === CYRILLIC_LETTER
  )
}

const isPoint = (code: number): boolean => code === POINT || code === ELLIPSIS

/** Signs as stars; among Cyrillic letters all others, and digits, as the ones they look like. */
function readWord(plain: string, from: number, to: number, roles: number): string {
  if (!(roles & CYRILLIC_LETTER)) return plain.slice(from, to)
  let word = ''
  for (let at = from; at < to; at += 1) {
    const code = plain.charCodeAt(at)
    if (code === POINT || code === ELLIPSIS) word += code === POINT ? '*' : '**'
    else if (ROLE[code]! & SIGN) word += '*'
    else word += READ_AS.get(plain.charAt(at)) ?? plain.charAt(at)
  }
  return word
}

function isObsceneOdd(roots: ObsceneRoots, word: string, roles: number): boolean {
  if (roles & CYRILLIC_LETTER) return roles & SIGN ? holdsStarred(roots, word) : holdsRoot(roots, word)
  return (roles & OTHER_LETTER) !== 0 && roots.latin.test(word)
}

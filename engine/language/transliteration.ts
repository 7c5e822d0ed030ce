/**
 * Names in the other alphabet, as people write them who do not know how a name writes itself: «ВкусВилл» as `vkusvill`, `kamaz` as
 * «камаз». Two customs are in use for Latin letters; into Russian ones only the likeliest way is gone.
 * Not the table of addresses (`rules/transliterate.ts`): those never change, and this one follows what people write.
 */

import { lookAlikeOf } from './fold.ts'

const ENGLISH: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}
const SHORT: typeof ENGLISH = { ...ENGLISH, х: 'h', ц: 'c', щ: 'sch', й: 'i' }

/** @param name in small Russian letters; one or two writings, the likeliest first */
export function toLatin(name: string): string[] {
  const [likeliest = '', short = ''] = [ENGLISH, SHORT].map((table) =>
    name.replace(/[а-я]/g, (letter) => table[letter] ?? ''),
  )
  return [...new Set([likeliest, short.replaceAll('ks', 'x')])]
}

const CYRILLIC: readonly (readonly [string, string])[] = [
  ['shch', 'щ'],
  ['sch', 'щ'],
  ['sh', 'ш'],
  ['ch', 'ч'],
  ['zh', 'ж'],
  ['kh', 'х'],
  ['ts', 'ц'],
  ['yu', 'ю'],
  ['ju', 'ю'],
  ['ya', 'я'],
  ['ja', 'я'],
  ['yo', 'е'],
  ['ck', 'к'],
  ['ph', 'ф'],
  ['oo', 'у'],
  ['ee', 'и'],
  ['x', 'кс'],
]
const SINGLE: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'б',
  c: 'к',
  d: 'д',
  e: 'е',
  f: 'ф',
  g: 'г',
  h: 'х',
  i: 'и',
  j: 'дж',
  k: 'к',
  l: 'л',
  m: 'м',
  n: 'н',
  o: 'о',
  p: 'п',
  q: 'к',
  r: 'р',
  s: 'с',
  t: 'т',
  u: 'у',
  v: 'в',
  w: 'в',
  z: 'з',
}

/** @param name in small Latin letters */
export function toCyrillic(name: string): string {
  let written = ''
  for (let at = 0; at < name.length;) {
    const [several, letters] = CYRILLIC.find(([start]) => name.startsWith(start, at)) ?? []
    if (several !== undefined) {
      written += letters
      at += several.length
      continue
    }
    const letter = name.charAt(at++)
    written += letter === 'y' ? vowelOrNot(written, at === name.length) : (SINGLE[letter] ?? letter)
  }
  return written
}

/** `Tolstoy` ends in «й», `Dixy` in «и», `Krym` has a «ы». */
function vowelOrNot(before: string, isLast: boolean): string {
  if (/[аеиоуыэюя]$/.test(before)) return 'й'
  return isLast ? 'и' : 'ы'
}

const LATIN_LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/**
 * Letters of the other alphabet that stand for one in a code («р16» for `R16`, «с23» for `S23`): what sounds like it, and what looks like it.
 * @param letter a small one of either alphabet
 */
export function lettersFor(letter: string): string[] {
  const isLatin = LATIN_LETTERS.includes(letter)
  const alike = isLatin ? [lookAlikeOf(letter) ?? ''] : LATIN_LETTERS.filter((latin) => lookAlikeOf(latin) === letter)
  const sounds = isLatin ? [toCyrillic(letter)] : toLatin(letter)
  return [...new Set([...sounds, ...alike])].filter((written) => written.length === 1)
}

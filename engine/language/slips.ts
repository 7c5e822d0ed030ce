/** How people slip when they type or write as they hear. */

/** Vowels without stress: as written, as meant. */
const HEARD = 'ао оа еи ие эе еэ ыи яе'.split(' ')
const VOWEL = /[аеиоуыэюя]/
/** Where a left out vowel is no longer that of a prefix. */
const BEHIND_PREFIX = 3
/** Without its last letter a shorter word is another: «мульт» of «мульти». */
const LONG = 7

/** A letter doubled or not, left out, swapped with the next, or a vowel written as it is heard. */
export function isSlip(form: string, word: string): boolean {
  if (form.length + 1 === word.length) return true
  if (undoubled(form) === undoubled(word)) return true
  if (form.length !== word.length) return false
  const at = firstDifference(form, word)
  const [written, meantLetter] = [form.charAt(at), word.charAt(at)]
  return written === word.charAt(at + 1) || HEARD.includes(written + meantLetter)
}

/**
 * The slips that hardly make another word: as `isSlip`, but of letters left out only a vowel far inside the word. «Померяться» is no
 * «промеряться», «вкидывать» no «выкидывать», and «европейски» no «европейский».
 */
export function isPlainSlip(form: string, word: string): boolean {
  if (form.length + 1 !== word.length || undoubled(form) === undoubled(word)) return isSlip(form, word)
  const at = firstDifference(form, word)
  return VOWEL.test(word.charAt(at)) && at >= BEHIND_PREFIX && at < form.length
}

/** Whether one letter is left out, put in, wrong or swapped with the next, but for the first. */
function isOneMistake(form: string, word: string): boolean {
  const at = firstDifference(form, word)
  if (at === 0 || form === word) return false
  const [rest, meant] = [form.slice(at), word.slice(at)]
  return (
    rest === meant.slice(1) ||
    rest.slice(1) === meant ||
    rest.slice(1) === meant.slice(1) ||
    (rest.charAt(0) === meant.charAt(1) && rest.charAt(1) === meant.charAt(0) && rest.slice(2) === meant.slice(2))
  )
}

/** The ways in which someone may slip in the first part of a compound: those of `isPlainSlip`. */
export function slipsOf(word: string): string[] {
  const slips = new Set<string>()
  for (let at = 1; at < word.length; at++) {
    const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
    if (VOWEL.test(letter) && (after !== '' || word.length >= LONG)) slips.add(before + after)
    slips.add(before + letter + letter + after)
    if (after !== '') slips.add(before + after.charAt(0) + letter + after.slice(1))
    for (const heard of HEARD) if (heard.charAt(1) === letter) slips.add(before + heard.charAt(0) + after)
  }
  slips.delete(word)
  return [...slips]
}

/** Words that one mistake leads to, found by what is left of both without a letter. */
export class MistakeIndex {
  readonly #words = new Map<string, string[]>()

  constructor(words: Iterable<string>) {
    for (const word of words) {
      for (const key of new Set(keysOf(word))) {
        const known = this.#words.get(key)
        if (known === undefined) this.#words.set(key, [word])
        else known.push(word)
      }
    }
  }

  like(form: string): string[] {
    const near = new Set(keysOf(form).flatMap((key) => this.#words.get(key) ?? []))
    return [...near].filter((word) => isOneMistake(form, word))
  }
}

const keysOf = (word: string): string[] => [
  word,
  ...Array.from(word.slice(1), (_, at) => word.slice(0, at + 1) + word.slice(at + 2)),
]

function firstDifference(form: string, word: string): number {
  let at = 0
  while (at < form.length && form.charAt(at) === word.charAt(at)) at++
  return at
}

const undoubled = (word: string): string => word.replace(/(.)\1/g, '$1')

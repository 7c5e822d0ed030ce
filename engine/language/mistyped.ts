/** What a word means that the dictionary lacks, but for one mistake of the hand or the ear: «стоматалог». */
import type { Dictionary } from './dictionary.ts'
import { fold } from './fold.ts'
import type { WordTag } from './word-tag.ts'

/** Shorter words are too near to too many others: «кит» and «кот». */
const SHORTEST_MISTYPED = 7
/** From here on a word may be mistyped in any way. */
const LONG_MISTYPED = 8

/** From here on the name of a place may be, in one of the ways that people slip. */
const LONG_MISTYPED_PLACE = 9
/** «Дмитровой» is no Дмитровка, and «Зарицкого» no Зарецкий. */
const SURNAME = /(?:[ое]в|ин)(?:[ауые]|ой|[оы]м|ых)?$|[сц]к(?:[иоы]й|ая|ую|ое|[ои]го|[ои]му|[иы][мх]|ие)$/

export type Typos = 'none' | 'sure' | 'all'

/** The lemmas that a form may have been meant for; none when it is too short, or like several words. */
export function readMistyped(dictionary: Dictionary, form: string, typos: Typos): string[] {
  if (typos === 'none' || form.length < SHORTEST_MISTYPED) return []
  return typos === 'sure' ? meant(dictionary, form) : dictionary.mistyped(form).map((parse) => dictionary.lemma(parse))
}

/**
 * The lemmas of the one form, or of the forms of the one word, that a mistyped one is like; nothing when there are several.
 * Names are like too many other names, and short words like too many newer ones.
 */
function meant(dictionary: Dictionary, form: string): string[] {
  const like = dictionary.like(form).filter(({ word, tag }) => mayBeMeant(form, fold(word), tag))
  const lemmas = new Set(like.map((parse) => dictionary.lemma(parse)))
  return lemmas.size === 1 || like.every(({ word }) => word === like[0]!.word) ? [...lemmas] : []
}

/**
 * Names of persons and short names of places are like too many others: «Понятовой» is no Понятовка. What firms are called is mostly an
 * ordinary word («стоматология»).
 */
function mayBeMeant(form: string, word: string, tag: WordTag): boolean {
  if (tag.isProper && !tag.isFirm) {
    const isLongPlace = tag.isPlace && Math.min(form.length, word.length) >= LONG_MISTYPED_PLACE
    return isLongPlace && isSlip(form, word) && !SURNAME.test(form)
  }
  return form.length >= LONG_MISTYPED || isSlip(form, word)
}

/** A letter doubled or not, left out, swapped with the next, or a vowel written as it is heard. */
function isSlip(form: string, word: string): boolean {
  if (form.length + 1 === word.length) return true
  if (undoubled(form) === undoubled(word)) return true
  if (form.length !== word.length) return false
  let at = 0
  while (form.charAt(at) === word.charAt(at)) at++
  const [written, meantLetter] = [form.charAt(at), word.charAt(at)]
  return written === word.charAt(at + 1) || HEARD.includes(written + meantLetter)
}

/** Vowels without stress. */
const HEARD = 'ао оа еи ие эе еэ ыи яе'.split(' ')

const undoubled = (word: string): string => word.replace(/(.)\1/g, '$1')

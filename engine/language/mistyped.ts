/** What a word means that the dictionary lacks, but for one mistake of the hand or the ear: «стоматалог». */
import type { Dictionary } from './dictionary.ts'
import { fold } from './fold.ts'
import type { Parse } from './paradigms.ts'
import { isPlainSlip, isSlip } from './slips.ts'
import { headsOf, type WordLists } from './word-lists.ts'
import type { WordTag } from './word-tag.ts'

/** Shorter words are too near to too many others: «кит» and «кот». */
const SHORTEST_MISTYPED = 7
/** From here on a word may be mistyped in any way. */
const LONG_MISTYPED = 8

/** From here on a slip is likelier than any other mistake. */
const LONG_UNSURE = 10
/** Of a compound: shorter first parts begin other words, and shorter last parts end them. */
const SHORTEST_HEAD = 4
const SHORTEST_REST = 6
/** Of the rest of a compound, by its ending. */
const GUESSES = 6

/** From here on the name of a place may be, in one of the ways that people slip. */
const LONG_MISTYPED_PLACE = 9
/** «Дмитровой» is no Дмитровка, and «Зарицкого» no Зарецкий. */
const SURNAME = /(?:[ое]в|ин)(?:[ауые]|ой|[оы]м|ых)?$|[сц]к(?:[иоы]й|ая|ую|ое|[ои]го|[ои]му|[иы][мх]|ие)$/

export type Typos = 'none' | 'sure' | 'all'

/**
 * The lemmas that a form may have been meant for; none when it is too short, or like several words.
 * @param guesses its lemmas by its ending
 */
export function readMistyped(
  dictionary: Dictionary,
  lists: WordLists,
  form: string,
  guesses: readonly string[],
  typos: Typos,
): string[] {
  if (typos === 'none' || form.length < SHORTEST_MISTYPED) return []
  if (typos === 'all') return dictionary.mistyped(form).map((parse) => dictionary.lemma(parse))
  const like = dictionary.like(form)
  if (like.length > 0) return meant(dictionary, form, like)
  const listed = meantOfList(lists, form, guesses)
  return listed.length > 0 ? listed : meantBehind(dictionary, lists, form)
}

/**
 * The lemmas of the one form, or of the forms of the one word, that a mistyped one is like; nothing when there are several, but for
 * long words of which one is a slip away and the others are not: «ламинированние» is no «ламинированные».
 * Names are like too many other names, and short words like too many newer ones.
 */
function meant(dictionary: Dictionary, form: string, found: readonly Parse[]): string[] {
  const like = found.filter(({ word, tag }) => mayBeMeant(form, fold(word), tag))
  const lemmas = lemmasOfOne(dictionary, like)
  if (lemmas.length > 0 || form.length < LONG_UNSURE) return lemmas
  return lemmasOfOne(
    dictionary,
    SURNAME.test(form) ? [] : like.filter(({ word, tag }) => !tag.isPlace && isPlainSlip(form, fold(word))),
  )
}

function lemmasOfOne(dictionary: Dictionary, like: readonly Parse[]): string[] {
  const lemmas = new Set(like.map((parse) => dictionary.lemma(parse)))
  return lemmas.size === 1 || like.every(({ word }) => word === like[0]!.word) ? [...lemmas] : []
}

/** «Гастроэнтролога»: of the words that the dictionary lacks, the one that the form's lemma is like. */
function meantOfList({ newerLike }: WordLists, form: string, guesses: readonly string[]): string[] {
  const found = new Set<string>()
  for (const lemma of new Set([...guesses, form])) {
    if (lemma.length < LONG_MISTYPED) continue
    for (const word of newerLike.like(lemma)) if (lemma.length >= LONG_UNSURE || isSlip(lemma, word)) found.add(word)
  }
  return found.size === 1 ? [...found] : []
}

/** «Видионаблюдение», «видеонаблюдния»: of a compound that the dictionary lacks, either its first part or its last is mistyped. */
function meantBehind(dictionary: Dictionary, lists: WordLists, form: string): string[] {
  const found = new Set<string>()
  for (const head of headsOf(lists, form, SHORTEST_MISTYPED)) {
    if (head.length < SHORTEST_HEAD) continue
    const rest = form.slice(head.length)
    if (dictionary.has(rest) || dictionary.guessed(rest, GUESSES).some((lemma) => lists.newerWords.has(lemma))) continue
    const like = dictionary.like(rest)
    const meantRest = like.filter(({ word, tag }) => tag.isNominal && !tag.isProper && isPlainSlip(rest, fold(word)))
    for (const lemma of lemmasOfOne(dictionary, meantRest)) found.add(head + lemma)
  }
  for (let at = SHORTEST_HEAD; at <= form.length - SHORTEST_REST; at++) {
    const head = lists.headOfSlip.get(form.slice(0, at))
    if (head === undefined) continue
    for (const parse of dictionary.known(form.slice(at)))
      if (parse.tag.isNominal && !parse.tag.isProper) found.add(head + dictionary.lemma(parse))
  }
  return found.size === 1 ? [...found] : []
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

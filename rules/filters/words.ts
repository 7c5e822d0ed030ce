/** What is typed or pasted into the word inputs of a filter -> its two lists of words. The web and the server ask here. */
import { filterWordLimits, type FilterFields } from '../../contract/reading/filters.ts'

export type FilterWords = Pick<FilterFields, 'includedWords' | 'excludedWords'>

/**
 * Each entry may be a word or a whole pasted text. Texts are split into words at line breaks, commas and spaces; several words in
 * quotes of any kind stay together as a phrase, `"ремонт кухни"` (docs/decisions/filter-words.md); a leading «!» moves a word or
 * a phrase to the excluded ones; of those that differ in case or in ё the first stays. Nothing is cut off: what is too much is
 * left to `findTooManyWords`.
 */
export function readFilterWords(typed: FilterWords): FilterWords {
  const included = typed.includedWords.flatMap(split)
  const excluded = typed.excludedWords.flatMap(split)
  return {
    includedWords: distinct(included.filter(({ marked }) => !marked)),
    excludedWords: distinct([...excluded, ...included.filter(({ marked }) => marked)]),
  }
}

/** The first limit that is passed, as a validation error tells it; null when all is well. Lengths are UTF-16 units. */
export function findTooManyWords(words: FilterWords) {
  const { words: most, letters } = filterWordLimits
  for (const field of ['includedWords', 'excludedWords'] as const) {
    const long = words[field].findIndex((word) => word.length > letters)
    if (long >= 0) return { keyword: 'maxLength', dataPath: `/${field}/${long}`, params: { limit: letters } }
    if (words[field].length > most) return { keyword: 'maxItems', dataPath: `/${field}`, params: { limit: most } }
  }
  return null
}

/** «ремонт», «ремонт кухни»: a word or a phrase in the quotes of a text. */
export const quotedWord = (word: string): string => `«${bareWord(word)}»`

/** A phrase without its quotes. */
export const bareWord = (word: string): string => word.replace(/^"(.+)"$/su, '$1')

interface TypedWord {
  word: string
  marked: boolean
}

const QUOTED = /(?<=^|[\s,;|(])(!*)\s*[«"“„]([^«»"“”„]*)[»"”“]/gu

/** Phrases, and the words before, between and behind them. */
function split(text: string): TypedWord[] {
  const read: TypedWord[] = []
  let from = 0
  for (const found of text.matchAll(QUOTED)) {
    const [whole, marks = '', content = ''] = found
    const parts = content.split(/[\s,;|]+/u).flatMap((part) => bare(part.replace(BEFORE, '')) || [])
    if (parts.length < 2) continue
    read.push(...splitWords(text.slice(from, found.index)))
    read.push({ word: `"${parts.join(' ')}"`, marked: marks !== '' || content.trimStart().startsWith('!') })
    from = found.index + whole.length
  }
  return [...read, ...splitWords(text.slice(from))]
}

const BEFORE = /^[!«»"“”„'(){}[\]]*/u

function splitWords(text: string): TypedWord[] {
  const glued = text.replace(/(^|[\s,;|])!+\s*/gu, '$1!')
  return glued.split(/[\s,;|]+/u).flatMap((part) => {
    const before = BEFORE.exec(part)?.[0] ?? ''
    const marked = before.includes('!')
    return parts(bare(part.slice(before.length))).map((word) => ({ word, marked }))
  })
}

/** Without the quotes, brackets and ends of sentences behind it; empty when nothing else is there. Signs as in «c++» and «.net» stay. */
function bare(part: string): string {
  const word = part.replace(/[«»"“”„'(){}[\].!?:…]+$/u, '')
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(word) ? word : ''
}

/** «фото/видео» is two words, an address is one. */
function parts(word: string): string[] {
  if (word === '') return []
  return /^\p{L}[\p{L}-]*(\/\p{L}[\p{L}-]*)+$/u.test(word) ? word.split('/') : [word]
}

function distinct(words: TypedWord[]): string[] {
  const first = new Map<string, string>()
  for (const { word } of words) {
    const key = word.toLowerCase().replaceAll('ё', 'е')
    if (!first.has(key)) first.set(key, word)
  }
  return [...first.values()]
}

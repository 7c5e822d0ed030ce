/**
 * The rival no one has to explain: every query tried on every message. A fair one: words are resolved to numbers
 * beforehand, and a message is turned into a map from term to places only once.
 */
import type { Language } from '../engine/language/language.ts'
import { tokenise } from '../engine/language/tokenise.ts'
import { DEFAULT_GAP } from '../engine/queries/query.ts'
import type { LoadQuery } from './query-load.ts'

interface PlainQuery {
  /** Keyword -> word -> lemmas. */
  keywords: number[][][]
  context: number[][]
  excluded: number[][]
}

const SENTENCE_STEP = 10_000

export class PlainLoop {
  readonly #language: Language
  readonly #numbers = new Map<string, number>()
  readonly #queries: PlainQuery[]

  constructor(language: Language, queries: readonly LoadQuery[]) {
    this.#language = language
    const word = (form: string): number[] => language.lemmas(form).map((lemma) => this.#number(lemma))
    this.#queries = queries.map(({ keywords, context, excluded }) => ({
      keywords: keywords.map((words) => words.map(word)),
      context: context.map(word),
      excluded: excluded.map(word),
    }))
  }

  /** Indices of the queries that fit. */
  match(text: string): number[] {
    const places = new Map<number, number[]>()
    for (const { form, position, sentence } of tokenise(text)) {
      for (const lemma of this.#language.lemmas(form)) {
        const number = this.#numbers.get(lemma)
        if (number === undefined) continue
        const known = places.get(number)
        const place = position + sentence * SENTENCE_STEP
        if (known === undefined) places.set(number, [place])
        else known.push(place)
      }
    }
    const has = (lemmas: number[]): boolean => lemmas.some((lemma) => places.has(lemma))
    const found: number[] = []
    for (let i = 0; i < this.#queries.length; i++) {
      const { keywords, context, excluded } = this.#queries[i]!
      if (context.length > 0 && !context.some(has)) continue
      if (!keywords.some((words) => words.every(has) && isNear(words, places))) continue
      if (!excluded.some(has)) found.push(i)
    }
    return found
  }

  #number(lemma: string): number {
    const known = this.#numbers.get(lemma)
    if (known !== undefined) return known
    this.#numbers.set(lemma, this.#numbers.size)
    return this.#numbers.size - 1
  }
}

/** One place for each word, all different, neighbours at most the usual gap apart. */
const isNear = (words: number[][], places: Map<number, number[]>): boolean => {
  const choose = (at: number, chosen: number[]): boolean => {
    if (at === words.length) {
      const inOrder = [...chosen].sort((a, b) => a - b)
      return inOrder.every(
        (place, i) => i === 0 || (place > inOrder[i - 1]! && place - inOrder[i - 1]! <= DEFAULT_GAP + 1),
      )
    }
    return words[at]!.some((lemma) => places.get(lemma)?.some((place) => choose(at + 1, [...chosen, place])) ?? false)
  }
  return choose(0, [])
}

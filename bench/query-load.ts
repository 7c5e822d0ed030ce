/**
 * A made-up load of standing queries over real messages, the same for the same seed. As users write them: 5 to 30
 * keywords each (12 % one word, 53 % two, 35 % three), up to 5 context words and up to 5 stop words. 30 % of the longer
 * keywords are words that really stand in one message, the others a rare word with middling ones. Frequencies are those
 * of stems over all messages given.
 */
import { createReadStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createZstdDecompress } from 'node:zlib'
import { createStemmer } from '../engine/language/stemmer.ts'
import { tokenise } from '../engine/language/tokenise.ts'
import type { Query, StandingQuery } from '../engine/queries/query.ts'
import { DEFAULT_GAP } from '../engine/queries/query.ts'

const MESSAGES = new URL('../../shared/data/messages.ndjson.zst', import.meta.url)

/** Null when the real messages are not there. */
export const readMessages = async (): Promise<string[] | null> => {
  if (!existsSync(MESSAGES)) return null
  const texts: string[] = []
  for await (const line of createInterface({ input: createReadStream(MESSAGES).pipe(createZstdDecompress()) })) {
    const { text } = JSON.parse(line) as { text: string }
    if (text !== '') texts.push(text)
  }
  return texts
}

/** Uniform numbers in [0, 1), the same for the same seed (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export const shuffle = <T>(items: readonly T[], random: () => number): T[] => {
  const shuffled = [...items]
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!]
  }
  return shuffled
}

/** A standing query as words; the engine and its rivals each make of it what they need. */
export interface LoadQuery {
  keywords: string[][]
  context: string[]
  excluded: string[]
}

export const toStanding = ({ keywords, context, excluded }: LoadQuery): StandingQuery => {
  const word = (form: string): Query => ({ kind: 'atom', atom: { kind: 'word', form } })
  return {
    keywords: keywords.map((words) =>
      words.length === 1
        ? word(words[0]!)
        : { kind: 'near', slots: words.map((form) => [{ kind: 'word', form }]), gap: DEFAULT_GAP },
    ),
    context: context.map(word),
    excluded: excluded.map(word),
  }
}

const PLAIN = /^[а-я]{4,24}$/

export class QueryLoad {
  #random: () => number = seeded(0)
  readonly #frequency = new Map<string, number>()
  readonly #contents: string[][] = []
  readonly #single: string[]
  readonly #tail: string[]
  readonly #middle: string[]
  readonly #common: string[]

  constructor(texts: readonly string[]) {
    const stemmer = createStemmer()
    const stems = new Map<string, string>()
    const frequency = new Map<string, number>()
    const forms = new Map<string, string[]>()
    for (const text of texts) {
      const words = new Set<string>()
      for (const { form } of tokenise(text)) if (PLAIN.test(form)) words.add(form)
      const seen = new Set<string>()
      for (const form of words) {
        let stem = stems.get(form)
        if (stem === undefined) {
          stem = stemmer.lemmas(form)[0]!
          stems.set(form, stem)
          const known = forms.get(stem)
          if (known === undefined) forms.set(stem, [form])
          else known.push(form)
        }
        if (seen.has(stem)) continue
        seen.add(stem)
        frequency.set(stem, (frequency.get(stem) ?? 0) + 1)
      }
      if (words.size >= 5 && this.#contents.length < 60_000) this.#contents.push([...words])
    }
    for (const [form, stem] of stems) this.#frequency.set(form, frequency.get(stem)!)
    // The bounds were set over 131,239 messages.
    const scale = texts.length / 131_239
    const between = (least: number, most: number): string[] =>
      [...frequency].filter(([, df]) => df >= least * scale && df <= most * scale).flatMap(([stem]) => forms.get(stem)!)
    this.#single = between(3, 10)
    this.#tail = between(3, 130)
    this.#middle = between(13, 1312)
    this.#common = between(262, 3937)
    const contentful = new Set([...this.#middle, ...this.#tail])
    for (let i = 0; i < this.#contents.length; i++)
      this.#contents[i] = this.#contents[i]!.filter((form) => contentful.has(form))
  }

  /** In how many messages a form of the same stem stands. */
  frequency(form: string): number {
    return this.#frequency.get(form) ?? 0
  }

  /** The first `count` queries of a seed, one at a time: a million of them need not fit in memory. */
  *queries(count: number, seed: number): Generator<LoadQuery> {
    this.#random = seeded(seed)
    for (let i = 0; i < count; i++) yield this.#next()
  }

  #next(): LoadQuery {
    const upTo = (most: number): number => Math.floor(this.#random() * (most + 1))
    return {
      keywords: Array.from({ length: 5 + upTo(25) }, () => this.#keyword()),
      context: Array.from({ length: upTo(5) }, () => this.#pick(this.#common)),
      excluded: Array.from({ length: upTo(5) }, () => this.#pick(this.#common)),
    }
  }

  #keyword(): string[] {
    const kind = this.#random()
    if (kind < 0.12) return [this.#pick(this.#single)]
    const length = kind < 0.65 ? 2 : 3
    if (this.#random() < 0.3) {
      const words = this.#pick(this.#contents)
      if (words.length >= length) {
        const start = Math.floor(this.#random() * (words.length - length + 1))
        return words.slice(start, start + length)
      }
    }
    return [this.#pick(this.#tail), ...Array.from({ length: length - 1 }, () => this.#pick(this.#middle))]
  }

  #pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#random() * items.length)]!
  }
}

/** Memory that removed queries held is given back in small steps, and what fits is the same before, meanwhile and after. */
import { describe, expect, it } from 'vitest'
import { createLanguage } from '../language/language.ts'
import { standingQueryFits } from '../queries/fits.oracle.ts'
import { parseQuery } from '../queries/parse.ts'
import type { Query, StandingQuery } from '../queries/query.ts'
import { createMatcher } from './matcher.ts'
import type { Matcher } from './matcher.ts'

/** Every third word has two readings. */
const language = createLanguage({ lemmas: (form) => (form.length % 3 === 0 ? [form, `${form}а`] : [form]) })
const MOST = 1000
const LETTERS = 'абвгдеиклмнопрст'

const query = (text: string): Query => {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(`${text}: ${parsed.mistakes.map((mistake) => mistake.message).join(' ')}`)
  return parsed.query
}

let state = 1
const random = (below: number): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}
const word = (): string => Array.from({ length: 2 + random(2) }, () => LETTERS.charAt(random(LETTERS.length))).join('')
const words = (count: number): string => Array.from({ length: count }, word).join(' ')

const KINDS = [
  () => word(),
  () => words(2),
  () => words(3),
  () => `"${words(2)}"`,
  () => `(${word()} | ${word()}) /3 ${word()}`,
  () => `${word()} -${word()}`,
  () => `"${word()}"`,
  () => `(${words(2)}) (${word()})`,
  () => `${word()} /2 (${word()} | "${words(2)}")`,
]
const standing = (): StandingQuery => ({
  keywords: Array.from({ length: 1 + random(6) }, () => query(KINDS[random(KINDS.length)]!())),
  context: Array.from({ length: random(3) }, () => query(word())),
  excluded: random(4) === 0 ? [query(word())] : [],
})
/** Nothing can be required of it, so it is tried on every message. */
const onlyMinus = (): StandingQuery => ({
  keywords: [{ kind: 'not', part: query(word()) }],
  context: [query(word())],
  excluded: [],
})

describe('giving memory back', () => {
  it('leaves what fits as it was, while queries come and go', () => {
    const matcher = createMatcher(language, { rememberedWords: 1024 })
    const known = new Map<number, StandingQuery>()
    const add = (id: number): void => {
      const one = random(20) === 0 ? onlyMinus() : standing()
      matcher.add(id, one)
      known.set(id, one)
    }
    const check = (against: Matcher | null): void => {
      const text = words(25)
      const expected =
        against === null
          ? [...known]
              .filter(([, one]) => standingQueryFits(language, one, text))
              .map(([id]) => id)
              .sort((a, b) => a - b)
          : against.matchIds(text)
      expect(matcher.matchIds(text)).toEqual(expected)
    }
    let found = 0
    for (let round = 0; round < 2; round++) {
      for (let id = 0; id < MOST; id++) if (!known.has(id)) add(id)
      const full = matcher.bytes
      for (let removed = 0; removed < MOST - 50;) {
        const id = random(MOST)
        if (!known.delete(id)) continue
        matcher.remove(id)
        removed++
        if (removed % 10 === 0) add(MOST + removed + 10_000 * round)
        if (removed % 60 === 0) check(null)
      }
      for (let i = 0; i < 2000; i++) matcher.matchIds(words(5))
      const fresh = createMatcher(language)
      for (const [id, one] of known) fresh.add(id, one)
      for (let i = 0; i < 100; i++) {
        check(fresh)
        found += matcher.matchIds(words(25)).length
      }
      expect(matcher.bytes).toBeLessThan(full)
      for (const id of [...known.keys()].slice(60)) {
        matcher.remove(id)
        known.delete(id)
      }
    }
    expect(found).toBeGreaterThan(100)
  })

  it('takes back most of what a hundred times as many queries needed', () => {
    const language = createLanguage({ lemmas: (form) => [form] })
    const matcher = createMatcher(language, { rememberedWords: 64 })
    for (let id = 0; id < 5000; id++) matcher.add(id, standing())
    const full = matcher.bytes
    for (let id = 50; id < 5000; id++) matcher.remove(id)
    for (let i = 0; i < 1000; i++) matcher.matchIds('к')
    expect(matcher.bytes).toBeLessThan(full / 5)
    for (let id = 0; id < 50; id++) matcher.remove(id)
    expect(matcher.matchIds(words(100))).toEqual([])
  })
})

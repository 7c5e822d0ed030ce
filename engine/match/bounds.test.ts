/** What hostile messages and queries may cost, counted as work and not as time, and what is no longer found beyond. */
import { describe, expect, it } from 'vitest'
import { createLanguage } from '../language/language.ts'
import { standingQueryFits } from '../queries/fits.oracle.ts'
import { parseQuery } from '../queries/parse.ts'
import type { Atom, Query, Slot, StandingQuery } from '../queries/query.ts'
import { MOST_STEPS, SURE_OCCURRENCES } from './decision.ts'
import { createMatcher, MOST_READ } from './matcher.ts'
import type { Matcher } from './matcher.ts'

const language = createLanguage({ lemmas: (form) => [form] })

const query = (text: string): Query => {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(`${text}: ${parsed.mistakes.map((mistake) => mistake.message).join(' ')}`)
  return parsed.query
}
const standing = (...keywords: string[]): StandingQuery => ({
  keywords: keywords.map(query),
  context: [],
  excluded: [],
})
const withQueries = (...queries: StandingQuery[]): Matcher => {
  const matcher = createMatcher(language)
  queries.forEach((one, id) => matcher.add(id, one))
  return matcher
}
const workOf = (matcher: Matcher, text: string): number => {
  matcher.matchIds(text)
  return matcher.work
}

describe('what a message may cost', () => {
  it('ends with the characters that are read', () => {
    const matcher = withQueries(standing('кот'), standing('дом кот'), { ...standing('мышь'), excluded: [query('кот')] })
    const filler = 'мышь '.repeat(MOST_READ / 5 - 1)
    for (const text of [
      `${filler}кот`,
      `${filler}котик`,
      `${filler} кот`,
      `${filler}  кот`,
      `${filler.slice(0, -10)}дом. кот`,
      `${filler.slice(0, -10)}дом кот`,
    ]) {
      const read = text.slice(0, MOST_READ)
      const expected = [
        standing('кот'),
        standing('дом кот'),
        { ...standing('мышь'), excluded: [query('кот')] },
      ].flatMap((one, id) => (standingQueryFits(language, one, read) ? [id] : []))
      expect(matcher.matchIds(text)).toEqual(expected)
    }
    expect(workOf(matcher, `${filler.repeat(10)}кот`)).toBeLessThan(MOST_READ)
    expect(workOf(matcher, 'ы'.repeat(1_000_000))).toBeLessThan(10)
    expect(workOf(matcher, 'ы-'.repeat(500_000))).toBeLessThan(MOST_READ)
    expect(workOf(matcher, '🔥'.repeat(500_000))).toBeLessThan(MOST_READ)
  })

  it('is linear for a million different words', () => {
    const matcher = withQueries(standing('слово5 слово7'), standing('слово9'))
    const words = (count: number): string => Array.from({ length: count }, (_, i) => `слово${i}`).join(' ')
    expect(workOf(matcher, words(1_000_000))).toBeLessThan(MOST_READ / 5)
    expect(matcher.matchIds(words(1_000_000))).toEqual([0, 1])
  })

  it('is linear for one word a million times', () => {
    const matcher = withQueries(
      standing('кот'),
      standing('кот кот'),
      standing('дом кот'),
      standing('"кот кот кот"'),
      standing('кот кот кот дом'),
    )
    const [once, twice] = [5000, 10_000].map((times) => workOf(matcher, 'кот '.repeat(times)))
    expect(twice! / once!).toBeLessThan(2.2)
    expect(matcher.matchIds('кот '.repeat(1_000_000))).toEqual([0, 1, 3])
    expect(matcher.work).toBeLessThan(30 * MOST_READ)
  })

  it('is bounded for phrases of the commonest words', () => {
    const common = ['и', 'в', 'не', 'на', 'я', 'что', 'с', 'по', 'а', 'как', 'это', 'то']
    const matcher = createMatcher(language)
    let id = 0
    for (const a of common)
      for (const b of common) for (const c of common) matcher.add(id++, standing(`${a} ${b} ${c}`))
    let state = 1
    const text = Array.from({ length: 30_000 }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return common[state % 7]!
    }).join(' ')
    matcher.matchIds(text)
    expect(matcher.work).toBeLessThan(6_000_000)
    // Each pair of terms proposes its keywords once, however often it stands in the message.
    const short = workOf(matcher, text.slice(0, 2000))
    expect(short).toBeLessThan(id * 2000)
  })

  it('grows by one for each further query with the same word, and by nothing for those that its context rules out', () => {
    const matcher = createMatcher(language)
    for (let id = 0; id < 10_000; id++) matcher.add(id, { ...standing('кот'), context: [query('дом')] })
    const text = 'кот '.repeat(100)
    expect(matcher.matchIds(text)).toEqual([])
    expect(matcher.work).toBeLessThan(10_000 + 300)
    expect(matcher.matchIds(`${text} дом`)).toHaveLength(10_000)
    expect(matcher.work).toBeLessThan(3 * 10_000 + 300)
  })

  it('gives up a decision made to be endless, and only that one', () => {
    const words = Array.from({ length: 12 }, () => [{ kind: 'word' as const, form: 'кот' }])
    const endless: Query = { kind: 'near', gap: 3, slots: [...words.slice(1), [{ kind: 'word', form: 'дом' }]] }
    const matcher = withQueries(
      { keywords: [endless], context: [], excluded: [] },
      standing('кот'),
      standing('кот /5 мышь'),
    )
    const text = `дом. ${'кот '.repeat(3000)} мышь`
    expect(matcher.matchIds(text)).toEqual([1, 2])
    expect(matcher.work).toBeLessThan(3 * MOST_STEPS)
    expect(matcher.matchIds(`дом ${'кот '.repeat(11)}`)).toEqual([0, 1])
  })

  it('never gives up a proximity whose words stand at most 200 times in the message', () => {
    const cat: Atom = { kind: 'word', form: 'кот' }
    const house: Atom = { kind: 'word', form: 'дом' }
    for (const slots of [2, 3, 5, 6, 9, 12]) {
      for (const gap of [0, 3, 100]) {
        for (const alternatives of [1, 4]) {
          const cats = Array.from({ length: slots - 1 }, (): Slot => Array<Atom>(alternatives).fill(cat))
          const times = Math.floor((SURE_OCCURRENCES - 1) / (cats.length * alternatives))
          const near: Query = { kind: 'near', gap, slots: [...cats, [house]] }
          const chain: Query = { kind: 'chain', gaps: cats.map(() => gap), slots: [...cats, [house]] }
          const matcher = withQueries(
            { keywords: [near], context: [], excluded: [] },
            { keywords: [chain], context: [], excluded: [] },
          )
          const row = 'кот '.repeat(times)
          // Nothing fits, so all is searched.
          expect(workOf(matcher, `${row}. дом`), `${slots} words, ${gap} between`).toBeLessThan(MOST_STEPS)
          expect(matcher.matchIds(`${row}. дом`)).toEqual([])
          if (times >= slots) expect(matcher.matchIds(`${row} дом`)).toEqual([0, 1])
        }
      }
    }
  })
})

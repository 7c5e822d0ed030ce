/** Messages and queries made to hurt: how long the worst of them hold a matcher up, and what that was in counted work. */
import type { Language } from '../engine/language/language.ts'
import { createMatcher } from '../engine/match/matcher.ts'
import type { Matcher } from '../engine/match/matcher.ts'
import { parseQuery } from '../engine/queries/parse.ts'
import type { StandingQuery } from '../engine/queries/query.ts'

export interface Hostile {
  what: string
  milliseconds: number
  again: number
  work: number
}

const COMMON = ['и', 'в', 'не', 'на', 'я', 'что', 'с', 'по', 'а', 'как', 'это', 'то']

const standing = (text: string): StandingQuery => {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(text)
  return { keywords: [parsed.query], context: [], excluded: [] }
}

const repeated = (part: string, characters: number): string => part.repeat(Math.ceil(characters / part.length))

/** @param full holds the usual load */
export const measureHostile = (language: Language, full: Matcher, texts: readonly string[]): Hostile[] => {
  const rows: Hostile[] = []
  const measure = (what: string, matcher: Matcher, text: string): void => {
    const before = performance.now()
    matcher.matchIds(text)
    const between = performance.now()
    matcher.matchIds(text)
    rows.push({ what, milliseconds: between - before, again: performance.now() - between, work: matcher.work })
  }
  const million = 1_000_000
  measure('one real message', full, texts[0]!)
  measure('1 MB of real messages', full, texts.slice(0, 5000).join('\n').slice(0, million))
  measure(
    '1 MB, all words different',
    full,
    Array.from({ length: 150_000 }, (_, i) => `слов${i.toString(36)}`).join(' '),
  )
  measure('1 MB, one word', full, repeated('ремонт ', million))
  measure('1 MB without a space', full, repeated('ремонт', million))
  measure('1 MB of pictures', full, repeated('🔥', million))
  const phrases = createMatcher(language)
  let id = 0
  for (const a of COMMON) for (const b of COMMON) for (const c of COMMON) phrases.add(id++, standing(`${a} ${b} ${c}`))
  measure(`${id} phrases of the commonest words, one real message`, phrases, texts[0]!)
  measure('the same, 1 MB of these words', phrases, repeated(`${COMMON.join(' ')} `, million))
  const same = createMatcher(language)
  for (let i = 0; i < 10_000; i++) same.add(i, standing('ремонт'))
  measure('10,000 queries with the same word', same, 'Ищу мастера на ремонт')
  const endless = createMatcher(language)
  for (let i = 0; i < 1000; i++) endless.add(i, standing(`${'и '.repeat(11)}ремонт`))
  measure('1,000 proximities of 12 times «и», 1 MB of «и»', endless, `ремонт. ${repeated('и ', million)}`)
  return rows
}

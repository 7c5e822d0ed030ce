import type { Language } from '../../engine/language/language.ts'
import { createMatcher, type Match, type Matcher } from '../../engine/match/matcher.ts'
import type { StandingQuery } from '../../engine/queries/query.ts'

/** Says exactly which of some queries a text fits: `id` is the query's place among them. Close it. */
export interface Decider {
  match(text: string): Match[]
  /** Of the text that was matched last: every place where the keywords and contexts of this query stand. */
  locateAll(id: number): Match['spans']
  close(): void
}

/** The words of texts that were read before: most come again in the next search. */
const REMEMBERED_WORDS = 1 << 17

const matchers = new WeakMap<Language, { matcher: Matcher; next: number }>()

export function openDecider(language: Language, queries: readonly StandingQuery[]): Decider {
  const shared = matchers.get(language) ?? {
    matcher: createMatcher(language, { rememberedWords: REMEMBERED_WORDS }),
    next: 1,
  }
  matchers.set(language, shared)
  const { matcher, next: first } = shared
  shared.next += queries.length
  const ids: number[] = []
  const close = (): void => {
    for (const id of ids.splice(0)) matcher.remove(id)
  }
  try {
    for (const [n, query] of queries.entries()) {
      matcher.add(first + n, query)
      ids.push(first + n)
    }
  } catch (error) {
    close()
    throw error
  }
  return {
    match: (text) =>
      matcher
        .match(text)
        .flatMap((match) =>
          match.id >= first && match.id < first + queries.length ? [{ ...match, id: match.id - first }] : [],
        ),
    locateAll: (id) => matcher.locateAll(first + id),
    close,
  }
}

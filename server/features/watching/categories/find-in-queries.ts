/** Which categories look for the words of some keywords themselves. */
import type { Language } from '../../../../engine/language/language.ts'
import { tokenise } from '../../../../engine/language/tokenise.ts'
import { parseQuery } from '../../../../engine/queries/parse.ts'
import type { Query } from '../../../../engine/queries/query.ts'
import { queryWords } from '../../../../engine/queries/query-words.ts'

export interface Keyword {
  written: string
  query: Query
}

/** The words of queries that were read: most are the same every time. */
const known = new Map<string, ReadonlySet<string>>()
const MOST_KNOWN = 20_000

function lemmasOf(language: Language, text: string): ReadonlySet<string> {
  const before = known.get(text)
  if (before) return before
  const parsed = parseQuery(text)
  const lemmas = new Set(parsed.ok ? queryWords(parsed.query).flatMap((word) => language.lemmas(word)) : [])
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(text, lemmas)
  return lemmas
}

/**
 * By category, the keywords all of whose words stand in one of its queries, or in its name.
 * @param turn awaited after each query: a process that has read none of them yet takes long
 */
export async function findInQueries(
  language: Language,
  categories: readonly { id: number; name: string }[],
  queries: readonly { productId: number; keywords: readonly string[] }[],
  keywords: readonly Keyword[],
  turn: () => Promise<void>,
): Promise<Map<number, Set<string>>> {
  const names = new Map<number, Set<string>>()
  for (const { id, name } of categories) {
    names.set(id, new Set(tokenise(name).flatMap(({ form }) => language.lemmas(form))))
    await turn()
  }
  const words = keywords.map(({ written, query }) => ({
    written,
    words: queryWords(query).map((word) => language.lemmas(word)),
  }))
  const found = new Map<number, Set<string>>()
  for (const { productId, keywords: texts } of queries) {
    const lists: ReadonlySet<string>[] = [names.get(productId) ?? new Set()]
    for (const text of texts) {
      lists.push(lemmasOf(language, text))
      await turn()
    }
    const held = words.filter(
      ({ words: each }) =>
        each.length > 0 && lists.some((lemmas) => each.every((word) => word.some((lemma) => lemmas.has(lemma)))),
    )
    found.set(productId, new Set(held.map(({ written }) => written)))
  }
  return found
}

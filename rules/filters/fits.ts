/**
 * The one predicate of a filter. Pages and totals ask the same in SQL (server/features/feed/pick.ts), badges and signals
 * ask here; a property test holds both equal.
 */
import type { FilterFields } from '../../contract/filters.ts'
import type { MessageKind, Network } from '../../contract/networks.ts'

const DAY = 86_400_000

/** A filter made ready to be asked often: words as terms (lemmas, or `=form` for exact ones), dates as milliseconds. */
export interface FilterQuestion {
  /** Any of these must be among the terms of the message; empty: no matter. */
  includedTerms: string[]
  /** None of these may be. */
  excludedTerms: string[]
  networks: Network[]
  categories: number[]
  kind: 'all' | MessageKind
  recentDays: number | null
  /** Half-open, [from, to), in milliseconds of UTC. */
  from: number | null
  to: number | null
}

/** What the predicate looks at. */
export interface FilterableItem {
  terms: readonly string[]
  network: string
  kind: string
  productType: string
  productId: number
  publishedAt: number
}

/** @param terms what a word of the filter may be in a message's terms; the language decides */
export function filterQuestion(fields: FilterFields, terms: (word: string, exact: boolean) => readonly string[]): FilterQuestion {
  const all = (words: string[]): string[] => [...new Set(words.flatMap((word) => [...terms(word, fields.exactMatch)]))].sort()
  return {
    includedTerms: all(fields.includedWords),
    excludedTerms: all(fields.excludedWords),
    networks: fields.resources,
    categories: fields.categories,
    kind: fields.messageType,
    recentDays: fields.recentDays,
    from: fields.fromDate === null ? null : Date.parse(fields.fromDate),
    to: fields.toDate === null ? null : Date.parse(fields.toDate),
  }
}

/** The days a question reaches back, as the moment they begin. */
export function earliestMoment(question: FilterQuestion, now: number): number | null {
  const recent = question.recentDays === null ? null : now - question.recentDays * DAY
  if (recent === null) return question.from
  return question.from === null ? recent : Math.max(recent, question.from)
}

export function fits(question: FilterQuestion, item: FilterableItem, now: number): boolean {
  if (question.kind !== 'all' && item.kind !== question.kind) return false
  if (question.networks.length > 0 && !question.networks.includes(item.network as Network)) return false
  if (question.categories.length > 0 && !(item.productType === 'category' && question.categories.includes(item.productId))) return false
  const earliest = earliestMoment(question, now)
  if (earliest !== null && item.publishedAt < earliest) return false
  if (question.to !== null && item.publishedAt >= question.to) return false
  if (question.includedTerms.length > 0 && !question.includedTerms.some((term) => item.terms.includes(term))) return false
  return !question.excludedTerms.some((term) => item.terms.includes(term))
}

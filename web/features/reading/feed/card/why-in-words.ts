/** Why a message is in the feed, in words people read: never a query as it was written, and never nothing in quotes. */
import type { ProductType } from '../../../../../contract/access/subscriptions.ts'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { Span } from '../../../../kit/ui/text/highlight-spans.ts'

/** This many words say enough in a line. */
const IN_A_LINE = 4

/** Null where there is nothing to show but where it was written, and that is known of no group. */
export function whyInShort({
  text,
  spans,
  keyword,
  productType,
  group,
}: Pick<FeedMessage, 'text' | 'spans' | 'keyword' | 'productType' | 'group'>): string | null {
  if (productType === 'group') return group ? `сообщение группы ${quoted([group.name])}` : null
  const words = fittedWords(text, spans)
  if (words.length > 0) return quoted(words.slice(0, IN_A_LINE))
  return productType === 'project' && isPlain(keyword) ? quoted([keyword]) : fitsNoMore
}

/** The card of an edited message keeps its place, as someone may be working on it. */
const fitsNoMore = 'подходил прежний текст, его изменили'

/** Each once, as it stands in the text; what stands side by side is one. */
export function fittedWords(text: string, spans: readonly Span[]): string[] {
  const joined: [number, number][] = []
  for (const [start, end] of spans) {
    const last = joined.at(-1)
    if (last && text.slice(last[1], start).trim() === '') last[1] = end
    else joined.push([start, end])
  }
  const seen = new Set<string>()
  return joined
    .map(([start, end]) => text.slice(start, end).replaceAll(/\s+/g, ' ').trim())
    .filter((word) => word !== '' && seen.size < seen.add(word.toLowerCase()).size)
}

/** A query of words alone, without a sign of the query language. */
export const isPlain = (keyword: string | null): keyword is string =>
  keyword !== null && /^[\p{L}\p{N}][\p{L}\p{N}\s-]*$/u.test(keyword)

export const quoted = (words: readonly string[]): string => words.map((word) => `«${word.trim()}»`).join(', ')

/** What all of a product's readers see when a message has no words to show. */
export const withoutWords = (productType: ProductType): string =>
  productType === 'group' ? 'написано в группе из списка' : fitsNoMore

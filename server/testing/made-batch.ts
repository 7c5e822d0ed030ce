/** Batches for the store, as the steps before it would hand them over: for tests of what the store does with them. */
import { fingerprint } from '../../engine/duplicates/fingerprint.ts'
import type { ProductMatch } from '../features/reading/feed/feed.stream.ts'
import { loadWordPrinter } from '../kit/engine-data.ts'
import { normalise } from '../stream/normalise/normalise.ts'
import type { RawMessage } from '../stream/receive/shared/source.ts'
import type { Scores } from '../stream/score/score.ts'
import type { MatchedMessage } from '../stream/store/matched-message.ts'
import type { MatchedBatch } from '../stream/store/store.ts'

const receivedAt = new Date('2026-11-20T12:00:00Z')

export const fitting = (productId: number, keyword = 'слово', spans: [number, number][] = [[0, 4]]): ProductMatch => ({
  productType: 'category',
  productId,
  keyword,
  spans,
  suppressedBy: null,
})

export function matched(
  externalId: string,
  text: string,
  hits: ProductMatch[] = [],
  more: Partial<RawMessage> = {},
  scores: Partial<Scores> = {},
): MatchedMessage {
  const message = normalise(
    {
      network: 'vk',
      externalId,
      kind: 'post',
      publishedAt: new Date('2026-11-20T11:00:00Z'),
      text,
      author: { externalId: 'author-1', name: 'Мария Иванова' },
      group: { externalId: 'group-1', name: 'Подслушано' },
      ...more,
    },
    receivedAt,
  )
  if (!message) throw new Error(`nothing is left of «${externalId}»`)
  return {
    message,
    hits,
    terms: () => text.toLowerCase().split(' '),
    scores: () => ({
      unwantedScore: 0,
      intentScore: 0,
      isUnwanted: false,
      isPlainlyUnwanted: false,
      intentLevel: 'cold',
      fingerprint: fingerprint(text),
      words: loadWordPrinter()(text),
      place: null,
      ...scores,
    }),
    suppressedUnder: () => undefined,
  }
}

export const batchOf = (messages: MatchedMessage[], cursor: unknown = 1, source = 'made'): MatchedBatch => ({
  source,
  cursor,
  received: messages.length,
  messages,
})

/** Batches for the store, as the steps before it would hand them over: for tests of what the store does with them. */
import { fingerprint } from '../../engine/duplicates/fingerprint.ts'
import type { Mark } from '../features/feed/feed.public.ts'
import { normalise } from '../stream/normalise/normalise.ts'
import type { RawMessage } from '../stream/receive/source.ts'
import type { Scores } from '../stream/score/score.ts'
import type { Batch, MatchedMessage } from '../stream/store/store.ts'

const receivedAt = new Date('2026-11-20T12:00:00Z')

export const fitting = (productId: number, keyword = 'слово', spans: [number, number][] = [[0, 4]]): Mark => ({
  productType: 'category',
  productId,
  keyword,
  spans,
  withheld: null,
})

export function matched(
  externalId: string,
  text: string,
  hits: Mark[] = [],
  more: Partial<RawMessage> = {},
  said: Partial<Scores> = {},
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
      unwanted: 0,
      intent: 0,
      isUnwanted: false,
      level: 0,
      fingerprint: fingerprint(text),
      place: null,
      ...said,
    }),
  }
}

export const batchOf = (messages: MatchedMessage[], cursor: unknown = 1, source = 'made'): Batch => ({
  source,
  cursor,
  received: messages.length,
  messages,
})

/** The feed: messages that fit what a person watches, newest first, and the counters of what came since. */
import { Type, type Static } from 'typebox'
import { call } from './call.ts'
import { messageKinds, NetworkSchema } from './networks.ts'
import { productTypes } from './subscriptions.ts'

const Nullable = <const S extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(schema: S) =>
  Type.Union([schema, Type.Null()])

export const FeedMessageSchema = Type.Object({
  id: Type.Integer(),
  /** Grows in the order in which feed items were stored, over the whole service. */
  seqId: Type.Integer(),
  resource: NetworkSchema,
  messageType: Type.Enum([...messageKinds]),
  productType: Type.Enum([...productTypes]),
  product: Type.Object({ id: Type.Integer(), name: Type.String(), fa_font: Type.String() }),
  text: Type.String(),
  /** Where the text fits the query: [start, end) in UTF-16 units, ascending, not overlapping. */
  spans: Type.Array(Type.Tuple([Type.Integer(), Type.Integer()])),
  /** The query that let the message in, as its author wrote it; null when it is too long to be read on a card. */
  keyword: Nullable(Type.String()),
  publishedAt: Type.String(),
  receivedAt: Type.String(),
  editedAt: Nullable(Type.String()),
  /** The message at its source; null when there is no such page. */
  url: Nullable(Type.String()),
  author: Type.Union([
    Type.Object({ id: Type.Integer(), name: Type.String(), avatar: Nullable(Type.String()), url: Nullable(Type.String()), city: Nullable(Type.String()) }),
    Type.Null(),
  ]),
  group: Type.Union([
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      avatar: Nullable(Type.String()),
      url: Nullable(Type.String()),
      city: Nullable(Type.String()),
      followers: Nullable(Type.Integer()),
    }),
    Type.Null(),
  ]),
  /** Made up to show the product; labelled «Демо». */
  demo: Type.Boolean(),
})
export type FeedMessage = Static<typeof FeedMessageSchema>

/** Pages further away than this are not jumped to (spec §5 Feed page jump). */
export const MAX_PAGE_JUMP = 100
/** Beyond this many the total is not counted on, and is said to be «больше». */
export const TOTAL_CAP = 10_000
/** The badge of a filter shows «99+» above this. */
export const BADGE_CAP = 99

export const FeedUpdateSchema = Type.Object({
  filterId: Type.Integer(),
  /** How many items came for the filter in (since, seqId]. */
  count: Type.Integer(),
  /** The newest of them in a few words; null when count is 0. */
  snippet: Nullable(Type.String()),
  /** Items above this seqId are not counted in yet, those up to `since` were counted before. */
  since: Type.Integer(),
  seqId: Type.Integer(),
})
export type FeedUpdate = Static<typeof FeedUpdateSchema>

export const feed = {
  /**
   * One page. Without `seqId` the newest page (or the page `pageOffset` pages behind it). With `seqId`: the page
   * `pageOffset` pages from the edge message, `forward` to older messages or `back` to newer ones. Items above `upTo`
   * are left out, so that pages stand still while new messages come.
   */
  queryFeed: call('POST', '/feed/query', {
    who: 'customer',
    pace: { count: 300, seconds: 60 },
    input: Type.Object({
      filterId: Type.Integer(),
      /** Chosen by the client, given back, so that a late answer is known for one. */
      queryId: Type.Optional(Type.String({ maxLength: 64 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      seqId: Type.Optional(Type.Integer({ minimum: 0 })),
      direction: Type.Optional(Type.Enum(['forward', 'back'])),
      pageOffset: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_PAGE_JUMP })),
      upTo: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
    result: Type.Object({
      queryId: Nullable(Type.String()),
      messages: Type.Array(FeedMessageSchema),
      /** How many items there are up to `upTo`, at most TOTAL_CAP. */
      total: Type.Integer(),
      totalCapped: Type.Boolean(),
      /** The newest seqId of the service when the page was picked, or the one asked for: hand it in with the next page. */
      upTo: Type.Integer(),
    }),
  }),
  /** Says which filters this socket wants counters of, and counts what came for each since its `since`: nothing is lost over a reconnect. */
  setFeedListener: call('PUT', '/feed/listener', {
    who: 'customer',
    only: 'socket',
    input: Type.Object({
      filters: Type.Array(Type.Object({ filterId: Type.Integer(), since: Type.Integer({ minimum: 0 }) }), { maxItems: 100 }),
    }),
    result: Type.Object({ updates: Type.Array(FeedUpdateSchema) }),
  }),
}

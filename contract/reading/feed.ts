/** The feed: messages that fit what a person watches, newest first, and the counters of what came since. */
import { Type, type Static } from 'typebox'
import { call, longBody } from '../call.ts'
import { FilterFieldsSchema, intentLevels } from './filters.ts'
import { LocationSchema, locationSources } from '../watching/locations.ts'
import { messageKinds, NetworkSchema, sourceKinds } from '../networks.ts'
import { productTypes } from '../access/subscriptions.ts'
import { Nullable } from '../schemas.ts'

/** What one person said of a message, seen by their team. */
const NoteSchema = Type.Object({
  user: Type.Object({ id: Type.Integer(), name: Type.String() }),
  text: Type.String(),
  updatedAt: Type.String(),
})

export const moderationActions = [
  'approve',
  'reject',
  'rejectText',
  'rejectAuthor',
  'undo',
  'spam',
  'unspam',
  'location',
  'copy',
  'move',
] as const

const ModeratorLogEntrySchema = Type.Object({
  user: Type.Object({ id: Type.Integer(), name: Type.String() }),
  action: Type.Enum([...moderationActions]),
  /** More of it in words, such as the place that was set. */
  detail: Nullable(Type.String()),
  at: Type.String(),
})

/** What people did with a message, as far as the reader may know: themselves, their team, moderators. */
export const MessageMarksSchema = Type.Object({
  viewed: Type.Boolean(),
  favorite: Type.Boolean(),
  /** Ids of people: the reader and their team. */
  likes: Type.Array(Type.Integer()),
  dislikes: Type.Array(Type.Integer()),
  notes: Type.Array(NoteSchema),
  /** The reader marked it. */
  spamMarked: Type.Boolean(),
  spamCount: Type.Integer(),
  /** It counts as spam to the reader's filters: by their mark, by many marks, or by the model. */
  spam: Type.Boolean(),
  /** Its author is on the reader's black list. */
  blackListed: Type.Boolean(),
  location: Type.Union([
    Type.Object({ ...LocationSchema.properties, source: Type.Enum([...locationSources]), confidence: Type.Number() }),
    Type.Null(),
  ]),
  verdict: Type.Union([Type.Enum(['approved', 'rejected']), Type.Null()]),
  /** Empty for all but moderators. */
  moderatorLog: Type.Array(ModeratorLogEntrySchema),
})
export type MessageMarks = Static<typeof MessageMarksSchema>

/** A message comes as spam to everybody when so many people marked it (spec §4 Spam and moderation). */
export const SPAM_COUNT = 10

export const FeedMessageSchema = Type.Object({
  id: Type.Integer(),
  /** Grows in the order in which feed items were stored, over the whole service. */
  seqId: Type.Integer(),
  network: NetworkSchema,
  sourceKind: Type.Enum([...sourceKinds]),
  kind: Type.Enum([...messageKinds]),
  userId: Nullable(Type.Integer()),
  productType: Type.Enum([...productTypes]),
  product: Type.Object({ id: Type.Integer(), name: Type.String(), icon: Type.String() }),
  text: Type.String(),
  /** Where the text fits the query: [start, end) in UTF-16 units, ascending, not overlapping. */
  spans: Type.Array(Type.Tuple([Type.Integer(), Type.Integer()])),
  /** The query that let the message in, as its author wrote it; null when it is too long to be read on a card, and when the text was edited and fits no longer. */
  keyword: Nullable(Type.String()),
  publishedAt: Type.String(),
  receivedAt: Type.String(),
  editedAt: Nullable(Type.String()),
  /** The message at its source; null when there is no such page. */
  url: Nullable(Type.String()),
  author: Type.Union([
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      avatar: Nullable(Type.String()),
      url: Nullable(Type.String()),
      city: Nullable(Type.String()),
    }),
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
  intent: Type.Enum([...intentLevels]),
  /** Later messages that say nearly the same and fit the same filter: one card stands for all. */
  copies: Type.Integer(),
  ...MessageMarksSchema.properties,
})
export type FeedMessage = Static<typeof FeedMessageSchema>

/** Why a message is kept from the reader, in the order in which it is asked. */
export const hidingReasons = [
  'removed',
  'rejected',
  'trial',
  'products',
  'kind',
  'networks',
  'sourceKinds',
  'dates',
  'locations',
  'intent',
  'censor',
  'neural',
  'blackList',
  'notBlackListed',
  'spamMark',
  'spamCount',
  'spamModel',
  'notSpam',
  'learned',
  'notFavorite',
  'noNote',
  'includedWords',
  'excludedWords',
  'copy',
] as const
export type HidingReason = (typeof hidingReasons)[number]

/** What of a message has a page on its network. */
export const sourceParts = ['message', 'author', 'group'] as const
export type SourcePart = (typeof sourceParts)[number]

/** Settings of the feed; the keys are those of the address. */
export const FeedSettingsSchema = Type.Object({
  bonus_btn: Type.Boolean(),
  push: Type.Boolean(),
  feed_scroll: Type.Boolean(),
})
export type FeedSettings = Static<typeof FeedSettingsSchema>

/** Pages further away than this are not jumped to (spec §5 Feed page jump). */
export const MAX_PAGE_JUMP = 100
/** Beyond this many the total is not counted on, and is said to be «больше». */
export const TOTAL_CAP = 10_000
/** Where words are asked for: each message must be read. */
export const WORD_TOTAL_CAP = 1_000
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

/** A view: `all`, `category:5`, `project:3`, a list of groups `group:2` or one group of it `group:2/17` (rules/filters/views.ts). */
const ViewKeySchema = Type.String({
  pattern: '^(all|(category|project|group):[1-9][0-9]{0,14}|group:[1-9][0-9]{0,14}/[1-9][0-9]{0,14})$',
  maxLength: 64,
})
/** So many views are counted for one socket; anyone who sees more products has the others without a number. */
export const MAX_VIEWS = 100

/** The same of a view; counted no further than one above the badge. */
export const ViewUpdateSchema = Type.Object({
  view: ViewKeySchema,
  count: Type.Integer(),
  snippet: Nullable(Type.String()),
  since: Type.Integer(),
  seqId: Type.Integer(),
})
export type ViewUpdate = Static<typeof ViewUpdateSchema>

/** What a call about the feed asks by: a saved filter; or `filter`, the fields of one that is not saved (a shared address, a draft). Without both: the default one. */
const ByFilter = {
  filterId: Type.Optional(Type.Integer()),
  filter: Type.Optional(Type.Partial(FilterFieldsSchema)),
}

export const feed = {
  /**
   * One page. Without `seqId` the newest page (or the page `pageOffset` pages behind it). With `seqId`: the page
   * `pageOffset` pages from the edge message, `forward` to older messages or `back` to newer ones. Items above `upTo`
   * are left out, so that pages stand still while new messages come.
   */
  queryFeed: call('POST', '/feed/query', {
    access: 'customer',
    scope: 'feed:read',
    rateLimit: { count: 300, seconds: 60 },
    maxBody: longBody,
    input: Type.Object({
      ...ByFilter,
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
      /** How many items there are up to `upTo`, at most TOTAL_CAP, or WORD_TOTAL_CAP for a filter with words. */
      total: Type.Integer(),
      totalCapped: Type.Boolean(),
      /** The newest seqId of the service when the page was picked, or the one asked for: hand it in with the next page. */
      upTo: Type.Integer(),
    }),
  }),
  /**
   * Says which filters and which views this socket wants counters of, and counts what came for each since its `since`: nothing is
   * lost over a reconnect. A view of what the person may not see counts nothing.
   */
  setFeedListener: call('PUT', '/feed/listener', {
    access: 'customer',
    only: 'socket',
    input: Type.Object({
      filters: Type.Array(Type.Object({ filterId: Type.Integer(), since: Type.Integer({ minimum: 0 }) }), {
        maxItems: 100,
      }),
      views: Type.Optional(
        Type.Array(Type.Object({ view: ViewKeySchema, since: Type.Integer({ minimum: 0 }) }), { maxItems: MAX_VIEWS }),
      ),
    }),
    result: Type.Object({ updates: Type.Array(FeedUpdateSchema), views: Type.Array(ViewUpdateSchema) }),
  }),
  /**
   * What the filter, a spam mark or the black list keeps away from the reader's products, newest first, each with the reason.
   * What a moderator removed is not among it, nor is what they rejected (but for moderators) and what a trial does not show.
   * `before`: only older ones than this seqId. `view`: only of what this view is of, whatever the filter asks.
   */
  queryHidden: call('POST', '/feed/hidden', {
    access: 'customer',
    rateLimit: { count: 120, seconds: 60 },
    maxBody: longBody,
    input: Type.Object({
      ...ByFilter,
      view: Type.Optional(ViewKeySchema),
      before: Type.Optional(Type.Integer({ minimum: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    result: Type.Object({
      hidden: Type.Array(
        Type.Object({
          message: FeedMessageSchema,
          reason: Type.Enum([...hidingReasons]),
          /** The word, the number of marks, the place: whatever says it more exactly. */
          detail: Nullable(Type.String()),
        }),
      ),
      /** Hand it in as `before`; null when there are no more. */
      next: Nullable(Type.Integer()),
    }),
  }),
  /** Why a message is in the feed: which keyword, which words of the filter, and what the model holds of it. */
  explainMessage: call('POST', '/feed/message/:id/why', {
    access: 'customer',
    rateLimit: { count: 300, seconds: 60 },
    maxBody: longBody,
    input: Type.Object({ id: Type.Integer(), ...ByFilter }),
    result: Type.Object({
      fits: Type.Array(
        Type.Object({
          product: Type.Object({ id: Type.Integer(), type: Type.Enum([...productTypes]), name: Type.String() }),
          keyword: Nullable(Type.String()),
          spans: Type.Array(Type.Tuple([Type.Integer(), Type.Integer()])),
          /** No query of a category fits: the spans are what it is about, and by the words around them it is asked for. */
          byTopic: Type.Boolean(),
        }),
      ),
      /** Words of the filter that the text holds; empty when the filter asks for none. */
      filterWords: Type.Array(Type.String()),
      intent: Type.Object({
        level: Type.Enum([...intentLevels]),
        score: Type.Number(),
        words: Type.Array(Type.String()),
      }),
      unwanted: Type.Object({ is: Type.Boolean(), score: Type.Number(), words: Type.Array(Type.String()) }),
      /**
       * What the reader's own marks say: by how much (log-odds, below 0 against it), whether a filter with `learned` hides it,
       * and the words that weigh most. Null before there are enough marks.
       */
      learned: Type.Union([
        Type.Object({ shift: Type.Number(), is: Type.Boolean(), words: Type.Array(Type.String()) }),
        Type.Null(),
      ]),
    }),
  }),
  /** The other messages behind one card, oldest first, at most 200. */
  listCopies: call('POST', '/feed/message/:id/copies', {
    access: 'customer',
    rateLimit: { count: 300, seconds: 60 },
    maxBody: longBody,
    input: Type.Object({ id: Type.Integer(), ...ByFilter }),
    result: Type.Object({ copies: Type.Array(FeedMessageSchema) }),
  }),
  /** Where a message leads on its network: itself, its author or its group. Counted; the address is always one that is stored with it. */
  openSource: call('POST', '/feed/message/:id/goto', {
    access: 'customer',
    rateLimit: { count: 60, seconds: 60 },
    input: Type.Object({ id: Type.Integer(), to: Type.Optional(Type.Enum([...sourceParts])) }),
    result: Type.Object({ url: Type.String(), network: NetworkSchema }),
  }),
  /** How many messages of the last 30 days a word would hide from the filter, and some of them; counted no further than TOTAL_CAP. */
  tryStopWord: call('POST', '/feed/stop-word', {
    access: 'customer',
    rateLimit: { count: 60, seconds: 60 },
    maxBody: longBody,
    input: Type.Object({ ...ByFilter, word: Type.String({ minLength: 1, maxLength: 100 }) }),
    result: Type.Object({
      hides: Type.Integer(),
      of: Type.Integer(),
      capped: Type.Boolean(),
      samples: Type.Array(FeedMessageSchema),
    }),
  }),
  getFeedSettings: call('GET', '/feed/setting', {
    access: 'customer',
    input: Type.Object({}),
    result: FeedSettingsSchema,
  }),
  setFeedSetting: call('PUT', '/feed/setting/:key', {
    access: 'customer',
    input: Type.Object({ key: Type.Enum(['bonus_btn', 'push', 'feed_scroll']), value: Type.Boolean() }),
    result: FeedSettingsSchema,
  }),
}

export const feedSignals = {
  /** New items for a filter this socket listens to; coalesced to a few a second. */
  'feed.updates': FeedUpdateSchema,
  /** New items for views this socket listens to, all that have any at once. */
  'feed.views': Type.Object({ updates: Type.Array(ViewUpdateSchema) }),
  /** A message changed: marks of the reader or their team, a verdict, a place, an edit at its source. Only what changed. */
  'feed.message': Type.Object({
    messageId: Type.Integer(),
    /** It is to be seen no more: deleted, rejected, moved away. `false` takes that back. */
    removed: Type.Optional(Type.Boolean()),
    /** Its text is another one at its source: what stands in the feed is to be read again. */
    edited: Type.Optional(Type.Boolean()),
    marks: Type.Optional(Type.Partial(MessageMarksSchema)),
  }),
  /** An author came on the reader's black list, or left it. */
  'feed.author': Type.Object({ authorId: Type.Integer(), blackListed: Type.Boolean() }),
}

/**
 * The feed: messages that fit what a person watches, newest first, and the counters of what came since. One long list, because it is all calls of one
 * feature with their schemas and nothing else.
 */
import { Type, type Static } from 'typebox'
import { call, longBody } from '../call.ts'
import { FilterFieldsSchema, intentLevels, type FilterFields } from './filters.ts'
import { messageKinds, NetworkSchema, sourceKinds } from '../networks.ts'
import { productTypes } from '../access/subscriptions.ts'
import { LeadMarkSchema } from './lead-mark.ts'
import { ById, Id, Nullable } from '../schemas.ts'
import { FeedUpdateSchema, MAX_VIEWS, NarrowedKeySchema, ViewKeySchema, ViewUpdateSchema } from './feed-updates.ts'
import { hidingReasons } from './hiding-reasons.ts'
import { AnswerSchema, MessageMarksSchema, NoteSchema } from './message-marks.ts'
import { VeiledSchema } from './veiled.ts'

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
  /** Where the text holds words of the filter, or what was searched for; likewise. */
  filterSpans: Type.Array(Type.Tuple([Type.Integer(), Type.Integer()])),
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

/** What is done with a message and remembered with its moment. */
const activityKinds = ['viewed', 'favorite', 'like', 'dislike', 'note', 'spam', 'answered'] as const

/** What of a message has a page on its network. */
export const sourceParts = ['message', 'author', 'group'] as const
export type SourcePart = (typeof sourceParts)[number]

/** How much room a card takes: `auto` leaves it to the width of the window. */
export const densities = ['auto', 'compact', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** What stands first in the feed: what came last; or what is hottest, and of that what came last. */
export const feedOrders = ['new', 'hot'] as const
export type FeedOrder = (typeof feedOrders)[number]

/** Settings of the feed; the keys are those of the address. */
export const FeedSettingsSchema = Type.Object({
  bonus_btn: Type.Boolean(),
  push: Type.Boolean(),
  feed_scroll: Type.Boolean(),
  density: Type.Enum([...densities]),
  order: Type.Enum([...feedOrders]),
})
export type FeedSettings = Static<typeof FeedSettingsSchema>
export type FeedSettingKey = keyof FeedSettings

/** Pages further away than this are not jumped to (spec §5 Feed page jump). */
export const MAX_PAGE_JUMP = 100
/** As `TOTAL_CAP`, where words are asked for: each message must be read. */
export const WORD_TOTAL_CAP = 1_000
/** The badge of a filter shows «99+» above this. */
export const BADGE_CAP = 99

/** What is hidden is counted no further. */
export const HIDDEN_CAP = 1_000

/**
 * Fields whose values are counted. A value is written as in the field; of places it is the id, `known` (what a country shows) or `unknown`; of intent the
 * level from which on; of single marks `true`; of assignees anyone who has it by their id too, and the reader's own once more as `me`.
 */
export const countedFields = [
  'networks',
  'sourceKinds',
  'kind',
  'intent',
  'categories',
  'monitoredProjects',
  'monitoredGroups',
  'locations',
  'onlyFavorites',
  'onlyWithNotes',
  'onlyBlackList',
  'spam',
  'leadStatuses',
  'assignees',
] as const satisfies (keyof FilterFields)[]
export type CountedField = (typeof countedFields)[number]

/** So much may be typed into the search over the list. */
export const MAX_SEARCH = 200

/** So many messages of an author are shown, the latest first; and so many answers, notes and leads of the reader's team. */
export const AUTHOR_LATEST = 10
export const AUTHOR_ACTIVITY = 50
/** Of an author who wrote more, the newest so many are looked at, a message under two products twice; and no more than so many messages are returned. */
export const AUTHOR_ITEMS = 11_000
export const AUTHOR_MESSAGES = 10_000
/** The weeks whose messages are counted one by one: this one, and those before it. */
export const AUTHOR_WEEKS = 12

/** Who wrote, as far as the reader may know by what they may see. */
export const AuthorSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  avatar: Nullable(Type.String()),
  url: Nullable(Type.String()),
  city: Nullable(Type.String()),
  network: NetworkSchema,
  /** On the reader's black list. */
  blackListed: Type.Boolean(),
  /**
   * Messages by them that the reader's feed shows with all that its filter can hide, copies counted as well. `texts`: the same with
   * copies of one text counted once. None where a project keeps from the feed all there is.
   */
  messages: Type.Integer(),
  texts: Type.Integer(),
  /** There are more than AUTHOR_ITEMS, and of both numbers more than so many; when it began, and how many a week, is left out then. */
  capped: Type.Boolean(),
  firstAt: Nullable(Type.String()),
  lastAt: Nullable(Type.String()),
  /** By the Monday they begin with in the reader's zone, the earliest first, empty ones too; AUTHOR_WEEKS of them, or none. */
  weeks: Type.Array(Type.Object({ from: Type.String(), messages: Type.Integer() })),
  /** One of each text: the latest. */
  latest: Type.Array(FeedMessageSchema, { maxItems: AUTHOR_LATEST }),
  /** What the reader and their team said and did with these messages, the latest first. */
  answers: Type.Array(Type.Object({ messageId: Id, ...AnswerSchema.properties }), { maxItems: AUTHOR_ACTIVITY }),
  notes: Type.Array(Type.Object({ messageId: Id, ...NoteSchema.properties }), { maxItems: AUTHOR_ACTIVITY }),
  /** Leads of the team that this author is, in the feed or not. */
  leads: Type.Array(
    Type.Object({
      ...LeadMarkSchema.properties,
      messageId: Id,
      /** The beginning of the message. */
      text: Type.String(),
      updatedAt: Type.String(),
    }),
    { maxItems: AUTHOR_ACTIVITY },
  ),
})
export type Author = Static<typeof AuthorSchema>

/** What a call about the feed asks by: a saved filter; or `filter`, the fields of one that is not saved (a shared address, a draft). Without both: the default one. */
const ByFilter = {
  filterId: Type.Optional(Type.Integer()),
  filter: Type.Optional(Type.Partial(FilterFieldsSchema)),
}
/** What is searched for in what the filter lets through, as typed: any of the words; kept nowhere. */
const Searched = { search: Type.Optional(Type.String({ maxLength: MAX_SEARCH })) }

export const feed = {
  /**
   * One page. Without `seqId` the newest page (or the page `pageOffset` pages behind it). With `seqId`: the page
   * `pageOffset` pages from the edge message, `forward` to older messages or `back` to newer ones. Items above `upTo`
   * are left out, so that pages stand still while new messages come. In the order `hot` the edge is given by its level as well:
   * `intent`, as the edge message came with its page; without it, as it is now.
   */
  queryFeed: call('POST', '/feed/query', {
    byNotice: true,
    access: 'customer',
    scope: 'feed:read',
    teamNeed: 'view',
    underMask: 'read',
    rateLimit: { count: 300, seconds: 60 },
    maxBody: longBody,
    input: Type.Object({
      ...ByFilter,
      ...Searched,
      /** Chosen by the client, given back, so that a late answer is known for one. */
      queryId: Type.Optional(Type.String({ maxLength: 64 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      seqId: Type.Optional(Type.Integer({ minimum: 0 })),
      direction: Type.Optional(Type.Enum(['forward', 'back'])),
      pageOffset: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_PAGE_JUMP })),
      upTo: Type.Optional(Type.Integer({ minimum: 0 })),
      order: Type.Optional(Type.Enum([...feedOrders])),
      intent: Type.Optional(Type.Enum([...intentLevels])),
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
    teamNeed: 'view',
    underMask: 'read',
    only: 'socket',
    maxBody: longBody,
    input: Type.Object({
      filters: Type.Array(Type.Object({ filterId: Type.Integer(), since: Type.Integer({ minimum: 0 }) }), {
        maxItems: 100,
      }),
      views: Type.Optional(
        Type.Array(Type.Object({ view: ViewKeySchema, since: Type.Integer({ minimum: 0 }) }), { maxItems: MAX_VIEWS }),
      ),
      narrowed: Type.Optional(
        Type.Object({ view: NarrowedKeySchema, since: Type.Integer({ minimum: 0 }), ...ByFilter, ...Searched }),
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
    teamNeed: 'view',
    underMask: 'read',
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
  /**
   * How many `queryHidden` lists, counted no further than HIDDEN_CAP and in no more than the newest items; beyond either `capped`
   * says that there may be more.
   */
  countHidden: call('POST', '/feed/hidden/count', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    rateLimit: { count: 120, seconds: 60 },
    maxBody: longBody,
    input: Type.Object({ ...ByFilter, view: Type.Optional(ViewKeySchema) }),
    result: Type.Object({ count: Type.Integer(), capped: Type.Boolean() }),
  }),
  /**
   * How many messages each value would show if it were the only one chosen of its field and everything else stayed as it is:
   * what `queryFeed` would say its total is. `capped`: not all of the feed was counted, and each number may be too low.
   */
  countFilterValues: call('POST', '/feed/values', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    rateLimit: { count: 60, seconds: 60 },
    maxBody: longBody,
    input: Type.Object({ ...ByFilter, ...Searched }),
    result: Type.Object({
      /** Values that show nothing are left out. */
      counts: Type.Array(
        Type.Object({ field: Type.Enum([...countedFields]), value: Type.String(), count: Type.Integer() }),
      ),
      capped: Type.Boolean(),
    }),
  }),
  /** Why a message is in the feed: which keyword, which words of the filter, and what the model holds of it. */
  explainMessage: call('POST', '/feed/message/:id/why', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    rateLimit: { count: 300, seconds: 60 },
    maxBody: longBody,
    input: Type.Object({ id: Type.Integer(), ...ByFilter, ...Searched }),
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
        /** By which words they want an answer now, or have time; null when nothing is said of it. */
        readiness: Type.Union([Type.Object({ is: Type.Enum(['now', 'later']), words: Type.String() }), Type.Null()]),
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
    teamNeed: 'view',
    underMask: 'read',
    rateLimit: { count: 300, seconds: 60 },
    maxBody: longBody,
    input: Type.Object({ id: Type.Integer(), ...ByFilter, ...Searched }),
    result: Type.Object({ copies: Type.Array(FeedMessageSchema) }),
  }),
  /** What the reader and their team did with a message, the earliest first. */
  listActivity: call('GET', '/feed/message/:id/deeds', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    rateLimit: { count: 300, seconds: 60 },
    input: Type.Object({ id: Type.Integer() }),
    result: Type.Object({
      activity: Type.Array(
        Type.Object({
          what: Type.Enum([...activityKinds]),
          at: Type.String(),
          /** The name of the one who did it. */
          user: Type.String(),
          mine: Type.Boolean(),
        }),
      ),
    }),
  }),
  /** One message that the reader may see, whatever their filters say; its copies are those of all they see. */
  getMessage: call('GET', '/feed/message/:id', {
    byNotice: true,
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    rateLimit: { count: 300, seconds: 60 },
    input: ById,
    result: Type.Object({ message: FeedMessageSchema }),
  }),
  /** The author of messages that the reader may see: what else they wrote, and who of the team spoke with them. */
  getAuthor: call('GET', '/feed/author/:id', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    rateLimit: { count: 300, seconds: 60 },
    input: ById,
    result: Type.Object({ author: AuthorSchema }),
  }),
  /** Where a message leads on its network: itself, its author or its group. Counted; the address is always one that is stored with it. */
  openSource: call('POST', '/feed/message/:id/goto', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    rateLimit: { count: 60, seconds: 60 },
    input: Type.Object({ id: Type.Integer(), to: Type.Optional(Type.Enum([...sourceParts])) }),
    result: Type.Object({ url: Type.String(), network: NetworkSchema }),
  }),
  /** How many messages of the last 30 days a word would hide from the filter, and some of them; counted no further than TOTAL_CAP. */
  tryStopWord: call('POST', '/feed/stop-word', {
    byNotice: true,
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
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
  /** What the trials of the reader hide from a filter, product by product, counted as the feed counts; empty without a trial. */
  getVeiled: call('POST', '/feed/veiled', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    rateLimit: { count: 60, seconds: 60 },
    maxBody: longBody,
    input: Type.Object(ByFilter),
    result: Type.Object({ veiled: Type.Array(VeiledSchema) }),
  }),
  getFeedSettings: call('GET', '/feed/setting', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({}),
    result: FeedSettingsSchema,
  }),
  /** `value` is one of the key: true or false, a density, an order. */
  setFeedSetting: call('PUT', '/feed/setting/:key', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'refused',
    input: Type.Object({
      key: Type.Enum(['bonus_btn', 'push', 'feed_scroll', 'density', 'order']),
      value: Type.Union([Type.Boolean(), Type.Enum([...densities]), Type.Enum([...feedOrders])]),
    }),
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

/** Work on leads: who answers which message, how far it is, what came of it. */
import { Type, type Static } from 'typebox'
import { call, fileCall } from '../call.ts'
import { MessageMarksSchema } from './message-marks.ts'
import { LeadMarkSchema, LeadStatusSchema, NamedPersonSchema } from './lead-mark.ts'
import { messageKinds, NetworkSchema } from '../networks.ts'
import { ById, Id, Nullable } from '../schemas.ts'
import { productTypes } from '../access/subscriptions.ts'

export { leadStatuses, type LeadMark, type LeadStatus } from './lead-mark.ts'

/** Of a sum, in kopecks. */
export const MAX_LEAD_SUM = 100_000_000_00
export const LEAD_COMMENT_LENGTH = 2_000
const REMINDER_LENGTH = 200
/** A new lead that is hot and older is forgotten. */
export const FORGOTTEN_AFTER_MINUTES = 60
/** And one in work of which nothing was heard for so long. */
export const FORGOTTEN_AFTER_HOURS = 24
export const MAX_FUNNEL_DAYS = 366
export const leadPageSizes = [20, 50, 100] as const

/** A lead keeps what its message said when it was touched first, whatever the source does with it later. */
export const LeadSchema = Type.Object({
  ...LeadMarkSchema.properties,
  /** The message it was taken from; it may have left the feed. */
  messageId: Id,
  /** May the reader still open it in the feed? */
  inFeed: Type.Boolean(),
  text: Type.String(),
  network: NetworkSchema,
  kind: Type.Enum([...messageKinds]),
  url: Nullable(Type.String()),
  author: Nullable(Type.Object({ id: Id, name: Type.String(), url: Nullable(Type.String()) })),
  group: Nullable(Type.String()),
  place: Nullable(Type.String()),
  product: Type.Object({ type: Type.Enum([...productTypes]), id: Id, name: Type.String() }),
  demo: Type.Boolean(),
  publishedAt: Type.String(),
  /** When it was stored for the feed: time to answer counts from here. */
  foundAt: Type.String(),
  answeredAt: Nullable(Type.String()),
  closedAt: Nullable(Type.String()),
  /** In kopecks. */
  sum: Nullable(Type.Integer()),
  reminder: Nullable(Type.String()),
  comments: Type.Integer(),
  updatedAt: Type.String(),
})
export type Lead = Static<typeof LeadSchema>

/** One step of a lead: each goes on from where the one before it ended. */
export const LeadMoveSchema = Type.Object({
  user: Nullable(NamedPersonSchema),
  at: Type.String(),
  what: Type.Enum(['status', 'assignee', 'sum']),
  /** A status, a name, a sum in roubles; null: none. */
  from: Nullable(Type.String()),
  to: Nullable(Type.String()),
})
export type LeadMove = Static<typeof LeadMoveSchema>

export const LeadCommentSchema = Type.Object({
  id: Id,
  user: NamedPersonSchema,
  text: Type.String(),
  at: Type.String(),
  /** May the reader delete it? Their own, and the owner of the team any. */
  deletable: Type.Boolean(),
})
export type LeadComment = Static<typeof LeadCommentSchema>

const Change = {
  status: Type.Optional(LeadStatusSchema),
  /** Null: no one's. Someone of the team, or the reader. */
  assigneeId: Type.Optional(Nullable(Type.Integer())),
}
const One = Type.Object({ lead: LeadSchema })
const rateLimit = { count: 600, seconds: 60 }

const leadLists = ['all', 'due', 'forgotten'] as const

/** Whose: the reader's own, everybody's, those of no one, or of one of the team by their id. */
const Whose = Type.Optional(Type.String({ pattern: '^(mine|all|none|[1-9][0-9]{0,14})$' }))
const Period = {
  /** Half-open, days of the asker's zone, no more than MAX_FUNNEL_DAYS; of messages published in them. */
  from: Type.String({ format: 'date' }),
  to: Type.String({ format: 'date' }),
}

export const funnelCuts = ['product', 'person', 'week'] as const

const StepsSchema = {
  /**
   * Cards the feed shows with an empty filter and what is handled, and leads whose message has left it. By person: theirs; of no one all others.
   */
  found: Type.Integer(),
  /** Someone had it at any time; answered, or won without the mark; won and lost as it is now. */
  taken: Type.Integer(),
  answered: Type.Integer(),
  won: Type.Integer(),
  lost: Type.Integer(),
  /** Of what was won, in kopecks. */
  sum: Type.Integer(),
  /** The median, from found to first answered, in seconds; null where no one answered. */
  answerSeconds: Nullable(Type.Integer()),
}

export const leads = {
  /** In one press: it is the reader's, and in work. Whom someone of the team has already is refused with LEAD_ALREADY_TAKEN and their name. */
  takeLead: call('PUT', '/feed/message/:id/lead/take', {
    byNotice: true,
    access: 'customer',
    teamNeed: 'work',
    underMask: 'refused',
    rateLimit,
    input: ById,
    result: One,
  }),
  /**
   * The reader answered a message, or takes that back; their team sees it. The first time counts. With it the lead is `answered`, and back in work when
   * no one's answer is left.
   */
  setAnswered: call('PUT', '/feed/message/:id/answered', {
    access: 'customer',
    teamNeed: 'work',
    underMask: 'refused',
    rateLimit: { count: 1_200, seconds: 60 },
    input: Type.Object({ id: Type.Integer(), value: Type.Boolean() }),
    result: Type.Object({ marks: MessageMarksSchema, removed: Type.Boolean() }),
  }),
  /**
   * By the message of a card; what no one has touched becomes a lead. Who changes what another has says by `from` that they saw it: who has it, as the
   * reader knows. Otherwise, or when it is someone else by now, LEAD_ALREADY_TAKEN with the name.
   */
  updateLeadOf: call('PUT', '/feed/message/:id/lead', {
    access: 'customer',
    teamNeed: 'work',
    underMask: 'refused',
    rateLimit,
    input: Type.Object({ id: Type.Integer(), ...Change, from: Type.Optional(Nullable(Type.Integer())) }),
    result: One,
  }),
  updateLead: call('PUT', '/lead/:id', {
    access: 'customer',
    teamNeed: 'work',
    underMask: 'refused',
    rateLimit,
    input: Type.Object({
      id: Type.Integer(),
      ...Change,
      from: Type.Optional(Nullable(Type.Integer())),
      sum: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: MAX_LEAD_SUM }))),
      remindAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      reminder: Type.Optional(Nullable(Type.String({ maxLength: REMINDER_LENGTH }))),
    }),
    result: One,
  }),
  getLead: call('GET', '/lead/:id', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    input: ById,
    result: Type.Object({
      lead: LeadSchema,
      /** The first first. */
      moves: Type.Array(LeadMoveSchema),
      comments: Type.Array(LeadCommentSchema),
    }),
  }),
  /**
   * Touched leads, what was moved last first. `due`: a reminder is over; `forgotten`: in work, and nothing happened for a day. New ones that no one
   * touched are no leads yet: the feed shows them (filter field `leadStatuses`).
   */
  listLeads: call('GET', '/leads', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    rateLimit: { count: 300, seconds: 60 },
    input: Type.Object({
      status: Type.Optional(LeadStatusSchema),
      whose: Whose,
      list: Type.Optional(Type.Enum([...leadLists])),
      /** What brought the message: `category:5`. */
      product: Type.Optional(Type.String({ pattern: '^(category|project|group):[1-9][0-9]{0,14}$' })),
      /** In text, author, comments; any case. */
      find: Type.Optional(Type.String({ maxLength: 200 })),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: Math.max(...leadPageSizes) })),
    }),
    result: Type.Object({
      leads: Type.Array(LeadSchema),
      total: Type.Integer(),
      /** Of the same `whose`, `product` and `find`, whatever status and list. */
      counts: Type.Object({
        status: Type.Record(LeadStatusSchema, Type.Integer()),
        due: Type.Integer(),
        forgotten: Type.Integer(),
        /** Of what was won, in kopecks. */
        sum: Type.Integer(),
      }),
    }),
  }),
  createLeadComment: call('POST', '/lead/:id/comment', {
    access: 'customer',
    teamNeed: 'work',
    underMask: 'refused',
    rateLimit: { count: 60, seconds: 60 },
    input: Type.Object({
      id: Type.Integer(),
      text: Type.String({ minLength: 1, maxLength: LEAD_COMMENT_LENGTH, pattern: '\\S' }),
    }),
    result: Type.Object({ comment: LeadCommentSchema }),
  }),
  deleteLeadComment: call('DELETE', '/lead-comment/:id', {
    access: 'customer',
    teamNeed: 'work',
    underMask: 'refused',
    rateLimit,
    input: ById,
    result: Type.Object({}),
  }),
  /** For the owner of a team, and for anyone who works alone; to members it is FORBIDDEN. */
  getFunnel: call('GET', '/leads/funnel', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    rateLimit: { count: 60, seconds: 60 },
    input: Type.Object({ ...Period, by: Type.Enum([...funnelCuts]) }),
    result: Type.Object({
      total: Type.Object(StepsSchema),
      /** `key`: `category:5`, an id of a person (null: of no one), the Monday of a week. */
      rows: Type.Array(Type.Object({ key: Nullable(Type.String()), name: Type.String(), ...StepsSchema })),
    }),
  }),
  exportFunnel: fileCall('/leads/funnel/export', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'refused',
    rateLimit: { count: 20, seconds: 60 },
    input: Type.Object({ ...Period, by: Type.Enum([...funnelCuts]), format: Type.Enum(['xlsx', 'csv']) }),
  }),
  /** Which message this browser has before it: its team is notified. Null: none. It lasts as long as the socket does. */
  setLooking: call('PUT', '/leads/looking', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'refused',
    only: 'socket',
    rateLimit: { count: 600, seconds: 60 },
    input: Type.Object({ messageId: Nullable(Type.Integer()) }),
    result: Type.Object({}),
  }),
}

export const leadsSignals = {
  /** A lead of the reader's team is different now, or new; by it lists and boards are asked for again. Empty: any may be. */
  'leads.changed': Type.Object({ leadIds: Type.Array(Type.Integer()) }),
  /** Who else of the team looks at a message now; all of them each time, none when the last has gone. */
  'leads.looking': Type.Object({ messageId: Type.Integer(), users: Type.Array(NamedPersonSchema) }),
  /** A reminder of the reader's is over. */
  'leads.due': Type.Object({ leadId: Type.Integer(), reminder: Nullable(Type.String()), text: Type.String() }),
}

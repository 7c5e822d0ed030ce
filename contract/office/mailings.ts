/** Mailings: what is written to many at once, to whom, what became of it, and what people want to be sent. */
import { Type, type Static } from 'typebox'
import { call, hookCall, redirectCall } from '../call.ts'

export const mailingTypes = ['info', 'advertising'] as const
export type MailingType = (typeof mailingTypes)[number]

/** Groups of recipients, and `category:{id}` as well. */
export const namedGroups = ['all', 'paying', 'trial', 'expired', 'never', 'partners', 'team-owners', 'any'] as const
export type NamedGroup = (typeof namedGroups)[number]

export const mailingStatuses = ['waiting', 'active', 'paused', 'completed'] as const
export type MailingStatus = (typeof mailingStatuses)[number]

/** Why someone of a group is sent nothing; of several the first. */
export const leftOutReasons = ['leaving', 'unconfirmed', 'suppressed', 'unsubscribed', 'noConsent'] as const
export type LeftOut = (typeof leftOutReasons)[number]

/** What became of one recipient. `unknown`: the server had the whole letter, and its answer was lost; it is not sent again. */
export const recipientStates = [
  'wait',
  'active',
  'sent',
  'failed',
  'bounced',
  'unsubscribed',
  'skipped',
  'unknown',
] as const
export type RecipientState = (typeof recipientStates)[number]

/** Of the list of mailings (spec §9). */
export const mailingsPage = 10
/** In milliseconds: how often the list is asked for while something is on its way, and after which time when it could not be (spec §9). */
export const mailingsPoll = 5_000

export const mostAddresses = 5_000
/** In characters. */
const bodyLength = 50_000
export const subjectLength = 200
const addressesLength = 400_000

const Moment = Type.String({ format: 'date-time' })
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const Paged = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
}

/** Why something stands still without having been asked to. */
const FailureSchema = Type.Object({ code: Type.String(), message: Type.String() })

/** Spec §3; `total` is the sum of the others, each recipient counted once. */
const MailingStatSchema = Type.Object({
  total: Type.Integer(),
  wait: Type.Integer(),
  active: Type.Integer(),
  completed: Type.Integer(),
  failed: Type.Integer(),
  paused: Type.Integer(),
})
export type MailingStat = Static<typeof MailingStatSchema>

export const MailingSchema = Type.Object({
  id: Type.Integer(),
  subject: Type.String(),
  status: Type.Enum([...mailingStatuses]),
  stat: MailingStatSchema,
  createdAt: Moment,
  type: Type.Enum([...mailingTypes]),
  /** `category:{id}`, or one of `namedGroups`. */
  group: Type.String(),
  /** When it begins, or began. */
  sendAt: Moment,
  completedAt: Type.Union([Moment, Type.Null()]),
  failure: Type.Union([FailureSchema, Type.Null()]),
})
export type Mailing = Static<typeof MailingSchema>

const MailingPageSchema = Type.Object({
  docs: Type.Array(MailingSchema),
  total: Type.Integer(),
  page: Type.Integer(),
  pages: Type.Integer(),
  limit: Type.Integer(),
  /** What keeps a mailing of this page from going on. */
  error: Type.Union([FailureSchema, Type.Null()]),
})
export type MailingPage = Static<typeof MailingPageSchema>

/** Nothing here is required by the schema: each thing that is missing is refused with a sentence of its own (spec §5). */
const Recipients = {
  type: Type.Optional(Type.String({ maxLength: 30 })),
  recGroup: Type.Optional(Type.String({ maxLength: 30 })),
  /** Addresses, one a line. */
  recAny: Type.Optional(Type.String({ maxLength: addressesLength })),
}
const Text = {
  subj: Type.Optional(Type.String({ maxLength: subjectLength })),
  body: Type.Optional(Type.String({ maxLength: bodyLength })),
}
const listBody = 1_048_576
const textBody = 262_144
const rateLimit = { count: 120, seconds: 60 }
const Token = Type.String({ minLength: 1, maxLength: 100 })

/** What a person is sent: news unless they refuse them, advertising only with their consent. */
const ChoicesSchema = Type.Object({
  info: Type.Boolean(),
  advertising: Type.Boolean(),
  /** Since when they agree; null: they do not. */
  agreedAt: Type.Union([Moment, Type.Null()]),
})
const LinkSchema = Type.Object({
  type: Type.Enum([...mailingTypes]),
  /** They are sent no mailings of this kind. */
  done: Type.Boolean(),
  /** Nor of the other. */
  doneAll: Type.Boolean(),
})

export const mailings = {
  /** With the same `key` again it is the same mailing. `sendAt`: not before then. */
  sendEmail: call('POST', '/admin/send-email', {
    access: 'admin',
    teamNeed: 'none',
    rateLimit: { count: 30, seconds: 60 },
    maxBody: listBody,
    input: Type.Object({
      ...Recipients,
      ...Text,
      sendAt: Type.Optional(Moment),
      key: Type.Optional(Type.String({ format: 'uuid' })),
    }),
    result: Type.Object({ task: MailingSchema }),
  }),
  /** The newest first. */
  listMailings: call('POST', '/admin/email/tasks', {
    access: 'admin',
    teamNeed: 'none',
    rateLimit,
    input: Type.Object(Paged),
    result: MailingPageSchema,
  }),
  /** Pauses what is waiting or active, lets go on what is paused; the page it is asked from. Refused with MAILING_ALREADY_COMPLETED. */
  toggleMailing: call('POST', '/admin/email/task/status', {
    access: 'admin',
    teamNeed: 'none',
    rateLimit,
    input: Type.Object({ taskId: Id, ...Paged }),
    result: MailingPageSchema,
  }),
  /** One whole: its text, and what became of its recipients, counted by state and reason. */
  getMailing: call('POST', '/admin/email/task', {
    access: 'admin',
    teamNeed: 'none',
    rateLimit,
    input: Type.Object({ taskId: Id }),
    result: Type.Object({
      task: MailingSchema,
      body: Type.String(),
      outcomes: Type.Array(
        Type.Object({
          state: Type.Enum([...recipientStates]),
          /** What the server said, or why it was left out; null: nothing to say. */
          reason: Type.Union([Type.String(), Type.Null()]),
          count: Type.Integer(),
        }),
      ),
    }),
  }),
  /** How many the group has now, how many of them would be sent it, and why the others would not. */
  estimateMailing: call('POST', '/admin/email/estimate', {
    access: 'admin',
    teamNeed: 'none',
    rateLimit,
    maxBody: listBody,
    input: Type.Object(Recipients),
    result: Type.Object({
      found: Type.Integer(),
      willGet: Type.Integer(),
      leftOut: Type.Array(Type.Object({ why: Type.Enum([...leftOutReasons]), count: Type.Integer() })),
    }),
  }),
  /** How the letter looks to who asks, as HTML and as plain text, and what is wrong with it. */
  previewMailing: call('POST', '/admin/email/preview', {
    access: 'admin',
    teamNeed: 'none',
    rateLimit,
    maxBody: textBody,
    input: Type.Object({ type: Recipients.type, ...Text }),
    result: Type.Object({
      subject: Type.String(),
      html: Type.String(),
      plain: Type.String(),
      /** It is not sent with these. */
      mistakes: Type.Array(Type.String()),
      /** It may be, with these. */
      warnings: Type.Array(Type.String()),
    }),
  }),
  /** To who asks, as the others would get it. */
  sendTestMailing: call('POST', '/admin/email/test', {
    access: 'admin',
    teamNeed: 'none',
    rateLimit: { count: 10, seconds: 60 },
    maxBody: textBody,
    input: Type.Object({ type: Recipients.type, ...Text }),
    result: Type.Object({ email: Type.String() }),
  }),
  /** Receiving services that did not want our letters: nothing is sent there until someone says so. */
  listMailHolds: call('GET', '/admin/email/holds', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object({}),
    result: Type.Object({
      holds: Type.Array(Type.Object({ holder: Type.String(), why: Type.String(), since: Moment })),
    }),
  }),
  endMailHold: call('POST', '/admin/email/holds/end', {
    access: 'admin',
    teamNeed: 'none',
    rateLimit,
    input: Type.Object({ holder: Type.String({ minLength: 1, maxLength: 253 }) }),
    result: Type.Object({}),
  }),
  getMailingChoices: call('GET', '/user/mailings', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({}),
    result: ChoicesSchema,
  }),
  /** A consent is the person's own: support that acts for them cannot give it. */
  setMailingChoice: call('POST', '/user/mailings', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    rateLimit,
    input: Type.Object({ type: Type.Enum([...mailingTypes]), value: Type.Boolean() }),
    result: ChoicesSchema,
  }),
  /** What a link of a mailing would end; done only when it is pressed. The token stays out of addresses, which others log. */
  readMailingLink: call('POST', '/mailings/link/read', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit,
    input: Type.Object({ token: Token }),
    result: LinkSchema,
  }),
  /** `all`: mailings of both kinds. */
  followMailingLink: call('POST', '/mailings/link/follow', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit,
    input: Type.Object({ token: Token, all: Type.Optional(Type.Boolean()) }),
    result: LinkSchema,
  }),
  /** The address of the header, opened by a person: the page that asks them. It changes nothing. */
  openMailingUnsubscribe: redirectCall('GET', '/mailings/unsubscribe', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit,
    input: Type.Object({ token: Token }),
  }),
  /** RFC 8058: asked by the recipient's mail service, with the link of the letter's header. */
  takeMailingUnsubscribe: hookCall('POST', '/mailings/unsubscribe', Type.Object({})),
  /** A letter that came back, or a complaint, handed over whole by the mail server, which knows the secret of the settings. */
  takeReturnedMail: hookCall('POST', '/mailings/returned', Type.Object({}), listBody),
}

export const mailingsSignals = {
  /** The first page of the list, as an admin would be answered who asks for it. */
  '/admin/email/tasks': MailingPageSchema,
}

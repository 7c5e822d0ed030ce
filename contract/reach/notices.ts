/** Notices: what a person is notified of without looking, over which channels and when; and which notices they were sent. */
import { Type, type Static } from 'typebox'
import { call, hookCall, redirectCall } from '../call.ts'
import { intentLevels } from '../reading/filters.ts'
import { Id, Nullable } from '../schemas.ts'

export const noticeChannels = ['browser', 'email', 'telegram', 'vk'] as const
export type NoticeChannel = (typeof noticeChannels)[number]
/** Those a person links by a code, in a chat of theirs. */
export const messengers = ['telegram', 'vk'] as const

export const noticeModes = ['off', 'now', 'hourly', 'daily'] as const
export type NoticeMode = (typeof noticeModes)[number]

const Channel = Type.Enum([...noticeChannels])

/** How a person is notified of what comes for one filter over one channel. */
export const NoticeRuleSchema = Type.Object({
  mode: Type.Enum([...noticeModes]),
  /** Of `daily`: the hour of the person's day. */
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  /** Of `daily`: Monday is 1. */
  weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
  /** From how sure a request on; the filter may ask for more. */
  level: Type.Enum([...intentLevels]),
  /** Of fewer no notice is sent yet. */
  smallest: Type.Integer({ minimum: 1, maximum: 100 }),
})
export type NoticeRule = Static<typeof NoticeRuleSchema>

/** A filter that is silent, or has much more than usual; a network that lags; a group that closed; a subscription that ends. */
export const alarmKinds = ['silence', 'spike', 'sourceLag', 'groupClosed', 'subscriptionEnd'] as const
export type AlarmKind = (typeof alarmKinds)[number]

/** `HH:MM` of a day. */
const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })

const Alarms = Type.Record(
  Type.Enum([...alarmKinds]),
  Type.Array(Channel, { maxItems: noticeChannels.length, uniqueItems: true }),
)

/** Of one person, whatever the filter. */
export const NoticePreferencesSchema = Type.Object({
  /** Nothing comes in these hours of the person's day; what came meanwhile comes at their end, as one. Null: no such hours. */
  quiet: Nullable(Type.Object({ from: TimeOfDay, to: TimeOfDay })),
  /** Null: not paused. */
  pausedUntil: Nullable(Type.String({ format: 'date-time' })),
  /** Notices at once, over each channel in any sixty minutes; what is above it waits and comes as one. */
  ceiling: Type.Integer({ minimum: 1, maximum: 60 }),
  /** Over which channels each alarm comes; none: it does not. */
  alarms: Alarms,
})
export type NoticePreferences = Static<typeof NoticePreferencesSchema>

/** Where notices go: a browser on one device, a chat. */
export const NoticeAddressSchema = Type.Object({
  id: Type.Integer(),
  channel: Type.Enum(['browser', ...messengers]),
  /** «Chrome, Windows»; the name of a person or a group chat. */
  title: Type.String(),
  /** A chat of several people. */
  group: Type.Boolean(),
  createdAt: Type.String(),
  /** When something was last sent there, or its browser last said that it is there. */
  usedAt: Nullable(Type.String()),
  /** It is at an end: what was sent there was refused for good, or the bot was sent away. Null: it works. */
  endedAt: Nullable(Type.String()),
  endedBecause: Nullable(Type.Enum(['blocked', 'gone', 'left', 'unlinked'])),
})
export type NoticeAddress = Static<typeof NoticeAddressSchema>

export const noticeKinds = ['messages', 'digest', 'alarm', 'test'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** `waiting`: on its way, or tried again later. `skipped`: not sent, and `reason` says why. */
export const noticeStates = ['waiting', 'sent', 'failed', 'skipped'] as const
export type NoticeState = (typeof noticeStates)[number]

/** What someone was notified of, or was not. */
export const JournalNoticeSchema = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  channel: Channel,
  kind: Type.Enum([...noticeKinds]),
  filterId: Nullable(Type.Integer()),
  /** «5 новых: Фотографы» */
  title: Type.String(),
  /** The beginning of what stood first in it. */
  text: Type.String(),
  /** How many messages. */
  count: Type.Integer(),
  /** Of one message: which. */
  messageId: Nullable(Type.Integer()),
  state: Type.Enum([...noticeStates]),
  sentAt: Nullable(Type.String()),
  /** In Russian, of what failed or was skipped. */
  reason: Nullable(Type.String()),
  /** Where to: titles of addresses, or the e-mail. */
  to: Type.Array(Type.String()),
})
export type JournalNotice = Static<typeof JournalNoticeSchema>

/** What is pressed beside a message that someone was notified of. `notMine` is a dislike. */
export const noticeActions = ['open', 'favorite', 'notMine', 'take'] as const
export type NoticeAction = (typeof noticeActions)[number]

const rateLimit = { count: 60, seconds: 60 }
const Page = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
}
const OfFilter = { filterId: Type.Integer(), channel: Channel }
/** As the service makes them: letters, digits, «-» and «_». */
const Token = Type.String({ pattern: '^[A-Za-z0-9_.-]{1,400}$' })

/** Everything the settings of notices show. */
export const NoticeSettingsSchema = Type.Object({
  preferences: NoticePreferencesSchema,
  /** As `timeZone` of the person: all hours are of its clock. */
  timeZone: Type.String(),
  filters: Type.Array(
    Type.Object({
      filterId: Type.Integer(),
      name: Type.String(),
      isDefault: Type.Boolean(),
      rules: Type.Record(Channel, NoticeRuleSchema),
      /** Those the person has set; of the others the usual rule holds. */
      set: Type.Array(Channel),
    }),
  ),
  /** `available`: the service is set up for it. */
  channels: Type.Object({
    browser: Type.Object({ available: Type.Boolean() }),
    email: Type.Object({ available: Type.Boolean(), address: Nullable(Type.String()) }),
    telegram: Type.Object({ available: Type.Boolean() }),
    /** `widget`: the number of the community; `vkId`: the person's VK is linked to their account, so that the widget can be believed. */
    vk: Type.Object({ available: Type.Boolean(), widget: Nullable(Type.Integer()), vkId: Type.Boolean() }),
  }),
  addresses: Type.Array(NoticeAddressSchema),
})
export type NoticeSettings = Static<typeof NoticeSettingsSchema>

/** What is given is changed, of alarms too. */
const Changes = Type.Object({
  ...Type.Partial(NoticePreferencesSchema).properties,
  alarms: Type.Optional(Type.Partial(Alarms)),
})
const Settings = Type.Object({ settings: NoticeSettingsSchema })
const SignedAction = Type.Object({
  action: Type.Enum(['favorite', 'notMine', 'take', 'unsubscribe']),
  about: Type.Enum(['message', 'filter', 'alarm']),
  /** The beginning of the message, the name of the filter, what an alarm is of. */
  text: Type.String(),
  messageId: Nullable(Type.Integer()),
  /** It has been done already, by this link or otherwise. */
  done: Type.Boolean(),
  /** Followed, it takes back what has been done just now; null: nothing has, or it cannot be. */
  undo: Nullable(Token),
})

export const notices = {
  getNoticeSettings: call('GET', '/notices', {
    byNotice: true,
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    input: Type.Object({}),
    result: Settings,
  }),
  /** For a filter the person sees, own or the team's. */
  setNoticeRule: call('PUT', '/notices/filter/:filterId/:channel', {
    byNotice: true,
    access: 'customer',
    teamNeed: 'view',
    underMask: 'change',
    rateLimit,
    input: Type.Object({ ...OfFilter, ...NoticeRuleSchema.properties }),
    result: Settings,
  }),
  /** Back to the usual one. */
  resetNoticeRule: call('DELETE', '/notices/filter/:filterId/:channel', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'change',
    rateLimit,
    input: Type.Object(OfFilter),
    result: Settings,
  }),
  /** Changes what is given. */
  setNoticePreferences: call('PUT', '/notices/preferences', {
    byNotice: true,
    access: 'customer',
    teamNeed: 'view',
    underMask: 'change',
    rateLimit,
    input: Changes,
    result: Settings,
  }),
  /** What would have come in the last seven days under this rule, for messages as they stand now. Nothing is saved. */
  previewNoticeRule: call('POST', '/notices/preview', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    rateLimit: { count: 120, seconds: 60 },
    input: Type.Object({
      ...OfFilter,
      ...NoticeRuleSchema.properties,
      preferences: Type.Optional(Changes),
    }),
    result: Type.Object({
      /** Messages in notices, and in how many notices. */
      messages: Type.Integer(),
      notices: Type.Integer(),
      /** There were more than are looked at. */
      capped: Type.Boolean(),
      /** By days of the person, the first first, `YYYY-MM-DD`. */
      days: Type.Array(Type.Object({ day: Type.String(), notices: Type.Integer(), messages: Type.Integer() })),
      /** The last few, the last first. */
      examples: Type.Array(
        Type.Object({ at: Type.String(), title: Type.String(), text: Type.String(), count: Type.Integer() }),
      ),
    }),
  }),
  /** To one address, or by e-mail where none is named; it comes whatever the hour. */
  sendTestNotice: call('POST', '/notices/test', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'change',
    rateLimit: { count: 10, seconds: 60 },
    input: Type.Object({ addressId: Nullable(Id) }),
    result: Type.Object({ notice: JournalNoticeSchema }),
  }),
  /** The newest first; kept for thirty days. */
  listNotices: call('GET', '/notices/journal', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    input: Type.Object({
      ...Page,
      channel: Type.Optional(Channel),
      state: Type.Optional(Type.Enum([...noticeStates])),
    }),
    result: Type.Object({ notices: Type.Array(JournalNoticeSchema), total: Type.Integer() }),
  }),
  /** The public key that a browser subscribes with. */
  getPushKey: call('GET', '/notices/browser', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'refused',
    input: Type.Object({}),
    result: Type.Object({ key: Type.String() }),
  }),
  /**
   * A subscription of this browser, as the browser made it; said again at each start, so that one that is gone is known. It goes with the session: where
   * that ends, nothing is sent any more.
   */
  linkBrowser: call('PUT', '/notices/browser', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    rateLimit,
    input: Type.Object({
      endpoint: Type.String({ maxLength: 1_000, pattern: '^https?://[!-~]{3,900}$' }),
      p256dh: Type.String({ maxLength: 88, pattern: '^[A-Za-z0-9_-]{87}=?$' }),
      auth: Type.String({ maxLength: 24, pattern: '^[A-Za-z0-9_-]{22}(==)?$' }),
      /** Its endpoint of before. */
      replaces: Type.Optional(Type.String({ maxLength: 1_000 })),
      /** No one pressed anything: what was unlinked from elsewhere stays so, and is answered as it stands. */
      again: Type.Optional(Type.Boolean()),
    }),
    result: Type.Object({ address: NoticeAddressSchema }),
  }),
  /** A link to the bot, or to the community, with a code for one use within fifteen minutes. */
  startMessengerLink: call('POST', '/notices/link', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    rateLimit: { count: 20, seconds: 60 },
    input: Type.Object({ channel: Type.Enum([...messengers]) }),
    result: Type.Object({
      url: Type.String(),
      /** Opens the app; null: it has none of its own. */
      appUrl: Nullable(Type.String()),
      /** What to write to the bot in a group chat, to have notices there; null: not over this channel. */
      groupCommand: Nullable(Type.String()),
      expiresAt: Type.String(),
    }),
  }),
  /** The widget says that messages of the community are allowed: believed only of the VK that is linked to the account, and asked of VK. */
  allowVk: call('POST', '/notices/vk/allow', {
    access: 'customer',
    scope: 'self',
    teamNeed: 'none',
    rateLimit: { count: 10, seconds: 60 },
    input: Type.Object({ vkUserId: Id }),
    result: Type.Object({ address: NoticeAddressSchema }),
  }),
  /** Nothing is sent there any more. */
  unlinkAddress: call('DELETE', '/notices/address/:id', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'refused',
    rateLimit,
    input: Type.Object({ id: Id }),
    result: Settings,
  }),
  /** What a link of a letter would do; done only when it is pressed (`followNoticeLink`). Anyone who has the link may. The token stays out of addresses, which others log. */
  readNoticeLink: call('POST', '/notices/link/read', {
    access: 'anyone',
    teamNeed: 'view',
    underMask: 'refused',
    rateLimit,
    input: Type.Object({ token: Token }),
    result: SignedAction,
  }),
  followNoticeLink: call('POST', '/notices/link/follow', {
    access: 'anyone',
    teamNeed: 'view',
    underMask: 'refused',
    rateLimit,
    input: Type.Object({ token: Token }),
    result: SignedAction,
  }),
  /** The same address, opened by a person whose mail service knows no one-click: the page that asks them. It changes nothing. */
  openUnsubscribe: redirectCall('GET', '/notices/unsubscribe', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit,
    input: Type.Object({ token: Token }),
  }),
  /** RFC 8058: asked by the recipient's mail service, with the link of the letter's header. */
  takeUnsubscribe: hookCall('POST', '/notices/unsubscribe', Type.Object({})),
  takeTelegramUpdate: hookCall('POST', '/notices/telegram', Type.Object({})),
  takeVkUpdate: hookCall('POST', '/notices/vk', Type.Object({})),
}

export const noticesSignals = {
  /** Settings, addresses or the journal of the reader are different now. */
  'notices.changed': Type.Object({}),
}

/** The support desk: finding people, all of one of them in one place, and what support does for them (spec §6 role 6, §7 /support/…). */
import { Type, type Static, type TSchema } from 'typebox'
import { productTypes } from '../access/subscriptions.ts'
import { call } from '../call.ts'
import { AuthRecordSchema, UserSchema } from '../people/accounts.ts'
import { Id, Nullable } from '../schemas.ts'

/** What support does for a person, by the word in its path (spec §6). */
export const supportActions = ['trial-subscribe', 'subscribe', 'team-subscribe', 'delete-account'] as const
export type SupportAction = (typeof supportActions)[number]

/** Days of what is opened are brought into this range (spec §5). */
export const grantDays = { least: 1, most: 365 } as const
/** People of a team that is opened, the owner among them. */
export const grantTeam = { least: 2, most: 200 } as const
/** Groups that are let be watched. */
export const grantGroups = { least: 1, most: 10_000 } as const

/** Lists about one person, by the word in `place`. */
export const personPlaces = [
  'details',
  'subscriptions',
  'purchases',
  'sessions',
  'products',
  'letters',
  'team',
  'partner',
  'log',
] as const
export type PersonPlace = (typeof personPlaces)[number]
/** Lists that `period` bounds; elsewhere it means nothing. */
export const placesInTime = [
  'subscriptions',
  'purchases',
  'sessions',
  'letters',
  'log',
] as const satisfies PersonPlace[]

/** People who are found are counted no further. */
export const PEOPLE_CAP = 10_000

/** Subscriptions by type, as people are looked for by them. */
export const heldTypes = ['trial', 'regular', 'team', 'paid'] as const

const Day = Type.String({ format: 'date' })
const Moment = Type.String({ format: 'date-time' })
const Words = Type.String({ maxLength: 100 })

/** Each narrows what the others have left. Days are those of the clock of who asks, both ends with them. */
export const PeopleFiltersSchema = Type.Object({
  /** One field for all: e-mail, phone, name, number, order account, promo code. */
  search: Type.Optional(Words),
  /** Parts of them. */
  email: Type.Optional(Words),
  phone: Type.Optional(Words),
  name: Type.Optional(Words),
  id: Type.Optional(Id),
  regFrom: Type.Optional(Day),
  regTo: Type.Optional(Day),
  /** Who holds a subscription now: of this product, of this type (`paid`: no trial). */
  product: Type.Optional(Type.Enum([...productTypes])),
  category: Type.Optional(Id),
  type: Type.Optional(Type.Enum([...heldTypes])),
  /** Whose subscription, of that product and type where they are given, ends within so many days. */
  expiring: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
  /** Has an order of theirs ever been paid, and not for nothing? */
  paid: Type.Optional(Type.Enum(['ever', 'never'])),
  team: Type.Optional(Type.Enum(['owner', 'member'])),
  /** Partners, or people whom one of them brought. */
  partner: Type.Optional(Type.Enum(['partner', 'brought'])),
  /** Whom this partner brought. */
  broughtBy: Type.Optional(Id),
  seenFrom: Type.Optional(Day),
  /** Not seen since the end of that day; who has never come in counts. */
  seenTo: Type.Optional(Day),
})
export type PeopleFilters = Static<typeof PeopleFiltersSchema>

const Paged = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
}
const Pages = {
  total: Type.Integer(),
  page: Type.Integer(),
  pages: Type.Integer(),
  limit: Type.Integer(),
}

export const FoundPersonSchema = Type.Object({
  id: Type.Integer(),
  email: UserSchema.properties.email,
  emailApprove: Type.Boolean(),
  username: Type.String(),
  phone: UserSchema.properties.phone,
  phoneApprove: Type.Boolean(),
  role: UserSchema.properties.role,
  createdAt: Moment,
  lastSeenAt: Nullable(Moment),
  deletionAt: UserSchema.properties.deletionAt,
  /** That are not over: paid or given, and trials; and when the first of them ends. */
  running: Type.Object({ paid: Type.Integer(), trial: Type.Integer(), endsAt: Nullable(Moment) }),
  /** What they paid in all and did not get back, in roubles. */
  paid: Type.Number(),
  team: Nullable(Type.Enum(['owner', 'member'])),
})
export type FoundPerson = Static<typeof FoundPersonSchema>

const Named = Type.Object({ id: Type.Integer(), name: Type.String() })
const PersonNamed = Type.Object({ id: Type.Integer(), name: Type.String(), email: Nullable(Type.String()) })

const listIn = <const Place extends PersonPlace, const Doc extends TSchema>(place: Place, doc: Doc) =>
  Type.Object({ place: Type.Literal(place), docs: Type.Array(doc), ...Pages })

const Details = Type.Object({
  place: Type.Literal('details'),
  person: Type.Object({
    ...UserSchema.properties,
    lastSeenAt: Nullable(Moment),
    running: FoundPersonSchema.properties.running,
    paid: Type.Number(),
    /** Of orders that were paid. */
    purchases: Type.Integer(),
    /** Who brought them, and whether by a code or a link. */
    broughtBy: Nullable(PersonNamed),
    /** Support does nothing to accounts of staff, nor to its own. */
    changeable: Type.Boolean(),
  }),
})

const HeldSchema = Type.Object({
  id: Type.Integer(),
  product: Type.Enum([...productTypes]),
  /** «Категория «Фотографы»». */
  name: Type.String(),
  type: Type.Enum(['trial', 'regular', 'team', 'package']),
  title: Type.String(),
  startsAt: Moment,
  expiresAt: Moment,
  state: Type.Enum(['running', 'frozen', 'waiting', 'over']),
  teamSize: Nullable(Type.Integer()),
  /** Of groups. */
  maxSize: Nullable(Type.Integer()),
})
export type HeldSubscription = Static<typeof HeldSchema>

const PurchaseOfPerson = Type.Object({
  id: Type.Integer(),
  account: Type.String(),
  createdAt: Moment,
  paidAt: Nullable(Moment),
  what: Type.String(),
  title: Type.String(),
  /** Roubles. */
  sum: Type.Number(),
  gateway: Type.String(),
  status: Type.Enum(['waiting', 'paid', 'failed', 'refunded']),
  /** It was paid when there was nothing left to open. */
  opened: Type.Boolean(),
  promoCode: Nullable(Type.String()),
  /** What the gateway said and what came of it, in Russian, the first first. */
  journal: Type.Array(Type.Object({ at: Moment, words: Type.String(), bad: Type.Boolean() })),
})

const { current: _current, ...session } = AuthRecordSchema.properties

const LetterOfPerson = Type.Object({
  id: Type.Integer(),
  /** A phone call that only a development mailbox shows is a letter too. */
  channel: Type.Enum(['mail', 'call']),
  recipient: Type.String(),
  subject: Type.String(),
  createdAt: Moment,
  state: Type.Enum(['waiting', 'sent', 'failed']),
  /** When it was sent or failed. */
  at: Nullable(Moment),
  /** What the mail server said; empty: nothing. */
  error: Type.String(),
})

const WatchedProduct = Type.Object({
  /** `project 5`. */
  id: Type.String(),
  product: Type.Enum(['project', 'group']),
  name: Type.String(),
  /** A subscription of it runs. */
  running: Type.Boolean(),
  /** Keywords of a project, groups of a list; 0: nothing can come of it. */
  size: Type.Integer(),
  /** Groups there may be. */
  maxSize: Nullable(Type.Integer()),
  /** Messages of the last seven days, counted no further than `PEOPLE_CAP`. */
  found: Type.Integer(),
  lastAt: Nullable(Moment),
  /** What is wrong with it, in Russian. */
  failures: Type.Array(Type.String()),
})

const TeamOfPerson = Type.Object({
  place: Type.Literal('team'),
  /** Whose team they are in; null: no one's but perhaps their own. */
  memberOf: Nullable(Type.Object({ ...PersonNamed.properties, seated: Type.Boolean() })),
  /** Null: they have none. `size` 0: it does not run; null: as large as one likes. */
  own: Nullable(
    Type.Object({
      size: Nullable(Type.Integer()),
      members: Type.Array(
        Type.Object({
          id: Type.Integer(),
          /** Null: they have not answered yet. */
          userId: Nullable(Type.Integer()),
          email: Type.String(),
          name: Type.String(),
          status: Type.Enum(['pending', 'accepted', 'rejected']),
          right: Type.Enum(['view', 'work', 'manage']),
          at: Moment,
        }),
      ),
    }),
  ),
})

const PartnerOfPerson = Type.Object({
  place: Type.Literal('partner'),
  broughtBy: Details.properties.person.properties.broughtBy,
  /** Null: they are none. Sums in roubles; where money goes is read by admins alone. */
  partner: Nullable(
    Type.Object({
      joinedAt: Nullable(Moment),
      codes: Type.Array(Type.String()),
      referrals: Type.Integer(),
      paying: Type.Integer(),
      money: Type.Object({
        earned: Type.Number(),
        held: Type.Number(),
        suspected: Type.Number(),
        available: Type.Number(),
        requested: Type.Number(),
        paid: Type.Number(),
      }),
      payouts: Type.Array(
        Type.Object({ id: Type.Integer(), sum: Type.Number(), status: Type.String(), createdAt: Moment }),
      ),
    }),
  ),
})

const LogLine = Type.Object({
  id: Type.Integer(),
  at: Moment,
  /** Null: the service, or someone who had not come in. */
  actor: Nullable(Named),
  /** By someone else than the person themselves. */
  byStaff: Type.Boolean(),
  words: Type.String(),
  /** What staff wrote why; empty: nothing. */
  note: Type.String(),
  /** It can be taken back now. */
  undo: Type.Boolean(),
})
export type LogLine = Static<typeof LogLine>

const InfoSchema = Type.Union([
  Details,
  listIn('subscriptions', HeldSchema),
  listIn('purchases', PurchaseOfPerson),
  listIn('sessions', Type.Object(session)),
  listIn('products', WatchedProduct),
  listIn('letters', LetterOfPerson),
  TeamOfPerson,
  PartnerOfPerson,
  listIn('log', LogLine),
])
export type PersonInfo = Static<typeof InfoSchema>
export type InfoOf<Place extends PersonPlace> = Extract<PersonInfo, { place: Place }>

/** What is to be done (spec §3 Support action payload); what an action has no use for is left aside. */
export const ActionDataSchema = Type.Object({
  /** As in the path; none is chosen: a sentence of its own. */
  action: Type.Optional(Type.String({ maxLength: 40 })),
  /** Why; it stands in the log. */
  note: Type.Optional(Type.String({ maxLength: 1_000 })),
  product: Type.Optional(Type.Enum([...productTypes])),
  /** Which one, of the product «category». */
  category: Type.Optional(Id),
  days: Type.Optional(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
  /** What the person sees as the name of the tariff, and for how long it is said to be; left out: what it is. */
  name: Type.Optional(Type.String({ maxLength: 80 })),
  period: Type.Optional(Type.String({ maxLength: 40 })),
  /** What was agreed to be paid for it elsewhere, in roubles: it is noted, and moves no money. */
  sum: Type.Optional(Type.Number({ minimum: 0, maximum: 10_000_000 })),
  teamSize: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: grantTeam.most }))),
  /** Of groups: how many may be watched. */
  size: Type.Optional(Type.Integer({ minimum: grantGroups.least, maximum: grantGroups.most })),
})
export type ActionData = Static<typeof ActionDataSchema>

const Outcome = Type.Object({
  /** What changes, in Russian, a sentence each. */
  changes: Type.Array(Type.String()),
  /** Of what is opened; of a deletion when the account goes. */
  until: Moment,
})

const rateLimit = { count: 240, seconds: 60 }

export const support = {
  /** The newest first. `total` is counted no further than one above `PEOPLE_CAP`, and pages lead no further. */
  listPeople: call('POST', '/support/get-userlist', {
    access: 'support',
    teamNeed: 'none',
    rateLimit,
    input: Type.Object({ ...Paged, filters: Type.Optional(PeopleFiltersSchema) }),
    result: Type.Object({ docs: Type.Array(FoundPersonSchema), ...Pages }),
  }),
  /** One list about one person; `page` and `limit` where it is long. `action` is what is done with it: it is viewed. */
  getPersonInfo: call('POST', '/support/info', {
    access: 'support',
    teamNeed: 'none',
    rateLimit,
    input: Type.Object({
      action: Type.Optional(Type.Enum(['view'])),
      user: Id,
      ...Paged,
      place: Type.Enum([...personPlaces]),
      /** Both days with it, of the clock of who asks. */
      period: Type.Optional(Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day) })),
    }),
    result: Type.Object({ info: InfoSchema }),
  }),
  /** Does something for a person, who is written to; `entry` of the log takes it back. */
  takeAction: call('POST', '/support/:action', {
    access: 'support',
    teamNeed: 'none',
    rateLimit: { count: 60, seconds: 60 },
    input: Type.Object({ action: Type.Enum([...supportActions]), data: ActionDataSchema, user: Id }),
    result: Type.Object({ ...Outcome.properties, entry: Type.Integer() }),
  }),
  /** What the same would change, and nothing does; a note is not asked for yet. */
  previewAction: call('POST', '/support/preview', {
    access: 'support',
    teamNeed: 'none',
    rateLimit: { count: 120, seconds: 60 },
    input: Type.Object({ data: ActionDataSchema, user: Id }),
    result: Outcome,
  }),
  /** Takes back what an entry of the log says was opened, while no one has touched it, or a deletion, while the account is there. */
  undoAction: call('POST', '/support/undo', {
    access: 'support',
    teamNeed: 'none',
    rateLimit: { count: 60, seconds: 60 },
    input: Type.Object({ entry: Id, user: Id, note: Type.Optional(Type.String({ maxLength: 1_000 })) }),
    result: Type.Object({}),
  }),
}

/**
 * Partners: whom they brought, what they earn of it, and how it is paid to them. One long list, because it is all calls of one feature, those of partners and
 * those of admins, with their schemas and nothing else.
 */
import { Type, type Static, type TSchema } from 'typebox'
import { call, fileCall, redirectCall } from '../call.ts'
import { Captcha } from '../credentials.ts'
import { SentCodeSchema } from '../people/verification.ts'

/** Payouts by number (decisions §9): 0–3 hold the sum, 5, 11 and 12 give it back, 10 is final. */
export const payoutStatuses = {
  0: 'Новая',
  1: 'На проверке',
  2: 'Одобрена',
  3: 'Отправлена',
  5: 'Отклонена',
  10: 'Выплачена',
  11: 'Возвращена банком',
  12: 'Отменена',
} as const
export type PayoutStatus = keyof typeof payoutStatuses

export const payoutMethods = ['card', 'sbp', 'yoomoney', 'account'] as const
export type PayoutMethod = (typeof payoutMethods)[number]
export const payoutMethodTitles: Record<PayoutMethod, string> = {
  card: 'Банковская карта',
  sbp: 'СБП по телефону',
  yoomoney: 'ЮMoney',
  account: 'Расчётный счёт',
}

export const trafficTypes = ['visits', 'registrations', 'payments'] as const
export const trafficPeriods = ['day', 'week', 'month'] as const

/** Dates that partners ask for begin here (spec §5). */
export const FIRST_PARTNER_DAY = '2016-01-01'

/** So many days a promo code of before gives its discount. */
export const formerCodeDays = 30

/** What of the programme is left to the partner: links of messages that lead straight to the source, letters of what was earned and paid. */
export const partnerSwitches = ['freeDirectLinks', 'letters'] as const

const Day = Type.String({ format: 'date' })
const Moment = Type.String({ format: 'date-time' })
const PayoutStatusSchema = Type.Enum(Object.keys(payoutStatuses).map(Number) as PayoutStatus[])
/** What became of what a payment brought. */
export const commissionStates = ['held', 'suspected', 'available', 'reversed', 'refused', 'none'] as const
export const commissionTitles: Record<(typeof commissionStates)[number], string> = {
  held: 'На удержании',
  suspected: 'На проверке',
  available: 'Начислено',
  reversed: 'Возврат',
  refused: 'Не зачтено',
  none: 'Без начисления',
}

/** The terms that hold for what happens now. Rates in percent, sums in roubles. */
export const PartnerTermsSchema = Type.Object({
  rate: Type.Number(),
  months: Type.Integer(),
  holdDays: Type.Integer(),
  smallestPayout: Type.Number(),
  discount: Type.Number(),
})
export type PartnerTerms = Static<typeof PartnerTermsSchema>

/** Sums of a partner, in roubles; `earned` of all time, less what was reversed. */
const PartnerMoneySchema = Type.Object({
  earned: Type.Number(),
  held: Type.Number(),
  suspected: Type.Number(),
  available: Type.Number(),
  requested: Type.Number(),
  paid: Type.Number(),
})

export const PayoutSchema = Type.Object({
  id: Type.Integer(),
  method: Type.Enum([...payoutMethods]),
  /** Roubles. */
  sum: Type.Number(),
  /** Where to, the middle hidden. */
  wallet: Type.String(),
  status: PayoutStatusSchema,
  comment: Type.Union([Type.String(), Type.Null()]),
  createdAt: Moment,
  changedAt: Moment,
})
export type Payout = Static<typeof PayoutSchema>

const CommissionSchema = Type.Object({
  id: Type.Integer(),
  /** Of the order that was paid. */
  account: Type.String(),
  /** Of who paid, the middle hidden. */
  email: Type.String(),
  /** Roubles, and percent. */
  paid: Type.Number(),
  amount: Type.Number(),
  rate: Type.Number(),
  by: Type.Enum(['promo', 'link']),
  state: Type.Enum([...commissionStates]),
  earnedAt: Moment,
  availableAt: Moment,
  /** In Russian: by which rule it was given or not. */
  why: Type.String(),
})
export type Commission = Static<typeof CommissionSchema>

const Paged = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
}
const pageOf = <const Doc extends TSchema>(doc: Doc) =>
  Type.Object({
    docs: Type.Array(doc),
    total: Type.Integer(),
    page: Type.Integer(),
    pages: Type.Integer(),
    limit: Type.Integer(),
  })
/** Which visits a table of them is of; days are those of the partner's clock. */
const TrafficCut = {
  /** Left out: by time. */
  by: Type.Optional(Type.Enum(['link', 'source'])),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
}
/** Which referrals; days are those of the partner's clock. */
const ReferralFilter = {
  /** A part of the e-mail, as far as it is shown. */
  email: Type.Optional(Type.String({ maxLength: 100 })),
  reg_begin: Type.Optional(Day),
  reg_end: Type.Optional(Day),
  /** Who holds, or held, this category; paid for, or on trial. */
  category: Type.Optional(Type.Integer()),
  category_trial: Type.Optional(Type.Integer()),
}
const CommissionFilter = { state: Type.Optional(Type.Enum([...commissionStates])) }
/** Of payouts, as admins look for them. */
const PayoutFilter = {
  partner: Type.Optional(Type.Integer()),
  /** A part of the partner's e-mail. */
  email: Type.Optional(Type.String({ maxLength: 100 })),
  status: Type.Optional(PayoutStatusSchema),
}
const rateLimit = { count: 120, seconds: 60 }
const ShortLink = Type.Object({
  id: Type.Integer(),
  /** As it is copied. */
  url: Type.String(),
  /** Where on our site it leads. */
  target: Type.String(),
  visits: Type.Integer(),
  registrations: Type.Integer(),
  createdAt: Moment,
})

export const partner = {
  /** Into the programme: the role at once, a link and a promo code of one's own. Again it changes nothing. */
  enterPartner: call('GET', '/partner/entry', {
    access: 'customer',
    teamNeed: 'none',
    changes: true,
    scope: 'self',
    rateLimit: { count: 10, seconds: 60 },
    input: Type.Object({}),
    result: Type.Object({ joinedAt: Moment }),
  }),
  /** The terms as they are now, for anyone. */
  getPartnerTerms: call('GET', '/partner/terms', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({}),
    result: Type.Object({ terms: PartnerTermsSchema }),
  }),
  /** What the page shows before any list. */
  getPartner: call('GET', '/partner', {
    access: 'partner',
    teamNeed: 'none',
    underMask: 'refused',
    input: Type.Object({}),
    result: Type.Object({
      terms: PartnerTermsSchema,
      /** The personal link. */
      link: Type.String(),
      promoCode: Type.Object({
        code: Type.String(),
        /** Codes of before, and until when they give a discount. */
        former: Type.Array(Type.Object({ code: Type.String(), endsAt: Type.Union([Moment, Type.Null()]) })),
      }),
      switches: Type.Record(Type.Enum([...partnerSwitches]), Type.Boolean()),
      money: PartnerMoneySchema,
      /** Which e-mail the code of a payout goes to; null: there is none that is confirmed. */
      email: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
  /** The device a partner works at: against being one's own referral. */
  saveFp: call('POST', '/partner/save-fp', {
    access: 'partner',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit,
    input: Type.Object({ fp: Type.String({ minLength: 8, maxLength: 200 }) }),
    result: Type.Object({}),
  }),
  setPartnerSwitch: call('POST', '/partner/settings', {
    access: 'partner',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit,
    input: Type.Object({ name: Type.Enum([...partnerSwitches]), value: Type.Boolean() }),
    result: Type.Object({ switches: Type.Record(Type.Enum([...partnerSwitches]), Type.Boolean()) }),
  }),
  /** By days, weeks or months of the partner's clock, the newest first; `type` says what the chart and the order are of, every row has all. */
  getTraffic: call('POST', '/partner/traffic-stats', {
    access: 'partner',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit,
    input: Type.Object({
      ...Paged,
      period: Type.Enum([...trafficPeriods]),
      type: Type.Enum([...trafficTypes]),
      ...TrafficCut,
    }),
    result: pageOf(
      Type.Object({
        /** A day, the Monday of a week, the first of a month; the address of a link; a site. */
        key: Type.String(),
        visits: Type.Integer(),
        registrations: Type.Integer(),
        payments: Type.Integer(),
        /** What those who came then have paid since, and what the partner earned of it, in roubles. */
        paid: Type.Number(),
        earned: Type.Number(),
      }),
    ),
  }),
  /** Who came by the partner, the newest first. */
  listReferrals: call('POST', '/partner/referral-stats', {
    access: 'partner',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit,
    input: Type.Object({
      filters: Type.Optional(Type.Object(ReferralFilter)),
      page: Paged.page,
      limit_ref: Paged.limit,
    }),
    result: pageOf(
      Type.Object({
        id: Type.Integer(),
        email: Type.String(),
        registeredAt: Moment,
        by: Type.Enum(['promo', 'link']),
        categories: Type.Array(Type.String()),
        trials: Type.Array(Type.String()),
        paid: Type.Number(),
        earned: Type.Number(),
        /** Until when payments count; null: none was made yet. */
        endsAt: Type.Union([Moment, Type.Null()]),
        suspicions: Type.Array(Type.String()),
      }),
    ),
  }),
  /** Every payment of a referral, and what came of it. */
  listCommissions: call('POST', '/partner/commissions', {
    access: 'partner',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit,
    input: Type.Object({ ...Paged, ...CommissionFilter }),
    result: pageOf(CommissionSchema),
  }),
  listPayouts: call('POST', '/partner/payout-history', {
    access: 'partner',
    scope: 'self',
    teamNeed: 'none',
    rateLimit,
    input: Type.Object(Paged),
    result: pageOf(PayoutSchema),
  }),
  getAvailablePayout: call('POST', '/partner/available-payout', {
    access: 'partner',
    scope: 'self',
    teamNeed: 'none',
    rateLimit,
    input: Type.Object({}),
    /** Roubles. */
    result: Type.Object({ available: Type.Number(), smallest: Type.Number() }),
  }),
  /** A code to the partner's own e-mail, for a payout and nothing else. */
  sendPayoutCode: call('POST', '/partner/payout-code', {
    access: 'partner',
    scope: 'self',
    teamNeed: 'none',
    rateLimit: { count: 20, seconds: 3600 },
    input: Type.Object({ captcha: Captcha }),
    result: SentCodeSchema,
  }),
  /** `token` is the code of the letter. Asked twice at once it is asked once. */
  requestPayout: call('POST', '/partner/payout-request', {
    access: 'partner',
    scope: 'self',
    teamNeed: 'none',
    rateLimit: { count: 30, seconds: 300 },
    input: Type.Object({
      method: Type.Enum([...payoutMethods]),
      sum: Type.Number({ minimum: 0.01, maximum: 100_000_000 }),
      wallet: Type.String({ minLength: 1, maxLength: 100 }),
      /** Details of a bank account. */
      other: Type.String({ maxLength: 2_000 }),
      token: Type.String({ pattern: '^[0-9]{4}$' }),
    }),
    result: Type.Object({ payout: PayoutSchema }),
  }),
  /** Another promo code; the one of before gives its discount for thirty days more, and keeps whom it brought. */
  regeneratePromo: call('POST', '/partner/promo-regen', {
    access: 'partner',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit: { count: 10, seconds: 3600 },
    input: Type.Object({}),
    result: Type.Object({ code: Type.String() }),
  }),
  /** A short link to a page of our own site. An empty address has a sentence of its own. */
  createShortLink: call('POST', '/partner/short-regen', {
    access: 'partner',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit: { count: 60, seconds: 300 },
    input: Type.Object({ data: Type.String({ maxLength: 2_000 }) }),
    result: Type.Object({ link: ShortLink }),
  }),
  listShortLinks: call('POST', '/partner/urls-list', {
    access: 'partner',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit,
    input: Type.Object(Paged),
    result: pageOf(ShortLink),
  }),
  /** Remembers whose link it was and goes on. What is asked for inside of another page (a picture, a frame) is sent on and not counted. */
  followShortLink: redirectCall('GET', '/r/:code', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    crossSite: true,
    rateLimit: { count: 120, seconds: 60 },
    input: Type.Object({ code: Type.String({ pattern: '^[A-Za-z0-9]{4,12}$' }) }),
  }),
  /** What the table of this list shows, all of its pages; what another list is filtered by is ignored. The name of the file says which. */
  exportPartner: fileCall('/partner/export', {
    access: 'partner',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit: { count: 20, seconds: 60 },
    input: Type.Object({
      ...TrafficCut,
      period: Type.Optional(Type.Enum([...trafficPeriods])),
      type: Type.Optional(Type.Enum([...trafficTypes])),
      ...ReferralFilter,
      ...CommissionFilter,
      list: Type.Enum(['traffic', 'referrals', 'commissions', 'payouts']),
      format: Type.Enum(['xlsx', 'csv']),
    }),
  }),
  /** All payouts, the open ones first. */
  listPartnerOrders: call('POST', '/admin/partner-orders', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object({ ...Paged, ...PayoutFilter }),
    result: pageOf(
      Type.Object({
        ...PayoutSchema.properties,
        /** Whole, to be paid to. */
        wallet: Type.String(),
        other: Type.String(),
        partner: Type.Object({ id: Type.Integer(), email: Type.String(), username: Type.String() }),
        suspicions: Type.Array(Type.String()),
      }),
    ),
  }),
  /** What the filter lets through, whole, for the accounts. */
  exportPartnerOrders: fileCall('/admin/partner-orders/export', {
    access: 'admin',
    teamNeed: 'none',
    rateLimit: { count: 20, seconds: 60 },
    input: Type.Object({ ...PayoutFilter, format: Type.Enum(['xlsx', 'csv']) }),
  }),
  /** Partners who wait for an admin to decide about commissions, the longest wait first. */
  listSuspectedPartners: call('GET', '/admin/partner-suspicions', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object({}),
    result: Type.Object({
      partners: Type.Array(
        Type.Object({ id: Type.Integer(), email: Type.String(), count: Type.Integer(), sum: Type.Number() }),
      ),
    }),
  }),
  /** 5 and 12 want a comment; what is final stays. */
  updatePartnerOrder: call('POST', '/admin/update-order', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object({
      order: Type.Integer(),
      status: PayoutStatusSchema,
      comment: Type.Optional(Type.String({ maxLength: 1_000 })),
    }),
    result: Type.Object({ status: PayoutStatusSchema, comment: Type.Union([Type.String(), Type.Null()]) }),
  }),
  getPartnerStats: call('POST', '/admin/partner-stats', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object({ partner_id: Type.Integer() }),
    result: Type.Object({
      partner: Type.Object({ id: Type.Integer(), email: Type.String(), username: Type.String(), joinedAt: Moment }),
      money: PartnerMoneySchema,
      referrals: Type.Integer(),
      paying: Type.Integer(),
      /** Those that may be the partner's own. */
      suspected: Type.Array(Type.Object({ ...CommissionSchema.properties, suspicions: Type.Array(Type.String()) })),
    }),
  }),
  /** A suspected commission becomes the partner's, or does not; `comment` is shown to them. */
  settleSuspicion: call('POST', '/admin/partner-commission', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object({
      commission: Type.Integer(),
      accept: Type.Boolean(),
      comment: Type.String({ maxLength: 1_000 }),
    }),
    result: Type.Object({ state: Type.Enum([...commissionStates]) }),
  }),
  /** Terms for what happens from now on. */
  setPartnerTerms: call('POST', '/admin/partner-terms', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object({
      rate: Type.Number({ minimum: 0, maximum: 100 }),
      months: Type.Integer({ minimum: 1, maximum: 120 }),
      holdDays: Type.Integer({ minimum: 0, maximum: 365 }),
      smallestPayout: Type.Number({ minimum: 1, maximum: 1_000_000 }),
      discount: Type.Number({ minimum: 0, maximum: 100 }),
    }),
    result: Type.Object({ terms: PartnerTermsSchema }),
  }),
}

export const partnerSignals = {
  /** Money, referrals, links or codes of the partner are different now. */
  'partner.changed': Type.Object({}),
}

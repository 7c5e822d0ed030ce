/** Promo codes: what they take off, and whom they fit (spec §3 Promo code, §5, §9). */
import { Type, type Static } from 'typebox'
import { call } from '../call.ts'

export const discountTypes = ['amount_off', 'percent_off', 'days_extension', 'percentage_extension'] as const
export const promoTariffTypes = ['trial', 'regular', 'team', 'paid', 'all'] as const

const promoFields = {
  code: Type.String({ minLength: 3, maxLength: 40, pattern: '^[\\p{L}\\p{N}_-]+$' }),
  /** Null: any. */
  product: Type.Union([Type.Enum(['category', 'project', 'group']), Type.Null()]),
  tariffType: Type.Enum([...promoTariffTypes]),
  /** Ids of the only categories it is good for; empty: all. */
  categories: Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 500 }),
  discountType: Type.Enum([...discountTypes]),
  /** Roubles, percents or days. */
  discountValue: Type.Number({ minimum: 0, maximum: 1_000_000 }),
  /** The same for tariffs counted in days; null: discountValue holds for them too. */
  discountValue2: Type.Union([Type.Number({ minimum: 0, maximum: 1_000_000 }), Type.Null()]),
}
export const PromoCodeSchema = Type.Object({ ...promoFields, title: Type.String() })
export type PromoCode = Static<typeof PromoCodeSchema>

const limits = {
  startsAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  endsAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  /** How often it may be used in all, and by one person; null: no limit. */
  maxUses: Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), Type.Null()]),
  maxUsesEach: Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), Type.Null()]),
  /** Only for anyone who has paid nothing yet. */
  firstPurchase: Type.Boolean(),
}
const AdminPromoCodeSchema = Type.Object({
  id: Type.Integer(),
  ...promoFields,
  ...limits,
  used: Type.Integer(),
  archived: Type.Boolean(),
})
export type AdminPromoCode = Static<typeof AdminPromoCodeSchema>

export const promo = {
  getPromoCode: call('GET', '/promo-code/:code', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    rateLimit: { count: 30, seconds: 300 },
    input: Type.Object({ code: Type.String({ maxLength: 40 }) }),
    result: Type.Object({ promoCode: PromoCodeSchema }),
  }),
  /** The present that waits for the person: a code for the first purchase; null when there is none (any more). */
  getGiftPromoCode: call('GET', '/user/gift-promo-code', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({}),
    result: Type.Object({
      promoCode: Type.Union([PromoCodeSchema, Type.Null()]),
      expiresAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    }),
  }),
  listPromoCodes: call('GET', '/admin/promo-code/list', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 40 })),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    }),
    result: Type.Object({
      docs: Type.Array(AdminPromoCodeSchema),
      total: Type.Integer(),
      page: Type.Integer(),
      pages: Type.Integer(),
      limit: Type.Integer(),
    }),
  }),
  createPromoCode: call('POST', '/admin/promo-code', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object({ ...promoFields, ...limits }),
    result: Type.Object({ promoCode: AdminPromoCodeSchema }),
  }),
  updatePromoCode: call('PUT', '/admin/promo-code/:id', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object({ id: Type.Integer({ minimum: 1 }), ...promoFields, ...limits, archived: Type.Boolean() }),
    result: Type.Object({ promoCode: AdminPromoCodeSchema }),
  }),
}

/** The cart: what is chosen, what it costs, and the way from it to an order (spec §3 Cart, Estimation, §4 Cart order flow). */
import { Type, type Static } from 'typebox'
import { call } from '../call.ts'
import { tariffProducts, tariffTypes } from '../access/tariffs.ts'
import { Id } from '../schemas.ts'

/** So long a cart is kept that its guest does not touch. */
export const guestCartDays = 30

export const maxCartItems = 500
/** Ids of categories, each once. */
const Items = Type.Array(Id, { maxItems: maxCartItems })

export const CartSchema = Type.Object({
  items: Items,
  /** Id of the tariff; null: none is chosen yet. */
  tariff: Type.Union([Id, Type.Null()]),
  tariffDetails: Type.Object({ product: Type.Enum([...tariffProducts]), type: Type.Enum([...tariffTypes]) }),
  promoCode: Type.Union([Type.String(), Type.Null()]),
  /** Of projects or groups. */
  quantity: Id,
})
export type Cart = Static<typeof CartSchema>

const Discount = Type.Object({ percentage: Type.Number(), amount: Type.Number() })
export const EstimationSchema = Type.Object({
  /** To pay. */
  total: Type.Number(),
  /** Without any discount. */
  price: Type.Number(),
  /** Relative to `price`. */
  discount: Type.Object({ total: Discount, categories: Discount, prolongation: Discount, promoCode: Discount }),
  promoCodeStatus: Type.Object({
    /** What the code does, in words; empty when there is none. */
    description: Type.String(),
    /** Why it does nothing; empty when it does. */
    error: Type.String(),
  }),
  /** From now, with what the code adds; null while no tariff is chosen. */
  days: Type.Union([Type.Integer(), Type.Null()]),
})
export type Estimation = Static<typeof EstimationSchema>

const Filled = Type.Object({ cart: CartSchema, estimation: EstimationSchema })

export const cart = {
  getCart: call('GET', '/cart', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    only: 'http',
    input: Type.Object({}),
    result: Filled,
  }),
  /** Only the named fields change. A tariff brings its product and type; another product or type lets go of the tariff. */
  updateCart: call('PUT', '/cart', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    only: 'http',
    input: Type.Object({
      items: Type.Optional(Items),
      tariff: Type.Optional(Type.Union([Id, Type.Null()])),
      tariffDetails: Type.Optional(CartSchema.properties.tariffDetails),
      promoCode: Type.Optional(Type.Union([Type.String({ maxLength: 40 }), Type.Null()])),
      quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    }),
    result: Filled,
  }),
  addCartItem: call('PUT', '/cart/item/:id', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    only: 'http',
    input: Type.Object({ id: Id }),
    result: Filled,
  }),
  setCartItems: call('PUT', '/cart/item/list', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    only: 'http',
    input: Type.Object({ value: Items }),
    result: Filled,
  }),
  removeCartItem: call('DELETE', '/cart/item/:id', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    only: 'http',
    input: Type.Object({ id: Id }),
    result: Filled,
  }),
  clearCart: call('DELETE', '/cart', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    only: 'http',
    input: Type.Object({}),
    result: Filled,
  }),
  /** Takes the trial in the cart; `goTo` is the page to see it on (spec §4 step 5). */
  purchaseTrial: call('POST', '/cart/purchase', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'refused',
    only: 'http',
    rateLimit: { count: 20, seconds: 300 },
    input: Type.Object({ fp: Type.String({ maxLength: 200 }), incognito: Type.Boolean() }),
    result: Type.Object({ goTo: Type.String() }),
  }),
  /** Of which products the person has had their trial: it is not offered again. A device that was used for one is found out when it is taken. */
  listUsedTrials: call('GET', '/trial/list', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({}),
    result: Type.Object({ used: Type.Array(Type.Enum([...tariffProducts])) }),
  }),
  /** A trial from the promo page (spec §2 /promo, §5 Promo dialogs). */
  subscribeByPromo: call('POST', '/promo/subscribe', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit: { count: 10, seconds: 300 },
    input: Type.Object({
      fp: Type.String({ maxLength: 200 }),
      incognito: Type.Boolean(),
      more: Type.Object({
        product: Type.Enum(['category', 'group']),
        category: Type.Optional(Type.Integer({ minimum: 1 })),
      }),
    }),
    result: Type.Object({ goTo: Type.String() }),
  }),
}

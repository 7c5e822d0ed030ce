/** Subscriptions: what a person may see, and until when. */
import { Type, type Static } from 'typebox'
import { call } from './call.ts'
import { CategorySchema } from './categories.ts'

export const productTypes = ['category', 'project', 'group'] as const
export type ProductType = (typeof productTypes)[number]

export const SubscriptionSchema = Type.Object({
  id: Type.Integer(),
  Tariff: Type.Object({ product: Type.Enum([...productTypes]), type: Type.Enum(['trial', 'regular', 'team', 'package']) }),
  Category: Type.Union([CategorySchema, Type.Null()]),
  startsAt: Type.String(),
  expiresAt: Type.String(),
})
export type Subscription = Static<typeof SubscriptionSchema>

/** What a person may see now, by whatever right: his own subscriptions, his team's, his role. */
export const SeenProductSchema = Type.Object({
  productType: Type.Enum([...productTypes]),
  id: Type.Integer(),
  name: Type.String(),
  fa_font: Type.String(),
  /** Its newest days are hidden. */
  trial: Type.Boolean(),
})
export type SeenProduct = Static<typeof SeenProductSchema>

export const subscriptions = {
  /** Those the asker holds himself, running and past; and all that he may see now. */
  listSubscriptions: call('GET', '/subscription/list', {
    who: 'customer',
    input: Type.Object({}),
    result: Type.Object({ subscriptions: Type.Array(SubscriptionSchema), products: Type.Array(SeenProductSchema) }),
  }),
}

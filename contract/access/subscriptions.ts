/** Subscriptions: what a person may see, and until when. */
import { Type, type Static } from 'typebox'
import { call } from '../call.ts'
import { CategorySchema } from '../category.ts'
import { Id, Nullable } from '../schemas.ts'
import { TariffSchema } from './tariffs.ts'

export const productTypes = ['category', 'project', 'group'] as const
export type ProductType = (typeof productTypes)[number]

/** The icons of products, by their names in `icon`: of categories as a whole, each of which has its own, of projects and of lists of groups. */
export const productIcons = { category: 'speakerphone', project: 'at', group: 'users-group' } as const

/** How often, and for how many days in all, one subscription can be frozen. */
export const freezing = { times: 2, days: 30 }

const Named = Type.Object({ id: Type.Integer(), name: Type.String() })

const { properties: tariff } = TariffSchema

export const SubscriptionSchema = Type.Object({
  id: Type.Integer(),
  /** As it was when it was bought. What was given by hand has none: its titles are empty, and what is not known of it is null. */
  Tariff: Type.Object({
    ...tariff,
    id: Type.Union([tariff.id, Type.Null()]),
    title: Type.String(),
    rate: Type.Union([tariff.rate, Type.Null()]),
    fee: Type.Union([tariff.fee, Type.Null()]),
    duration: Type.Union([tariff.duration, Type.Null()]),
    durationUnit: Type.Union([tariff.durationUnit, Type.Null()]),
    durationTitle: Type.String(),
    teamSize: Nullable(Type.Integer()),
  }),
  Category: Type.Union([CategorySchema, Type.Null()]),
  MonitoredProject: Type.Union([Named, Type.Null()]),
  MonitoredGroupset: Type.Union([
    Type.Object({
      id: Type.Integer(),
      maxSize: Type.Integer(),
      /** Those on the list, in the order in which they were added; `icGroup` as filters name them. */
      Groups: Type.Array(Type.Object({ icGroup: Type.Integer(), name: Type.String() })),
    }),
    Type.Null(),
  ]),
  startsAt: Type.String(),
  expiresAt: Type.String(),
  /** Since when it stands still; its days wait. Null: it runs. */
  frozenAt: Type.Union([Type.String(), Type.Null()]),
  /** Days it may still stand still, and how often. */
  freeze: Type.Object({ times: Type.Integer(), days: Type.Integer() }),
  /** How often its category may still be changed. */
  categoryChangesLeft: Type.Integer(),
})
export type Subscription = Static<typeof SubscriptionSchema>

/** What a person may see now, by whatever right: their own subscriptions, their team's, their role. */
export const SeenProductSchema = Type.Object({
  productType: Type.Enum([...productTypes]),
  id: Type.Integer(),
  name: Type.String(),
  icon: Type.String(),
  /** Its newest days are hidden. */
  trial: Type.Boolean(),
  /** False of a project without keywords and of a list without groups: nothing can come of it yet. */
  configured: Type.Boolean(),
})
export type SeenProduct = Static<typeof SeenProductSchema>

const One = Type.Object({ subscription: SubscriptionSchema })
const Quantity = Type.Object({ quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }) })

export const subscriptions = {
  /** Those the asker holds themselves, running and past; and all that they may see now. */
  listSubscriptions: call('GET', '/subscription/list', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    input: Type.Object({}),
    result: Type.Object({ subscriptions: Type.Array(SubscriptionSchema), products: Type.Array(SeenProductSchema) }),
  }),
  freezeSubscription: call('PATCH', '/subscription/freeze/:id', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'change',
    input: Type.Object({ id: Id }),
    result: One,
  }),
  unfreezeSubscription: call('PATCH', '/subscription/unfreeze/:id', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'change',
    input: Type.Object({ id: Id }),
    result: One,
  }),
  changeCategory: call('PATCH', '/subscription/category/:id', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'refused',
    input: Type.Object({ id: Id, category: Id }),
    result: One,
  }),
  /** More groups for the running subscription, until its end (spec §5 Package purchase). */
  estimatePackage: call('POST', '/subscription/package/estimate', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
    input: Quantity,
    result: Type.Object({ total: Type.Number(), maxQuantity: Type.Integer(), days: Type.Integer() }),
  }),
}

/** What a trial hides, and what is shown of it. */
import { Type, type Static } from 'typebox'
import { productTypes } from '../access/subscriptions.ts'
import { messageKinds, NetworkSchema } from '../networks.ts'
import { Nullable } from '../schemas.ts'

/** Beyond this many veiled messages the count goes no further, and is said to be «больше». */
export const VEILED_CAP = 1_000
/** So many of them are described one by one. */
export const VEILED_CARDS = 3

/** A message that a trial hides, as far as it may be shown: nothing by which it could be found. */
export const VeiledCardSchema = Type.Object({
  network: NetworkSchema,
  kind: Type.Enum([...messageKinds]),
  /** To the hour. */
  publishedAt: Type.String(),
  /** Where it is from; null: it is not known. */
  place: Nullable(Type.String()),
  /** How long the text is, in signs, rounded. */
  length: Type.Integer(),
  demo: Type.Boolean(),
})
export type VeiledCard = Static<typeof VeiledCardSchema>

/** What a trial of one product hides from a filter, and what it costs to see it. */
export const VeiledSchema = Type.Object({
  productType: Type.Enum([...productTypes]),
  productId: Type.Integer(),
  /** Whom or what its people look for, in the accusative: «фотографа»; null where no such words are known. */
  sought: Nullable(Type.String()),
  /** Cards that paying would bring, copies joined; at most VEILED_CAP. */
  messages: Type.Integer(),
  capped: Type.Boolean(),
  /** Their authors, each once; of a message without one it is taken for another. */
  people: Type.Integer(),
  /** The newest. None where the filter asks for words, or for authors on the black list: it would say what they hold. */
  cards: Type.Array(VeiledCardSchema, { maxItems: VEILED_CARDS }),
  /** The cheapest way to have it; `total` in roubles, as the cart counts it without a promo code. Null: it is not on sale. */
  offer: Type.Union([
    Type.Object({
      tariff: Type.Integer(),
      /** For how long, in words. */
      durationTitle: Type.String(),
      quantity: Type.Integer(),
      total: Type.Number(),
    }),
    Type.Null(),
  ]),
})
export type Veiled = Static<typeof VeiledSchema>

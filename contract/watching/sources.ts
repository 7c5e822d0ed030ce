/** How well the networks are heard: silent loss is what no one forgives. */
import { Type, type Static } from 'typebox'
import { call } from '../call.ts'
import { NetworkSchema } from '../networks.ts'

const PartSchema = Type.Enum(['groups', 'searches', 'stream', 'links'])
const Moment = Type.Union([Type.String(), Type.Null()])

export const SourceHealthSchema = Type.Object({
  network: NetworkSchema,
  /** off: it is not configured; late: what is due has waited for too long. */
  state: Type.Enum(['off', 'ok', 'late', 'failing']),
  parts: Type.Array(
    Type.Object({
      part: PartSchema,
      okAt: Moment,
      /** When its newest message was written. */
      heardAt: Moment,
      lagSeconds: Type.Union([Type.Number(), Type.Null()]),
      waiting: Type.Integer(),
      /** For admins and support only. */
      failure: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
})
export type SourceHealth = Static<typeof SourceHealthSchema>

const LagPointSchema = Type.Object({
  /** When the ten minutes began. */
  at: Type.String(),
  lagSeconds: Type.Union([Type.Number(), Type.Null()]),
  waiting: Type.Integer(),
  failed: Type.Boolean(),
})

const TokenSchema = Type.Object({
  network: NetworkSchema,
  /** Its fingerprint. */
  token: Type.String(),
  state: Type.Enum(['working', 'resting', 'dead']),
  restsUntil: Moment,
  why: Type.Union([Type.String(), Type.Null()]),
  /** Of today; `perDay` null: as many as one likes. */
  uses: Type.Array(
    Type.Object({ method: Type.String(), used: Type.Integer(), perDay: Type.Union([Type.Integer(), Type.Null()]) }),
  ),
})
export type SourceToken = Static<typeof TokenSchema>

/** How far back visitors are shown what came. */
export const HEARD_HOURS = 24

const NetworkStatusSchema = Type.Object({
  network: NetworkSchema,
  state: Type.Enum(['ok', 'late', 'failing']),
  /** Half of its messages lately came later than this after they were written; null: none came. */
  lagSeconds: Type.Union([Type.Number(), Type.Null()]),
  /** When its newest message was written. */
  heardAt: Moment,
  /** Of one that is failing: since when. */
  since: Moment,
})
export type NetworkStatus = Static<typeof NetworkStatusSchema>

export const sources = {
  /** How many messages came in the last hours, network by network, those with the most first; up to ten minutes ago. */
  countHeard: call('GET', '/source/heard', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    guestRateLimit: { count: 60, seconds: 60 },
    input: Type.Object({}),
    result: Type.Object({
      networks: Type.Array(
        Type.Object({
          network: NetworkSchema,
          messages: Type.Integer(),
          /** Some of them are made up. */
          demo: Type.Boolean(),
        }),
      ),
    }),
  }),
  listSources: call('GET', '/source/list', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({}),
    /** `demo`: messages are made up here, so that the product can be tried without networks. */
    result: Type.Object({ sources: Type.Array(SourceHealthSchema), demo: Type.Boolean() }),
  }),
  /** How well the networks that are listened to are heard: what anyone may know who thinks of relying on it. */
  getStatus: call('GET', '/status', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    rateLimit: { count: 60, seconds: 60 },
    input: Type.Object({}),
    result: Type.Object({
      networks: Type.Array(NetworkStatusSchema),
      demo: Type.Boolean(),
      /** When this was so. */
      at: Type.String(),
    }),
  }),
  /** How far each part lagged in the last days, the worst of every ten minutes, and what tokens may still do today. */
  getSourceHistory: call('GET', '/admin/source/history', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 7 })) }),
    result: Type.Object({
      parts: Type.Array(Type.Object({ network: NetworkSchema, part: PartSchema, points: Type.Array(LagPointSchema) })),
      tokens: Type.Array(TokenSchema),
    }),
  }),
}

/** How well the networks are heard: silent loss is what no one forgives. */
import { Type, type Static } from 'typebox'
import { call } from '../call.ts'
import { NetworkSchema } from '../networks.ts'

const Moment = Type.Union([Type.String(), Type.Null()])

export const SourceHealthSchema = Type.Object({
  network: NetworkSchema,
  /** off: it is not configured; late: what is due has waited for too long. */
  state: Type.Enum(['off', 'ok', 'late', 'failing']),
  parts: Type.Array(
    Type.Object({
      part: Type.Enum(['groups', 'searches', 'stream', 'links']),
      okAt: Moment,
      /** When its newest message was written. */
      heardAt: Moment,
      lagSeconds: Type.Union([Type.Number(), Type.Null()]),
      waiting: Type.Integer(),
      /** For admins and support only. */
      trouble: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
})
export type SourceHealth = Static<typeof SourceHealthSchema>

export const sources = {
  listSources: call('GET', '/source/list', {
    access: 'customer',
    input: Type.Object({}),
    /** `demo`: messages are made up here, so that the product can be tried without networks. */
    result: Type.Object({ sources: Type.Array(SourceHealthSchema), demo: Type.Boolean() }),
  }),
}

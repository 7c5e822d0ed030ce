/** Who runs the service, as the law wants it said: on pages with texts of law and under prices. */
import { Type, type Static } from 'typebox'
import { call } from '../call.ts'
import { Nullable } from '../schemas.ts'

export const OperatorSchema = Type.Object({
  /** «ООО «Ромашка»»; null: the settings do not say, as with all that follows. */
  name: Nullable(Type.String()),
  /** ИНН and ОГРН (or ОГРНИП). */
  inn: Nullable(Type.String()),
  ogrn: Nullable(Type.String()),
  address: Nullable(Type.String()),
  email: Nullable(Type.String()),
})
export type Operator = Static<typeof OperatorSchema>

export const operator = {
  getOperator: call('GET', '/operator', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    guestRateLimit: { count: 60, seconds: 60 },
    input: Type.Object({}),
    result: Type.Object({ operator: OperatorSchema }),
  }),
}

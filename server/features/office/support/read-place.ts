/** What each list about a person is asked for, and answers. */
import type { InfoOf, PersonPlace } from '../../../../contract/office/support.ts'
import type { CallContext } from '../../../kit/context.ts'
import type { Helped } from './access-person.ts'

export interface PersonPlaceRequest {
  page: number
  limit: number
  /** Null: without a bound. `to` is no part of it. */
  from: Date | null
  to: Date | null
}

export type ReadPlace<Place extends PersonPlace> = (
  ctx: CallContext,
  person: Helped,
  asked: PersonPlaceRequest,
) => Promise<InfoOf<Place>>

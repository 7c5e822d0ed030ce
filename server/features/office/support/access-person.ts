/** Who is helped: anyone with an account, but staff and who asks. */
import type { RoleName } from '../../../../contract/call.ts'
import { isStaff } from '../../../../rules/roles.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

export interface Helped {
  id: number
  email: string | null
  timeZone: string
  roles: RoleName[]
  deletionAt: Date | null
}

/** @throws AppError PERSON_NOT_FOUND */
export async function getPerson(db: DbOrTx, userId: number): Promise<Helped> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'timeZone', 'roles', 'deletionAt'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new AppError('PERSON_NOT_FOUND')
  return { ...row, roles: row.roles as RoleName[] }
}

export const isChangeable = ({ id, roles }: Pick<Helped, 'id' | 'roles'>, actorId: number): boolean =>
  id !== actorId && !isStaff(roles)

/**
 * For what changes something of theirs.
 * @throws AppError PERSON_NOT_FOUND, STAFF_CANNOT_BE_CHANGED; of a deletion STAFF_CANNOT_BE_DELETED
 */
export async function accessPerson(
  db: DbOrTx,
  userId: number,
  actorId: number,
  { deletes }: { deletes: boolean },
): Promise<Helped> {
  const person = await getPerson(db, userId)
  if (deletes && isStaff(person.roles)) throw new AppError('STAFF_CANNOT_BE_DELETED')
  if (!isChangeable(person, actorId)) throw new AppError('STAFF_CANNOT_BE_CHANGED')
  return person
}

/** Who works for the service, and as what. */
import type { RoleName } from '../../../../contract/call.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { publish } from '../../../kit/bus.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Tx } from '../../../kit/sql.ts'
import { findUserIdByEmail } from './find-user.ts'

export interface RoleChange {
  email: string
  add: readonly RoleName[]
  remove: readonly RoleName[]
}

/**
 * They hold from the next call on, and open feeds show what they may show now.
 * @param actorId null: anyone who sits at the service's own machine
 * @returns the roles before and after; null when no one has this e-mail
 */
export async function changeRoles(
  tx: Tx,
  clock: Clock,
  actorId: number | null,
  { email, add, remove }: RoleChange,
): Promise<{ before: RoleName[]; after: RoleName[] } | null> {
  const user = await findUserIdByEmail(tx, email)
  return user === null ? null : changeRolesOf(tx, clock, actorId, user, { add, remove })
}

/** The same by the person's id; null: they are gone. @param from the browser it came from, where it came from one */
export async function changeRolesOf(
  tx: Tx,
  clock: Clock,
  actorId: number | null,
  userId: number,
  {
    add,
    remove,
    from = null,
  }: Pick<RoleChange, 'add' | 'remove'> & { from?: { ip: string; userAgent: string } | null },
): Promise<{ before: RoleName[]; after: RoleName[] } | null> {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'roles'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!user) return null
  const before = user.roles as RoleName[]
  const after = [...before.filter((role) => !remove.includes(role)), ...add.filter((role) => !before.includes(role))]
  if (after.length === before.length && after.every((role) => before.includes(role))) return { before, after: before }
  await tx.updateTable('users').set({ roles: after }).where('id', '=', user.id).execute()
  await recordAuditEntry(tx, clock, from, {
    actorId,
    userId: user.id,
    action: 'roles-changed',
    details: { before, after },
  })
  await publish(tx, 'scope.changed', { userId: user.id })
  return { before, after }
}

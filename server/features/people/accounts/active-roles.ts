/** Roles where no session says them: of people who are sent signals, or for whom a job works. */
import type { RoleName } from '../../../../contract/call.ts'
import { splitRoles } from '../../../../rules/roles.ts'
import type { Config } from '../../../config/config.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

export type StaffRules = Pick<Config, 'staffSecondFactor'>

/** As they hold now: a session would get the same (sessions.ts). */
export async function readActiveRoles(
  { db, config: { staffSecondFactor } }: { db: DbOrTx; config: StaffRules },
  userIds: readonly number[],
): Promise<Map<number, RoleName[]>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .leftJoin('secondFactors', (join) =>
      join.onRef('secondFactors.userId', '=', 'users.id').on('secondFactors.confirmedAt', 'is not', null),
    )
    .select(['users.id', 'users.roles', 'secondFactors.userId as secondFactorOf'])
    .where('users.id', 'in', userIds)
    .execute()
  return new Map(
    rows.map(({ id, roles, secondFactorOf }) => [
      id,
      splitRoles(roles as RoleName[], !staffSecondFactor || secondFactorOf !== null).active,
    ]),
  )
}

import { sql } from 'kysely'
import type { StaffMember } from '../../../../contract/office/staff.ts'
import { staffRoleNames } from '../../../../contract/staff-roles.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

/** Everyone who works for the service, or this one person if they do. */
export async function readStaff(db: DbOrTx, userId: number | null = null): Promise<StaffMember[]> {
  const roles = [...staffRoleNames] as string[]
  const { rows } = await sql<Omit<StaffMember, 'seenAt'> & { seenAt: Date | null }>`
    select u.id, u.username as name, coalesce(u.email, '') as email,
      array(select role from unnest(u.roles) role where role = any(${roles})) as roles,
      exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as second_factor,
      (select max(last_seen_at) from sessions s where s.user_id = u.id) as seen_at
    from users u
    where u.roles && ${roles}::text[] and (${userId}::bigint is null or u.id = ${userId}) order by u.id`.execute(db)
  return rows.map(({ seenAt, ...row }) => ({ ...row, seenAt: seenAt?.toISOString() ?? null }))
}

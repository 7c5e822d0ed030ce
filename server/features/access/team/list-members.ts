/** Who is in a team: its owner, and everybody whose card is accepted. */
import { sql } from 'kysely'
import type { DbOrTx } from '../../../kit/sql.ts'

/** Everybody in a team with this person, themselves first: the owner's team, and the teams they were taken into. */
export async function listTeammates(db: DbOrTx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with teams as (
      select ${userId}::bigint as owner_id
      union select owner_id from membership_cards where user_id = ${userId} and status = 'accepted')
    select id from (
      select owner_id as id from teams
      union select c.user_id from membership_cards c join teams using (owner_id) where c.status = 'accepted') as mates
    where id <> ${userId} order by id`.execute(db)
  return [userId, ...rows.map(({ id }) => id)]
}

/** Whom this person took into their own team; themselves not among them. */
export async function listTeamMembers(db: DbOrTx, ownerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct user_id as id from membership_cards
    where owner_id = ${ownerId} and status = 'accepted' and user_id <> ${ownerId} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

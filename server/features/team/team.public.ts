/**
 * What other parts may ask of teams. A team is its owner and everybody whose card is accepted; somebody may own one team
 * and be taken into several others. To be in a team with somebody is mutual, and goes no further than that team.
 */
import { sql } from 'kysely'
import type { DbOrTx } from '../../kit/sql.ts'

export { leaveTeams } from './members.ts'
export { personalTeams } from './personal-teams.ts'

/** Everybody in a team with this person, himself first: the owner's team, and the teams he was taken into. */
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

/** Whom this person took into his own team; himself not among them. */
export async function listTeamMembers(db: DbOrTx, ownerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct user_id as id from membership_cards
    where owner_id = ${ownerId} and status = 'accepted' and user_id <> ${ownerId} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Who is in which team now: an owner whose team subscription runs, and everyone they took in for whom there is a place. */
import { sql, type RawBuilder } from 'kysely'
import type { TeamRight } from '../../../../contract/call.ts'
import { prepared, type DbOrTx } from '../../../kit/sql.ts'
import { isSeen } from '../tariffs/tariffs.public.ts'

/** As many people as one likes, where SQL wants a number. */
export const BOUNDLESS = 2_147_483_647

/** For SQL: for how many people the owner's team subscriptions that run at `at` pay; 0: none runs. */
export const teamSizeAt = (ownerId: RawBuilder<unknown> | number, at: RawBuilder<unknown> | Date) => sql<number>`(
  select coalesce(max(coalesce(team_size, ${BOUNDLESS}::int)), 0) from subscriptions
  where user_id = ${ownerId} and tariff_type = 'team' and ${isSeen(at)})`

/** For SQL: the same of every team that runs at once, as rows of owner_id and size. */
export const teamSizes = (at: Date) => sql`(
  select user_id as owner_id, max(coalesce(team_size, ${BOUNDLESS}::int)) as size from subscriptions
  where tariff_type = 'team' and ${isSeen(at)} group by user_id)`

/** For SQL: what a person `u` of the table `users` is called in the team of this owner: by their card there, else as their account is. */
export const nameInTeam = (ownerId: number) => sql<string>`coalesce((
  select card.username from membership_cards card
  where card.user_id = u.id and card.status = 'accepted' and card.owner_id = ${ownerId}), u.username)`

/** By id: what these people are called in the team of this owner. Those whose account is gone are left out. */
export async function readNamesInTeam(
  db: DbOrTx,
  ownerId: number,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, ${nameInTeam(ownerId)} as name from users u where u.id = any(${userIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export interface TeamMembership {
  ownerId: number
  /** What this person may do in it; of its owner `manage`. */
  right: TeamRight
  /** A team subscription of the owner runs. */
  running: boolean
  /** It runs, and there is a place for them. */
  seated: boolean
}

/** The team this person is in, their own or the one they were taken into, whether it runs or rests; null: none. */
export async function findTeam(db: DbOrTx, userId: number, now: Date): Promise<TeamMembership | null> {
  const { rows } = await sql<{ ownerId: number; place: number; right: TeamRight; size: number; owns: boolean }>`
    with team as (
      select owner_id, place, team_right from membership_cards where user_id = ${userId} and status = 'accepted'
      union all select ${userId}::bigint, 0, 'manage'
      order by place desc limit 1)
    select owner_id, place, team_right as right, ${teamSizeAt(sql`team.owner_id`, now)} as size, exists (
      select from subscriptions
      where user_id = ${userId} and tariff_type = 'team' and ended_at is null and expires_at > ${now}) as owns
    from team`.execute(db)
  const [team] = rows
  if (!team || (team.ownerId === userId && !team.owns)) return null
  return { ownerId: team.ownerId, right: team.right, running: team.size > 0, seated: team.place < team.size }
}

export interface Teammates {
  /** The owner of the team that works now; without one the person themselves. */
  ownerId: number
  /** What they may do with what they reach through the team; alone, and of the owner, `manage`. */
  right: TeamRight
  /** Everybody in it, themselves first. */
  people: number[]
}

/** With whom this person works: with no one while their team rests, or while there is no place for them. */
export async function readTeammates(db: DbOrTx, userId: number, now: Date): Promise<Teammates> {
  const { rows } = await sql<{ id: number; ownerId: number; right: TeamRight | null }>`${prepared}
    with own as (
      select coalesce(max(owner_id), ${userId}::bigint) as owner_id, max(team_right) as team_right
      from membership_cards where user_id = ${userId} and status = 'accepted'),
    team as (select owner_id, ${teamSizeAt(sql`own.owner_id`, now)} as size from own),
    seated as (
      select owner_id as id from team where size > 0
      union all
      select c.user_id from team t join membership_cards c using (owner_id) where c.status = 'accepted' and c.place < t.size)
    select seated.id, own.owner_id, own.team_right as right from seated, own
    where ${userId} in (select id from seated) order by seated.id`.execute(db)
  const [first] = rows
  if (!first) return { ownerId: userId, right: 'manage', people: [userId] }
  const others = rows.map(({ id }) => id).filter((id) => id !== userId)
  return { ownerId: first.ownerId, right: first.right ?? 'manage', people: [userId, ...others] }
}

/** What someone of the team of this owner may do in it. */
export async function readTeamRight(db: DbOrTx, ownerId: number, userId: number): Promise<TeamRight> {
  if (userId === ownerId) return 'manage'
  const card = await db
    .selectFrom('membershipCards')
    .select('teamRight')
    .where('ownerId', '=', ownerId)
    .where('userId', '=', userId)
    .where('status', '=', 'accepted')
    .executeTakeFirst()
  return (card?.teamRight as TeamRight | undefined) ?? 'view'
}

export async function listTeammates(db: DbOrTx, userId: number, now: Date): Promise<number[]> {
  return (await readTeammates(db, userId, now)).people
}

/** All whom a change of this team may concern, its owner first: those for whom there is no place too, and while it rests. */
export async function listTeamPeople(db: DbOrTx, ownerId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('membershipCards')
    .select('userId')
    .where('ownerId', '=', ownerId)
    .where('status', '=', 'accepted')
    .orderBy('place')
    .execute()
  return [ownerId, ...rows.flatMap(({ userId }) => userId ?? [])]
}

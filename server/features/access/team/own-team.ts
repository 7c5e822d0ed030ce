/** What becomes of a team when its owner begins it, when it ends, and when it has other places: called from above. */
import { sql } from 'kysely'
import type { Clock } from '../../../kit/clock.ts'
import type { AppContext } from '../../../kit/context.ts'
import type { Tx } from '../../../kit/sql.ts'
import { lockMembership, lockTeam, type CardRow } from './card-row.ts'
import { leftOutLetter, memberLeftLetter, removedLetter, teamEndedLetter } from './letters.ts'
import { listTeamPeople, teamSizes } from './list-members.ts'
import { giveUpClaims, lockCardOf, takeOut } from './members.ts'
import { publishTeamChanged } from './publish.ts'
import { readContact, writeTo } from './write-to.ts'

/** Out of the team they were taken into: they have their own from now on. */
export async function beginOwnTeam(tx: Tx, clock: Clock, userId: number): Promise<void> {
  await lockMembership(tx, userId)
  await giveUpClaims(tx, userId)
  const card = await lockCardOf(tx, userId)
  if (!card) return
  await takeOut(tx, clock, card, userId)
  await writeTo(tx, clock, card.ownerId, memberLeftLetter(null, card.username))
}

/** Invitations that no one answered are void. Members stay on their cards, so that a renewal brings everything back at once. */
export async function endOwnTeam(
  tx: Tx,
  clock: Clock,
  { siteUrl }: Pick<AppContext['config'], 'siteUrl'>,
  ownerId: number,
): Promise<void> {
  await lockTeam(tx, ownerId)
  await tx
    .updateTable('membershipCards')
    .set({ invitationExpiresAt: clock.now(), claimedBy: null })
    .where('ownerId', '=', ownerId)
    .where('status', '=', 'pending')
    .where('invitationExpiresAt', '>', clock.now())
    .execute()
  const [, ...members] = await listTeamPeople(tx, ownerId)
  const { name } = await readContact(tx, ownerId)
  for (const userId of members) await writeTo(tx, clock, userId, teamEndedLetter(siteUrl, name))
  await publishTeamChanged(tx, [ownerId, ...members])
}

/**
 * The membership of this person, the team they are in and the one they own, in the order in which all take them. Who wants the
 * person's row too, takes it after these.
 * @returns the card by which they are in a team; null: they are in none
 */
export async function lockTeamsOf(tx: Tx, userId: number): Promise<CardRow | null> {
  await lockMembership(tx, userId)
  const card = await lockCardOf(tx, userId)
  await lockTeam(tx, userId)
  return card
}

/** Out of the team they are in, and their own one is no more: their account goes. Who was in a team with them is written to. */
export async function leaveTeams(
  tx: Tx,
  clock: Clock,
  { siteUrl }: Pick<AppContext['config'], 'siteUrl'>,
  userId: number,
): Promise<void> {
  const card = await lockTeamsOf(tx, userId)
  if (card) {
    await takeOut(tx, clock, card, userId)
    await writeTo(tx, clock, card.ownerId, memberLeftLetter(siteUrl, card.username))
  }
  const [, ...members] = await listTeamPeople(tx, userId)
  const { name } = await readContact(tx, userId)
  await tx.deleteFrom('membershipCards').where('ownerId', '=', userId).execute()
  for (const member of members) await writeTo(tx, clock, member, removedLetter(siteUrl, name))
  await publishTeamChanged(tx, [userId, ...members])
}

/** Members `c` of running teams `t` who know another thing of their place than is so. */
const isOutdated = sql`c.owner_id = t.owner_id and c.status = 'accepted' and c.told_of_place <> (c.place < t.size)`

/** Who has no place any more is written to; who has one again sees it. @returns in how many teams */
export async function seatMembers({
  db,
  clock,
  config,
  log,
}: Pick<AppContext, 'db' | 'clock' | 'config' | 'log'>): Promise<number> {
  const now = clock.now()
  const { rows } = await sql<{ ownerId: number }>`
    select distinct c.owner_id from membership_cards c, ${teamSizes(now)} as t where ${isOutdated} order by c.owner_id`.execute(
    db,
  )
  let teams = 0
  for (const { ownerId } of rows) {
    try {
      await db.transaction().execute(async (tx) => {
        await lockTeam(tx, ownerId)
        const { rows: changed } = await sql<{ userId: number; toldOfPlace: boolean }>`
          update membership_cards c set told_of_place = not told_of_place from ${teamSizes(now)} as t
          where c.owner_id = ${ownerId} and ${isOutdated} returning c.user_id, c.told_of_place`.execute(tx)
        const { name } = await readContact(tx, ownerId)
        for (const { userId, toldOfPlace } of changed)
          if (!toldOfPlace) await writeTo(tx, clock, userId, leftOutLetter(config.siteUrl, name))
        if (changed.length > 0) await publishTeamChanged(tx, await listTeamPeople(tx, ownerId))
      })
      teams += 1
    } catch (error) {
      log.error({ err: error, ownerId }, 'the places of a team could not be told')
    }
  }
  return teams
}

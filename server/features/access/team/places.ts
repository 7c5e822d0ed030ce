/** The places of a team: how many are paid for, how many are taken, and what is known to change. */
import { sql } from 'kysely'
import type { PlacesInTeam } from '../../../../contract/access/team.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { runsAgainAtSql } from '../tariffs/tariffs.public.ts'
import { BOUNDLESS, teamSizeAt } from './list-members.ts'

export async function readTeamPlaces(db: DbOrTx, ownerId: number, now: Date): Promise<PlacesInTeam> {
  const [{ rows: sizes }, taken] = await Promise.all([
    sql<{ at: Date; size: number }>`
      with moments as (
        select ${now}::timestamptz as at
        union select moment from subscriptions, unnest(array[starts_at, expires_at, ${runsAgainAtSql}]) as moment
          where user_id = ${ownerId} and tariff_type = 'team' and ended_at is null and moment > ${now})
      select at, ${teamSizeAt(ownerId, sql`moments.at`)} as size from moments order by at`.execute(db),
    countTaken(db, ownerId, now),
  ])
  const size = sizes[0]?.size ?? 0
  const next = sizes.find((each) => each.size < size)
  return {
    total: size === BOUNDLESS ? null : size,
    taken,
    next: next ? { at: next.at.toISOString(), total: next.size } : null,
  }
}

/** The owner, everyone accepted, everyone invited whose invitation still stands. @param but a card that is not counted */
async function countTaken(db: DbOrTx, ownerId: number, now: Date, but = 0): Promise<number> {
  const { taken } = await db
    .selectFrom('membershipCards')
    .select((select) => select.fn.countAll<number>().as('taken'))
    .where('ownerId', '=', ownerId)
    .where('id', '<>', but)
    .where(({ eb, and, or }) =>
      or([eb('status', '=', 'accepted'), and([eb('status', '=', 'pending'), eb('invitationExpiresAt', '>', now)])]),
    )
    .executeTakeFirstOrThrow()
  return taken + 1
}

/**
 * There is a place for one more invitation. The team is locked: of two who want the last place, one is refused.
 * @param cardId which holds a place already, if its invitation stands; 0: none
 * @throws AppError TEAM_NOT_RUNNING, TEAM_LIMIT_REACHED
 */
export async function checkPlaceToInvite(tx: Tx, ownerId: number, now: Date, cardId = 0): Promise<void> {
  const size = await readSize(tx, ownerId, now)
  if (size === 0) throw new AppError('TEAM_NOT_RUNNING')
  if ((await countTaken(tx, ownerId, now, cardId)) >= size) throw new AppError('TEAM_LIMIT_REACHED')
}

/** The next place in the order of acceptance, from 1. The team is locked. @throws AppError TEAM_PLACE_LIMIT_REACHED */
export async function takePlace(tx: Tx, ownerId: number, now: Date): Promise<number> {
  const { accepted } = await tx
    .selectFrom('membershipCards')
    .select((select) => select.fn.countAll<number>().as('accepted'))
    .where('ownerId', '=', ownerId)
    .where('status', '=', 'accepted')
    .executeTakeFirstOrThrow()
  if (accepted + 1 >= (await readSize(tx, ownerId, now))) throw new AppError('TEAM_PLACE_LIMIT_REACHED')
  return accepted + 1
}

/** Those who came after the place that is free now move up. */
export async function moveUp(tx: Tx, ownerId: number, place: number): Promise<void> {
  const behind = await tx
    .selectFrom('membershipCards')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('place', '>', place)
    .orderBy('place')
    .execute()
  const ids = behind.map(({ id }) => id)
  if (ids.length === 0) return
  // In two steps: no two may have the same place even for a moment.
  await tx.updateTable('membershipCards').set({ place: null }).where('id', 'in', ids).execute()
  await sql`
    update membership_cards set place = ${place} + moved.step - 1
    from unnest(${ids}::bigint[]) with ordinality as moved(id, step) where membership_cards.id = moved.id`.execute(tx)
}

export async function readSize(db: DbOrTx, ownerId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ size: number }>`select ${teamSizeAt(ownerId, now)} as size`.execute(db)
  return rows[0]?.size ?? 0
}

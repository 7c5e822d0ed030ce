/** Who owns a team: it begins with the first team subscription of a person, and ends with the last. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Db, Tx } from '../../../kit/sql.ts'
import { changeRolesOf } from '../../people/accounts/accounts.public.ts'
import { beginOwnTeam, endOwnTeam, seatMembers } from '../team/team.public.ts'
import { lockSubscriptions } from './subscription-row.ts'

/** As soon as it is paid for or given, though it may begin later. One who is in another team leaves it: no one is in two. */
export async function beginTeam(tx: Tx, clock: Clock, userId: number): Promise<void> {
  await beginOwnTeam(tx, clock, userId)
  // After its locks: who is taken in meanwhile holds them, and needs the person's row.
  await changeRolesOf(tx, clock, null, userId, { add: ['teamOwner'], remove: [] })
}

/** People with the role of owners whose team subscriptions are all over. */
const ended = (now: Date) => sql`
  'teamOwner' = any(u.roles) and not exists (
    select from subscriptions s where s.user_id = u.id and s.tariff_type = 'team' and s.ended_at is null and s.expires_at > ${now})`

type Context = Pick<AppContext, 'db' | 'clock' | 'config' | 'log'>

/** What the clock does to teams: some end, in some there are fewer places or more. Reported once, however often it is asked. */
export async function settleTeams(context: Context): Promise<{ ended: number; seated: number }> {
  const { db, clock, log, config } = context
  const { rows } = await sql<{
    id: number
  }>`select u.id from users u where ${ended(clock.now())} order by u.id`.execute(db)
  let count = 0
  // Each by itself: the others do not wait for one that fails.
  for (const { id } of rows) {
    try {
      if (await endTeam(context, db, id)) count += 1
    } catch (error) {
      log.error({ err: error, userId: id }, 'a team could not be ended')
    }
  }
  return { ended: count, seated: await seatMembers({ db, clock, config, log }) }
}

function endTeam({ clock, config }: Context, db: Db, userId: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockSubscriptions(tx, userId)
    const { rows } = await sql`select from users u where u.id = ${userId} and ${ended(clock.now())}`.execute(tx)
    // Prolonged in the last moment.
    if (rows.length === 0) return false
    await endOwnTeam(tx, clock, config, userId)
    await changeRolesOf(tx, clock, null, userId, { add: [], remove: ['teamOwner'] })
    return true
  })
}

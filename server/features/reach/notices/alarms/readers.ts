/** Everybody an alarm of some kind may concern, one after the other. */
import { sql } from 'kysely'
import type { AlarmKind } from '../../../../../contract/reach/notices.ts'
import type { AppContext } from '../../../../kit/context.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'log'>

const PORTION = 500

/**
 * Who holds something, or is in a team, and has not switched this kind off over every channel. Each by themselves: the others do not wait for one with
 * whom it fails. Of whom `read` answers null there is nothing to look at.
 * @param read what is to be known of a portion of them, read at once: of one it answers what `look` is handed
 * @param look answers how often that person was notified
 * @returns how often anyone was
 */
export async function eachReader<Facts>(
  { db, clock, log }: Context,
  kind: AlarmKind,
  read: (userIds: number[]) => Promise<(userId: number) => Facts | null>,
  look: (userId: number, facts: Facts) => Promise<number>,
): Promise<number> {
  let notified = 0
  let after = 0
  for (;;) {
    const userIds = await listReaders(db, kind, clock.now(), after)
    const factsOf = await read(userIds)
    for (const userId of userIds) {
      const facts = factsOf(userId)
      if (facts === null) continue
      try {
        notified += await look(userId, facts)
      } catch (error) {
        log.error({ err: error, userId, kind }, 'a person was not looked at for an alarm')
      }
    }
    const last = userIds.at(-1)
    if (last === undefined || userIds.length < PORTION) return notified
    after = last
  }
}

async function listReaders(db: DbOrTx, kind: AlarmKind, now: Date, after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u
    where u.id > ${after} and u.deletion_at is null
      and (exists (select from subscriptions s where s.user_id = u.id and s.ended_at is null and s.expires_at > ${now})
        or exists (select from membership_cards c where c.user_id = u.id and c.status = 'accepted'))
      and not exists (select from notice_preferences p where p.user_id = u.id and p.alarms -> ${kind} = '[]'::jsonb)
    order by u.id limit ${PORTION}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Prints of devices (spec §7 fp): kept for the limits of trials, and for nothing else. */
import { sql } from 'kysely'
import type { Clock } from '../../../kit/clock.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

/** No one has more devices; a program that makes prints up is not to fill the table. */
const MOST_PRINTS = 100

export async function keepDevicePrint(
  db: DbOrTx,
  clock: Clock,
  userId: number,
  print: { fp: string; incognito: boolean },
): Promise<void> {
  const now = clock.now()
  await sql`
    insert into device_prints (user_id, fp, incognito, first_seen_at, last_seen_at)
    select ${userId}, ${print.fp}, ${print.incognito}, ${now}, ${now}
    where (select count(*) from device_prints where user_id = ${userId} and fp <> ${print.fp}) < ${MOST_PRINTS}
    on conflict (user_id, fp) do update set incognito = excluded.incognito, last_seen_at = excluded.last_seen_at`.execute(
    db,
  )
}

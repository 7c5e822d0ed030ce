/** Prints of devices (spec §7 fp): kept for the limits of trials and of the partner programme, and for nothing else. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { readPrint } from '../../../../rules/device-print.ts'
import { addressRange } from '../../../kit/address-range.ts'
import type { CallContext } from '../../../kit/context.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

/** As trials are counted. Browsers that give no print are one device for each network address and month: there is nothing else to tell them by. */
export function deviceOf({ config, clock, ip }: Pick<CallContext, 'config' | 'clock' | 'ip'>, fp: string): string {
  const month = clock.now().toISOString().slice(0, 7)
  const mark = (): string =>
    createHmac('sha256', config.secretKey)
      .update(`no print at ${addressRange(ip)} in ${month}`)
      .digest('hex')
  return readPrint(fp) ?? `none ${mark()}`
}

/** No one has more devices; a program that makes prints up is not to fill the table. */
const MOST_PRINTS = 100

export async function keepDevicePrint(
  db: DbOrTx,
  clock: Clock,
  userId: number,
  { fp, incognito }: { fp: string | undefined; incognito: boolean },
): Promise<void> {
  const now = clock.now()
  const print = readPrint(fp)
  if (print === null) return
  await sql`
    insert into device_prints (user_id, fp, incognito, first_seen_at, last_seen_at)
    select ${userId}, ${print}, ${incognito}, ${now}, ${now}
    where (select count(*) from device_prints where user_id = ${userId} and fp <> ${print}) < ${MOST_PRINTS}
    on conflict (user_id, fp) do update set incognito = excluded.incognito, last_seen_at = excluded.last_seen_at`.execute(
    db,
  )
}

/** Visits that someone brought, of anyone who comes, registered or not. */
import { addressesKeptDays } from '../../../../contract/addresses-kept-days.ts'
import { DAY, type Clock } from '../../../kit/clock.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

export interface Visit {
  refId: number
  refUrl: string | null
  referrer: string | null
  /** The query of the address. */
  params: Record<string, string>
  ip: string
  userAgent: string
  at: Date
  shortLinkId: number | null
}

/** @returns their ids, in their order */
export async function insertVisits(db: DbOrTx, visits: readonly Visit[]): Promise<number[]> {
  const rows = visits.map(({ refId, refUrl, referrer, params, ip, userAgent, at, shortLinkId }) => ({
    refId,
    refUrl: refUrl ?? '',
    referrer: referrer ?? '',
    params: JSON.stringify(params),
    ip,
    userAgent,
    at,
    shortLinkId,
  }))
  const made = await db.insertInto('referralVisits').values(rows).returning('id').execute()
  return made.map(({ id }) => id)
}

/** Visits are counted for good; by then no one asks any more whether they were made up. */
export async function forgetVisitAddresses(db: DbOrTx, clock: Clock): Promise<void> {
  await db
    .updateTable('referralVisits')
    .set({ ip: '', userAgent: '' })
    .where('at', '<', new Date(clock.now().getTime() - addressesKeptDays * DAY))
    .where(({ eb, or }) => or([eb('ip', '<>', ''), eb('userAgent', '<>', '')]))
    .execute()
}

/**
 * What is tried, counted by account and by address, over all processes. A try is written down before it is looked at, so that
 * a thousand at once are not each the first.
 */
import { sql } from 'kysely'
import { freeSignInFailures } from '../../../../contract/people/accounts.ts'
import { addressRange } from '../../../kit/address-range.ts'
import { HOUR, SECOND, type Clock } from '../../../kit/clock.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Db, DbOrTx } from '../../../kit/sql.ts'

const WINDOW = HOUR
/** Captcha or not: no one's password is guessed at any faster. */
const MOST_AN_HOUR = 100
/** From one place or by one known browser: anyone who is alone cannot use up what all strangers together may. */
export const MOST_FROM_ONE = 20

/** Of an account there is or there is not. */
export const accountKey = (email: string): string => `email ${email.trim().toLowerCase()}`
export const addressKey = (ip: string): string => `address ${addressRange(ip)}`
/** Of an account, from one address: what someone tries here locks no one out elsewhere. */
export const placeKey = (email: string, ip: string): string => `${accountKey(email)} from ${addressRange(ip)}`
/** A browser that was signed in to the account before (known-device.ts). */
export const deviceKey = (mark: string): string => `device ${mark}`
/** Letters that strangers get because someone at this address asked for it. */
export const letterKey = (ip: string): string => `letters ${addressRange(ip)}`
/** Letters of recovery to one e-mail, from any address and whether or not an account has it. */
export const recoveryKey = (email: string): string => `recovery ${email.trim().toLowerCase()}`
/** Codes to come in with to one e-mail, from any address and whether or not an account has it. */
export const codeLoginKey = (email: string): string => `code login ${email.trim().toLowerCase()}`
/** Codes of a second factor: of an account, and of an account from one address. */
export const secondFactorKey = (userId: number, ip?: string): string =>
  `second factor ${userId}${ip === undefined ? '' : ` from ${addressRange(ip)}`}`
/** Someone signed in who is asked for their password again. */
export const personKey = (userId: number): string => `person ${userId}`

export interface Try {
  /** How often the same was tried within the hour before, by its key. */
  before(key: string): number
  /** It was none. */
  takeBack(): Promise<void>
}

export async function beginTry(db: Db, clock: Clock, keys: string[]): Promise<Try> {
  const now = clock.now()
  const written = await db
    .insertInto('signInFailures')
    .values(keys.map((key) => ({ key, at: now })))
    .returning('id')
    .execute()
  const own = written.map(({ id }) => id)
  // A statement of its own: it sees what others wrote meanwhile.
  const rows = await db
    .selectFrom('signInFailures')
    .select(['key', sql<number>`count(*)`.as('count')])
    .where('key', 'in', keys)
    .where('at', '>', new Date(now.getTime() - WINDOW))
    .where('id', 'not in', own)
    .groupBy('key')
    .execute()
  const counts = new Map(rows.map(({ key, count }) => [key, count]))
  return {
    before: (key) => counts.get(key) ?? 0,
    async takeBack() {
      await db.deleteFrom('signInFailures').where('id', 'in', own).execute()
    },
  }
}

/** More than 5 failures, and the next try needs a captcha (spec §4). */
export const needsCaptcha = (failures: number): boolean => failures > freeSignInFailures

/** How many times as much work as usual a captcha is, for an address that goes on failing. */
export const effortAfter = (failures: number): number => Math.min(8, 1 + Math.floor(failures / 20))

/** Refuses when this was tried so often that even a captcha does not help. */
export async function checkMost(
  db: DbOrTx,
  clock: Clock,
  failed: Try,
  key: string,
  most = MOST_AN_HOUR,
): Promise<void> {
  if (failed.before(key) < most) return
  await failed.takeBack()
  const now = clock.now()
  const { oldest } = await db
    .selectFrom('signInFailures')
    .select((select) => select.fn.min('at').as('oldest'))
    .where('key', '=', key)
    .where('at', '>', new Date(now.getTime() - WINDOW))
    .executeTakeFirstOrThrow()
  const wait = (oldest ?? now).getTime() + WINDOW - now.getTime()
  throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfter: Math.max(1, Math.ceil(wait / SECOND)) })
}

export async function countFailures(db: DbOrTx, clock: Clock, key: string): Promise<number> {
  const { count } = await db
    .selectFrom('signInFailures')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('key', '=', key)
    .where('at', '>', new Date(clock.now().getTime() - WINDOW))
    .executeTakeFirstOrThrow()
  return count
}

/** They know the password after all. */
export async function forgetFailures(db: DbOrTx, ...keys: string[]): Promise<void> {
  await db.deleteFrom('signInFailures').where('key', 'in', keys).execute()
}

export async function forgetOldFailures(db: DbOrTx, clock: Clock): Promise<void> {
  await db
    .deleteFrom('signInFailures')
    .where('at', '<=', new Date(clock.now().getTime() - WINDOW))
    .execute()
}

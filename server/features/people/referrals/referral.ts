/** Who brought a visitor: cookies remember it until they register, and then it is kept with their account (spec §3, §9). */
import { cpaRefId, defaultRefId, referralCookies } from '../../../../contract/people/referrals.ts'
import type { CallContext } from '../../../kit/context.ts'
import { DAY, SECOND, type Clock } from '../../../kit/clock.ts'
import { recordEvent } from '../../../kit/jobs.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'

/** As it is kept beside a registration until that is confirmed. */
export interface Referral {
  /** The partner; 1: no one brought them, -1: the cpa network did. */
  refId: number
  /** The id of the visit it comes from. */
  clip: string | null
  /** The address they came to. */
  refUrl: string | null
  /** The page of another site they came from. */
  referrer: string | null
  /** The click of the cpa network. */
  actionpay: string | null
}

export const nobodysReferral: Referral = {
  refId: defaultRefId,
  clip: null,
  refUrl: null,
  referrer: null,
  actionpay: null,
}

type CookieName = keyof typeof referralCookies
const fieldOf = {
  ref_id: 'refId',
  clip: 'clip',
  ref_url: 'refUrl',
  referrer: 'referrer',
  actionpay: 'actionpay',
} as const

/** Browsers drop a cookie of more than 4 KB, and Russian letters take six bytes there. */
const MOST_ENCODED = 1500

/** What the cookies of this browser say. They are in the visitor's hands: whatever makes no sense counts as nothing. */
export function referralOf({ cookies }: Pick<CallContext, 'cookies'>): Referral {
  const text = (name: CookieName): string | null => clean(cookies[name] ?? '', 2000)
  const actionpay = text('actionpay')
  const written = Number(cookies.ref_id ?? defaultRefId)
  const known = Number.isInteger(written) && (written === cpaRefId || written > 0) && written <= 2_147_483_647
  // Without its click the cpa network is owed nothing.
  const refId = !known || (written === cpaRefId && actionpay === null) ? defaultRefId : written
  const clip = text('clip')
  return {
    refId,
    clip: clip !== null && /^\d{1,15}$/.test(clip) ? clip : null,
    refUrl: text('ref_url'),
    referrer: text('referrer'),
    actionpay: refId === cpaRefId ? actionpay : null,
  }
}

/** Someone paid for this visitor, or hopes to be: a partner, or the cpa network. */
export const isPaid = ({ refId }: Referral): boolean => refId !== defaultRefId

/** All cookies tell of one visit: what it does not say, an earlier one has no say in. */
export function rememberReferral(ctx: CallContext, referral: Referral): void {
  for (const [name, days] of Object.entries(referralCookies) as [CookieName, number][]) {
    const value = referral[fieldOf[name]]
    // A click of the cpa network counts for less time than a partner's link.
    const kept = referral.refId === cpaRefId ? Math.min(days, referralCookies.actionpay) : days
    if (value !== null) ctx.setCookie(name, fitting(String(value)), (kept * DAY) / SECOND)
    else if (ctx.cookies[name] !== undefined) ctx.setCookie(name, null)
  }
}

/** With the new account, for good. Anyone who is no partner brought no one. */
export async function keepReferral(tx: Tx, clock: Clock, userId: number, referral: Referral): Promise<void> {
  const refId = await findSource(tx, referral.refId)
  const actionpay = refId === cpaRefId ? referral.actionpay : null
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('userReferrals')
    .values({ ...referral, refId, actionpay, userId, at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (actionpay !== null && numInsertedOrUpdatedRows === 1n)
    await recordEvent(tx, clock, 'click.registered', { userId })
}

/** The partner of this id, or anyone who stands for no one. */
export async function findSource(db: DbOrTx, refId: number): Promise<number> {
  if (refId === cpaRefId || refId === defaultRefId) return refId
  const partner = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', refId)
    .where((where) => where(where.val('partner'), '=', where.fn.any('roles')))
    .executeTakeFirst()
  return partner?.id ?? defaultRefId
}

/** Null for what says nothing; without what no database holds. */
export function clean(text: string, most: number): string | null {
  const short = text.toWellFormed().replaceAll('\u0000', '').trim().slice(0, most).toWellFormed()
  return short === '' ? null : short
}

function fitting(text: string): string {
  let length = 0
  let fits = ''
  for (const sign of text.toWellFormed()) {
    length += encodeURIComponent(sign).length
    if (length > MOST_ENCODED) break
    fits += sign
  }
  return fits
}

/** The click of the cpa network by which this person came; null when someone else, or no one, brought them. */
export async function findActionpayClick(db: DbOrTx, userId: number): Promise<string | null> {
  const row = await db.selectFrom('userReferrals').select('actionpay').where('userId', '=', userId).executeTakeFirst()
  return row?.actionpay ?? null
}

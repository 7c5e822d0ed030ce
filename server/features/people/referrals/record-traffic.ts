/** A visitor came by a link: who is remembered to have brought them. */
import { cpaRefId, defaultRefId } from '../../../../contract/people/referrals.ts'
import type { CallContext, Handlers } from '../../../kit/context.ts'
import { clean, findSource, isPaid, referralOf, rememberReferral, type Referral } from './referral.ts'
import { insertVisits } from './visits.ts'

export const recordTraffic: Handlers<'referrals'>['recordTraffic'] = async (ctx, input) => {
  const { ref_id: refId = defaultRefId, ref_url: refUrl, params = {} } = input
  await rememberVisit(ctx, { refId, refUrl, params })
  return {}
}

interface CameBy {
  refId: number
  /** The address they came to. */
  refUrl: string
  /** Its query, and `referrer`. */
  params?: Record<string, string>
  shortLinkId?: number
}

/** Counts the visit, and keeps it in cookies of the browser where it counts for more than what is there. */
export async function rememberVisit(
  ctx: CallContext,
  { refId, refUrl, params = {}, shortLinkId }: CameBy,
): Promise<void> {
  const { db, clock, config } = ctx
  const click = clean(params.actionpay ?? '', 1000)
  const came: Omit<Referral, 'clip'> = {
    // One visit has one payer: with a click it is the network, whatever else the address says; without one it is never the network.
    refId: click !== null ? cpaRefId : refId === cpaRefId ? defaultRefId : await findSource(db, refId),
    refUrl: clean(refUrl, 2000),
    referrer: elsewhere(params.referrer ?? '', config.siteUrl),
    actionpay: click,
  }
  const [id] = await insertVisits(db, [
    {
      ...came,
      params,
      ip: ctx.ip,
      userAgent: ctx.userAgent.slice(0, 400),
      at: clock.now(),
      shortLinkId: shortLinkId ?? null,
    },
  ])
  const visit = { ...came, clip: String(id) }
  // The last paid source wins; a visit that no one paid for is only remembered where nothing is.
  if (isPaid(visit) || (!isPaid(referralOf(ctx)) && ctx.cookies.clip === undefined)) rememberReferral(ctx, visit)
}

/** The address of a page of another site; null for our own, and for what is no address. */
function elsewhere(address: string, siteUrl: string): string | null {
  const text = clean(address, 2000)
  if (text === null || !URL.canParse(text)) return null
  const { protocol, host } = new URL(text)
  return /^https?:$/.test(protocol) && host !== new URL(siteUrl).host ? text : null
}

/** Partners: who brought whom. */
import { cpaRefId, defaultRefId } from '../../../contract/partner.ts'
import type { Config } from '../../config.ts'
import type { Answers } from '../../kit/asking.ts'
import { clean, findSource, isPaid, referralOf, rememberReferral, type Referral } from './referral.ts'

export function answerPartner(config: Config): Answers<'partner'> {
  return {
    async recordTraffic(asking, { ref_id: refId = defaultRefId, ref_url: refUrl, params = {} }) {
      const { db, clock } = asking
      const click = clean(params.actionpay ?? '', 1000)
      const came: Omit<Referral, 'clip'> = {
        // One visit has one payer: with a click it is the network, whatever else the address says; without one it is never the network.
        refId: click !== null ? cpaRefId : refId === cpaRefId ? defaultRefId : await findSource(db, refId),
        refUrl: clean(refUrl, 2000),
        referrer: elsewhere(params.referrer ?? '', config.siteUrl),
        actionpay: click,
      }
      const { id } = await db
        .insertInto('referralVisits')
        .values({
          refId: came.refId,
          refUrl: came.refUrl ?? '',
          referrer: came.referrer ?? '',
          params: JSON.stringify(params),
          ip: asking.ip,
          userAgent: asking.userAgent.slice(0, 400),
          at: clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const visit = { ...came, clip: String(id) }
      // The last paid source wins; a visit that nobody paid for is only remembered where nothing is.
      if (isPaid(visit) || (!isPaid(referralOf(asking)) && asking.cookies.clip === undefined))
        rememberReferral(asking, visit)
      return {}
    },
  }
}

/** The address of a page of another site; null for our own, and for what is no address. */
function elsewhere(address: string, siteUrl: string): string | null {
  const text = clean(address, 2000)
  if (text === null || !URL.canParse(text)) return null
  const { protocol, host } = new URL(text)
  return /^https?:$/.test(protocol) && host !== new URL(siteUrl).host ? text : null
}

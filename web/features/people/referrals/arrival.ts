/** How someone came here: by a partner's link, by the cpa network, by an advertisement (spec §3 Referral cookies, §7 /ref/traffic). */
import type { Input } from '../../../kit/calls/ask.ts'

export interface Arrival {
  traffic: Input<'referrals', 'recordTraffic'>
  /** The address without what it reported. */
  address: string
}

const partnerNames = ['ref', 'ref_id']
const isArrivalParameter = (name: string): boolean =>
  [...partnerNames, 'actionpay', 'clip'].includes(name) || name.startsWith('utm_')

/** Beside the query of the address: the page on which the link stood. */
const REFERRER = 'referrer'

const LONGEST = { name: 100, value: 1000, url: 2000, params: 40 }
const LARGEST_ID = 2_147_483_647

/**
 * null when the address holds nothing of it.
 * @param referrer the page on which the link stood, as far as the browser names it
 */
export function arrivalAt(location: string, referrer: string): Arrival | null {
  const url = new URL(location)
  const entries = [...url.searchParams]
  if (!entries.some(([name]) => isArrivalParameter(name))) return null
  const refId = partnerNames.map((name) => readId(url.searchParams.get(name))).find((id) => id !== undefined)
  const cameTo = `${url.origin}${url.pathname}${url.search}`
  const params = entries
    .filter(([name]) => name.length <= LONGEST.name && name !== REFERRER)
    .slice(0, LONGEST.params - 1)
  // Our own server sees only our own page as the one that asks.
  if (referrer !== '') params.push([REFERRER, referrer])
  for (const [name] of entries) if (isArrivalParameter(name)) url.searchParams.delete(name)
  return {
    traffic: {
      ref_id: refId,
      ref_url: cameTo.slice(0, LONGEST.url),
      params: Object.fromEntries(params.map(([name, value]) => [name, value.slice(0, LONGEST.value)])),
    },
    address: `${url.pathname}${url.search}${url.hash}`,
  }
}

/** Undefined for what is no number of a partner: the visitor is counted to no one then. */
function readId(written: string | null): number | undefined {
  if (written === null || !/^\d{1,10}$/.test(written)) return undefined
  const id = Number(written)
  return id >= 1 && id <= LARGEST_ID ? id : undefined
}

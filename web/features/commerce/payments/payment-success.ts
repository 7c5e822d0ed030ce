/** `#payment_success` and `#payment_fail`: where a gateway sends anyone who has paid, or has not (spec §2 /feed, /order). */
import type { Purchase } from '../../../../contract/commerce/payments.ts'

const SUCCESS = 'payment_success'
const FAILURE = 'payment_fail'
const parts = (hash: string): string[] => hash.replace(/^#/, '').split('&')

export function reportsSuccess(hash: string): boolean {
  return parts(hash).includes(SUCCESS)
}

export function reportsFailure(hash: string): boolean {
  return parts(hash).includes(FAILURE)
}

/** Where someone is led who has paid here: the page that shows what was bought, which then thanks for this order. */
export const paidPath = (page: string, account: string): string => `${page}?order=${account}#${SUCCESS}`

/** The order page as it is for anyone who comes back without having paid. */
export const failedOrderPath = (account: string): string => `/order?order=${account}#${FAILURE}`

/** A bank writes these behind whatever address it was given. */
const ofBank = /^(orderId|lang)=/

/** The hash without it: a reload, or a step back, pays nothing. */
export function withoutSuccess(hash: string): string {
  const others = parts(hash).filter((part) => part !== SUCCESS && part !== '' && !ofBank.test(part))
  return others.length > 0 ? `#${others.join('&')}` : ''
}

const ORDER = 'order'

/** The number of the order that the gateway sent the person back for; null when the address does not say. */
export function readOrderNumber(search: string): string | null {
  return new URLSearchParams(search).get(ORDER)
}

export function withoutOrder(search: string): string {
  const parameters = new URLSearchParams(search)
  parameters.delete(ORDER)
  return parameters.size > 0 ? `?${parameters.toString()}` : ''
}

/** What is older was not paid just now, even when this browser has never heard of it. */
const RECENT_MS = 24 * 60 * 60 * 1000

export type Thanks = { for: Purchase } | 'waiting' | 'nothing'

/**
 * What to show of the newest purchases: thanks for one that no one was thanked for; that its payment is not known
 * yet; or nothing, as the thanks were shown already. `thanked`: numbers of orders. `order`: the one that is meant, where the
 * address names it; of several that were paid at once each is thanked for by itself.
 */
export function decideThanks(
  purchases: readonly Purchase[],
  thanked: readonly string[],
  now: Date,
  order: string | null,
): Thanks {
  if (order !== null) {
    const meant = purchases.find(({ account, status }) => account === order && status === 'paid')
    if (!meant) return 'waiting'
    return thanked.includes(order) ? 'nothing' : { for: meant }
  }
  const recent = purchases.filter(
    ({ datetime, status }) => status === 'paid' && now.getTime() - Date.parse(datetime) < RECENT_MS,
  )
  const fresh = recent.find(({ account }) => !thanked.includes(account))
  if (fresh) return { for: fresh }
  return recent.length > 0 ? 'nothing' : 'waiting'
}

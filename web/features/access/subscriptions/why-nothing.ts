/** Why a person sees nothing: what they hold stands still, has not begun, is over; or they never held anything. */
import type { Subscription } from '../../../../contract/access/subscriptions.ts'
import { subscriptionHistory } from './subscription-history.ts'

type Held = Pick<Subscription, 'id' | 'startsAt' | 'expiresAt' | 'frozenAt' | 'Tariff'>

export type WhyNothing<Each extends Held> =
  | { why: 'frozen'; subscriptions: Each[] }
  | { why: 'coming'; subscription: Each }
  /** What ended last, together with what ended at the same moment and was of the same kind. */
  | { why: 'over'; subscriptions: Each[] }
  | { why: 'never' }

/** What can be used again soonest comes first. Null: something runs, and is about to be seen. */
export function whyNothing<Each extends Held>(held: readonly Each[], now: Date): WhyNothing<Each> | null {
  const { running, frozen, coming, over } = subscriptionHistory(held, now)
  if (running.length > 0) return null
  if (frozen.length > 0) return { why: 'frozen', subscriptions: frozen }
  const next = coming.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))[0]
  if (next) return { why: 'coming', subscription: next }
  const [last] = over
  if (!last) return { why: 'never' }
  const alike = ({ expiresAt, Tariff }: Each): boolean =>
    expiresAt === last.expiresAt && Tariff.product === last.Tariff.product && Tariff.type === last.Tariff.type
  return { why: 'over', subscriptions: over.filter(alike) }
}

import type { Subscription } from '../../../../contract/access/subscriptions.ts'

/** Ids of the categories that one's own subscriptions are of: those that run, stand still, or are to come. */
export function heldCategories(held: readonly Subscription[], now: Date): Set<number> {
  const lasting = held.filter(({ expiresAt, frozenAt }) => frozenAt !== null || Date.parse(expiresAt) > now.getTime())
  return new Set(lasting.flatMap(({ Category }) => (Category ? [Category.id] : [])))
}

/** What a person may do with a subscription of theirs that is not over. */
import type { Subscription } from '../../../../contract/access/subscriptions.ts'

export type SubscriptionAct = 'freeze' | 'unfreeze' | 'change-category' | 'add-groups'

/** In the order in which they are offered. */
export function subscriptionActs(
  { Tariff, frozenAt, freeze, startsAt, expiresAt }: Subscription,
  now: Date,
): SubscriptionAct[] {
  const begun = Date.parse(startsAt) <= now.getTime()
  if (frozenAt !== null) return ['unfreeze']
  if (!begun || Date.parse(expiresAt) <= now.getTime()) return []
  const acts: SubscriptionAct[] = []
  if (Tariff.product === 'group') acts.push('add-groups')
  if (Tariff.product === 'category' && Tariff.type !== 'trial') acts.push('change-category')
  if (freeze.times > 0 && freeze.days > 0) acts.push('freeze')
  return acts
}

/** The order page, where the same can be bought for longer; a trial is bought as an ordinary one. */
export function prolongAddress({ Tariff, Category }: Pick<Subscription, 'Tariff' | 'Category'>): string {
  const query = new URLSearchParams({ product: Tariff.product, type: Tariff.type === 'team' ? 'team' : 'regular' })
  if (Category) query.set('category', String(Category.id))
  return `/order?${query}`
}

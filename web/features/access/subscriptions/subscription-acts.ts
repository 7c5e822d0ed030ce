/** What a person may do with a subscription of theirs that is not over. */
import type { Subscription } from '../../../../contract/access/subscriptions.ts'
import { isSubscriptionOver } from './subscription-history.ts'

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

type Bought = Pick<Subscription, 'Tariff' | 'Category'>

/** The order page, where the same can be bought for longer, `others` of its kind with it; a trial is bought as an ordinary one. */
export function prolongAddress(first: Bought, ...others: Bought[]): string {
  const { Tariff } = first
  const query = new URLSearchParams({ product: Tariff.product, type: Tariff.type === 'team' ? 'team' : 'regular' })
  for (const { Category } of [first, ...others]) if (Category) query.append('category', String(Category.id))
  return `/order?${query}`
}

type Held = Pick<
  Subscription,
  'id' | 'Tariff' | 'Category' | 'MonitoredProject' | 'MonitoredGroupset' | 'expiresAt' | 'frozenAt'
>

/** The same is paid for by another subscription that is not over: there is nothing to buy of a trial, or of what is over. */
export function isPaidOtherwise(subscription: Held, all: readonly Held[], now: Date): boolean {
  if (subscription.Tariff.type !== 'trial' && !isSubscriptionOver(subscription, now)) return false
  return all.some(
    (each) =>
      each.id !== subscription.id &&
      each.Tariff.type !== 'trial' &&
      !isSubscriptionOver(each, now) &&
      thingOf(each) === thingOf(subscription),
  )
}

function thingOf({ Tariff, Category, MonitoredProject, MonitoredGroupset }: Held): string {
  return `${Tariff.product} ${(Category ?? MonitoredProject ?? MonitoredGroupset)?.id}`
}

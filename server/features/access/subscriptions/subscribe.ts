import type { TariffType } from '../../../../contract/access/tariffs.ts'
import type { ProductType } from '../../../../contract/access/subscriptions.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Tx } from '../../../kit/sql.ts'
import { publishScopeChanged, type HeldTariff } from './subscription-row.ts'
import { beginTeam } from './own-teams.ts'
import { recordSubscriptionStart } from './record-subscription-start.ts'

export interface NewSubscription {
  userId: number
  productType: ProductType
  productId: number
  tariffType: TariffType
  startsAt: Date
  expiresAt: Date
  /** Left out: it is given, or a trial. */
  orderId?: number
  /** `rate` and `fee` in kopecks. */
  tariff?: HeldTariff
  teamSize?: number | null
  /** Of groups: how many it lets watch. */
  maxSize?: number | null
  categoryChangesLeft?: number
}

/** Writes it down as it is, beside whatever the person holds already. @returns its number */
export async function subscribe(tx: Tx, clock: Clock, { tariff, ...subscription }: NewSubscription): Promise<number> {
  if (subscription.tariffType === 'team') await beginTeam(tx, clock, subscription.userId)
  const { id } = await tx
    .insertInto('subscriptions')
    .values({ ...subscription, ...(tariff && { tariff: JSON.stringify(tariff) }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordSubscriptionStart(tx, subscription, subscription.startsAt)
  await publishScopeChanged(tx, subscription.userId, [subscription])
  return id
}

import type { ProductType } from '../../../contract/subscriptions.ts'
import type { Tx } from '../../kit/sql.ts'
import type { SoldTariff } from '../tariffs/tariffs.public.ts'
import { sayScopeChanged, type TariffType } from './subscription-row.ts'
import { tellBeginning } from './tell-beginning.ts'

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
  tariff?: SoldTariff
  teamSize?: number | null
  /** Of groups: how many it lets watch. */
  maxSize?: number | null
  categoryChangesLeft?: number
}

/** Writes it down as it is, beside whatever the person holds already. */
export async function subscribe(tx: Tx, { tariff, ...subscription }: NewSubscription): Promise<void> {
  await tx
    .insertInto('subscriptions')
    .values({ ...subscription, ...(tariff && { tariff: JSON.stringify(tariff) }) })
    .execute()
  await tellBeginning(tx, subscription, subscription.startsAt)
  await sayScopeChanged(tx, subscription.userId, [subscription])
}

/** What it costs a person at least to have a product that they try now. */
import type { ProductType } from '../../../../contract/access/subscriptions.ts'
import { estimate } from '../../../../rules/pricing/estimate.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { listTariffs } from '../tariffs/tariffs.public.ts'
import { listGroupsOfSets } from './name-products.ts'
import { hasRunningPaid } from './paid.ts'

export interface Offer {
  /** Id of the tariff. */
  tariff: number
  durationTitle: string
  /** Of projects or groups: as many groups as are on the list. */
  quantity: number
  /** Kopecks, as the cart counts them that holds this and nothing else, without a promo code. */
  total: number
}

/** Null: it is not on sale, or not for so many groups. */
export async function findCheapestOffer(
  db: DbOrTx,
  { userId, productType, productId }: { userId: number; productType: ProductType; productId: number },
  now: Date,
): Promise<Offer | null> {
  const [tariffs, prolongs, quantity] = await Promise.all([
    listTariffs(db),
    hasRunningPaid(db, userId, productType, now),
    productType === 'group' ? countGroups(db, productId) : 1,
  ])
  const offers = tariffs
    .filter(({ product, type, maxQuantity }) => product === productType && type === 'regular' && fitsIn(maxQuantity))
    .map((tariff) => ({
      tariff: tariff.id,
      durationTitle: tariff.durationTitle,
      quantity,
      total: estimate({ tariff, count: 1, quantity, prolongs, promo: null, start: now }).total,
    }))
  return offers.toSorted((a, b) => a.total - b.total || a.tariff - b.tariff)[0] ?? null

  function fitsIn(maxQuantity: number | null): boolean {
    return maxQuantity === null || quantity <= maxQuantity
  }
}

async function countGroups(db: DbOrTx, groupsetId: number): Promise<number> {
  return Math.max(1, (await listGroupsOfSets(db, [groupsetId])).get(groupsetId)?.length ?? 0)
}

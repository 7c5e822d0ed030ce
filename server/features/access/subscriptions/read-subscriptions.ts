/** All subscriptions of one person with the names of what they open, for anyone who shows them. */
import type { ProductType, Subscription } from '../../../../contract/access/subscriptions.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { listGroupsOfSets, listUnconfigured, listCategoriesByIds, nameProjects } from './name-products.ts'
import { showSubscriptions, type ProductNames } from './show-subscriptions.ts'
import { listSubscriptionsOf, type SubscriptionRow } from './subscription-row.ts'

/** As their owner is shown them: running, waiting and past, the last to end first. */
export async function readSubscriptions(db: DbOrTx, userId: number, now: Date): Promise<Subscription[]> {
  const rows = await listSubscriptionsOf(db, userId)
  return showSubscriptions(rows, await readNames(db, rows), now)
}

export async function readNames(
  db: DbOrTx,
  held: readonly Pick<SubscriptionRow, 'productType' | 'productId'>[],
): Promise<ProductNames> {
  const idsOf = (type: ProductType): number[] => [
    ...new Set(held.filter(({ productType }) => productType === type).map(({ productId }) => productId)),
  ]
  const [categories, projects, unconfigured, groups] = await Promise.all([
    listCategoriesByIds(db, idsOf('category')),
    nameProjects(db, idsOf('project')),
    listUnconfigured(db, idsOf('project')),
    listGroupsOfSets(db, idsOf('group')),
  ])
  return { categories, projects, unconfigured, groups }
}

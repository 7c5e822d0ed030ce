/** A person's subscriptions, running and past, what he may see now, and what he may do about them. */
import type { Subscription } from '../../../contract/subscriptions.ts'
import { toRoubles } from '../../../rules/money.ts'
import type { Config } from '../../config.ts'
import { personOf, type Answers, type Asking } from '../../kit/asking.ts'
import type { DbOrTx, Tx } from '../../kit/sql.ts'
import { listAllCategories } from '../categories/categories.public.ts'
import { orderPackageFor } from '../payments/payments.public.ts'
import { nameProjects } from '../projects/projects.public.ts'
import { changeCategory } from './change-category.ts'
import { freeze, unfreeze } from './freeze.ts'
import { weighPackage } from './package.ts'
import { nameProducts, showSubscriptions, type Names } from './show-subscriptions.ts'
import { listSubscriptionsOf, type SubscriptionRow } from './subscription-row.ts'
import { listVisibleProducts } from './visible.ts'

export function answerSubscriptions(config: Config): Answers<'subscriptions'> {
  return {
    async listSubscriptions(asking) {
      const { db, clock } = asking
      const userId = personOf(asking).id
      const now = clock.now()
      const [rows, visible] = await Promise.all([listSubscriptionsOf(db, userId), listVisibleProducts(db, userId, now)])
      const names = await readNames(db, [...rows, ...visible])
      return { subscriptions: showSubscriptions(rows, names, now), products: nameProducts(visible, names) }
    },

    freezeSubscription: (asking, { id }) => act(asking, id, (tx) => freeze(tx, asking.clock, personOf(asking).id, id)),
    unfreezeSubscription: (asking, { id }) =>
      act(asking, id, (tx) => unfreeze(tx, asking.clock, personOf(asking).id, id)),
    changeCategory: (asking, input) =>
      act(asking, input.id, (tx) => changeCategory(tx, asking.clock, personOf(asking).id, input)),

    async estimatePackage(asking, { quantity }) {
      const { total, maxQuantity, days } = await weighPackage(
        asking.db,
        personOf(asking).id,
        quantity,
        asking.clock.now(),
      )
      return { total: toRoubles(total), maxQuantity, days }
    },
    orderPackage: (asking, { quantity, gateway }) =>
      orderPackageFor(
        asking,
        config,
        (tx) => weighPackage(tx, personOf(asking).id, quantity, asking.clock.now()),
        gateway,
      ),
  }
}

/** Does it, and answers with what has become of the subscription. */
async function act(
  asking: Asking,
  id: number,
  deed: (tx: Tx) => Promise<void>,
): Promise<{ subscription: Subscription }> {
  const { db, clock } = asking
  await db.transaction().execute(deed)
  const rows = await listSubscriptionsOf(db, personOf(asking).id)
  const subscription = showSubscriptions(rows, await readNames(db, rows), clock.now()).find((each) => each.id === id)
  // It was there a moment ago, and subscriptions are never deleted while their owner is there to ask.
  if (!subscription) throw new Error(`subscription ${id} went away`)
  return { subscription }
}

async function readNames(
  db: DbOrTx,
  held: readonly Pick<SubscriptionRow, 'productType' | 'productId'>[],
): Promise<Names> {
  const projectIds = new Set(
    held.filter(({ productType }) => productType === 'project').map(({ productId }) => productId),
  )
  const [categories, projects] = await Promise.all([listAllCategories(db), nameProjects(db, [...projectIds])])
  return { categories, projects }
}

/** A person's subscriptions, running and past, what they may see now, and what they may do about them. */
import type { Subscription } from '../../../../contract/access/subscriptions.ts'
import { toRoubles } from '../../../../rules/money.ts'
import { personOf, type Handlers, type CallContext } from '../../../kit/context.ts'
import type { Tx } from '../../../kit/sql.ts'
import { changeCategory } from './change-category.ts'
import { freeze, unfreeze, unfreezeUsedUp } from './freeze.ts'
import { weighPackage } from './package.ts'
import { moderates } from '../../../../rules/roles.ts'
import { settleTeams } from './own-teams.ts'
import { readNames, readSubscriptions } from './read-subscriptions.ts'
import { nameProducts, showSubscriptions } from './show-subscriptions.ts'
import { listSubscriptionsOf } from './subscription-row.ts'
import { listVisibleProducts } from './visible.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { every } from '../../../kit/jobs.ts'
import { remindOfEnds } from './remind.ts'
import { personalSubscriptions } from './personal-subscriptions.ts'

const handlers: Handlers<'subscriptions'> = {
  async listSubscriptions(ctx) {
    const { db, clock } = ctx
    const { id: userId, roles } = personOf(ctx)
    const now = clock.now()
    const [rows, visible] = await Promise.all([
      listSubscriptionsOf(db, userId),
      listVisibleProducts(db, { userId, moderator: moderates(roles) }, now),
    ])
    const names = await readNames(db, [...rows, ...visible])
    return { subscriptions: showSubscriptions(rows, names, now), products: nameProducts(visible, rows, names) }
  },

  freezeSubscription: (ctx, { id }) => act(ctx, id, (tx) => freeze(tx, ctx.clock, personOf(ctx).id, id)),
  unfreezeSubscription: (ctx, { id }) => act(ctx, id, (tx) => unfreeze(tx, ctx.clock, personOf(ctx).id, id)),
  changeCategory: (ctx, input) => act(ctx, input.id, (tx) => changeCategory(tx, ctx.clock, personOf(ctx).id, input)),

  async estimatePackage(ctx, { quantity }) {
    const { total, maxQuantity, days } = await weighPackage(ctx.db, personOf(ctx).id, quantity, ctx.clock.now())
    return { total: toRoubles(total), maxQuantity, days }
  },
}

/** Does it, and answers with what has become of the subscription. */
async function act(
  ctx: CallContext,
  id: number,
  work: (tx: Tx) => Promise<void>,
): Promise<{ subscription: Subscription }> {
  const { db, clock } = ctx
  await db.transaction().execute(work)
  const held = await readSubscriptions(db, personOf(ctx).id, clock.now())
  const subscription = held.find((each) => each.id === id)
  // It was there a moment ago, and subscriptions are never deleted while their owner is there to ask.
  if (!subscription) throw new Error(`subscription ${id} went away`)
  return { subscription }
}

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** What a person may see has changed. */
    'scope.changed': { userId: number }
  }
}

export const subscriptionsFeature = defineFeature({
  name: 'subscriptions',
  handlers,
  jobs: [
    every('*/5 * * * *', 'unfreeze-used-up', async (context) => {
      const thawed = await unfreezeUsedUp(context)
      if (thawed > 0)
        context.log.info({ subscriptions: thawed }, 'subscriptions have used up the days they could stand still')
    }),
    every('* * * * *', 'settle-teams', async (context) => {
      const { ended, seated } = await settleTeams(context)
      if (ended > 0 || seated > 0) context.log.info({ ended, seated }, 'teams have ended, or have other places')
    }),
    every('17 * * * *', 'remind-of-ends', async (context) => {
      const letters = await remindOfEnds(context)
      if (letters > 0) context.log.info({ letters }, 'people are reminded that subscriptions end')
    }),
  ],
  personalData: personalSubscriptions,
})

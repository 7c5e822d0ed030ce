/**
 * A subscription that stands still: nothing is seen by it, and its days wait. The days it may stand still are laid on its
 * end when it is frozen, and what it did not use of them is taken off again when it runs: so every date that is stored is
 * true even when no one comes by to unfreeze it.
 */
import { sql } from 'kysely'
import { freezing } from '../../../../contract/access/subscriptions.ts'
import { DAY, type Clock } from '../../../kit/clock.ts'
import type { AppContext } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Tx } from '../../../kit/sql.ts'
import {
  accessSubscription,
  freezeRoom,
  lockSubscriptions,
  moveFollowing,
  runsAgainAtSql,
  publishScopeChanged,
  standsStill,
  type SubscriptionRow,
} from './subscription-row.ts'
import { recordSubscriptionStart } from './record-subscription-start.ts'

/** Freezing what is frozen changes nothing. */
export async function freeze(tx: Tx, clock: Clock, userId: number, id: number): Promise<void> {
  const now = clock.now()
  let subscription = await accessSubscription(tx, userId, id, now)
  if (standsStill(subscription, now)) return
  if (subscription.frozenAt) subscription = await thaw(tx, subscription, now)
  if (subscription.startsAt > now) throw new AppError('SUBSCRIPTION_NOT_STARTED')
  const room = freezeRoom(subscription)
  if (subscription.tariffType === 'trial' || subscription.freezes >= freezing.times || room === 0)
    throw new AppError('FREEZE_LIMIT_REACHED')
  await moveFollowing(tx, subscription, room)
  await tx
    .updateTable('subscriptions')
    .set({
      frozenAt: now,
      freezes: subscription.freezes + 1,
      expiresAt: new Date(subscription.expiresAt.getTime() + room),
    })
    .where('id', '=', id)
    .execute()
  await publishScopeChanged(tx, userId, [subscription])
}

export async function unfreeze(tx: Tx, clock: Clock, userId: number, id: number): Promise<void> {
  const now = clock.now()
  const subscription = await accessSubscription(tx, userId, id, now)
  if (!subscription.frozenAt) throw new AppError('SUBSCRIPTION_NOT_FROZEN')
  await thaw(tx, subscription, now)
}

/** From now on it runs. A day on which it stood still is a day, however short. @returns what it is like then */
export async function thaw(tx: Tx, subscription: SubscriptionRow, now: Date): Promise<SubscriptionRow> {
  const { id, frozenAt, frozenDays } = subscription
  if (!frozenAt) return subscription
  const room = freezeRoom(subscription)
  // Another machine's clock may be a little behind.
  const stood = Math.min(room, Math.max(0, now.getTime() - frozenAt.getTime()))
  await moveFollowing(tx, subscription, stood - room)
  const running = {
    frozenAt: null,
    frozenDays: frozenDays + Math.ceil(stood / DAY),
    expiresAt: new Date(subscription.expiresAt.getTime() + stood - room),
  }
  // Before it is written that it runs. One that was left to itself runs since its days were used up.
  await recordSubscriptionStart(tx, subscription, new Date(frozenAt.getTime() + stood))
  await tx.updateTable('subscriptions').set(running).where('id', '=', id).execute()
  await publishScopeChanged(tx, subscription.userId, [subscription])
  return { ...subscription, ...running }
}

/** Those that have used up their days run already: this tidies up behind them. */
export async function unfreezeUsedUp({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  const { rows } = await sql<{ id: number; userId: number }>`
    select id, user_id from subscriptions where frozen_at is not null and ended_at is null and ${runsAgainAtSql} <= ${now} order by id`.execute(
    db,
  )
  for (const { id, userId } of rows) {
    await db.transaction().execute(async (tx) => {
      await lockSubscriptions(tx, userId)
      const row = await tx.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
      const subscription = row as SubscriptionRow | undefined
      if (subscription && !subscription.endedAt && !standsStill(subscription, now)) await thaw(tx, subscription, now)
    })
  }
  return rows.length
}

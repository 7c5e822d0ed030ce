/** A subscription as it stands in the database, and what is the same in everything that is asked about it. */
import { sql } from 'kysely'
import type { TariffType } from '../../../../contract/access/tariffs.ts'
import { freezing, type ProductType } from '../../../../contract/access/subscriptions.ts'
import { publish } from '../../../kit/bus.ts'
import { DAY } from '../../../kit/clock.ts'
import { AppError } from '../../../kit/app-error.ts'
import { lock } from '../../../kit/locks.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import type { SoldTariff } from '../tariffs/tariffs.public.ts'

export { isSeen, runsAgainAtSql } from '../tariffs/tariffs.public.ts'
import { listTeamPeople, publishTeamChanged } from '../team/team.public.ts'

/** The tariff by which something is held; what support opened is on no price list, so it has no number. */
export type HeldTariff = Omit<SoldTariff, 'id'> & { id: number | null }

export interface SubscriptionRow {
  id: number
  userId: number
  productType: ProductType
  productId: number
  tariffType: TariffType
  startsAt: Date
  /** Of a frozen one: with all the days it may stand still. */
  expiresAt: Date
  orderId: number | null
  /** As it was when it was bought, `rate` and `fee` in kopecks. */
  tariff: HeldTariff | null
  teamSize: number | null
  maxSize: number | null
  frozenAt: Date | null
  freezes: number
  frozenDays: number
  categoryChangesLeft: number
  endedAt: Date | null
}

const columns = [
  'id',
  'userId',
  'productType',
  'productId',
  'tariffType',
  'startsAt',
  'expiresAt',
  'orderId',
  'tariff',
  'teamSize',
  'maxSize',
  'frozenAt',
  'freezes',
  'frozenDays',
  'categoryChangesLeft',
  'endedAt',
] as const

export async function listSubscriptionsOf(db: DbOrTx, userId: number): Promise<SubscriptionRow[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(columns)
    .where('userId', '=', userId)
    .orderBy('expiresAt', 'desc')
    .orderBy('id')
    .execute()
  return rows as SubscriptionRow[]
}

/** Anyone who opens, freezes or ends someone's subscriptions does it alone: they queue behind one another. */
export async function lockSubscriptions(tx: Tx, userId: number): Promise<void> {
  await lock(tx, 'subscriptions of user', userId)
}

/** One's own, locked with all the others of the person; absent, of someone else and already over are refused. */
export async function accessSubscription(tx: Tx, userId: number, id: number, now: Date): Promise<SubscriptionRow> {
  await lockSubscriptions(tx, userId)
  const row = await tx
    .selectFrom('subscriptions')
    .select(columns)
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!row) throw new AppError('SUBSCRIPTION_NOT_FOUND')
  const subscription = row as SubscriptionRow
  if (subscription.endedAt || subscription.expiresAt <= now) throw new AppError('SUBSCRIPTION_ENDED')
  return subscription
}

/** How long it may still stand still, in milliseconds. */
export function freezeRoom({ frozenDays }: Pick<SubscriptionRow, 'frozenDays'>): number {
  return Math.max(0, freezing.days - frozenDays) * DAY
}

/** It stands still now; once its days for that are used up it runs, whether the job has come by or not. */
export function standsStill(
  { frozenAt, frozenDays }: Pick<SubscriptionRow, 'frozenAt' | 'frozenDays'>,
  now: Date,
): boolean {
  return frozenAt !== null && now.getTime() < frozenAt.getTime() + freezeRoom({ frozenDays })
}

/** The person sees something else from now on; of what is for a team so does everybody whom they took in, and they work together or no more. */
export async function publishScopeChanged(
  tx: Tx,
  userId: number,
  changed: readonly Pick<SubscriptionRow, 'tariffType'>[],
): Promise<void> {
  if (changed.length === 0) return
  if (changed.some(({ tariffType }) => tariffType === 'team'))
    await publishTeamChanged(tx, await listTeamPeople(tx, userId))
  else await publish(tx, 'scope.changed', { userId })
}

/**
 * What was bought to follow `subscription` (or to follow what follows it) moves by this many milliseconds, so that nothing
 * paid for runs beside it. `subscription`: with the end it has had until now.
 */
export async function moveFollowing(tx: Tx, subscription: SubscriptionRow, milliseconds: number): Promise<void> {
  if (milliseconds === 0) return
  const by = sql`${milliseconds}::bigint * interval '1 millisecond'`
  await sql`
    update subscriptions set starts_at = starts_at + ${by}, expires_at = expires_at + ${by}
    where user_id = ${subscription.userId} and product_type = ${subscription.productType} and product_id = ${subscription.productId}
      and tariff_type <> 'trial' and ended_at is null and starts_at >= ${subscription.expiresAt} and id <> ${subscription.id}`.execute(
    tx,
  )
}

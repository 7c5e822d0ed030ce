/** Trials that support gives: beside those that people take themselves, and of projects the only ones. */
import type { ProductType } from '../../../../contract/access/subscriptions.ts'
import { DAY, type Clock } from '../../../kit/clock.ts'
import type { Tx } from '../../../kit/sql.ts'
import { ensureGroupset } from '../../watching/groups/groups.public.ts'
import { makeProjects } from '../../watching/projects/projects.public.ts'
import { lockSubscriptions, subscribe, type HeldTariff } from '../../access/subscriptions/subscriptions.public.ts'
import { listProjectsToProlong, type Opened } from './open-purchased.ts'

export interface GivenTrial {
  userId: number
  /** Of type «trial», `rate` and `fee` in kopecks. */
  tariff: HeldTariff
  /** Null for projects and groups. */
  categoryId: number | null
  days: number
  /** Of groups: how many may be watched. */
  size: number | null
}

/** Begins now. Who had a trial already may be given another; who had none has had theirs by this. */
export async function giveTrial(
  tx: Tx,
  clock: Clock,
  { userId, tariff, categoryId, days, size }: GivenTrial,
): Promise<Opened> {
  const { product } = tariff
  const now = clock.now()
  await lockSubscriptions(tx, userId)
  await tx
    .insertInto('trialUses')
    .values({ userId, product, fp: givenTo(userId), incognito: false, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const productId =
    categoryId ??
    (product === 'group' ? await ensureGroupset(tx, clock, userId) : await projectToTry(tx, clock, userId))
  const expiresAt = new Date(now.getTime() + days * DAY)
  const subscriptionId = await subscribe(tx, clock, {
    userId,
    productType: product,
    productId,
    tariffType: 'trial',
    startsAt: now,
    expiresAt,
    tariff,
    maxSize: product === 'group' ? size : null,
  })
  return { subscriptionId, productId, startsAt: now, expiresAt }
}

/** It was ended: unless another trial was given too, the person may take their own again. */
export async function forgetGivenTrial(tx: Tx, userId: number, product: ProductType): Promise<void> {
  const other = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('userId', '=', userId)
    .where('productType', '=', product)
    .where('tariffType', '=', 'trial')
    .where('endedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (other) return
  await tx
    .deleteFrom('trialUses')
    .where('userId', '=', userId)
    .where('product', '=', product)
    .where('fp', '=', givenTo(userId))
    .execute()
}

/** In the place of the print of a device: none had to do with it. */
const givenTo = (userId: number): string => `given to ${userId}`

/** One that they have and no one listens to, or a new one. */
async function projectToTry(tx: Tx, clock: Clock, userId: number): Promise<number> {
  const [held] = await listProjectsToProlong(tx, userId, 1, clock.now())
  if (held !== undefined) return held
  const [made = 0] = await makeProjects(tx, clock, userId, 1)
  return made
}

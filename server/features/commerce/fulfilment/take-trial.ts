/** Trials: once for a person, once on a device (spec §4 Cart order flow, §9). */
import type { ProductType } from '../../../../contract/access/subscriptions.ts'
import { DAY, type Clock } from '../../../kit/clock.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Tx } from '../../../kit/sql.ts'
import { ensureGroupset } from '../../watching/groups/groups.public.ts'
import type { SoldTariff } from '../../access/tariffs/tariffs.public.ts'
import { subscribe } from '../../access/subscriptions/subscriptions.public.ts'

export interface Trial {
  userId: number
  /** Trials of projects are given by support. */
  product: Exclude<ProductType, 'project'>
  /** Null for groups. */
  categoryId: number | null
  /** As `deviceOf` names it (server/features/people/accounts/device-print.ts). */
  device: string
  incognito: boolean
  /** How long it lasts, with what a promo code adds. */
  days: number
  /** The trial tariff, `rate` and `fee` in kopecks. */
  tariff: SoldTariff
}

/** Whether it may be this category, and whether the e-mail is approved, has been looked at before. */
export async function takeTrial(
  tx: Tx,
  clock: Clock,
  { userId, product, categoryId, device, incognito, days, tariff }: Trial,
): Promise<void> {
  const now = clock.now()
  await recordUse(tx, { userId, product, fp: device, incognito, at: now })
  if (product === 'category' && categoryId === null) throw new AppError('CART_EMPTY')
  await subscribe(tx, clock, {
    userId,
    productType: product,
    productId: product === 'category' && categoryId !== null ? categoryId : await ensureGroupset(tx, clock, userId),
    tariffType: 'trial',
    startsAt: now,
    expiresAt: new Date(now.getTime() + days * DAY),
    tariff,
    maxSize: product === 'group' ? (tariff.maxQuantity ?? TRIAL_GROUPS) : null,
  })
}

/** What a trial of groups lets watch when its tariff says nothing. */
const TRIAL_GROUPS = 10

interface Use {
  userId: number
  product: ProductType
  fp: string
  incognito: boolean
  at: Date
}

/** The two unique indexes decide: of two that come at once one waits for the other, and is refused. */
async function recordUse(tx: Tx, use: Use): Promise<void> {
  const recorded = await tx
    .insertInto('trialUses')
    .values(use)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (recorded) return
  const own = await tx
    .selectFrom('trialUses')
    .select('id')
    .where('userId', '=', use.userId)
    .where('product', '=', use.product)
    .executeTakeFirst()
  throw new AppError(own ? 'TRIAL_ALREADY_USED' : 'TRIAL_ALREADY_USED_ON_DEVICE')
}

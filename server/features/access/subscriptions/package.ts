/** More groups for the running subscription, until its end (spec §5 Package purchase, §9). */
import { estimatePackage, maxPackageQuantity } from '../../../../rules/pricing/package.ts'
import { daysLeft } from '../../../../rules/pricing/period.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { listTariffs, type SoldTariff } from '../tariffs/tariffs.public.ts'
import { standsStill, type SubscriptionRow } from './subscription-row.ts'

export interface WeighedPackage {
  /** The package's, `rate` and `fee` in kopecks. */
  tariff: SoldTariff
  quantity: number
  maxQuantity: number
  /** Kopecks. */
  total: number
  /** Until the end of the subscription it adds to. */
  days: number
  /** That subscription. */
  extendsId: number
}

export async function weighPackage(db: DbOrTx, userId: number, quantity: number, now: Date): Promise<WeighedPackage> {
  const basic = await findBasic(db, userId, now)
  if (!basic) throw new AppError('SUBSCRIPTION_REQUIRED')
  const tariff = (await listTariffs(db)).find(({ product, type }) => product === 'group' && type === 'package')
  if (!tariff) throw new AppError('PACKAGE_TARIFF_NOT_FOUND')
  const days = daysLeft(now, basic.expiresAt)
  const limits = {
    packageMax: tariff.maxQuantity,
    basicMax: basic.tariff?.maxQuantity ?? null,
    size: basic.maxSize ?? 0,
  }
  const maxQuantity = maxPackageQuantity(limits)
  if (quantity > maxQuantity) throw new AppError('TARIFF_LIMIT_EXCEEDED', { maxQuantity })
  return {
    tariff,
    quantity,
    maxQuantity,
    total: estimatePackage({ tariff, quantity, daysLeft: days }),
    days,
    extendsId: basic.id,
  }
}

/** The paid one that runs; of several the one that lasts longest. */
async function findBasic(db: DbOrTx, userId: number, now: Date): Promise<SubscriptionRow | null> {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('userId', '=', userId)
    .where('productType', '=', 'group')
    .where('tariffType', '<>', 'trial')
    .where('endedAt', 'is', null)
    .where('startsAt', '<=', now)
    .where('expiresAt', '>', now)
    .orderBy('expiresAt', 'desc')
    .orderBy('id')
    .execute()
  return (rows as SubscriptionRow[]).find((row) => !standsStill(row, now)) ?? null
}

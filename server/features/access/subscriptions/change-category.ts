import { sql } from 'kysely'
import type { Clock } from '../../../kit/clock.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Tx } from '../../../kit/sql.ts'
import { accessSubscription, publishScopeChanged } from './subscription-row.ts'

/** The same days of another category (spec §5 Category change). */
export async function changeCategory(
  tx: Tx,
  clock: Clock,
  userId: number,
  { id, category }: { id: number; category: number },
): Promise<void> {
  const now = clock.now()
  const subscription = await accessSubscription(tx, userId, id, now)
  if (subscription.productType !== 'category' || subscription.categoryChangesLeft === 0)
    throw new AppError('CATEGORY_CHANGE_LIMIT_REACHED')
  const { rows } = await sql<{ id: number; held: boolean }>`
    select c.id, exists (
      select from subscriptions s where s.user_id = ${userId} and s.product_type = 'category' and s.product_id = c.id
        and (s.tariff_type <> 'trial' or s.id = ${id}) and s.ended_at is null and s.expires_at > ${now}) as held
    from categories c`.execute(tx)
  if (rows.every(({ held }) => held)) throw new AppError('ALL_CATEGORIES_SUBSCRIBED')
  const wanted = rows.find((row) => row.id === category)
  if (!wanted) throw new AppError('CATEGORY_NOT_FOUND')
  if (wanted.held) throw new AppError('CATEGORY_ALREADY_SUBSCRIBED')
  await tx
    .updateTable('subscriptions')
    .set({ productId: category, categoryChangesLeft: subscription.categoryChangesLeft - 1 })
    .where('id', '=', id)
    .execute()
  await publishScopeChanged(tx, userId, [subscription])
}

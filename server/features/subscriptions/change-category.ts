import { sql } from 'kysely'
import type { Clock } from '../../kit/clock.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Tx } from '../../kit/sql.ts'
import { accessSubscription, sayScopeChanged } from './subscription-row.ts'

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
    throw new Refusal('CATEGORY_CHANGES_SPENT')
  const { rows } = await sql<{ id: number; held: boolean }>`
    select c.id, exists (
      select from subscriptions s where s.user_id = ${userId} and s.product_type = 'category' and s.product_id = c.id
        and (s.tariff_type <> 'trial' or s.id = ${id}) and s.ended_at is null and s.expires_at > ${now}) as held
    from categories c`.execute(tx)
  if (rows.every(({ held }) => held)) throw new Refusal('ALL_CATEGORIES_HELD')
  const wanted = rows.find((row) => row.id === category)
  if (!wanted) throw new Refusal('CATEGORY_NOT_FOUND')
  if (wanted.held) throw new Refusal('CATEGORY_HELD')
  await tx
    .updateTable('subscriptions')
    .set({ productId: category, categoryChangesLeft: subscription.categoryChangesLeft - 1 })
    .where('id', '=', id)
    .execute()
  await sayScopeChanged(tx, userId, [subscription])
}

/** A person's subscriptions, running and past. */
import type { Subscription } from '../../../contract/subscriptions.ts'
import { personOf, type Answers } from '../../kit/asking.ts'
import { listAllCategories } from '../categories/categories.public.ts'

export const answerSubscriptions: Answers<'subscriptions'> = {
  async listSubscriptions(asking) {
    const [rows, categories] = await Promise.all([
      asking.db
        .selectFrom('subscriptions')
        .select(['id', 'productType', 'productId', 'tariffType', 'startsAt', 'expiresAt'])
        .where('userId', '=', personOf(asking).id)
        .orderBy('expiresAt', 'desc')
        .orderBy('id')
        .execute(),
      listAllCategories(asking.db),
    ])
    const byId = new Map(categories.map((category) => [category.id, category]))
    return {
      subscriptions: rows.map((row) => ({
        id: row.id,
        Tariff: { product: row.productType, type: row.tariffType } as Subscription['Tariff'],
        Category: row.productType === 'category' ? (byId.get(row.productId) ?? null) : null,
        startsAt: row.startsAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
      })),
    }
  },
}

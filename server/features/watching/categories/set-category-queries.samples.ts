import { publish } from '../../../kit/bus.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Db } from '../../../kit/sql.ts'
import { writeCategoryQueries } from './categories.public.ts'

/** What a category looks for from now on; without topics to the letter. The stream follows at once. */
export async function setCategoryQueries(
  db: Db,
  clock: Clock,
  categoryId: number,
  queries: readonly string[],
  excluded: readonly string[] = [],
  topics: readonly string[] = [],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await writeCategoryQueries(tx, categoryId, queries, excluded, topics)
    await tx
      .updateTable('categories')
      .set({ updatedAt: clock.now(), seedHash: null })
      .where('id', '=', categoryId)
      .execute()
    await publish(tx, 'standing-query.changed', { productType: 'category', productId: categoryId })
  })
}

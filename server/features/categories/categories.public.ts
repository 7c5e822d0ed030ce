/** What other parts may ask of categories. */
import type { Category } from '../../../contract/categories.ts'
import type { Clock } from '../../kit/clock.ts'
import { notify } from '../../kit/bus.ts'
import { tell } from '../../kit/jobs.ts'
import type { Db, DbOrTx } from '../../kit/sql.ts'

interface CategoryQueries {
  productType: 'category'
  productId: number
  keywords: string[]
}

/** What every category looks for. */
export async function listCategoryQueries(db: DbOrTx): Promise<CategoryQueries[]> {
  const rows = await db.selectFrom('categoryQueries').select(['categoryId', 'text']).orderBy('categoryId').orderBy('position').execute()
  const found = new Map<number, CategoryQueries>()
  for (const { categoryId, text } of rows) {
    const category = found.get(categoryId) ?? { productType: 'category', productId: categoryId, keywords: [] }
    category.keywords.push(text)
    found.set(categoryId, category)
  }
  return [...found.values()]
}

export async function findCategoryQueries(db: DbOrTx, categoryId: number): Promise<CategoryQueries | null> {
  const rows = await db.selectFrom('categoryQueries').select('text').where('categoryId', '=', categoryId).orderBy('position').execute()
  return rows.length === 0 ? null : { productType: 'category', productId: categoryId, keywords: rows.map((row) => row.text) }
}

export async function listAllCategories(db: DbOrTx): Promise<Category[]> {
  const rows = await db.selectFrom('categories').select(['id', 'name', 'description', 'free', 'icon']).orderBy('position').execute()
  return rows.map(({ icon, ...category }) => ({ ...category, fa_font: icon }))
}

/** What a category looks for from now on; the stream follows at once. */
export async function setCategoryQueries(db: Db, clock: Clock, categoryId: number, queries: string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('categoryQueries').where('categoryId', '=', categoryId).execute()
    if (queries.length > 0) {
      await tx
        .insertInto('categoryQueries')
        .values(queries.map((text, position) => ({ categoryId, position, text })))
        .execute()
    }
    await tx.updateTable('categories').set({ updatedAt: clock.now(), seedHash: null }).where('id', '=', categoryId).execute()
    await tell(tx, clock, 'category.changed', { categoryId })
    await notify(tx, 'standing-query.changed', { productType: 'category', productId: categoryId })
  })
}

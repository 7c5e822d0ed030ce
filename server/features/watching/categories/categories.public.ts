/** What other parts may ask of categories. */
import type { Category } from '../../../../contract/watching/categories.ts'
import type { Clock } from '../../../kit/clock.ts'
import { publish } from '../../../kit/bus.ts'
import type { Db, DbOrTx, Tx } from '../../../kit/sql.ts'

interface CategoryQueries {
  productType: 'category'
  productId: number
  /** Any of these must fit … */
  keywords: string[]
  /** … and none of these. */
  excluded: string[]
}

/** What every category looks for. */
export async function listCategoryQueries(db: DbOrTx): Promise<CategoryQueries[]> {
  const rows = await selectQueries(db).orderBy('categoryId').orderBy('position').execute()
  return [...Map.groupBy(rows, (row) => row.categoryId)].map(([categoryId, theirs]) =>
    categoryQueries(categoryId, theirs),
  )
}

export async function findCategoryQueries(db: DbOrTx, categoryId: number): Promise<CategoryQueries | null> {
  const rows = await selectQueries(db).where('categoryId', '=', categoryId).orderBy('position').execute()
  return rows.length === 0 ? null : categoryQueries(categoryId, rows)
}

const selectQueries = (db: DbOrTx) => db.selectFrom('categoryQueries').select(['categoryId', 'excluded', 'text'])

function categoryQueries(categoryId: number, rows: { excluded: boolean; text: string }[]): CategoryQueries {
  const texts = (excluded: boolean): string[] => rows.filter((row) => row.excluded === excluded).map((row) => row.text)
  return { productType: 'category', productId: categoryId, keywords: texts(false), excluded: texts(true) }
}

export async function listAllCategories(db: DbOrTx): Promise<(Category & { slug: string })[]> {
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'slug', 'name', 'description', 'free', 'icon'])
    .orderBy('position')
    .execute()
  return rows.map(({ icon, ...category }) => ({ ...category, icon }))
}

/** What a category looks for from now on; the stream follows at once. */
export async function setCategoryQueries(
  db: Db,
  clock: Clock,
  categoryId: number,
  queries: string[],
  excluded: string[] = [],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await writeCategoryQueries(tx, categoryId, queries, excluded)
    await tx
      .updateTable('categories')
      .set({ updatedAt: clock.now(), seedHash: null })
      .where('id', '=', categoryId)
      .execute()
    await publish(tx, 'standing-query.changed', { productType: 'category', productId: categoryId })
  })
}

/** The rows alone: anyone who calls says that they changed. */
export async function writeCategoryQueries(
  tx: Tx,
  categoryId: number,
  queries: string[],
  excluded: string[],
): Promise<void> {
  await tx.deleteFrom('categoryQueries').where('categoryId', '=', categoryId).execute()
  const rows = [
    ...queries.map((text, position) => ({ categoryId, excluded: false, position, text })),
    ...excluded.map((text, position) => ({ categoryId, excluded: true, position, text })),
  ]
  if (rows.length > 0) await tx.insertInto('categoryQueries').values(rows).execute()
}

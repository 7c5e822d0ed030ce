/** What other parts may ask of categories. */
import type { Category } from '../../../../contract/category.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'

export interface CategoryQueries {
  productType: 'category'
  productId: number
  /** Any of these must fit … */
  keywords: string[]
  /** … and none of these. */
  excluded: string[]
  /** What it is about. With topics the judge of `engine/topics` decides what fits, with keywords as one of its signs. */
  topics: string[]
  /** By which the seed knows it, and the classifier of topics; null: no seed made it. */
  seedSlug: string | null
}

/** What every category looks for. */
export async function listCategoryQueries(db: DbOrTx): Promise<CategoryQueries[]> {
  const rows = await selectQueries(db).orderBy('categoryId').orderBy('categoryQueries.position').execute()
  return [...Map.groupBy(rows, (row) => row.categoryId)].map(([categoryId, theirs]) =>
    categoryQueries(categoryId, theirs),
  )
}

export async function findCategoryQueries(db: DbOrTx, categoryId: number): Promise<CategoryQueries | null> {
  const rows = await selectQueries(db)
    .where('categoryId', '=', categoryId)
    .orderBy('categoryQueries.position')
    .execute()
  return rows.length === 0 ? null : categoryQueries(categoryId, rows)
}

const selectQueries = (db: DbOrTx) =>
  db
    .selectFrom('categoryQueries')
    .innerJoin('categories', 'categories.id', 'categoryQueries.categoryId')
    .select(['categoryId', 'seedSlug', 'excluded', 'topic', 'text'])

function categoryQueries(
  categoryId: number,
  rows: { seedSlug: string | null; excluded: boolean; topic: boolean; text: string }[],
): CategoryQueries {
  const texts = (of: 'excluded' | 'topic' | null): string[] =>
    rows.filter((row) => (row.excluded ? 'excluded' : row.topic ? 'topic' : null) === of).map((row) => row.text)
  return {
    productType: 'category',
    productId: categoryId,
    keywords: texts(null),
    excluded: texts('excluded'),
    topics: texts('topic'),
    seedSlug: rows[0]?.seedSlug ?? null,
  }
}

export async function listAllCategories(db: DbOrTx): Promise<(Category & { slug: string })[]> {
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'slug', 'name', 'description', 'free', 'icon'])
    .orderBy('position')
    .execute()
  return rows.map(({ icon, ...category }) => ({ ...category, icon }))
}

/** The rows alone: anyone who calls says that they changed. */
export async function writeCategoryQueries(
  tx: Tx,
  categoryId: number,
  queries: readonly string[],
  excluded: readonly string[],
  topics: readonly string[] = [],
): Promise<void> {
  await tx.deleteFrom('categoryQueries').where('categoryId', '=', categoryId).execute()
  const rows = [
    ...[...queries, ...topics].map((text, position) => ({
      categoryId,
      excluded: false,
      topic: position >= queries.length,
      position,
      text,
    })),
    ...excluded.map((text, position) => ({ categoryId, excluded: true, topic: false, position, text })),
  ]
  if (rows.length > 0) await tx.insertInto('categoryQueries').values(rows).execute()
}

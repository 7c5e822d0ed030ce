/** Brings the seeded categories into the database, and leaves alone what an editor has changed. */
import { createHash } from 'node:crypto'
import type { Clock } from '../../../kit/clock.ts'
import { publish } from '../../../kit/bus.ts'
import type { Db, Tx } from '../../../kit/sql.ts'
import { writeCategoryQueries } from './categories.public.ts'
import { loadSeededCategories } from './categories.seed.ts'
import type { SeededCategory } from './seeded-category.ts'

/** @returns how many were written */
export async function seedCategories(
  db: Db,
  clock: Clock,
  categories: readonly SeededCategory[] = loadSeededCategories(),
): Promise<number> {
  const rows = await db.selectFrom('categories').select(['slug', 'seedSlug', 'seedHash']).execute()
  const present = new Map(rows.flatMap(({ seedSlug, seedHash }) => (seedSlug === null ? [] : [[seedSlug, seedHash]])))
  // An editor's own category may have taken the address before the seed knew one of this name.
  for (const { slug } of rows) if (!present.has(slug)) present.set(slug, null)
  let written = 0
  for (const [position, category] of categories.entries()) {
    const before = present.get(category.slug)
    if (before === null || before === seedHashOf(category, position)) continue
    await db.transaction().execute((tx) => writeSeeded(tx, clock, category, position))
    written += 1
  }
  return written
}

const seedHashOf = (category: SeededCategory, position: number): string =>
  createHash('sha256')
    .update(JSON.stringify([position, category]))
    .digest('hex')

/** As the seed says it, unless an editor has changed it. */
export async function writeSeeded(tx: Tx, clock: Clock, category: SeededCategory, position: number): Promise<void> {
  const { slug, name, description, icon, free, queries, excluded, topics } = category
  const seedHash = seedHashOf(category, position)
  const row = { slug, name, description, icon, free, position, seedHash, updatedAt: clock.now() }
  const written = await tx
    .insertInto('categories')
    .values({ ...row, seedSlug: slug })
    .onConflict((conflict) => conflict.column('seedSlug').doUpdateSet(row).where('categories.seedHash', 'is not', null))
    .returning('id')
    .executeTakeFirst()
  // Published by an editor a moment ago.
  if (!written) return
  const { id } = written
  await writeCategoryQueries(tx, id, queries, excluded, topics)
  await publish(tx, 'standing-query.changed', { productType: 'category', productId: id })
}

/** Brings the seeded categories into the database, and leaves alone what an editor has changed. */
import { createHash } from 'node:crypto'
import type { Clock } from '../../../kit/clock.ts'
import { publish } from '../../../kit/bus.ts'
import type { Db } from '../../../kit/sql.ts'
import { writeCategoryQueries } from './categories.public.ts'
import { loadSeededCategories } from './categories.seed.ts'
import type { SeededCategory } from './seeded-category.ts'

/** @returns how many were written */
export async function seedCategories(
  db: Db,
  clock: Clock,
  categories: readonly SeededCategory[] = loadSeededCategories(),
): Promise<number> {
  const present = new Map(
    (await db.selectFrom('categories').select(['slug', 'seedHash']).execute()).map((row) => [row.slug, row.seedHash]),
  )
  let written = 0
  for (const [position, category] of categories.entries()) {
    const seedHash = createHash('sha256')
      .update(JSON.stringify([position, category]))
      .digest('hex')
    const before = present.get(category.slug)
    if (before === null || before === seedHash) continue
    await writeCategory(db, clock, category, position, seedHash)
    written += 1
  }
  return written
}

async function writeCategory(
  db: Db,
  clock: Clock,
  category: SeededCategory,
  position: number,
  seedHash: string,
): Promise<void> {
  const { slug, queries, excluded, topics, ...shown } = category
  const row = {
    name: shown.name,
    description: shown.description,
    icon: shown.icon,
    free: shown.free,
    position,
    seedHash,
    updatedAt: clock.now(),
  }
  await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('categories')
      .values({ slug, ...row })
      .onConflict((conflict) => conflict.column('slug').doUpdateSet(row))
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeCategoryQueries(tx, id, queries, excluded, topics)
    await publish(tx, 'standing-query.changed', { productType: 'category', productId: id })
  })
}

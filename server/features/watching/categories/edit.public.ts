/** A category as it is edited: read whole, written whole, and given back to the seed. What is found stays where it is: only the queries change. */
import { sql } from 'kysely'
import type { CategoryContent } from '../../../../contract/watching/editing.ts'
import { joinLines, linesOf } from '../../../../rules/category-changes.ts'
import type { Clock } from '../../../kit/clock.ts'
import { publish } from '../../../kit/bus.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { findCategoryQueries, writeCategoryQueries } from './categories.public.ts'
import { loadSeededCategories } from './categories.seed.ts'
import { writeSeeded } from './seed.ts'

/** As it is published; null: it never was. */
export async function findContent(db: DbOrTx, id: number): Promise<CategoryContent | null> {
  const row = await db
    .selectFrom('categories')
    .select(['name', 'slug', 'icon', 'free', 'description'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const queries = await findCategoryQueries(db, id)
  return {
    ...row,
    queries: joinLines(queries?.keywords ?? []),
    topics: joinLines(queries?.topics ?? []),
    excluded: joinLines(queries?.excluded ?? []),
  }
}

/** The number of a category that will be published some day. */
export async function takeCategoryId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('categories', 'id')) as id`.execute(tx)
  return rows[0]!.id
}

/** Whose address, now or before, or whose name this is, apart from this category. */
export async function findTaken(
  db: DbOrTx,
  id: number,
  { slug, name }: Pick<CategoryContent, 'slug' | 'name'>,
): Promise<'slug' | 'name' | null> {
  const { rows } = await sql<{ slug: boolean; name: boolean }>`
    select exists (select from categories where slug = ${slug} and id <> ${id})
      or exists (select from category_slugs where slug = ${slug} and category_id <> ${id}) as slug,
      exists (select from categories where lower(name) = lower(${name}) and id <> ${id}) as name`.execute(db)
  return rows[0]?.slug ? 'slug' : rows[0]?.name ? 'name' : null
}

/** Holds from the end of the transaction on, in every process. The seed leaves it alone from then on, and an address it had leads to the new one. */
export async function writeContent(tx: Tx, clock: Clock, id: number, content: CategoryContent): Promise<void> {
  const { name, slug, icon, free, description } = content
  const row = { name, slug, icon, free, description, seedHash: null, updatedAt: clock.now() }
  const before = await tx.selectFrom('categories').select('slug').where('id', '=', id).executeTakeFirst()
  if (before) await tx.updateTable('categories').set(row).where('id', '=', id).execute()
  else
    await sql`
      insert into categories (id, slug, name, description, icon, free, position, updated_at) overriding system value
      select ${id}, ${slug}, ${name}, ${description}, ${icon}, ${free}, coalesce(max(position), -1) + 1, ${clock.now()}
      from categories`.execute(tx)
  await moveSlug(tx, id, before?.slug ?? slug, slug)
  await writeCategoryQueries(tx, id, linesOf(content.queries), linesOf(content.excluded), linesOf(content.topics))
  await publish(tx, 'standing-query.changed', { productType: 'category', productId: id })
}

async function moveSlug(tx: Tx, id: number, from: string, to: string): Promise<void> {
  if (from === to) return
  await tx.deleteFrom('categorySlugs').where('slug', '=', to).execute()
  await tx.insertInto('categorySlugs').values({ slug: from, categoryId: id }).execute()
}

/** The slug by which the seed knows it, and whether it follows the seed; null: the seed has no such category. */
export async function findSeed(db: DbOrTx, id: number): Promise<{ slug: string; follows: boolean } | null> {
  const row = await db.selectFrom('categories').select(['seedSlug', 'seedHash']).where('id', '=', id).executeTakeFirst()
  const slug = row?.seedSlug
  if (slug == null || !loadSeededCategories().some((seeded) => seeded.slug === slug)) return null
  return { slug, follows: row?.seedHash != null }
}

/** As the seed says it, and following the seed from now on. */
export async function giveBackToSeed(tx: Tx, clock: Clock, id: number, seedSlug: string): Promise<void> {
  const all = loadSeededCategories()
  const position = all.findIndex(({ slug }) => slug === seedSlug)
  const before = await tx.selectFrom('categories').select('slug').where('id', '=', id).executeTakeFirstOrThrow()
  await tx.updateTable('categories').set({ seedHash: '' }).where('id', '=', id).execute()
  await writeSeeded(tx, clock, all[position]!, position)
  await moveSlug(tx, id, before.slug, seedSlug)
}

/** The address it has now, of one that it had before. */
export async function findMovedSlug(db: DbOrTx, slug: string): Promise<string | null> {
  const row = await db
    .selectFrom('categorySlugs as former')
    .innerJoin('categories as now', 'now.id', 'former.categoryId')
    .select('now.slug')
    .where('former.slug', '=', slug)
    .executeTakeFirst()
  return row?.slug ?? null
}

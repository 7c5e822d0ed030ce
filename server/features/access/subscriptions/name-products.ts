import { sql } from 'kysely'
import type { Category } from '../../../../contract/category.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

/** These categories as the list of all has them, in the order in which everybody sees them. */
export async function listCategoriesByIds(db: DbOrTx, ids: number[]): Promise<(Category & { slug: string })[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('categories')
    .select(['id', 'slug', 'name', 'description', 'free', 'icon'])
    .where('id', 'in', ids)
    .orderBy('position')
    .execute()
}

/** What these categories are called, those that are gone from sale too. */
export async function nameCategories(db: DbOrTx, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('categories').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What these projects are called; one that no one has named is known by its number. */
export async function nameProjects(db: DbOrTx, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('monitoredProjects').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name || `Проект ${id}`]))
}

/** Of these projects those that look for nothing yet. */
export async function listUnconfigured(db: DbOrTx, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('monitoredProjects')
    .select('id')
    .where('id', 'in', ids)
    .where(sql<boolean>`cardinality(keywords) = 0`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export interface ListedGroup {
  icGroup: number
  name: string
}

/** What is on these lists of groups, in the order in which it was added. */
export async function listGroupsOfSets(db: DbOrTx, ids: number[]): Promise<Map<number, ListedGroup[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('monitoredGroups as m')
    .innerJoin('groups as g', 'g.id', 'm.groupId')
    .select(['m.groupsetId', 'm.groupId', 'g.name'])
    .where('m.groupsetId', 'in', ids)
    .where('m.removedAt', 'is', null)
    .orderBy('m.createdAt')
    .orderBy('m.id')
    .execute()
  const lists = new Map<number, ListedGroup[]>(ids.map((id) => [id, []]))
  for (const { groupsetId, groupId, name } of rows) lists.get(groupsetId)?.push({ icGroup: groupId, name })
  return lists
}

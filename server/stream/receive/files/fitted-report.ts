/** Where imported messages went, as the person who imported them is shown: by kind of product, then by product. */
import { productTypes, type ProductType } from '../../../../contract/access/subscriptions.ts'
import { productKeyOf } from '../../../../rules/product-key.ts'
import { productTitles } from '../../../../rules/product-titles.ts'
import { nameProjects } from '../../../features/access/subscriptions/subscriptions.public.ts'
import { listAllCategories } from '../../../features/watching/categories/categories.public.ts'
import type { Db } from '../../../kit/sql.ts'

/** How many feed items came for each product, by `productKeyOf`. */
export type FittedItems = Map<string, number>

export function addFitted(
  sums: FittedItems,
  fitted: readonly { productType: string; productId: number; items: number }[],
): void {
  for (const { items, ...product } of fitted) {
    const key = productKeyOf(product)
    sums.set(key, (sums.get(key) ?? 0) + items)
  }
}

/** Lines under the name of their kind, what got most first; projects and lists of groups with the e-mail of their owner. */
export async function reportFitted(db: Db, sums: FittedItems): Promise<string[]> {
  const lines: string[] = []
  for (const kind of productTypes) {
    const found = [...sums].flatMap(([key, items]) => {
      const [type, id] = key.split(' ')
      return type === kind ? [{ id: Number(id), items }] : []
    })
    if (found.length === 0) continue
    const names = await nameProductsOf(
      db,
      kind,
      found.map(({ id }) => id),
    )
    lines.push(`    ${productTitles[kind]}`)
    for (const { id, items } of found.toSorted((a, b) => b.items - a.items || a.id - b.id))
      lines.push(`    ${items.toLocaleString('ru-RU').padStart(8)}  ${names.get(id) ?? `№ ${id}`}`)
  }
  return lines
}

async function nameProductsOf(db: Db, kind: ProductType, ids: number[]): Promise<Map<number, string>> {
  if (kind === 'category') return new Map((await listAllCategories(db)).map(({ id, name }) => [id, name]))
  if (kind === 'group') return readOwners(db, 'monitoredGroupsets', ids)
  const [names, owners] = await Promise.all([nameProjects(db, ids), readOwners(db, 'monitoredProjects', ids)])
  return new Map([...names].map(([id, name]) => [id, `${name} (${owners.get(id) ?? 'без владельца'})`]))
}

async function readOwners(
  db: Db,
  table: 'monitoredProjects' | 'monitoredGroupsets',
  ids: number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom(table)
    .innerJoin('users as u', 'u.id', `${table}.userId`)
    .select([`${table}.id`, 'u.email'])
    .where(`${table}.id`, 'in', ids)
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email ?? `владелец ${id}`]))
}

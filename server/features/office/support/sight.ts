/** What a person sees at this moment, for anyone who says what an action changes: read before it and after it, in its transaction. */
import type { ProductType } from '../../../../contract/access/subscriptions.ts'
import { productKeyOf } from '../../../../rules/product-key.ts'
import { productTitles } from '../../../../rules/product-titles.ts'
import type { Sight } from '../../../../rules/support/changes.ts'
import type { Tx } from '../../../kit/sql.ts'
import { listVisibleProducts, nameCategories, nameProjects } from '../../access/subscriptions/subscriptions.public.ts'

export async function readSight(tx: Tx, userId: number, now: Date): Promise<Sight> {
  const visible = await listVisibleProducts(tx, { userId, moderator: false }, now)
  const ids = (type: ProductType): number[] =>
    visible.filter(({ productType }) => productType === type).map(({ productId }) => productId)
  const categories = await nameCategories(tx, ids('category'))
  const projects = await nameProjects(tx, ids('project'))
  const names = { category: categories, project: projects, group: new Map<number, string>() }
  const nameOf = (type: ProductType, id: number): string => names[type].get(id) ?? productTitles[type]
  const card = await tx
    .selectFrom('membershipCards as m')
    .innerJoin('users as u', 'u.id', 'm.ownerId')
    .select('u.username')
    .where('m.userId', '=', userId)
    .where('m.status', '=', 'accepted')
    .executeTakeFirst()
  const { frozen } = await tx
    .selectFrom('subscriptions')
    .select((select) => select.fn.countAll<number>().as('frozen'))
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('frozenAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return {
    products: visible.map((product) => ({
      key: productKeyOf(product),
      name: nameOf(product.productType, product.productId),
      trial: product.trial,
    })),
    filters: await listFilterProducts(tx, userId),
    memberOf: card?.username ?? null,
    frozen,
  }
}

interface NamedProducts {
  categories?: number[]
  monitoredProjects?: number[]
  /** `groupsetId/groupId`. */
  monitoredGroups?: string[]
}

async function listFilterProducts(tx: Tx, userId: number): Promise<string[][]> {
  const rows = await tx
    .selectFrom('filters')
    .select('fields')
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(({ fields }) => {
    const { categories = [], monitoredProjects = [], monitoredGroups = [] } = fields as NamedProducts
    return [
      ...categories.map((id) => `category ${id}`),
      ...monitoredProjects.map((id) => `project ${id}`),
      ...monitoredGroups.map((each) => `group ${each.split('/')[0]}`),
    ]
  })
}

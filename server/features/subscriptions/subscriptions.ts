/** A person's subscriptions, running and past, and what he may see now. */
import type { Category } from '../../../contract/categories.ts'
import type { SeenProduct, Subscription } from '../../../contract/subscriptions.ts'
import type { VisibleProduct } from '../../../rules/trial.ts'
import { personOf, type Answers } from '../../kit/asking.ts'
import { listAllCategories } from '../categories/categories.public.ts'
import { listVisibleProducts } from './subscriptions.public.ts'

export const answerSubscriptions: Answers<'subscriptions'> = {
  async listSubscriptions(asking) {
    const userId = personOf(asking).id
    const [rows, visible, categories] = await Promise.all([
      asking.db
        .selectFrom('subscriptions')
        .select(['id', 'productType', 'productId', 'tariffType', 'startsAt', 'expiresAt'])
        .where('userId', '=', userId)
        .orderBy('expiresAt', 'desc')
        .orderBy('id')
        .execute(),
      listVisibleProducts(asking.db, userId, asking.clock.now()),
      listAllCategories(asking.db),
    ])
    const byId = new Map(categories.map((category) => [category.id, category]))
    return {
      subscriptions: rows.map((row) => ({
        id: row.id,
        Tariff: { product: row.productType, type: row.tariffType } as Subscription['Tariff'],
        Category: row.productType === 'category' ? (byId.get(row.productId) ?? null) : null,
        startsAt: row.startsAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
      })),
      products: nameProducts(visible, categories),
    }
  },
}

/** The categories in the order in which everybody sees them; what has no name follows. */
function nameProducts(visible: VisibleProduct[], categories: Category[]): SeenProduct[] {
  const seen = new Map(visible.map((product) => [`${product.productType} ${product.productId}`, product]))
  const named = categories.flatMap(({ id, name, fa_font }) => {
    const product = seen.get(`category ${id}`)
    return product ? [{ productType: product.productType, id, name, fa_font, trial: product.trial }] : []
  })
  const others = visible.filter(({ productType }) => productType !== 'category')
  return [...named, ...others.map(({ productType, productId, trial }) => ({ productType, id: productId, name: '', fa_font: '', trial }))]
}

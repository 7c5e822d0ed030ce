import type { SeenProduct } from '../../../contract/subscriptions.ts'
import { useCall } from '../../kit/calls/use-call.ts'

export interface Products {
  /** The categories the person may choose among; undefined while nobody knows. */
  categories: SeenProduct[] | undefined
  /** The name of any category, also of one he does not see (any longer). */
  categoryName: (id: number) => string | undefined
}

export function useProducts(): Products {
  const { data: all } = useCall('categories', 'listCategories', {}, { staleTime: Infinity })
  const { data: seen } = useCall('subscriptions', 'listSubscriptions', {})
  const categories = seen?.products.filter(({ productType }) => productType === 'category')
  const named: readonly { id: number; name: string }[] = all?.categories ?? categories ?? []
  return {
    categories: categories?.toSorted((a, b) => a.name.localeCompare(b.name, 'ru')),
    categoryName: (id) => named.find((category) => category.id === id)?.name,
  }
}

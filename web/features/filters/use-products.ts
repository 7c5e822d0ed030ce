import type { SeenProduct } from '../../../contract/subscriptions.ts'
import { useCall } from '../../kit/calls/use-call.ts'

export interface Products {
  /** The categories the person may choose among; undefined while nobody knows. */
  categories: SeenProduct[] | undefined
  /** His projects, likewise. */
  projects: SeenProduct[] | undefined
  names: {
    /** The name of any category, also of one he does not see (any longer). */
    category: (id: number) => string | undefined
    /** Undefined too while it has none. */
    project: (id: number) => string | undefined
  }
}

export function useProducts(): Products {
  const { data: all } = useCall('categories', 'listCategories', {}, { staleTime: Infinity })
  const { data: seen } = useCall('subscriptions', 'listSubscriptions', {})
  const of = (type: SeenProduct['productType']): SeenProduct[] | undefined => seen?.products.filter(({ productType }) => productType === type)
  const [categories, projects] = [of('category'), of('project')]
  const named: readonly { id: number; name: string }[] = all?.categories ?? categories ?? []
  return {
    categories: categories?.toSorted((a, b) => a.name.localeCompare(b.name, 'ru')),
    projects,
    names: {
      category: (id) => named.find((category) => category.id === id)?.name,
      project: (id) => projects?.find((project) => project.id === id)?.name || undefined,
    },
  }
}

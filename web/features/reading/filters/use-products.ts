import type { Network } from '../../../../contract/networks.ts'
import type { SeenProduct } from '../../../../contract/access/subscriptions.ts'
import { WHOLE_LIST } from '../../../../rules/filters/views.ts'
import { useCall } from '../../../kit/calls/use-call.ts'

/** More are not asked for at once: anyone who has this many finds them by another way than a list. */
const MOST_GROUPS = 1000

export interface Products {
  /** All that the person may see, categories by name first; undefined while no one knows. */
  products: SeenProduct[] | undefined
  /** The categories the person may choose among; undefined while no one knows. */
  categories: SeenProduct[] | undefined
  /** Their projects, likewise. */
  projects: SeenProduct[] | undefined
  /** Their groups, as filters name them, behind the whole lists they are on; empty for anyone who has none. */
  groups: { pair: string; name: string; network: Network | null }[]
  names: {
    /** The name of any category, also of one they do not see (any longer). */
    category: (id: number) => string | undefined
    /** Undefined too while it has none. */
    project: (id: number) => string | undefined
    group: (pair: string) => string | undefined
  }
}

export function useProducts(): Products {
  const { data: all } = useCall('categories', 'listCategories', {}, { staleTime: Infinity })
  const { data: seen } = useCall('subscriptions', 'listSubscriptions', {})
  const of = (type: SeenProduct['productType']): SeenProduct[] | undefined =>
    seen?.products.filter(({ productType }) => productType === type)
  const categories = of('category')?.toSorted((a, b) => a.name.localeCompare(b.name, 'ru'))
  const projects = of('project')
  const hasGroups = (of('group')?.length ?? 0) > 0
  const { data: listed } = useCall(
    'groups',
    'listGroups',
    { sort: 'name', order: 'asc', limit: MOST_GROUPS },
    { enabled: hasGroups, staleTime: 60_000 },
  )
  const groups = [
    ...(of('group') ?? []).map(({ id, name }) => ({ pair: `${id}/${WHOLE_LIST}`, name, network: null })),
    ...(listed?.groups ?? []).map(({ monitoredGroupset, icGroup, name, network }) => ({
      pair: `${monitoredGroupset}/${icGroup}`,
      name,
      network,
    })),
  ]
  const named: readonly { id: number; name: string }[] = all?.categories ?? categories ?? []
  return {
    products: categories && [...categories, ...(projects ?? []), ...(of('group') ?? [])],
    categories,
    projects,
    groups,
    names: {
      category: (id) => named.find((category) => category.id === id)?.name,
      project: (id) => projects?.find((project) => project.id === id)?.name || undefined,
      group: (pair) => groups.find((group) => group.pair === pair)?.name,
    },
  }
}

import type { Category } from '../../../contract/categories.ts'
import type { Subscription } from '../../../contract/subscriptions.ts'
import { rolesOf } from '../../../rules/roles.ts'
import { useCall } from '../../kit/calls/use-call.ts'

export interface Products {
  /** What the person may choose among; undefined while nobody knows. */
  categories: Category[] | undefined
  /** The name of any category, also of one he does not watch (any longer). */
  categoryName: (id: number) => string | undefined
}

/**
 * The categories of the running subscriptions. Whoever has none of his own may still see some: a team member those of its
 * owner, a moderator all there are; he chooses among all.
 */
export function useProducts(): Products {
  const forLong = { staleTime: Infinity }
  const { data: me } = useCall('accounts', 'getMe', {}, forLong)
  const { data: all } = useCall('categories', 'listCategories', {}, forLong)
  const { data: held } = useCall('subscriptions', 'listSubscriptions', {})
  const roles = rolesOf(me?.user?.role ?? [])
  const own = runningCategories(held?.subscriptions ?? [])
  const seesAll = roles.includes('admin') || roles.includes('moderator') || (held !== undefined && own.length === 0)
  const categories = seesAll ? all?.categories : held && own
  return {
    categories: categories?.toSorted((a, b) => a.name.localeCompare(b.name, 'ru')),
    categoryName: (id) => (all?.categories ?? own).find((category) => category.id === id)?.name,
  }
}

function runningCategories(subscriptions: Subscription[]): Category[] {
  const now = Date.now()
  const running = subscriptions.filter(({ startsAt, expiresAt }) => Date.parse(startsAt) <= now && now < Date.parse(expiresAt))
  return [...new Map(running.flatMap(({ Category }) => (Category ? [[Category.id, Category] as const] : []))).values()]
}

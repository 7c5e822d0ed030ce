/** Which filters are the person's own, and what it means to move one. The server orders only the own ones. */
import type { Filter } from '../../../contract/filters.ts'

type Ordered = Pick<Filter, 'id' | 'isDefault' | 'scope' | 'editable'>

/**
 * Own ones come before the team's. A team owner may change others' filters too: of the last team filters he may not know
 * which are his, so those stay where they are.
 */
export function ownFilters<Each extends Ordered>(filters: Each[], ownsTeam: boolean): Each[] {
  if (!ownsTeam) return filters.filter(({ editable }) => editable)
  return filters.slice(0, filters.findLastIndex(({ isDefault, scope }) => isDefault || scope === 'local') + 1)
}

/** The ids in their new order; null when there is nowhere to move to. The default one stays first. */
export function moveFilter(own: Ordered[], id: number, by: -1 | 1): number[] | null {
  const ids = own.filter(({ isDefault }) => !isDefault).map((filter) => filter.id)
  const from = ids.indexOf(id)
  const other = ids[from + by]
  if (from < 0 || other === undefined) return null
  ids[from + by] = id
  ids[from] = other
  return ids
}

/** What it means to move a filter: the server orders the own ones, a team's stand behind them. */
import type { Filter } from '../../../../contract/reading/filters.ts'

/** The ids of the own ones in their new order; null when there is nowhere to move to. The default one stays first. */
export function moveFilter(
  filters: readonly Pick<Filter, 'id' | 'isDefault' | 'own'>[],
  id: number,
  by: -1 | 1,
): number[] | null {
  const ids = filters.filter(({ own, isDefault }) => own && !isDefault).map((filter) => filter.id)
  const from = ids.indexOf(id)
  const other = ids[from + by]
  if (from < 0 || other === undefined) return null
  ids[from + by] = id
  ids[from] = other
  return ids
}

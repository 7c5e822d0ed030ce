import { useQueryClient } from '@tanstack/react-query'
import { emptyFilter, type Filter } from '../../../contract/filters.ts'
import { callKey, useAct, useCall } from '../../kit/calls/use-call.ts'

/** The first filter of everybody. */
export function useDefaultFilter() {
  const { data, error, refetch } = useCall('filters', 'listFilters', {}, { staleTime: Infinity })
  const filter = data && (data.filters.find((each) => each.isDefault) ?? data.filters[0])
  return { filter, error, retry: () => void refetch() }
}

/** Changes a filter and puts the changed one where the list is kept. */
export function useUpdateFilter() {
  const cache = useQueryClient()
  return useAct('filters', 'updateFilter', {
    onSuccess: ({ filter }) => {
      cache.setQueryData<{ filters: Filter[] }>(callKey('filters', 'listFilters', {}), (before) =>
        before && { filters: before.filters.map((each) => (each.id === filter.id ? filter : each)) },
      )
    },
  })
}

/** Does the filter hide anything? The page size does not. */
export function narrows(filter: Filter): boolean {
  const { limit: _limit, ...nothing } = emptyFilter
  return (Object.keys(nothing) as (keyof typeof nothing)[]).some((field) => JSON.stringify(filter[field]) !== JSON.stringify(nothing[field]))
}

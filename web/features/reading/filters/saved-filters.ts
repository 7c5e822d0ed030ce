/** The list of saved filters in the query cache, and what is done to them. */
import { useMutationState, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Filter, FilterFields } from '../../../../contract/reading/filters.ts'
import { choosePeriod } from '../../../../rules/filters/period.ts'
import type { Input } from '../../../kit/calls/ask.ts'
import { callKey, useAct, useCall } from '../../../kit/calls/use-call.ts'
import { useAfterReconnect } from '../../../kit/live/use-after-reconnect.ts'

type List = { filters: Filter[] }
type Update = Input<'filters', 'updateFilter'>

const listKey = callKey('filters', 'listFilters', {})
const updateKey = ['filters', 'updateFilter']

/** What the signal `filters.changed` does. */
export function takeFiltersChanged(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: listKey })
}

export interface SavedFilters {
  /** As the server has them: the feed is read by these. */
  saved: Filter[] | undefined
  /** With the changes laid over them that are still on their way: the person sees what they did. */
  shown: Filter[] | undefined
  error: Error | null
  retry: () => void
}

export function useSavedFilters(): SavedFilters {
  const { data, error, refetch } = useCall('filters', 'listFilters', {}, { staleTime: Infinity })
  const changes = useMutationState({
    filters: { mutationKey: updateKey, status: 'pending' },
    select: ({ state }) => state.variables as Update,
  })
  useAfterReconnect(() => void refetch())
  return {
    saved: data?.filters,
    shown: data?.filters.map((filter) => changes.reduce(lay, filter)),
    error,
    retry: () => void refetch(),
  }
}

function lay(filter: Filter, { id, ...changes }: Update): Filter {
  return id === filter.id ? { ...filter, ...choosePeriod(changes as Partial<FilterFields>) } : filter
}

/** Whatever is done to filters reaches the server in the order it was done: what is renamed and deleted at once comes back by its new name. */
const scope = { id: 'filters' }

/** Changes a filter. */
export function useUpdateFilter() {
  const cache = useQueryClient()
  return useAct('filters', 'updateFilter', {
    mutationKey: updateKey,
    scope,
    onSuccess: ({ filter }) =>
      putList(cache, (filters) => filters.map((each) => (each.id === filter.id ? filter : each))),
  })
}

export function useDeleteFilter() {
  const cache = useQueryClient()
  return useAct('filters', 'deleteFilter', {
    scope,
    onSuccess: (_, { id }) => putList(cache, (filters) => filters.filter((each) => each.id !== id)),
  })
}

export function useOrderFilters() {
  const cache = useQueryClient()
  return useAct('filters', 'orderFilters', { scope, onSuccess: ({ filters }) => putList(cache, () => filters) })
}

/** The ways a filter is added: it is in the list before anyone who added it goes on. */
export function useCreateFilter() {
  return useAct('filters', 'createFilter', { scope, onSuccess: useReadAgain() })
}

export function useCopyFilter() {
  return useAct('filters', 'copyFilter', { scope, onSuccess: useReadAgain() })
}

export function useRestoreFilter() {
  return useAct('filters', 'restoreFilter', { scope, onSuccess: useReadAgain() })
}

function useReadAgain(): () => Promise<void> {
  const cache = useQueryClient()
  return () => cache.refetchQueries({ queryKey: listKey })
}

function putList(cache: QueryClient, change: (filters: Filter[]) => Filter[]): void {
  cache.setQueryData<List>(listKey, (before) => before && { filters: change(before.filters) })
  // An answer that is on its way may have been written before this change was.
  if (cache.isFetching({ queryKey: listKey }) > 0) void cache.invalidateQueries({ queryKey: listKey })
}

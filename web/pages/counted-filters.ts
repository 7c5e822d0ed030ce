import { useMemo } from 'react'
import { emptyFilter, type Filter, type FilterFields } from '../../contract/filters.ts'
import type { CountedFilter } from '../features/feed/updates-cache.ts'
import { useCall } from '../kit/calls/use-call.ts'

/** What does not change which messages fit. */
const beside: ReadonlySet<string> = new Set(['push', 'open', 'limit'] satisfies (keyof FilterFields)[])
const asked = (Object.keys(emptyFilter) as (keyof FilterFields)[]).filter((field) => !beside.has(field))

function counted(filter: Filter): CountedFilter {
  return { id: filter.id, question: JSON.stringify(asked.map((field) => filter[field])) }
}

/** Every saved filter as the server has it: what is still on its way there is not counted by yet. */
export function useCountedFilters(): { filters: CountedFilter[] | undefined; readAnew: () => void } {
  const { data, refetch } = useCall('filters', 'listFilters', {}, { staleTime: Infinity })
  const filters = useMemo(() => data?.filters.map(counted), [data])
  return { filters, readAnew: () => void refetch() }
}

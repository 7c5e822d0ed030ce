import { useMemo } from 'react'
import { emptyFilter, type Filter, type FilterFields } from '../../contract/filters.ts'
import type { CountedFilter } from '../features/feed/updates-cache.ts'
import { useCall } from '../kit/calls/use-call.ts'

/** What does not change which messages fit. */
const beside: ReadonlySet<string> = new Set(['push', 'open', 'limit'] satisfies (keyof FilterFields)[])
const asked = (Object.keys(emptyFilter) as (keyof FilterFields)[]).filter((field) => !beside.has(field))

/** @param marks what the feed has learnt from, for filters that go by it */
function counted(filter: Filter, marks: number[]): CountedFilter {
  return { id: filter.id, question: JSON.stringify([asked.map((field) => filter[field]), filter.learned ? marks : []]) }
}

/** Every saved filter as the server has it: what is still on its way there is not counted by yet. */
export function useCountedFilters(): { filters: CountedFilter[] | undefined; readAnew: () => void } {
  const { data, refetch } = useCall('filters', 'listFilters', {}, { staleTime: Infinity })
  const goesByMarks = data?.filters.some(({ learned }) => learned) ?? false
  const { data: learned } = useCall('learning', 'getLearned', {}, { enabled: goesByMarks })
  const { likes = 0, dislikes = 0 } = learned ?? {}
  const filters = useMemo(() => data?.filters.map((filter) => counted(filter, [likes, dislikes])), [data, likes, dislikes])
  return { filters, readAnew: () => void refetch() }
}

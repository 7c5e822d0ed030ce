import { useMemo } from 'react'
import { emptyFilter, type Filter, type FilterFields } from '../../contract/reading/filters.ts'
import type { CountedFilter } from '../features/reading/feed/page/updates-cache.ts'
import { useLearnedTurn } from '../features/reading/learning/learned-cache.ts'
import { useCall } from '../kit/calls/use-call.ts'

/** What does not change which messages fit. */
const beside: ReadonlySet<string> = new Set(['push', 'open', 'limit'] satisfies (keyof FilterFields)[])
const asked = (Object.keys(emptyFilter) as (keyof FilterFields)[]).filter((field) => !beside.has(field))

/** @param turn of what the feed has learnt, for filters that go by it */
function counted(filter: Filter, turn: number): CountedFilter {
  return { id: filter.id, question: JSON.stringify([asked.map((field) => filter[field]), filter.learned ? turn : 0]) }
}

/** Every saved filter as the server has it: what is still on its way there is not counted by yet. */
export function useCountedFilters(): { filters: CountedFilter[] | undefined; readAgain: () => void } {
  const { data, refetch } = useCall('filters', 'listFilters', {}, { staleTime: Infinity })
  const turn = useLearnedTurn()
  const filters = useMemo(() => data?.filters.map((filter) => counted(filter, turn)), [data, turn])
  return { filters, readAgain: () => void refetch() }
}

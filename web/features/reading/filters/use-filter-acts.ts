/** What the menu of a tab does, and what is said when it is done. */
import { useState } from 'react'
import { MAX_FILTER_NAME, type Filter } from '../../../../contract/reading/filters.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useCopyFilter, useDeleteFilter, useOrderFilters, useRestoreFilter, useUpdateFilter } from './saved-filters.ts'
import type { FilterChoice } from './use-filter-choice.ts'

export interface Said {
  tone: 'calm' | 'bad'
  text: string
  /** The deleted filter that may be taken back. */
  restores?: number
}

export function useFilterActs(choice: Pick<FilterChoice, 'filter' | 'choose'>) {
  const [said, say] = useState<Said | null>(null)
  const copying = useCopyFilter()
  const deleting = useDeleteFilter()
  const restoring = useRestoreFilter()
  const ordering = useOrderFilters()
  const updating = useUpdateFilter()
  const onError = (error: Error): void => say({ tone: 'bad', text: sentenceOf(error) })

  return {
    said,
    hush: () => say(null),
    copy(filter: Filter): void {
      const end = ' — копия'
      const name = filter.name.slice(0, MAX_FILTER_NAME - end.length) + end
      copying.mutate(
        { id: filter.id, name, push: false },
        { onSuccess: ({ filter: made }) => choice.choose(made.id), onError },
      )
    },
    remove(filter: Filter): void {
      const wasRead = choice.filter?.id === filter.id
      // Left before it is gone: an address of a filter that does not exist must not be seen on the way.
      if (wasRead) choice.choose(null)
      deleting.mutate(
        { id: filter.id },
        {
          onSuccess: () => say({ tone: 'calm', text: `Фильтр «${filter.name}» удалён`, restores: filter.id }),
          onError: (error) => {
            if (wasRead) choice.choose(filter.id)
            onError(error)
          },
        },
      )
    },
    restore(id: number): void {
      const onSuccess = (): void => {
        say(null)
        choice.choose(id)
      }
      restoring.mutate({ id }, { onSuccess, onError })
    },
    order(ids: number[]): void {
      ordering.mutate({ ids }, { onError })
    },
    setScope({ id, name }: Filter, scope: Filter['scope']): void {
      const text =
        scope === 'team' ? `Фильтр «${name}» теперь видит вся команда` : `Фильтр «${name}» теперь видите только вы`
      updating.mutate({ id, scope }, { onSuccess: () => say({ tone: 'calm', text }), onError })
    },
  }
}

export type FilterActs = ReturnType<typeof useFilterActs>

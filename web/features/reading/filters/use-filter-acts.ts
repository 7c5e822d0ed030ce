/** What the menu of a tab does, and what is shown when it is done. */
import { MAX_FILTER_NAME, type Filter } from '../../../../contract/reading/filters.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { showActionToast, showErrorToast } from '../../../kit/ui/components/action-toast.tsx'
import { useCopyFilter, useDeleteFilter, useOrderFilters, useRestoreFilter, useUpdateFilter } from './saved-filters.ts'
import type { FilterChoice } from './use-filter-choice.ts'

export function useFilterActs(choice: Pick<FilterChoice, 'filter' | 'choose'>) {
  const copying = useCopyFilter()
  const deleting = useDeleteFilter()
  const restoring = useRestoreFilter()
  const ordering = useOrderFilters()
  const updating = useUpdateFilter()
  const onError = (error: Error): void => showErrorToast(sentenceOf(error))
  const restore = (id: number): void => restoring.mutate({ id }, { onSuccess: () => choice.choose(id), onError })

  return {
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
          onSuccess: () =>
            showActionToast(`Фильтр «${filter.name}» удалён`, () => restore(filter.id), { label: 'Вернуть' }),
          onError: (error) => {
            if (wasRead) choice.choose(filter.id)
            onError(error)
          },
        },
      )
    },
    order(ids: number[]): void {
      ordering.mutate({ ids }, { onError })
    },
    setScope({ id, name }: Filter, scope: Filter['scope']): void {
      const text =
        scope === 'team' ? `Фильтр «${name}» теперь видит вся команда` : `Фильтр «${name}» теперь видите только вы`
      updating.mutate({ id, scope }, { onSuccess: () => showActionToast(text, null), onError })
    },
  }
}

export type FilterActs = ReturnType<typeof useFilterActs>

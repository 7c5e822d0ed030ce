/** What is done with changes that are not saved. */
import type { Filter, FilterFields } from '../../../../contract/reading/filters.ts'
import { putFilterDraft, type FilterChanges } from './filter-drafts.ts'
import type { useUpdateFilter } from './saved-filters.ts'
import type { FilterChoice } from './use-filter-choice.ts'

interface DraftOf {
  filter: Filter | null
  editable: boolean
  changes: FilterChanges | null
  fields: FilterFields | undefined
  change: (changes: FilterChanges) => void
  update: ReturnType<typeof useUpdateFilter>['mutate']
  /** There is nothing to be saved any more. */
  forgotten: () => void
}

export function draftActs(draft: DraftOf): Pick<FilterChoice, 'save' | 'discard' | 'keep'> {
  const { filter, editable, changes, fields, change, update, forgotten } = draft
  const forget = (filterId: number): void => {
    putFilterDraft(filterId, null)
    forgotten()
  }
  const keep = (make: (fields: FilterFields) => FilterChanges): void => {
    if (!filter || !editable) {
      if (fields) change(make(fields))
      return
    }
    update({ id: filter.id, ...make(filter) })
    if (!changes) return
    const made = Object.entries(make({ ...filter, ...changes })).filter(([name]) => name in changes)
    putFilterDraft(filter.id, { ...changes, ...Object.fromEntries(made) })
  }
  if (!filter || !changes) return { save: null, discard: null, keep }
  return {
    save: editable ? () => update({ id: filter.id, ...changes }, { onSuccess: () => forget(filter.id) }) : null,
    discard: () => {
      forget(filter.id)
      return () => putFilterDraft(filter.id, changes)
    },
    keep,
  }
}

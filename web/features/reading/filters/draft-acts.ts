/** What is done with changes that are not saved. */
import type { Filter, FilterFields } from '../../../../contract/reading/filters.ts'
import { putFilterDraft, type FilterFieldChanges } from './filter-drafts.ts'
import type { useUpdateFilter } from './saved-filters.ts'

export interface FilterDraftActs {
  /** Saves the changes; null when there are none, or when they are not the reader's to save. */
  save: (() => void) | null
  /** Forgets the changes; what it gives back brings them again. Null when there are none. */
  discard: (() => () => void) | null
  /** Changes the saved filter at once, for what a person decided is to be kept; while it is being changed, that is one change more. */
  keep: (make: (fields: FilterFields) => FilterFieldChanges) => void
}

interface DraftOf {
  filter: Filter | null
  editable: boolean
  changes: FilterFieldChanges | null
  fields: FilterFields | undefined
  change: (changes: FilterFieldChanges) => void
  update: ReturnType<typeof useUpdateFilter>['mutate']
  /** There is nothing to be saved any more. */
  forgotten: () => void
}

export function draftActs(draft: DraftOf): FilterDraftActs {
  const { filter, editable, changes, fields, change, update, forgotten } = draft
  const forget = (filterId: number): void => {
    putFilterDraft(filterId, null)
    forgotten()
  }
  const keep = (make: (fields: FilterFields) => FilterFieldChanges): void => {
    if (filter && editable && !changes) update({ id: filter.id, ...make(filter) })
    else if (fields) change(make(fields))
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

import { Button } from '@mantine/core'
import { errors } from '../../../../contract/errors.ts'
import { DEFAULT_FILTER_NAME } from '../../../../contract/reading/filters.ts'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'

/** Stands in place of the feed when the address names a filter that is not there (any longer), or no view. */
export function FilterUnknown({ onLeave }: { onLeave: () => void }) {
  return (
    <EmptyState
      picture="lost"
      title={errors.FILTER_NOT_FOUND.message}
      action={<Button onClick={onLeave}>К фильтру «{DEFAULT_FILTER_NAME}»</Button>}
    >
      Возможно, его удалили или он больше не виден команде.
    </EmptyState>
  )
}

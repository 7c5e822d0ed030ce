import { Button } from '@mantine/core'
import { errors } from '../../../contract/errors.ts'
import { DEFAULT_FILTER_NAME } from '../../../contract/filters.ts'
import { Blank } from '../../kit/ui/blank.tsx'

/** Stands in place of the feed when the address names a filter that is not there (any longer). */
export function FilterUnknown({ onLeave }: { onLeave: () => void }) {
  return (
    <Blank
      picture="lost"
      title={errors.FILTER_NOT_FOUND.message}
      action={<Button onClick={onLeave}>К фильтру «{DEFAULT_FILTER_NAME}»</Button>}
    >
      Возможно, его удалили или он больше не виден команде.
    </Blank>
  )
}

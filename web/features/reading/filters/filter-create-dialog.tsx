import { useState } from 'react'
import { emptyFilter, type Filter, type FilterFields } from '../../../../contract/reading/filters.ts'
import { ChoiceChips } from '../../../kit/ui/components/choice-chips.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import { FilterNameDialog } from './filter-name-dialog.tsx'
import classes from './filter-name-dialog.module.css'
import { useCreateFilter } from './saved-filters.ts'

export interface FilterCreateDialogProps {
  /** What the new filter asks for; nothing when it is not given. */
  fields?: FilterFields
  name?: string
  /** There is a team to show it to. */
  mayShare: boolean
  onCreated: (filterId: number) => void
  onClose: () => void
}

export function FilterCreateDialog({
  fields = emptyFilter,
  name = '',
  mayShare,
  onCreated,
  onClose,
}: FilterCreateDialogProps) {
  const [scope, setScope] = useState<Filter['scope']>('local')
  const create = useCreateFilter()
  return (
    <FilterNameDialog
      title="Новый фильтр"
      submit="Создать"
      initialName={name}
      saving={create.isPending}
      error={create.error}
      onSubmit={(chosen) =>
        create.mutate(
          { ...questionOf(fields), name: chosen, scope },
          { onSuccess: ({ filter }) => onCreated(filter.id) },
        )
      }
      onClose={onClose}
    >
      {mayShare && (
        <Stack gap={2}>
          <span className={classes.label}>Кто его видит</span>
          <ChoiceChips
            label="Кто видит фильтр"
            options={[
              { value: 'local', title: 'Только я' },
              { value: 'team', title: 'Вся команда' },
            ]}
            value={scope}
            onChange={setScope}
          />
        </Stack>
      )}
    </FilterNameDialog>
  )
}

/** Notices are asked for again, and the whole form waits until it is opened. */
function questionOf(fields: FilterFields): FilterFields {
  const names = Object.keys(emptyFilter) as (keyof FilterFields)[]
  const own = Object.fromEntries(names.map((name) => [name, fields[name]])) as FilterFields
  return { ...own, push: false, open: false }
}

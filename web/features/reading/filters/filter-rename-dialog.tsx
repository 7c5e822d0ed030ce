import type { Filter } from '../../../../contract/reading/filters.ts'
import { FilterNameDialog } from './filter-name-dialog.tsx'
import { useUpdateFilter } from './saved-filters.ts'

export function FilterRenameDialog({ filter, onClose }: { filter: Filter; onClose: () => void }) {
  const update = useUpdateFilter()
  return (
    <FilterNameDialog
      title="Переименовать фильтр"
      submit="Сохранить"
      initialName={filter.name}
      saving={update.isPending}
      error={update.error}
      onSubmit={(name) => update.mutate({ id: filter.id, name }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

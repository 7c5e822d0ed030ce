import { NativeSelect } from '@mantine/core'
import { pageSizes, type Filter } from '../../../contract/filters.ts'
import classes from './page-size.module.css'
import { useUpdateFilter } from './use-default-filter.ts'

/** How many messages a page holds; kept in the filter. */
export function PageSize({ filter, onChange }: { filter: Filter; onChange: () => void }) {
  const update = useUpdateFilter()
  const shown = update.isPending ? update.variables.limit : filter.limit
  return (
    <label className={classes.label}>
      <span className={classes.words}>На странице</span>
      <NativeSelect
        aria-label="Сообщений на странице"
        size="xs"
        value={String(shown)}
        data={pageSizes.map(String)}
        disabled={update.isPending}
        error={update.isError}
        onChange={(event) => {
          const limit = pageSizes.find((size) => String(size) === event.currentTarget.value)
          if (limit !== undefined) update.mutate({ id: filter.id, limit }, { onSuccess: onChange })
        }}
      />
    </label>
  )
}

import { NativeSelect } from '@mantine/core'
import { pageSizes } from '../../../../contract/reading/filters.ts'
import classes from './page-size.module.css'
import type { FilterChoice } from './use-filter-choice.ts'

/** How many messages a page holds; kept in the filter. */
export function PageSize({ choice }: { choice: FilterChoice }) {
  if (!choice.fields) return null
  return (
    <label className={classes.label} title="Сообщений на странице">
      <span className={classes.words}>На странице</span>
      <NativeSelect
        aria-label="Сообщений на странице"
        size="xs"
        value={String(choice.fields.limit)}
        data={pageSizes.map(String)}
        onChange={(event) => {
          const limit = pageSizes.find((size) => String(size) === event.currentTarget.value)
          if (limit !== undefined) choice.change({ limit })
        }}
      />
    </label>
  )
}

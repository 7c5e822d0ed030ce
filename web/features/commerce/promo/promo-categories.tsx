import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../../../kit/calls/use-call.ts'
import { SearchField } from '../../../kit/ui/components/search-field.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import classes from './promo-code-table.module.css'

export interface PromoCategoriesProps {
  value: readonly number[]
  onChange: (ids: number[]) => void
}

/** The only categories a code is good for; none chosen: all. The chosen ones stand first. */
export function PromoCategories({ value, onChange }: PromoCategoriesProps) {
  const { data } = useCall('categories', 'listCategories', {}, { staleTime: Infinity })
  const [search, setSearch] = useState('')
  const [first] = useState(value)
  const wanted = search.trim().toLowerCase()
  const shown = (data?.categories ?? [])
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(first.includes(b.id)) - Number(first.includes(a.id)))
  return (
    <fieldset>
      <legend className={classes.legend}>
        {value.length === 0 ? 'Для всех категорий' : `Только для выбранных категорий: ${value.length}`}
      </legend>
      <SearchField label="Найти категорию" placeholder="Найти категорию" value={search} onChange={setSearch} />
      <Stack gap={2} className={classes.choices}>
        {shown.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={value.includes(id)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...value, id] : value.filter((each) => each !== id))
            }
          />
        ))}
        {data && shown.length === 0 && <p className={typography.note}>Такой категории нет</p>}
      </Stack>
    </fieldset>
  )
}

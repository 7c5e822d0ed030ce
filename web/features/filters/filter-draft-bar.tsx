import { Button } from '@mantine/core'
import { lazy, useState } from 'react'
import { Later } from '../../kit/ui/later.tsx'
import { Notice } from '../../kit/ui/notice.tsx'
import classes from './filter-draft-bar.module.css'
import type { FilterChoice } from './use-filter-choice.ts'

const FilterCreateDialog = lazy(() =>
  import('./filter-create-dialog.tsx').then((file) => ({ default: file.FilterCreateDialog })),
)

/** Says that what is read is saved nowhere but in the address, and what can be done about it. Nothing for a saved filter. */
export function FilterDraftBar({ choice }: { choice: FilterChoice }) {
  const { draft, filter, fields, choose } = choice
  const [saving, setSaving] = useState(false)
  if (!draft || !fields) return null
  const called = draft.name === null ? '' : ` «${draft.name}»`
  const back = (): void => choose(filter?.isDefault ? null : (filter?.id ?? null))
  return (
    <>
      <Notice
        tone="calm"
        action={
          <div className={classes.acts}>
            <Button size="xs" onClick={() => setSaving(true)}>
              Сохранить как новый
            </Button>
            <Button size="xs" variant="default" onClick={back}>
              {filter ? 'Вернуться' : 'К своим фильтрам'}
            </Button>
          </div>
        }
      >
        {filter
          ? `Вы изменили фильтр «${filter.name}» для себя: сам он остался прежним.`
          : `Это ссылка на фильтр${called}. Он не сохранён.`}
      </Notice>
      {saving && (
        <Later>
          <FilterCreateDialog
            fields={fields}
            name={draft.name ?? filter?.name ?? ''}
            onClose={() => setSaving(false)}
            onCreated={(id) => {
              setSaving(false)
              choose(id)
            }}
          />
        </Later>
      )}
    </>
  )
}

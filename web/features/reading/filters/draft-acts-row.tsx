import { Button } from '@mantine/core'
import { useState } from 'react'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { Row } from '../../../kit/ui/components/stack.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import classes from './draft-acts-row.module.css'
import type { FilterChoice } from './use-filter-choice.ts'

const FilterCreateDialog = lazyNamed(() => import('./filter-create-dialog.tsx'), 'FilterCreateDialog')

/** Says that the filter is changed and not saved, and what can be done about it. Nothing while it is as it was saved. */
export function DraftActs({ choice }: { choice: FilterChoice }) {
  const { filter, changes, fields, save, discard, choose } = choice
  const [saving, setSaving] = useState(false)
  if (!filter || !changes || !fields || !discard) return null
  const cancel = (): void => {
    const back = discard()
    showActionToast(`Фильтр «${filter.name}» снова такой, каким сохранён`, back)
  }
  return (
    <Row gap={2} align="center" className={classes.row} role="group" aria-label="Несохранённые изменения">
      <span className={classes.state}>
        <span className={classes.dot} aria-hidden="true" />
        {save ? 'Фильтр изменён, но не сохранён' : 'Изменён только для вас'}
      </span>
      {save && (
        <Button size="compact-sm" onClick={save}>
          Сохранить
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => setSaving(true)}>
        Сохранить как…
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={cancel}>
        Отменить
      </Button>
      {saving && (
        <LazyBoundary>
          <FilterCreateDialog
            fields={fields}
            mayShare={choice.mayShare}
            onClose={() => setSaving(false)}
            onCreated={(id) => {
              setSaving(false)
              discard()
              choose(id)
            }}
          />
        </LazyBoundary>
      )}
    </Row>
  )
}

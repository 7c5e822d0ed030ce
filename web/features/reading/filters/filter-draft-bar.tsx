import { Button } from '@mantine/core'
import { useState } from 'react'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Row } from '../../../kit/ui/components/stack.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import type { FilterChoice } from './use-filter-choice.ts'
import { useViewName } from './use-view-name.ts'

const FilterCreateDialog = lazyNamed(() => import('./filter-create-dialog.tsx'), 'FilterCreateDialog')

/** Says that what is read is saved nowhere but in the address, and what can be done about it. Nothing for a saved filter. */
export function FilterDraftBar({ choice }: { choice: FilterChoice }) {
  const { draft, filter, view, fields, choose, goBack } = choice
  const nameOf = useViewName()
  const [saving, setSaving] = useState(false)
  if (!draft || !fields) return null
  const called = draft.name === null ? '' : ` «${draft.name}»`
  const changed = view === null ? filter && `фильтр «${filter.name}»` : `«${nameOf(view)}»`
  return (
    <>
      <AlertBox
        tone="quiet"
        action={
          <Row>
            <Button size="xs" onClick={() => setSaving(true)}>
              Сохранить как новый
            </Button>
            <Button size="xs" variant="default" onClick={goBack}>
              {changed ? 'Вернуться' : 'К своим фильтрам'}
            </Button>
          </Row>
        }
      >
        {view !== null
          ? `Из ленты ${changed} показано не всё.`
          : changed
            ? `Вы изменили ${changed} для себя: сам он остался прежним.`
            : `Это ссылка на фильтр${called}. Он не сохранён.`}
      </AlertBox>
      {saving && (
        <LazyBoundary>
          <FilterCreateDialog
            fields={fields}
            mayShare={choice.mayShare}
            name={draft.name ?? (view === null ? (filter?.name ?? '') : nameOf(view))}
            onClose={() => setSaving(false)}
            onCreated={(id) => {
              setSaving(false)
              choose(id)
            }}
          />
        </LazyBoundary>
      )}
    </>
  )
}

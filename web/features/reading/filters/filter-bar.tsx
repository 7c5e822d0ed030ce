/** Where there is room for it, the filter is a bar over the list: what is set, what else may be set, and what is not saved yet. */
import { Skeleton } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import card from '../../../kit/ui/components/card.module.css'
import { ConditionChip } from './condition-chip.tsx'
import { ConditionMenu } from './condition-menu.tsx'
import { DraftActs } from './draft-acts-row.tsx'
import classes from './filter-bar.module.css'
import { conditionNames, conditions, setConditions, type ConditionName } from './filter-conditions.ts'
import type { FilterFieldsProps } from './condition-fields.tsx'
import { QuickSearchField } from './quick-search-field.tsx'
import type { QuickSearch, SearchedQuestion } from './use-quick-search.ts'
import { useProducts } from './use-products.ts'
import { isOfView } from './use-read-view.ts'
import { namesPeople, useTeamNames } from './use-team-names.ts'
import { useValueCounts } from './value-counts.tsx'

const FilterFieldGroups = lazyNamed(() => import('./filter-field-groups.tsx'), 'FilterFieldGroups')

export interface FilterBarProps extends Omit<FilterFieldsProps, 'fields' | 'counts'> {
  /** Null where nothing is searched. */
  search: QuickSearch | null
  /** What is read: values are counted in it. */
  question: SearchedQuestion | undefined
  /** Stands at the end: how much is hidden. */
  hidden: ReactNode
}

export function FilterBar({ choice, slots, zone, search, question, hidden }: FilterBarProps) {
  const { fields, open, setOpen, reset, changeError, turn } = choice
  const { names } = useProducts()
  const { person } = useTeamNames(namesPeople(fields?.assignees))
  const [editing, setEditing] = useState<ConditionName | null>(null)
  const adding = useRef<HTMLButtonElement>(null)
  const all = useId()
  const counts = useValueCounts(editing !== null || open ? question : undefined)
  if (!fields) return choice.unknown || choice.error ? null : <Skeleton height={36} radius="md" />
  const set = new Map(
    setConditions(fields, { ...names, person, zone }, (key) => isOfView(choice.view, key)).map((each) => [
      each.name,
      each,
    ]),
  )
  const props = { choice, fields, slots, zone, counts }
  const close = (name: ConditionName): void => {
    setEditing((now) => (now === name ? null : now))
    // The chip of a condition that was not set goes, and the focus with it.
    if (!set.has(name)) adding.current?.focus()
  }
  return (
    <Stack as="section" gap={2} aria-label="Фильтр">
      <Row gap={2} align="center">
        {search && <QuickSearchField search={search} />}
        {conditionNames
          .filter((name) => set.has(name) || name === editing)
          .map((name) => (
            <ConditionChip
              key={name}
              {...props}
              name={name}
              title={conditions[name].title}
              set={set.get(name) ?? null}
              opened={editing === name}
              onOpen={() => setEditing(name)}
              onClose={() => close(name)}
            />
          ))}
        <ConditionMenu ref={adding} set={new Set(set.keys())} onChoose={setEditing} />
        <button
          type="button"
          className={classes.tool}
          aria-expanded={open}
          aria-controls={all}
          onClick={() => setOpen(!open)}
        >
          <IconAdjustmentsHorizontal size={16} stroke={1.8} aria-hidden="true" />
          Все условия
        </button>
        {reset && (
          <button type="button" className={classes.tool} onClick={reset}>
            Сбросить всё
          </button>
        )}
        {!choice.changes && hidden}
      </Row>
      {choice.changes && (
        <Row gap={[1, 3]} align="center">
          <DraftActs choice={choice} />
          {hidden}
        </Row>
      )}
      {changeError !== null && <AlertBox tone="bad">{changeError}</AlertBox>}
      <div id={all} className={open ? `${card.surface} ${classes.all}` : undefined} hidden={!open}>
        {open && (
          <LazyBoundary waiting={<Skeleton height={420} radius="md" />}>
            {/* Another filter begins at its top. */}
            <div key={turn} className={classes.scrolled} role="group" aria-label="Все условия">
              <FilterFieldGroups {...props} heading="h2" />
            </div>
          </LazyBoundary>
        )}
      </div>
    </Stack>
  )
}

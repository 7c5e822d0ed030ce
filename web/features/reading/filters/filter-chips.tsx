import { Skeleton } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconArrowBackUp, IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import classes from './filter-chips.module.css'
import { DraftActs } from './draft-acts-row.tsx'
import type { FilterBarProps } from './filter-bar.tsx'
import type { FilterPartName } from './condition-fields.tsx'
import { filterParts } from './filter-parts.ts'
import { RemovableChip } from '../../../kit/ui/components/removable-chip.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import { QuickSearchField } from './quick-search-field.tsx'
import { useProducts } from './use-products.ts'
import { isOfView } from './use-read-view.ts'
import { namesPeople, useTeamNames } from './use-team-names.ts'
import { useValueCounts } from './value-counts.tsx'

const FilterChangeDialog = lazyNamed(() => import('./filter-change-dialog.tsx'), 'FilterChangeDialog')

const parts: [FilterPartName, string][] = [
  ['words', 'Слова'],
  ['locations', 'Места'],
  ['products', 'Что слушать'],
]

/** Where there is no room for a panel: what is set as chips, and the ways into the dialogs that set it. */
export function FilterChips({ choice, slots, zone, search, question, hidden }: FilterBarProps) {
  const { fields, change, undo, changeError } = choice
  const { names } = useProducts()
  const { person } = useTeamNames(namesPeople(fields?.assignees))
  const [dialog, setDialog] = useState<FilterPartName | 'all' | null>(null)
  const [searching, setSearching] = useState(false)
  const counts = useValueCounts(dialog === null ? undefined : question)
  const opener = useRef<HTMLButtonElement>(null)
  if (!fields) return choice.unknown || choice.error ? null : <Skeleton height={44} radius="xl" />
  const set = filterParts(fields, { ...names, person, zone }).filter(({ key }) => !isOfView(choice.view, key))
  const close = (): void => {
    setDialog(null)
    opener.current?.focus()
  }
  const opens = (name: FilterPartName | 'all') => (event: { currentTarget: HTMLButtonElement }) => {
    opener.current = event.currentTarget
    setDialog(name)
  }
  return (
    <Stack as="section" gap={2} aria-label="Фильтр">
      <div className={classes.ways}>
        <button type="button" className={classes.way} onClick={opens('all')}>
          <IconAdjustmentsHorizontal size={18} stroke={1.8} aria-hidden="true" />
          Фильтр
          {set.length > 0 && <span className={classes.count}>{set.length}</span>}
        </button>
        {parts.map(([name, title]) => (
          <button key={name} type="button" className={classes.way} onClick={opens(name)}>
            {title}
          </button>
        ))}
        {search && (
          <button
            type="button"
            className={classes.way}
            aria-expanded={searching || search.words !== ''}
            onClick={() => setSearching(!searching)}
          >
            <IconSearch size={18} stroke={1.8} aria-hidden="true" />
            Поиск
          </button>
        )}
        {undo && (
          <button type="button" className={classes.way} onClick={undo}>
            <IconArrowBackUp size={18} stroke={1.8} aria-hidden="true" />
            Отменить
          </button>
        )}
        {hidden}
      </div>
      {search && (searching || search.words !== '') && <QuickSearchField search={search} />}
      {set.length > 0 && (
        <ul className={classes.set} aria-label="Что выбрано">
          {set.map(({ key, text, excluded, clear }) => (
            <li key={key}>
              <RemovableChip removeLabel={`Убрать: ${text}`} excluded={excluded} onRemove={() => change(clear)}>
                {text}
              </RemovableChip>
            </li>
          ))}
        </ul>
      )}
      <DraftActs choice={choice} />
      {changeError !== null && <AlertBox tone="bad">{changeError}</AlertBox>}
      {dialog !== null && (
        <LazyBoundary>
          <FilterChangeDialog
            choice={choice}
            fields={fields}
            slots={slots}
            counts={counts}
            zone={zone}
            only={dialog === 'all' ? undefined : dialog}
            onClose={close}
          />
        </LazyBoundary>
      )}
    </Stack>
  )
}

import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconArrowBackUp, IconChevronDown, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { mediaNames } from '../../../kit/ui/breakpoints.ts'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import card from '../../../kit/ui/components/card.module.css'
import { FilterChips } from './filter-chips.tsx'
import type { FilterSlots } from './filter-fields.tsx'
import classes from './filter-panel.module.css'
import { filterInWords } from './filter-parts.ts'
import type { FilterChoice } from './use-filter-choice.ts'
import { useProducts } from './use-products.ts'

const FilterFields = lazyNamed(() => import('./filter-fields.tsx'), 'FilterFields')

export interface FilterPanelProps {
  choice: FilterChoice
  slots: FilterSlots
  /** The reader's time zone. */
  zone: string
}

/** What the filter asks for: a panel where there is room for one, chips and dialogs where there is none. */
export function FilterPanel(props: FilterPanelProps) {
  const roomy = useMediaQuery(mediaNames['--tablet'] ?? '', undefined, { getInitialValueInEffect: false })
  return roomy ? <WidePanel {...props} /> : <FilterChips {...props} />
}

function WidePanel({ choice, slots, zone }: FilterPanelProps) {
  const { fields, open, setOpen, undo, reset, trouble } = choice
  const { names } = useProducts()
  const body = useId()
  if (!fields) return choice.unknown || choice.error ? null : <Skeleton height={64} radius="lg" />
  return (
    <Stack as="section" gap={2} className={`${card.surface} ${classes.panel}`} aria-label="Фильтр">
      <h2 className={classes.head}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={body}
          onClick={() => setOpen(!open)}
        >
          <IconAdjustmentsHorizontal size={18} stroke={1.8} aria-hidden="true" />
          <span className={classes.name}>Фильтр</span>
          <IconChevronDown className={classes.arrow} size={18} stroke={1.8} aria-hidden="true" />
        </button>
      </h2>
      {!open && <p className={classes.summary}>{filterInWords(fields, { ...names, zone })}</p>}
      <Row gap={[0, 4]} className={classes.acts}>
        <button type="button" className={classes.act} disabled={!undo} onClick={() => undo?.()}>
          <IconArrowBackUp size={16} stroke={1.8} aria-hidden="true" />
          Отменить
        </button>
        <button type="button" className={classes.act} disabled={!reset} onClick={() => reset?.()}>
          <IconX size={16} stroke={1.8} aria-hidden="true" />
          Сбросить всё
        </button>
      </Row>
      {trouble !== null && <AlertBox tone="bad">{trouble}</AlertBox>}
      <div id={body} className={classes.body} hidden={!open}>
        {open && (
          <LazyBoundary waiting={<Skeleton height={1500} radius="md" />}>
            <FilterFields choice={choice} fields={fields} slots={slots} zone={zone} />
          </LazyBoundary>
        )}
      </div>
    </Stack>
  )
}

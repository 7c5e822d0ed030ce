import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconArrowBackUp, IconChevronDown, IconX } from '@tabler/icons-react'
import { lazy, useId } from 'react'
import { mediaNames } from '../../kit/ui/breakpoints.ts'
import { Later } from '../../kit/ui/later.tsx'
import { Notice } from '../../kit/ui/notice.tsx'
import { FilterChips } from './filter-chips.tsx'
import classes from './filter-panel.module.css'
import { filterInWords } from './filter-parts.ts'
import type { FilterChoice } from './use-filter-choice.ts'
import { useProducts } from './use-products.ts'

const FilterFields = lazy(() => import('./filter-fields.tsx').then((file) => ({ default: file.FilterFields })))

export interface FilterPanelProps {
  choice: FilterChoice
  /** The reader's time zone. */
  zone: string
}

/** What the filter asks for: a panel where there is room for one, chips and dialogs where there is none. */
export function FilterPanel({ choice, zone }: FilterPanelProps) {
  const roomy = useMediaQuery(mediaNames['--tablet'] ?? '', undefined, { getInitialValueInEffect: false })
  return roomy ? <WidePanel choice={choice} zone={zone} /> : <FilterChips choice={choice} zone={zone} />
}

function WidePanel({ choice, zone }: FilterPanelProps) {
  const { fields, open, setOpen, undo, reset, trouble } = choice
  const { names } = useProducts()
  const body = useId()
  if (!fields) return choice.unknown || choice.error ? null : <Skeleton height={64} radius="lg" />
  return (
    <section className={classes.panel} aria-label="Фильтр">
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
      <div className={classes.acts}>
        <button type="button" className={classes.act} disabled={!undo} onClick={() => undo?.()}>
          <IconArrowBackUp size={16} stroke={1.8} aria-hidden="true" />
          Отменить
        </button>
        <button type="button" className={classes.act} disabled={!reset} onClick={() => reset?.()}>
          <IconX size={16} stroke={1.8} aria-hidden="true" />
          Сбросить всё
        </button>
      </div>
      {trouble !== null && <Notice tone="bad">{trouble}</Notice>}
      <div id={body} className={classes.body} hidden={!open}>
        {open && (
          <Later waiting={<Skeleton height={420} radius="md" />}>
            <FilterFields choice={choice} fields={fields} zone={zone} />
          </Later>
        )}
      </div>
    </section>
  )
}

import { useWindowEvent } from '@mantine/hooks'
import { ChipCross } from '../../../kit/ui/components/chip-cross.tsx'
import { useMadeWhenOpened } from '../../../kit/ui/components/late-menu.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import classes from './condition-chip.module.css'
import type { ConditionName, SetCondition } from './filter-conditions.ts'
import type { FilterFieldsProps } from './condition-fields.tsx'

const ConditionPopover = lazyNamed(() => import('./condition-popover.tsx'), 'ConditionPopover')

export interface ConditionChipProps extends FilterFieldsProps {
  name: ConditionName
  title: string
  /** What is set; null while nothing is, as just after it was chosen. */
  set: SetCondition | null
  opened: boolean
  onOpen: () => void
  onClose: () => void
}

/** One condition of the filter: a press edits it, the cross takes it away. */
export function ConditionChip({ name, title, set, opened, onOpen, onClose, ...props }: ConditionChipProps) {
  // What had the focus may have gone, as a word that was taken away: the key then belongs to no one.
  useWindowEvent('keydown', ({ key }) => {
    if (opened && key === 'Escape' && document.activeElement === document.body) onClose()
  })
  const { made, button, ref } = useMadeWhenOpened(opened)
  return (
    <>
      <span className={classes.chip} data-excluded={set?.excluded} data-opened={opened || undefined}>
        <button
          ref={ref}
          type="button"
          className={classes.text}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={opened ? onClose : onOpen}
        >
          <span className={classes.title}>{title} —</span> <span className={classes.values}>{set?.text ?? '…'}</span>
        </button>
        {set && <ChipCross label={`Убрать условие: ${title}`} onRemove={() => props.choice.change(set.clear)} />}
      </span>
      <LazyBoundary>
        {made && <ConditionPopover {...props} name={name} button={button} opened={opened} onClose={onClose} />}
      </LazyBoundary>
    </>
  )
}

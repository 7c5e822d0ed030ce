import { Popover, Skeleton } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { ChipCross } from '../../../kit/ui/components/chip-cross.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
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
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && onClose()}
      position="bottom-start"
      width={360}
      trapFocus
      returnFocus
      withinPortal
      // Not as the button goes down: a chip with nothing set goes away, and what was pressed would move from under the pointer.
      clickOutsideEvents={['mouseup', 'touchend']}
      shadow="xl"
    >
      <span className={classes.chip} data-excluded={set?.excluded} data-opened={opened || undefined}>
        <Popover.Target>
          <button type="button" className={classes.text} onClick={opened ? onClose : onOpen}>
            <span className={classes.title}>{title} —</span> <span className={classes.values}>{set?.text ?? '…'}</span>
          </button>
        </Popover.Target>
        {set && <ChipCross label={`Убрать условие: ${title}`} onRemove={() => props.choice.change(set.clear)} />}
      </span>
      {/* A list in it that stands open would keep the key to itself. */}
      <Popover.Dropdown className={classes.dropdown} onKeyDown={({ key }) => key === 'Escape' && onClose()}>
        <Stack gap={3}>
          <LazyBoundary waiting={<Skeleton height={90} radius="md" />}>
            <ConditionPopover {...props} name={name} onClose={onClose} />
          </LazyBoundary>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

import { IconPlus } from '@tabler/icons-react'
import { useState, type Ref } from 'react'
import { useMadeWhenOpened } from '../../../kit/ui/components/late-menu.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import bar from './filter-bar.module.css'
import type { ConditionsProps } from './conditions-popover.tsx'

const ConditionsPopover = lazyNamed(() => import('./conditions-popover.tsx'), 'ConditionsPopover')

interface ConditionMenuProps extends ConditionsProps {
  /** The button. */
  ref: Ref<HTMLButtonElement>
}

/** Every condition there is, found by typing. */
export function ConditionMenu({ set, onChoose, ref: also }: ConditionMenuProps) {
  const [opened, setOpened] = useState(false)
  const { made, button, ref } = useMadeWhenOpened(opened, also)
  return (
    <>
      <button
        ref={ref}
        type="button"
        className={bar.tool}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        <IconPlus size={16} stroke={1.8} aria-hidden="true" />
        Условие
      </button>
      <LazyBoundary>
        {made && (
          <ConditionsPopover set={set} onChoose={onChoose} button={button} opened={opened} onChange={setOpened} />
        )}
      </LazyBoundary>
    </>
  )
}

import type { ReactNode } from 'react'
import { ChipCross } from './chip-cross.tsx'
import classes from './removable-chip.module.css'

export interface RemovableChipProps {
  children: ReactNode
  /** What the cross does, written in full. */
  removeLabel: string
  onRemove: () => void
  excluded?: boolean | undefined
  /** A press on the chip itself does something too. */
  press?: { label: string; act: () => void }
}

export function RemovableChip({ children, removeLabel, onRemove, excluded, press }: RemovableChipProps) {
  return (
    <span className={classes.chip} data-excluded={excluded || undefined}>
      {press ? (
        <button type="button" className={classes.text} aria-label={press.label} title={press.label} onClick={press.act}>
          {children}
        </button>
      ) : (
        <span className={classes.text}>{children}</span>
      )}
      <ChipCross label={removeLabel} onRemove={onRemove} />
    </span>
  )
}

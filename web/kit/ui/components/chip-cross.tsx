import { IconX } from '@tabler/icons-react'
import classes from './chip-cross.module.css'

/** At the end of a chip, and as high: takes away what it says. @param label that in full */
export function ChipCross({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button type="button" className={classes.cross} aria-label={label} onClick={onRemove}>
      <IconX size={14} stroke={2} aria-hidden="true" />
    </button>
  )
}

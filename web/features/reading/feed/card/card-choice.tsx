import type { ReactNode } from 'react'
import classes from './card-choice.module.css'

export interface CardChoiceProps {
  name: string
  chosen: boolean
  className: string | undefined
  /** @param range all from the one chosen last */
  onChoose: (range: boolean) => void
  /** What stands in its place until it is wanted. */
  children: ReactNode
}

/** The box to choose a card by stands in the place of its picture, out of sight until it is wanted. */
export function CardChoice({ name, chosen, className, onChoose, children }: CardChoiceProps) {
  return (
    <label className={[classes.place, className].filter(Boolean).join(' ')}>
      {children}
      <input
        type="checkbox"
        className={classes.choice}
        aria-label={`Выбрать: ${name}`}
        checked={chosen}
        // A change does not report the shift key; a click does, by mouse and by keyboard.
        onClick={(event) => onChoose(event.shiftKey)}
        onChange={() => {}}
      />
    </label>
  )
}

import { IconGift } from '@tabler/icons-react'
import classes from './bonus-button.module.css'
import { useGift } from './use-gift.tsx'

export interface BonusButtonProps {
  /** Beside other buttons, or a line of its own where they leave no room for it: each is seen where it fits. */
  place: 'tools' | 'line'
  zone: string
}

/** A present that waits for the person. Nothing at all for anyone who has none. */
export function BonusButton({ place, zone }: BonusButtonProps) {
  const gift = useGift(zone)
  if (gift === null) return null
  const name = `Подарок: ${gift.words}`
  return (
    <>
      <button
        type="button"
        className={classes.bonus}
        data-place={place}
        aria-label={name}
        title={name}
        onClick={gift.show}
      >
        <IconGift size={18} stroke={1.8} aria-hidden="true" />
        <span className={classes.words}>
          {place === 'tools' ? gift.words.charAt(0).toUpperCase() + gift.words.slice(1) : name}
        </span>
      </button>
      {gift.dialog}
    </>
  )
}

import type { CardSlots } from '../card/card-slots.ts'
import { linksHere } from '../card/source-links.ts'
import type { CardActions } from './use-card-actions.ts'

interface KeyTargets {
  cards: CardActions
  slots: Pick<CardSlots, 'actions' | 'straightLinks'>
  onHelp: () => void
}

/**
 * What a key does with the cards; says whether it meant something.
 * @param item the card the reader is on, if they are on one
 */
export function pressCardKey(event: KeyboardEvent, item: HTMLElement | null, targets: KeyTargets): boolean {
  const { cards, slots, onHelp } = targets
  const { actions, straightLinks } = slots
  const { chosen, door } = cards
  if (event.repeat) return false
  if (event.key === '?' || (event.code === 'Slash' && event.shiftKey)) return (onHelp(), true)
  if (event.code === 'KeyZ' && cards.takeBackLast) return (cards.takeBackLast(), true)
  if (event.code === 'Escape' && (chosen.choosing || chosen.ids.size > 0)) return (chosen.clear(), true)
  const action = actions.find(({ key }) => key?.code === event.code)
  if (action && !event.shiftKey && chosen.ids.size > 0 && action.many) return (cards.actOnChosen(action), true)
  const message = item ? cards.byId(Number(item.dataset.item)) : undefined
  if (!message || cards.foldedOf(message) !== null) return false
  if (event.code === 'KeyX') return (door.choose(message, event.shiftKey), true)
  const link = linksHere(message, straightLinks).message
  if (event.code === 'KeyO' && !event.shiftKey && link !== null) {
    window.open(link, '_blank', 'noopener,noreferrer')
    return (cards.see(message), true)
  }
  if (action && !event.shiftKey) return (cards.act(message, action), true)
  return false
}

import type { CardSlots } from '../card/card-slots.ts'
import { linksHere } from '../card/source-links.ts'
import type { CardActions } from './use-card-actions.ts'

interface KeyTargets {
  cards: CardActions
  slots: Pick<CardSlots, 'actions' | 'straightLinks'>
  onHelp: () => void
  /** Goes that many messages on; says whether there was one. */
  step: (by: number) => boolean
  /** Goes on from a page on which nothing is left to do. */
  onWorkedThrough: () => void
}

/** On the message itself; in it they belong to what is focused there. */
const arrows: Record<string, string> = { ArrowRight: 'KeyE', ArrowLeft: 'KeyU' }

/**
 * What a key does with the cards; says whether it meant something.
 * @param item the card the reader is on, if they are on one
 */
export function pressCardKey(event: KeyboardEvent, item: HTMLElement | null, targets: KeyTargets): boolean {
  const { cards, slots, onHelp, step, onWorkedThrough } = targets
  const { actions, straightLinks } = slots
  const { chosen, door } = cards
  if (event.repeat) return false
  const code = (item && event.target === item && !event.shiftKey && arrows[event.code]) || event.code
  if (event.key === '?' || (event.code === 'Slash' && event.shiftKey)) return (onHelp(), true)
  if (code === 'KeyZ' && cards.takeBackLast) return (cards.takeBackLast(), true)
  if (code === 'KeyU' && !event.shiftKey) return cards.goBack() || step(-1)
  if (code === 'Escape' && (chosen.choosing || chosen.ids.size > 0)) return (chosen.clear(), true)
  const action = event.shiftKey ? undefined : actions.find(({ key }) => key?.code === code)
  if (action && chosen.ids.size > 0 && action.many) return (cards.actOnChosen(action), true)
  const message = item ? cards.byId(Number(item.dataset.item)) : undefined
  if (!message) return false
  if (cards.foldedOf(message) !== null) {
    // There is nothing left to do with it.
    if (!action?.goesOn) return false
    if (cards.isAnyOpen) step(1)
    else onWorkedThrough()
    return true
  }
  if (code === 'KeyX') return (door.choose(message, event.shiftKey), true)
  const link = linksHere(message, straightLinks).message
  if (code === 'KeyO' && !event.shiftKey && link !== null) {
    window.open(link, '_blank', 'noopener,noreferrer')
    return (cards.see(message), true)
  }
  if (!action) return false
  const { stays } = cards.act(message, action)
  if (stays && action.goesOn && !action.isOn?.(message)) step(1)
  return true
}

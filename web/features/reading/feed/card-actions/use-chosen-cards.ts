import { useState } from 'react'
import { chooseRange, keepOnPage, nothingChosen, toggleCard, type Chosen } from './choose-cards.ts'

/**
 * Which cards are chosen, and how that changes.
 * @param order the ids as they stand on the page
 */
export function useChosenCards(order: readonly number[]) {
  const [chosenBefore, setChosen] = useState<Chosen>(nothingChosen)
  const chosen = keepOnPage(chosenBefore, order)
  const [choosing, setChoosing] = useState(false)
  return {
    ids: chosen.ids,
    /** Cards show that they can be chosen, even while none is. */
    choosing,
    clear(): void {
      setChosen(nothingChosen)
      setChoosing(false)
    },
    choose(id: number, range: boolean): void {
      const after = range ? chooseRange(chosen, id, order) : toggleCard(chosen, id)
      setChosen(after)
      setChoosing(after.ids.size > 0)
    },
    chooseAll: (): void => setChosen({ ids: new Set(order), last: order.at(-1) ?? null }),
  }
}

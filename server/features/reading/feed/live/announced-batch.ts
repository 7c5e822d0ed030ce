/** Items that are announced together, and which of them each listener may count without asking the database. */
import type { AnnouncedItem } from '../items/item-facts.ts'
import { isCardOfListener, type Behind } from './behind.ts'
import { asksOwnMarks, type Listener } from './listener.ts'

export interface AnnouncedBatch {
  items: AnnouncedItem[]
  /** Those that have more to them than they say themselves. */
  dependent: AnnouncedItem[]
  /** The same, by `productKeyOf`. */
  dependentOf: ReadonlyMap<string, AnnouncedItem[]>
  behind: Behind
  /** The cards of a listener's feed, by seqId, among those and what the database was asked about. */
  decided: Map<Listener, Set<number>>
}

/** Which of the items that have more to them are cards of the listener's feed, and of which only the database knows. */
export function sortItems(
  listener: Listener,
  batch: AnnouncedBatch,
  now: Date,
): { cards: Set<number>; open: AnnouncedItem[] } {
  const items = itemsToAsk(listener, batch)
  const cards = new Set<number>()
  if (asksOwnMarks(listener)) return { cards, open: items }
  const open: AnnouncedItem[] = []
  for (const item of items) {
    const isTheirs = item.seqId > listener.sentUpTo && isCardOfListener(listener, item, batch.behind, now)
    if (isTheirs === null) open.push(item)
    else if (isTheirs) cards.add(item.seqId)
  }
  return { cards, open }
}

/** About these more is to be known for this listener than they say; what a person's own marks taught may speak against any. */
export function itemsToAsk(
  { question, productKey }: Listener,
  { items, dependent, dependentOf }: AnnouncedBatch,
): AnnouncedItem[] {
  if (productKey !== null) return dependentOf.get(productKey) ?? []
  return question.learned ? items : dependent
}

/**
 * What came for many filters at once: the same cards as `pickNewCards` picks for each, decided by the predicate from what is read once for all of them. Many hold
 * the same and ask the same, and a question to the database for each of them would hold up all.
 */
import { intentLevels } from '../../../../../contract/reading/filters.ts'
import type { FilterQuestion } from '../../../../../rules/filters/fits.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { yieldEvery } from '../../../../kit/yield-every.ts'
import { readItemsOfProducts, type AnnouncedItem } from '../items/item-facts.ts'
import type { Sql } from '../read/conditions.ts'
import { pickNewCards, type NewCard } from '../read/new-cards.ts'
import { pickAmong } from '../read/pick.ts'
import type { FeedScope } from '../read/scope.ts'
import { isCardOfListener, readBehind } from './behind.ts'
import { asksOwnMarks, mightFit, type CardReader } from './listener.ts'
import { productKeyOf } from '../../../../../rules/product-key.ts'

export interface AskedCards {
  scope: FeedScope
  /** What came after this seqId. */
  after: number
  /** As `pickNewCards` has it: it may be left out of what is answered, and need not. */
  known: Sql
}

const WINDOW = 5_000
const FEW = 20
const AT_ONCE = 4
/** Others in the process have their turn this often, in milliseconds. */
const LONGEST_TURN = 20

/**
 * New cards up to `upTo`, for each in its place: the hottest first, of one level the newest, no more than `cap`. What the readers' own marks taught (`learned`) is
 * for the caller to have judged.
 * @param window items that lie in so many seqIds are read at once
 * @param few so many that reach farther back than that ask the database, each for itself: of their products alone, and only what fits
 */
export async function pickNewCardsOfMany(
  db: DbOrTx,
  asked: readonly AskedCards[],
  upTo: number,
  cap: number,
  { window = WINDOW, few = FEW } = {},
): Promise<NewCard[][]> {
  const found = new Map<AskedCards, NewCard[]>()
  const far = asked.filter(({ after }) => upTo - after > window)
  const apart = asked.filter((each) => asksOwnMarks(each.scope) || (far.length <= few && far.includes(each)))
  await inTurns(apart, async (each) => {
    const { scope, after, known } = each
    found.set(each, await pickNewCards(db, scope, { after, upTo }, known, cap))
  })
  const together = asked.filter((each) => !found.has(each)).map(decidedOf)
  const from = Math.min(...together.map(({ asked: { after } }) => after))
  for (let after = from; after < upTo; after += window)
    await decide(db, together, after, Math.min(upTo, after + window))
  for (const { asked: each, cards } of together) found.set(each, hottestFirst(cards).slice(0, cap))
  return asked.map((each) => found.get(each) ?? [])
}

/** What is decided of one, so far. */
interface Decided {
  asked: AskedCards
  reader: CardReader
  cards: (NewCard & Pick<AnnouncedItem, 'intentLevel'>)[]
}

function decidedOf(asked: AskedCards): Decided {
  const { reader, products, blackList, question } = asked.scope
  const visible = {
    reader,
    products: new Map(products.map((product) => [productKeyOf(product), product])),
    blackList: new Set(blackList),
  }
  const [only] = visible.products.keys()
  const productKey = products.length === 1 ? (only ?? null) : null
  return { asked, reader: { userId: reader.userId, productKey, question, visible }, cards: [] }
}

/** Items in (after, upTo]. */
async function decide(db: DbOrTx, together: readonly Decided[], after: number, upTo: number): Promise<void> {
  const giveWay = yieldEvery(LONGEST_TURN)
  const concerned = together.filter(({ asked }) => asked.after < upTo)
  const byProduct = await readWindow(db, concerned, after, upTo)
  const plausible = memoised(byProduct)
  const looked: { each: Decided; items: AnnouncedItem[] }[] = []
  for (const each of concerned) {
    await giveWay()
    const items = plausible(each)
    if (items.length > 0) looked.push({ each, items })
  }
  if (looked.length === 0) return
  const behind = await readBehind(db, [...new Set(looked.flatMap(({ items }) => items))])
  const open: { each: Decided; items: AnnouncedItem[] }[] = []
  for (const { each, items } of looked) {
    await giveWay()
    const undecided: AnnouncedItem[] = []
    for (const item of items) {
      const its = isCardOfListener(each.reader, item, behind, each.asked.scope.now)
      if (its === null) undecided.push(item)
      else if (its) each.cards.push(cardOf(item))
    }
    if (undecided.length > 0) open.push({ each, items: undecided })
  }
  await inTurns(open, async ({ each, items }) => {
    const cards = new Set(
      await pickAmong(
        db,
        each.asked.scope,
        items.map(({ seqId }) => seqId),
      ),
    )
    for (const item of items) if (cards.has(item.seqId)) each.cards.push(cardOf(item))
  })
}

/** By `productKeyOf`: of each product from where the first of them asks. */
async function readWindow(
  db: DbOrTx,
  concerned: readonly Decided[],
  after: number,
  upTo: number,
): Promise<Map<string, AnnouncedItem[]>> {
  const wanted = new Map<string, { productType: string; productId: number; after: number }>()
  for (const { asked, reader } of concerned) {
    const from = Math.max(after, asked.after)
    for (const [key, { productType, productId }] of reader.visible.products) {
      const known = wanted.get(key)
      if (!known) wanted.set(key, { productType, productId, after: from })
      else known.after = Math.min(known.after, from)
    }
  }
  return Map.groupBy(await readItemsOfProducts(db, [...wanted.values()], upTo), ({ productKey }) => productKey)
}

/** Which items marks and copies might make cards of someone: the same for all who hold a product alike and ask the same of it, and found out once. */
function memoised(byProduct: ReadonlyMap<string, AnnouncedItem[]>): (each: Decided) => AnnouncedItem[] {
  const known = new Map<FilterQuestion, Map<string, AnnouncedItem[]>>()
  return ({ asked: { scope, after }, reader: { question, visible } }) => {
    const ofQuestion = known.get(question) ?? new Map<string, AnnouncedItem[]>()
    known.set(question, ofQuestion)
    const found: AnnouncedItem[] = []
    for (const [productKey, { trial }] of visible.products) {
      const there = byProduct.get(productKey)
      if (!there) continue
      const { moderator } = visible.reader
      const key = `${productKey} ${trial} ${moderator}`
      const fitting =
        ofQuestion.get(key) ?? there.filter((item) => mightFit(question, item, { trial, moderator }, scope.now))
      ofQuestion.set(key, fitting)
      for (const item of fitting) if (item.seqId > after) found.push(item)
    }
    return found
  }
}

const hottestFirst = (cards: Decided['cards']): NewCard[] =>
  cards.toSorted(
    (one, other) =>
      intentLevels.indexOf(other.intentLevel) - intentLevels.indexOf(one.intentLevel) || other.seqId - one.seqId,
  )

const cardOf = ({ seqId, messageId, clusterId, text, intentLevel }: AnnouncedItem): Decided['cards'][number] => ({
  seqId,
  messageId,
  clusterId,
  text: text.slice(0, LETTERS),
  intentLevel,
})

/** As many as `pickNewCards` reads of a text. */
const LETTERS = 500

async function inTurns<Each>(all: readonly Each[], ask: (each: Each) => Promise<void>): Promise<void> {
  const left = [...all]
  const askNext = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await ask(next)
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, askNext))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}

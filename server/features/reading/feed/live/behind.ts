/**
 * What stands behind new items and they do not say themselves: earlier items of their clusters, who marked them as spam, and who is done
 * with them. Read
 * once for all listeners: one question for each of a thousand feeds would hold up all of them.
 */
import { sql } from 'kysely'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { readEarlierItems, type AnnouncedItem } from '../items/item-facts.ts'
import { reasonAgainst, type CardReader, type LeadState } from './listener.ts'

/** The oldest of a cluster that are read; in most clusters that is all before the item. */
const OLDEST = 12
/** And of the item's own product: what fits someone who holds it mostly begins there. */
const OLDEST_OF_PRODUCT = 3

export interface Behind {
  /** By cluster, in the order of their seqIds. */
  earlier: Map<number, AnnouncedItem[]>
  /** By cluster: before this seqId all of them are read. */
  wholeBefore: Map<number, number>
  /** `clusterId productKey` where all before the items are read of that product, though not of the cluster. */
  wholeOfProduct: Set<string>
  /** By message: who marked it. */
  spamMarks: Map<number, Set<number>>
  /** By cluster: who is done with it. */
  handled: Map<number, Set<number>>
  /** By `ownerId clusterId`. */
  leads: Map<string, LeadState>
}

export const nothingBehind: Behind = {
  earlier: new Map(),
  wholeBefore: new Map(),
  wholeOfProduct: new Set(),
  spamMarks: new Map(),
  handled: new Map(),
  leads: new Map(),
}

export async function readBehind(db: DbOrTx, items: AnnouncedItem[]): Promise<Behind> {
  const repeating = items.filter(({ repeats }) => repeats)
  // The last of each is enough: what is before the others is before it.
  const last = (of: AnnouncedItem[]) => [...of].sort((a, b) => b.seqId - a.seqId)[0]
  const clusters = [...Map.groupBy(repeating, ({ clusterId }) => clusterId).values()].flatMap((of) => last(of) ?? [])
  const oldest = Map.groupBy(
    await readEarlierItems(
      db,
      clusters.map(({ clusterId, seqId }) => ({ clusterId, seqId })),
      OLDEST,
    ),
    ({ clusterId }) => clusterId,
  )
  const isCut = ({ clusterId }: AnnouncedItem): boolean => (oldest.get(clusterId)?.length ?? 0) >= OLDEST
  const ofProducts = Map.groupBy(repeating.filter(isCut), inProduct)
  const more = await readEarlierItems(
    db,
    [...ofProducts.values()].flatMap((of) => {
      const item = last(of)
      return item ? { clusterId: item.clusterId, seqId: item.seqId, product: item } : []
    }),
    OLDEST_OF_PRODUCT,
  )
  const readOfProduct = Map.groupBy(more, inProduct)
  const wholeOfProduct = new Set(
    [...ofProducts.keys()].filter((key) => (readOfProduct.get(key)?.length ?? 0) < OLDEST_OF_PRODUCT),
  )
  const earlier = Map.groupBy([...[...oldest.values()].flat(), ...more], ({ clusterId }) => clusterId)
  const wholeBefore = new Map(
    clusters.map((item) => [
      item.clusterId,
      isCut(item) ? (oldest.get(item.clusterId)?.at(-1)?.seqId ?? 0) + 1 : Infinity,
    ]),
  )
  const messages = [...items, ...[...earlier.values()].flat()].map(({ messageId }) => messageId)
  const clusterIds = [...new Set(items.map(({ clusterId }) => clusterId))]
  const [spamMarks, handled, leads] = await Promise.all([
    readSpamMarks(db, [...new Set(messages)]),
    readHandled(db, clusterIds),
    readLeads(db, clusterIds),
  ])
  return { earlier, wholeBefore, wholeOfProduct, spamMarks, handled, leads }
}

const inProduct = ({ clusterId, productKey }: AnnouncedItem): string => `${clusterId} ${productKey}`

async function readSpamMarks(db: DbOrTx, messageIds: number[]): Promise<Map<number, Set<number>>> {
  const { rows } = await sql<{ userId: number; messageId: number }>`
    select user_id, message_id from spam_marks where message_id = any(${messageIds}::bigint[])`.execute(db)
  return peopleBy(rows.map(({ userId, messageId }) => [messageId, userId]))
}

async function readHandled(db: DbOrTx, clusterIds: number[]): Promise<Map<number, Set<number>>> {
  const { rows } = await sql<{ userId: number; clusterId: number }>`
    select user_id, cluster_id from handled_clusters where cluster_id = any(${clusterIds}::bigint[])`.execute(db)
  return peopleBy(rows.map(({ userId, clusterId }) => [clusterId, userId]))
}

async function readLeads(db: DbOrTx, clusterIds: number[]): Promise<Map<string, LeadState>> {
  const { rows } = await sql<LeadState & { ownerId: number; clusterId: number }>`
    select c.owner_id, c.cluster_id, l.status, l.assignee_id from lead_clusters c join leads l on l.id = c.lead_id
    where c.cluster_id = any(${clusterIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ ownerId, clusterId, ...lead }) => [leadKey(ownerId, clusterId), lead]))
}

const leadKey = (ownerId: number, clusterId: number): string => `${ownerId} ${clusterId}`

function peopleBy(pairs: [key: number, userId: number][]): Map<number, Set<number>> {
  const people = new Map<number, Set<number>>()
  for (const [key, userId] of pairs) people.set(key, (people.get(key) ?? new Set()).add(userId))
  return people
}

/**
 * Is the item a card of the listener's feed: does it fit, and none before it in its cluster? As `isCard` of `read/conditions.ts`
 * asks it. Null: more would have to be read to know.
 */
export function isCardOfListener(
  listener: CardReader,
  item: AnnouncedItem,
  { earlier, wholeBefore, wholeOfProduct, spamMarks, handled, leads }: Behind,
  now: Date,
): boolean | null {
  const fits = (each: AnnouncedItem): boolean =>
    reasonAgainst(listener, each, now, {
      spamMarked: spamMarks.get(each.messageId)?.has(listener.userId),
      handled: handled.get(each.clusterId)?.has(listener.userId),
      lead: leads.get(leadKey(listener.visible.reader.ownerId, each.clusterId)),
    }) === null
  if (!fits(item)) return false
  if (!item.repeats) return true
  for (const each of earlier.get(item.clusterId) ?? []) if (each.seqId < item.seqId && fits(each)) return false
  if (item.seqId <= (wholeBefore.get(item.clusterId) ?? 0)) return true
  // Who listens to this product alone is not concerned with copies under others.
  return listener.productKey !== null && wholeOfProduct.has(inProduct(item)) ? true : null
}

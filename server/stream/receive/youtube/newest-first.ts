/**
 * Lists that begin with the newest, read from the top down to where the last reading had begun. What was seen is reported by
 * time, so that nothing is lost when entries move to the next page while we read; what was changed, by a stamp.
 */

export interface ListCursor {
  /** Milliseconds: everything up to here was read. */
  edge: number
  /** Nothing older is wanted. */
  from: number
  /** Set while a reading goes on: its next page, and the newest entry it met. */
  page: { token: string; newest: number } | null
  /** The newest entries: id, when it was written, and what it was like. */
  known: [id: string, at: number, stamp: string][]
}

export interface ListEntry {
  id: string
  at: number
  stamp: string
}

/** This many entries are looked after for changes. */
const MOST_KNOWN = 50
/** What was pinned to the top may be as old as it likes. */
const MOST_PINNED = 1

export const startList = (since: Date): ListCursor => ({
  edge: since.getTime(),
  from: since.getTime(),
  page: null,
  known: [],
})

/**
 * One page of the list.
 * @param now newer than this is nothing: a clock that runs ahead must not make the rest look old
 * @returns the cursor after it, with `page` set when there is more; of its entries the new ones and the changed ones, these with the stamp they had
 */
export function readPage<Item extends ListEntry>(
  cursor: ListCursor,
  items: Item[],
  { nextToken, now }: { nextToken: string | undefined; now: Date },
): { cursor: ListCursor; fresh: { item: Item; before: string | null }[] } {
  // Where known ones should stand there is nothing: from the top again the next time, down to the same edge.
  const isCutShort = cursor.page !== null && items.length === 0 && nextToken === undefined
  if (isCutShort && cursor.known.some(([, at]) => at <= cursor.edge))
    return { cursor: { ...cursor, page: null }, fresh: [] }
  const stamps = new Map(cursor.known.map(([id, , stamp]) => [id, stamp]))
  // Of what is older than all we look after, no one knows whether it was read.
  const oldest = cursor.known.length < MOST_KNOWN ? cursor.from : cursor.known.at(-1)![1]
  const wanted = [...new Map(items.map((item) => [item.id, item])).values()].filter(({ at }) => at >= cursor.from)
  const fresh = wanted
    .filter(({ id, at, stamp }) => (stamps.has(id) ? stamps.get(id) !== stamp : at >= Math.min(cursor.edge, oldest)))
    .map((item) => ({ item, before: stamps.get(item.id) ?? null }))
  const passed = items.filter(({ id, at }) => at < cursor.edge || (at === cursor.edge && stamps.has(id))).length
  const newest = Math.min(
    Math.max(cursor.page?.newest ?? cursor.edge, ...wanted.map(({ at }) => at)),
    Math.max(cursor.edge, now.getTime()),
  )
  const known = new Map(cursor.known.map((entry) => [entry[0], entry]))
  for (const { id, at, stamp } of wanted) known.set(id, [id, at, stamp])
  const newestKnown = [...known.values()].toSorted((a, b) => b[1] - a[1])
  const { from, edge } = cursor
  if (nextToken === undefined || passed > MOST_PINNED)
    return { cursor: { from, edge: newest, page: null, known: newestKnown.slice(0, MOST_KNOWN) }, fresh }
  // Those at the edge are still needed to tell what came in the same second.
  const kept = newestKnown.filter(([, at], index) => index < MOST_KNOWN || at === edge)
  return { cursor: { from, edge, page: { token: nextToken, newest }, known: kept }, fresh }
}

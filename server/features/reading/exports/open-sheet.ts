/** The rows of an export, read while they are written. */
import type { FeedMessage } from '../../../../contract/reading/feed.ts'
import { messageForms, plural } from '../../../../rules/plural.ts'
import type { Db } from '../../../kit/sql.ts'
import { countItems, getNewestSeqId, streamItems, type FeedScope } from '../feed/feed.public.ts'
import { authorColumns, openTally, type AuthorTally } from './author-sheet.ts'
import type { InTurn } from './in-turn.ts'
import { messageColumns, messageRow } from './message-sheet.ts'
import type { Cell, Sheet } from './sheet.ts'
import { wallClock } from '../../../../rules/wall-clock.ts'

/** Messages read at once. All of them may be as long as messages get, which is sixteen thousand letters. */
const CHUNK = 250
/** Rows written at once, each of them some times over on its way to the file. */
const WRITTEN = 50

/** Rows. */
export interface ExportProgress {
  done: number
  total: number
}

interface Ordered {
  kind: string
  scope: FeedScope
  timeZone: string
  title: string
  /** Rows; the rest is left out, and the end of the file says so. */
  limit: number
}

/**
 * @param db to read through
 * @param inTurn the connection that is the export's own, for what is to be kept beside
 * @param onProgress after every few rows; the next ones wait for it
 */
export async function openSheet(
  db: Db,
  inTurn: InTurn,
  ordered: Ordered,
  onProgress: (progress: ExportProgress) => Promise<void>,
): Promise<Sheet> {
  const { kind, scope, timeZone, title, limit } = ordered
  const wall = wallClock(timeZone)
  const upTo = await getNewestSeqId(db)
  const items = streamItems(db, scope, upTo, CHUNK)
  const tally = kind === 'users' ? await tallyAuthors(items, inTurn, onProgress) : null
  // One more than the limit says that there are more.
  const found = tally ? await tally.count() : await countItems(db, scope, { after: 0, upTo }, limit)
  const total = Math.min(found, limit)

  async function* rows(): AsyncGenerator<Cell[][]> {
    let done = 0
    for await (const some of tally ? tally.rows(wall) : messageRows(items, wall)) {
      const kept = some.slice(0, limit - done)
      for (let at = 0; at < kept.length; at += WRITTEN) yield kept.slice(at, at + WRITTEN)
      done += kept.length
      await onProgress({ done, total: Math.max(total, done) })
      if (done >= limit) return
    }
  }
  const forms = tally ? (['автор', 'автора', 'авторов'] as const) : messageForms
  return {
    name: tally ? 'Авторы' : 'Сообщения',
    title,
    columns: tally ? authorColumns : messageColumns,
    rows: rows(),
    note: () =>
      found > limit
        ? `В файл вошли самые новые: ${limit.toLocaleString('ru')} ${plural(limit, forms)}. ${SHORTER}`
        : null,
  }
}

const SHORTER = 'Чтобы увидеть остальное, укажите диапазон короче'

async function* messageRows(
  items: AsyncIterable<FeedMessage[]>,
  wall: (moment: number) => number,
): AsyncGenerator<Cell[][]> {
  for await (const messages of items) yield messages.map((message) => messageRow(message, wall))
}

async function tallyAuthors(
  items: AsyncIterable<FeedMessage[]>,
  inTurn: InTurn,
  onProgress: (progress: ExportProgress) => Promise<void>,
): Promise<AuthorTally> {
  const tally = await openTally(inTurn)
  for await (const messages of items) {
    await tally.add(messages)
    await onProgress({ done: 0, total: 0 })
  }
  return tally
}

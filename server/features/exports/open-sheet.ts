/** The rows of an export, read while they are written. */
import type { FeedMessage } from '../../../contract/feed.ts'
import { messageForms, plural } from '../../../rules/plural.ts'
import type { Db } from '../../kit/sql.ts'
import { countItems, getNewestSeqId, streamItems, type Scope } from '../feed/feed.public.ts'
import { authorColumns, AuthorTally } from './author-sheet.ts'
import { messageColumns, messageRow } from './message-sheet.ts'
import type { Cell, Sheet } from './sheet.ts'
import { wallClock } from './wall-clock.ts'

/** Rows. */
export interface Progress {
  done: number
  total: number
}

interface Ordered {
  kind: string
  scope: Scope
  timeZone: string
  title: string
  /** Rows; the rest is left out, and the end of the file says so. */
  limit: number
}

/** @param onProgress after every few rows; the next ones wait for it */
export async function openSheet(db: Db, ordered: Ordered, onProgress: (progress: Progress) => Promise<void>): Promise<Sheet> {
  const { kind, scope, timeZone, title, limit } = ordered
  const wall = wallClock(timeZone)
  const upTo = await getNewestSeqId(db)
  const items = () => streamItems(db, scope, upTo)
  const tally = kind === 'users' ? await tallyAuthors(items(), onProgress) : null
  // One more than the limit says that there are more.
  const found = tally ? tally.size : await countItems(db, scope, { after: 0, upTo }, limit)
  const total = Math.min(found, limit)

  async function* rows(): AsyncGenerator<Cell[][]> {
    let done = 0
    for await (const messages of items()) {
      const some = messages.flatMap((message) => {
        const row = tally ? tally.rowOf(message, wall) : messageRow(message, wall)
        return row ? [row] : []
      })
      const kept = some.slice(0, limit - done)
      done += kept.length
      if (kept.length > 0) yield kept
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
    note: () => (found > limit ? `В файл вошли самые новые: ${limit.toLocaleString('ru')} ${plural(limit, forms)}. ${SHORTER}` : null),
  }
}

const SHORTER = 'Чтобы увидеть остальное, укажите диапазон короче'

async function tallyAuthors(items: AsyncIterable<FeedMessage[]>, onProgress: (progress: Progress) => Promise<void>): Promise<AuthorTally> {
  const tally = new AuthorTally()
  for await (const messages of items) {
    for (const message of messages) tally.add(message)
    await onProgress({ done: 0, total: 0 })
  }
  return tally
}

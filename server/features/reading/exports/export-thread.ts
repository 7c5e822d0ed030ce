/**
 * The thread that makes files, one after the other. It holds a lock on a connection of its own and writes through that connection only: a thread
 * that dies lets go at once, one that was cut off cannot write on, and the next one starts again.
 */
import { once } from 'node:events'
import { parentPort, type MessagePort } from 'node:worker_threads'
import { sql } from 'kysely'
import { EXPORT_HOURS } from '../../../../contract/reading/exports.ts'
import { publish } from '../../../kit/bus.ts'
import { HOUR } from '../../../kit/clock.ts'
import { openDatabase, type Db, type Tx } from '../../../kit/sql.ts'
import type { FeedScope } from '../feed/feed.public.ts'
import type { InTurn } from './in-turn.ts'
import { lockExport } from './export-lock.ts'
import { paramsOf, selectExports, type ExportRow } from './export-row.ts'
import { openSheet, type ExportProgress } from './open-sheet.ts'
import { cutIntoPieces } from './pieces.ts'
import type { SheetWriter } from './sheet.ts'
import { writeCsv } from './write-csv.ts'
import { writeHtml } from './write-html.ts'
import { writeXlsx } from './write-xlsx.ts'

/** What the thread is handed for one file. */
export interface ThreadOrder {
  url: string
  exportId: number
  /** What has been begun so often is given up. */
  lastAttempt: number
  /** Rows; of longer feeds the rest is left out. */
  limit: number
  scope: FeedScope
  timeZone: string
}

/**
 * What it says: which attempt this is; that all is written but the time, which it asks for: its parent has the clock; and that it
 * may be handed the next order, for this one is done or has failed. Of an error only what every error has comes over by itself.
 */
export type ThreadWord =
  | { name: 'begun'; attempt: number }
  | { name: 'written' }
  | { name: 'over'; failure: { error: unknown; code: unknown } | null }

const PROGRESS_MS = 500

const writers: Record<string, SheetWriter> = { xlsx: writeXlsx, csv: writeCsv, html: writeHtml }

/** The person deleted it while it was made. */
class Cancelled extends Error {}

async function make(port: MessagePort, order: ThreadOrder): Promise<void> {
  // One to write through, one to read.
  const { db, close } = openDatabase(order.url, { connections: 2 })
  try {
    await db.connection().execute(async (own) => {
      // Someone makes it already; if they die, it is reported again.
      if (!(await lockExport(own, order.exportId))) return
      const row = await own.transaction().execute((tx) => begin(tx, order))
      if (!row) return
      port.postMessage({ name: 'begun', attempt: paramsOf(row).attempts } satisfies ThreadWord)
      await write(port, { db, inTurn: turns(own) }, row, order)
    })
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error
  } finally {
    // The lock goes with its connection.
    await close()
  }
}

/** A workbook's rows are read while its pieces are written. */
function turns(own: Db): InTurn {
  let turn: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = turn.then(() => work(own))
    turn = result.catch(() => {})
    return result
  }
}

/** Again from the beginning, whatever is there already. Null when there is nothing to do (any more). */
async function begin(tx: Tx, { exportId, lastAttempt }: ThreadOrder): Promise<ExportRow | null> {
  const row = await selectExports(tx)
    .where('id', '=', exportId)
    .where('status', 'in', ['waiting', 'active'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const params = paramsOf(row)
  const attempts = params.attempts + 1
  await tx.deleteFrom('exportPieces').where('exportId', '=', exportId).execute()
  const fresh = { done: 0, total: 0, bytes: 0, params: JSON.stringify({ ...params, attempts }) }
  const status = attempts > lastAttempt ? 'failed' : 'active'
  await tx
    .updateTable('exports')
    .set({ ...fresh, status })
    .where('id', '=', exportId)
    .execute()
  await publish(tx, 'export.changed', { userId: row.userId, exportId })
  return status === 'failed' ? null : { ...row, params: { ...params, attempts } as unknown as ExportRow['params'] }
}

async function write(
  port: MessagePort,
  { db, inTurn }: { db: Db; inTurn: InTurn },
  row: ExportRow,
  { exportId, limit, scope, timeZone }: ThreadOrder,
): Promise<void> {
  const writer = writers[row.format]
  if (!writer) throw new Error(`nobody writes ${row.format}`)
  const changeTo = (changes: Changes) => inTurn((own) => own.transaction().execute((tx) => change(tx, row, changes)))

  let progress: ExportProgress = { done: 0, total: 0 }
  let reportedAt = performance.now()
  async function onProgress(now: ExportProgress): Promise<void> {
    progress = now
    if (performance.now() - reportedAt < PROGRESS_MS) return
    reportedAt = performance.now()
    await changeTo(now)
  }
  const sheet = await openSheet(
    db,
    inTurn,
    { kind: row.kind, scope, timeZone, title: paramsOf(row).title, limit },
    onProgress,
  )
  let bytes = 0
  let position = 0
  for await (const piece of cutIntoPieces(writer(sheet))) {
    const at = position
    await inTurn((own) => insertPiece(own, exportId, at, piece))
    bytes += piece.length
    position += 1
  }
  const answer = once(port, 'message')
  port.postMessage({ name: 'written' } satisfies ThreadWord)
  const [finishedAt] = (await answer) as [Date]
  const expiresAt = new Date(finishedAt.getTime() + EXPORT_HOURS * HOUR)
  const { done } = progress
  if (done > 0) await changeTo({ done, total: done, bytes, status: 'ready', error: null, finishedAt, expiresAt })
  else {
    await inTurn((own) => own.deleteFrom('exportPieces').where('exportId', '=', exportId).execute())
    await changeTo({ done, total: done, bytes: 0, status: 'empty', error: null, finishedAt, expiresAt })
  }
}

interface Changes extends ExportProgress {
  bytes?: number
  status?: 'ready' | 'empty'
  error?: null
  finishedAt?: Date
  expiresAt?: Date
}

async function change(tx: Tx, { id, userId }: ExportRow, changes: Changes): Promise<void> {
  const changed = await tx
    .updateTable('exports')
    .set(changes)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new Cancelled()
  await publish(tx, 'export.changed', { userId, exportId: id })
}

async function insertPiece(own: Db, exportId: number, position: number, bytes: Buffer): Promise<void> {
  const { rows } = await sql<{ position: number }>`
    insert into export_pieces (export_id, position, bytes)
    select id, ${position}::int, ${bytes}::bytea from exports where id = ${exportId} for key share
    returning position`.execute(own)
  if (rows.length === 0) throw new Cancelled()
}

async function makeNext(port: MessagePort): Promise<void> {
  const [order] = (await once(port, 'message')) as [ThreadOrder]
  const failure = await make(port, order).then(
    () => null,
    (error: unknown) => ({ error, code: (error as { code?: unknown } | null)?.code }),
  )
  port.postMessage({ name: 'over', failure } satisfies ThreadWord)
}

// Others import types from here.
if (parentPort) for (;;) await makeNext(parentPort)

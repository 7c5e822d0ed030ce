/**
 * Makes an ordered file. Whoever makes one holds a lock on a connection of its own, and writes through that connection only:
 * a worker that dies lets go at once, one that was cut off cannot write on, and the next one begins anew.
 */
import { sql } from 'kysely'
import type { RoleName } from '../../../contract/call.ts'
import { EXPORT_HOURS, EXPORT_ROWS } from '../../../contract/exports.ts'
import { notify } from '../../kit/bus.ts'
import { HOUR } from '../../kit/clock.ts'
import type { JobContext } from '../../kit/jobs.ts'
import type { Db, Tx } from '../../kit/sql.ts'
import { lockExport, unlockExport } from './export-lock.ts'
import { paramsOf, selectExports, type ExportRow } from './export-row.ts'
import { readExportScope } from './export-scope.ts'
import { openSheet, type Progress } from './open-sheet.ts'
import { cutIntoPieces } from './pieces.ts'
import type { SheetWriter } from './sheet.ts'
import { writeCsv } from './write-csv.ts'
import { writeHtml } from './write-html.ts'
import { writeXlsx } from './write-xlsx.ts'

/** A file that cannot be made so often is given up: killed workers count too. */
export const MAX_ATTEMPTS = 5
const PROGRESS_MS = 500

const writers: Record<string, SheetWriter> = { xlsx: writeXlsx, csv: writeCsv, html: writeHtml }

/** The person deleted it while it was made. */
class Cancelled extends Error {}

/** @param limit rows; of longer feeds the rest is left out */
export async function makeExport(context: JobContext, exportId: number, limit = EXPORT_ROWS): Promise<void> {
  await context.db.connection().execute(async (own) => {
    // Somebody makes it already; if he dies, it is told anew.
    if (!(await lockExport(own, exportId))) return
    try {
      await make(context, own, exportId, limit)
    } finally {
      // A lost connection has let go by itself.
      await unlockExport(own, exportId).catch(() => {})
    }
  })
}

async function make(context: JobContext, own: Db, exportId: number, limit: number): Promise<void> {
  const begun = await own.transaction().execute((tx) => begin(tx, exportId))
  if (!begun) return
  try {
    await write(context, own, begun, limit)
  } catch (error) {
    if (error instanceof Cancelled) return
    const givenUp = await putBack(context, begun, error)
    if (!givenUp) throw error
    context.log.error({ err: error, exportId }, 'an export is given up')
  }
}

/** Anew from the beginning, whatever is there already. Null when there is nothing to do (any more). */
async function begin(tx: Tx, exportId: number): Promise<ExportRow | null> {
  const row = await selectExports(tx).where('id', '=', exportId).where('status', 'in', ['waiting', 'active']).forUpdate().executeTakeFirst()
  if (!row) return null
  const params = paramsOf(row)
  const attempts = params.attempts + 1
  await tx.deleteFrom('exportPieces').where('exportId', '=', exportId).execute()
  const fresh = { done: 0, total: 0, bytes: 0, params: JSON.stringify({ ...params, attempts }) }
  const status = attempts > MAX_ATTEMPTS ? 'failed' : 'active'
  await tx.updateTable('exports').set({ ...fresh, status }).where('id', '=', exportId).execute()
  await notify(tx, 'export.changed', { userId: row.userId, exportId })
  return status === 'failed' ? null : { ...row, params: { ...params, attempts } as unknown as ExportRow['params'] }
}

async function write(context: JobContext, own: Db, row: ExportRow, limit: number): Promise<void> {
  const params = paramsOf(row)
  const exportId = row.id
  const { roles, timeZone } = await context.db.selectFrom('users').select(['roles', 'timeZone']).where('id', '=', row.userId).executeTakeFirstOrThrow()
  const scope = await readExportScope(context, { id: row.userId, roles: roles as RoleName[] }, params)
  const writer = writers[row.format]
  if (!writer) throw new Error(`nobody writes ${row.format}`)

  // A workbook's rows are read while its pieces are written: on one connection these take turns.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }
  let bytes = 0
  let progress: Progress = { done: 0, total: 0 }
  let saidAt = performance.now()
  async function onProgress(now: Progress): Promise<void> {
    progress = now
    if (performance.now() - saidAt < PROGRESS_MS) return
    saidAt = performance.now()
    await inTurn(() => own.transaction().execute((tx) => change(tx, row, now)))
  }

  const sheet = await openSheet(context.db, { kind: row.kind, scope, timeZone, title: params.title, limit }, onProgress)
  let position = 0
  for await (const piece of cutIntoPieces(writer(sheet))) {
    const at = position
    await inTurn(() => insertPiece(own, exportId, at, piece))
    bytes += piece.length
    position += 1
  }
  await inTurn(() =>
    own.transaction().execute(async (tx) => {
      const finishedAt = context.clock.now()
      const expiresAt = new Date(finishedAt.getTime() + EXPORT_HOURS * HOUR)
      const { done } = progress
      if (done === 0) await tx.deleteFrom('exportPieces').where('exportId', '=', exportId).execute()
      const status = done === 0 ? 'empty' : 'ready'
      await change(tx, row, { done, total: done, bytes: done === 0 ? 0 : bytes, status, error: null, finishedAt, expiresAt })
    }),
  )
}

interface Changes extends Progress {
  bytes?: number
  status?: 'ready' | 'empty'
  error?: null
  finishedAt?: Date
  expiresAt?: Date
}

async function change(tx: Tx, { id, userId }: ExportRow, changes: Changes): Promise<void> {
  const changed = await tx.updateTable('exports').set(changes).where('id', '=', id).where('status', '=', 'active').returning('id').executeTakeFirst()
  if (!changed) throw new Cancelled()
  await notify(tx, 'export.changed', { userId, exportId: id })
}

async function insertPiece(own: Db, exportId: number, position: number, bytes: Buffer): Promise<void> {
  const { rows } = await sql<{ position: number }>`
    insert into export_pieces (export_id, position, bytes)
    select id, ${position}::int, ${bytes}::bytea from exports where id = ${exportId} for key share
    returning position`.execute(own)
  if (rows.length === 0) throw new Cancelled()
}

/** For the next attempt, unless this was the last one or somebody else has begun already. Says whether it is given up. */
async function putBack({ db, log }: JobContext, row: ExportRow, error: unknown): Promise<boolean> {
  const { attempts } = paramsOf(row)
  const givenUp = attempts >= MAX_ATTEMPTS
  try {
    await db.transaction().execute(async (tx) => {
      const mine = sql<boolean>`status = 'active' and (params ->> 'attempts')::int = ${attempts}`
      const put = await tx
        .updateTable('exports')
        .set({ status: givenUp ? 'failed' : 'waiting', error: error instanceof Error ? error.message : String(error), done: 0, bytes: 0 })
        .where('id', '=', row.id)
        .where(mine)
        .returning('id')
        .executeTakeFirst()
      if (!put) return
      await tx.deleteFrom('exportPieces').where('exportId', '=', row.id).execute()
      await notify(tx, 'export.changed', { userId: row.userId, exportId: row.id })
    })
  } catch (failure) {
    // It stays active with nobody holding its lock, and is found by that.
    log.warn({ err: failure, exportId: row.id }, 'an export could not be put back')
  }
  return givenUp
}

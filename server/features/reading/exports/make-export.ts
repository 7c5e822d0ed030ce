/**
 * Has an ordered file made, by a thread of its own (export-thread.ts): this one answers people meanwhile, and what a million
 * rows leave behind is swept out of a small heap, not out of one that the dictionary has made large.
 */
import { sql } from 'kysely'
import { EXPORT_ROWS } from '../../../../contract/reading/exports.ts'
import { publish } from '../../../kit/bus.ts'
import type { AppContext } from '../../../kit/context.ts'
import { readActiveRoles, readTimeZone } from '../../people/accounts/accounts.public.ts'
import { waitForsaken } from './export-lock.ts'
import { paramsOf, selectExports, type ExportRow } from './export-row.ts'
import { readExportScope } from './export-scope.ts'
import { makeInThread } from './make-in-thread.ts'

/** A file that cannot be made so often is given up: killed workers count too. */
export const MAX_ATTEMPTS = 5

/** @param limit rows; of longer feeds the rest is left out */
export async function makeExport(
  context: Omit<AppContext, 'bus' | 'hooks'>,
  exportId: number,
  limit = EXPORT_ROWS,
): Promise<void> {
  const { db, database, log } = context
  const row = await selectExports(db)
    .where('id', '=', exportId)
    .where('status', 'in', ['waiting', 'active'])
    .executeTakeFirst()
  if (!row) return
  const [timeZone, roles] = await Promise.all([readTimeZone(db, row.userId), readActiveRoles(context, [row.userId])])
  // Here, where the dictionary is: the thread is handed words as what they stand for.
  const scope = await readExportScope(context, { id: row.userId, roles: roles.get(row.userId) ?? [] }, paramsOf(row))
  const order = { url: database.url, exportId, lastAttempt: MAX_ATTEMPTS, limit, scope, timeZone }
  const attempt: Attempt = { begun: null }
  try {
    await makeInThread(context, order, (number) => (attempt.begun = number))
  } catch (error) {
    // What was not begun is as it was.
    if (attempt.begun === null) throw error
    const givenUp = await putBack(context, row, attempt.begun, error)
    if (!givenUp) throw error
    log.error({ err: error, exportId }, 'an export is given up')
  }
}

interface Attempt {
  /** Which one it is, from 1; null before the thread has said so. */
  begun: number | null
}

/** For the next attempt, unless this was the last one or someone else has begun already. Says whether it is given up. */
async function putBack(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  { id, userId }: ExportRow,
  attempt: number,
  error: unknown,
): Promise<boolean> {
  const givenUp = attempt >= MAX_ATTEMPTS
  try {
    await db.transaction().execute(async (tx) => {
      // The next attempt would take a thread that is not quite gone for one that makes it.
      await waitForsaken(tx, id)
      const mine = sql<boolean>`status = 'active' and (params ->> 'attempts')::int = ${attempt}`
      const put = await tx
        .updateTable('exports')
        .set({
          status: givenUp ? 'failed' : 'waiting',
          error: error instanceof Error ? error.message : String(error),
          done: 0,
          bytes: 0,
        })
        .where('id', '=', id)
        .where(mine)
        .returning('id')
        .executeTakeFirst()
      if (!put) return
      await tx.deleteFrom('exportPieces').where('exportId', '=', id).execute()
      await publish(tx, 'export.changed', { userId, exportId: id })
    })
  } catch (failure) {
    // It stays active with no one holding its lock, and is found by that.
    log.warn({ err: failure, exportId: id }, 'an export could not be put back')
  }
  return givenUp
}

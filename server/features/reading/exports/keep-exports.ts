/** What becomes of exports that no one looks after. */
import { publish } from '../../../kit/bus.ts'
import type { Clock } from '../../../kit/clock.ts'
import { recordEvent } from '../../../kit/jobs.ts'
import type { Db } from '../../../kit/sql.ts'
import { isForsaken } from './export-lock.ts'

export async function deleteOldExports(db: Db, clock: Clock): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('exports').where('expiresAt', '<=', clock.now()).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Those whose maker died go back to be made; how many. */
export async function resumeExports(db: Db, clock: Clock): Promise<number> {
  const active = await db
    .selectFrom('exports')
    .select(['id', 'userId'])
    .where('status', '=', 'active')
    .where('expiresAt', '>', clock.now())
    .execute()
  let resumed = 0
  for (const { id, userId } of active) {
    await db.transaction().execute(async (tx) => {
      if (!(await isForsaken(tx, id))) return
      const { numUpdatedRows } = await tx
        .updateTable('exports')
        .set({ status: 'waiting', done: 0 })
        .where('id', '=', id)
        .where('status', '=', 'active')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
      await recordEvent(tx, clock, 'export.stalled', { exportId: id })
      await publish(tx, 'export.changed', { userId, exportId: id })
      resumed += 1
    })
  }
  return resumed
}

/** Who makes an export holds a lock that goes with their connection: PostgreSQL knows at once when they are gone. */
import { sql } from 'kysely'
import { lock, tryHoldLock, tryLock } from '../../../kit/locks.ts'
import type { Db, Tx } from '../../../kit/sql.ts'

/** @param own one connection, and not the pool: the lock is its own, and goes when it is closed */
export function lockExport(own: Db, exportId: number): Promise<boolean> {
  return tryHoldLock(own, 'export', exportId)
}

/** No one makes it, and no one begins to before the end of the transaction. */
export function isForsaken(tx: Tx, exportId: number): Promise<boolean> {
  return tryLock(tx, 'export', exportId)
}

/**
 * Once its maker is gone, no one begins to make it before the end of the transaction.
 * @throws where someone makes it for longer than a dead maker's last statement takes
 */
export async function waitForsaken(tx: Tx, exportId: number): Promise<void> {
  await sql`set local lock_timeout = '20s'`.execute(tx)
  await lock(tx, 'export', exportId)
}

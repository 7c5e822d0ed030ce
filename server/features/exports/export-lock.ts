/** Who makes an export holds a lock that goes with his connection: PostgreSQL knows at once when he is gone. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../kit/sql.ts'

const keyOf = (exportId: number) => sql`hashtextextended(${`export ${exportId}`}, 0)`

/** @param own one connection, and not the pool: the lock is its own, and goes when it is closed */
export async function lockExport(own: Db, exportId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${keyOf(exportId)}) as locked`.execute(
    own,
  )
  return rows[0]?.locked ?? false
}

/** Nobody makes it, and nobody begins to before the end of the transaction. */
export async function isForsaken(tx: Tx, exportId: number): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean
  }>`select pg_try_advisory_xact_lock(${keyOf(exportId)}) as locked`.execute(tx)
  return rows[0]?.locked ?? false
}

/**
 * Once its maker is gone, nobody begins to make it before the end of the transaction.
 * @throws where somebody makes it for longer than a dead maker's last statement takes
 */
export async function waitForsaken(tx: Tx, exportId: number): Promise<void> {
  await sql`set local lock_timeout = '20s'`.execute(tx)
  await sql`select pg_advisory_xact_lock(${keyOf(exportId)})`.execute(tx)
}

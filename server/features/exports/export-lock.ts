/** Who makes an export holds a lock that goes with his connection: PostgreSQL knows at once when he is gone. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../kit/sql.ts'

const keyOf = (exportId: number) => sql`hashtextextended(${`export ${exportId}`}, 0)`

/** @param own one connection, and not the pool: the lock is its own */
export async function lockExport(own: Db, exportId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${keyOf(exportId)}) as locked`.execute(own)
  return rows[0]?.locked ?? false
}

export async function unlockExport(own: Db, exportId: number): Promise<void> {
  await sql`select pg_advisory_unlock(${keyOf(exportId)})`.execute(own)
}

/** Nobody makes it, and nobody begins to before the end of the transaction. */
export async function isForsaken(tx: Tx, exportId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${keyOf(exportId)}) as locked`.execute(tx)
  return rows[0]?.locked ?? false
}

import type { Database } from '../kit/sql.ts'
import { cloneDatabase } from './clone-database.ts'

/** A database of its own for a test of SQL alone: the tables, no one in them, and no server before it. */
export const openBareDatabase = (): Promise<Database> => cloneDatabase('bare', 4)

/** Rows of a table as they are; columns by their names in the database. */
export async function insertRows(database: Database, table: string, rows: Record<string, unknown>[]): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await database.pool.query(
    `insert into ${table} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

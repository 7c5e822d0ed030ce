/** A database of its own for a test of SQL alone: the tables, nobody in them, and no server before it. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../kit/sql.ts'
import { TEMPLATE, withDatabase } from './test-database.ts'

export async function openBareDatabase(): Promise<Database> {
  const server = inject('databaseServer')
  const name = `bare_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} template ${TEMPLATE}`)
  const database = openDatabase(withDatabase(server, name), { connections: 4 })
  return {
    ...database,
    async close() {
      await database.close()
      await onServer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** Rows of a table as they are; columns by their names in the database. */
export async function insertRows(database: Database, table: string, rows: Record<string, unknown>[]): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await database.pool.query(
    `insert into ${table} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

async function onServer(url: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(command)
  await client.end()
}

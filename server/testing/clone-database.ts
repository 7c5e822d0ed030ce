import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../kit/sql.ts'
import { onServer, TEMPLATE, withDatabase } from './test-database.ts'

/** A database of one's own with what the template holds; closed, it is gone. */
export async function cloneDatabase(kind: string, connections: number, template = TEMPLATE): Promise<Database> {
  const server = inject('databaseServer')
  const name = `${kind}_${randomBytes(6).toString('hex')}`
  // A copy of its files: the other way writes each page of the template to the log as well.
  await onServer(server, `create database ${name} template ${template} strategy file_copy`)
  const database = openDatabase(withDatabase(server, name), { connections })
  return {
    ...database,
    async close() {
      await database.close()
      await onServer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

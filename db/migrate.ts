/** Applies db/migrations in the order of their names, each in its own transaction, once, under a lock. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { lockNumbers } from './lock-numbers.ts'

const folder = new URL('./migrations/', import.meta.url)

interface Migration {
  name: string
  sql: string
  hash: string
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * @param last the name of the last one to apply; without it all are
 * @returns the names that were applied now. Throws when a migration that was applied has been edited since.
 */
export async function migrate(databaseUrl: string, last?: string): Promise<string[]> {
  const migrations = (await readMigrations()).filter(({ name }) => last === undefined || name <= last)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumbers.migrations])
    await client.query(
      `create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    )
    await client.query(`comment on table migrations is 'owner: db'`)
    const applied = new Map<string, string>(
      (await client.query<{ name: string; hash: string }>('select name, hash from migrations')).rows.map((row) => [
        row.name,
        row.hash,
      ]),
    )
    const done: string[] = []
    for (const migration of migrations) {
      const before = applied.get(migration.name)
      if (before === migration.hash) continue
      if (before)
        throw new Error(`Migration ${migration.name} was edited after it had been applied: write a new one instead`)
      await client.query('begin')
      try {
        await client.query(migration.sql)
        await client.query('insert into migrations (name, hash) values ($1, $2)', [migration.name, migration.hash])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
      }
      done.push(migration.name)
    }
    return done
  } finally {
    await client.end()
  }
}

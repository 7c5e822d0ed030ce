/** The database: one pool, Kysely over it, names in camelCase here and in snake_case there. */
import { createHash } from 'node:crypto'
import { CamelCasePlugin, Kysely, PostgresDialect, sql, type PostgresPoolClient, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '../../db/types.ts'

export type Db = Kysely<DB>
/** Inside a transaction, or not: most functions take either. */
export type DbOrTx = Kysely<DB> | Transaction<DB>
export type Tx = Transaction<DB>

// Ids and counters stay far below 2^53, so that numbers serve (and JSON has no other).
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
/** Of bigint[], for which pg has no name. */
const INT8_ARRAY: number = 1016
const readStrings: (written: string) => string[] = pg.types.getTypeParser(INT8_ARRAY)
pg.types.setTypeParser(INT8_ARRAY, (written) => readStrings(written).map(Number))

export interface Database {
  db: Db
  /** For the hot paths, which send whole arrays. */
  pool: pg.Pool
  url: string
  close(): Promise<void>
}

export function openDatabase(url: string, options: { connections?: number } = {}): Database {
  const pool = new pg.Pool({ connectionString: url, max: options.connections ?? 10, application_name: 'echolot' })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: preparing(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return { db, pool, url, close: () => db.destroy() }
}

const PREPARED = '/* prepared */'
/**
 * At the beginning of a statement that is sent often and joins much: a connection plans it once and not every time, which
 * takes longer than reading some rows. Only for a text that is always the same: arrays, no lists.
 */
export const prepared = sql.raw(PREPARED)

/** Kysely gives statements no names, and the driver keeps a plan by its name. */
function preparing(pool: pg.Pool): { connect(): Promise<PostgresPoolClient>; end(): Promise<void>; options: object } {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const names = new Map<string, string>()
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url').slice(0, 32)
    names.set(text, name)
    return name
  }
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    // Kysely hands in a cursor only where one is set up, and none is.
    const query = (text: unknown, parameters: readonly unknown[] = []): never => {
      const values = [...parameters]
      return client.query(
        typeof text === 'string' && text.startsWith(PREPARED)
          ? { name: nameOf(text), text, values }
          : { text: String(text), values },
      ) as never
    }
    return { query, release: (destroy) => client.release(destroy) }
  }
  return {
    async connect() {
      const client = await pool.connect()
      const wrapped = known.get(client) ?? wrap(client)
      known.set(client, wrapped)
      return wrapped
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/** PostgreSQL's words for «this is there already». */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const known = error as { code?: string; constraint?: string } | null
  return known?.code === '23505' && (constraint === undefined || known.constraint === constraint)
}

/** Worth trying again: lost connections, restarts, deadlocks, a full disk that somebody may empty. */
export function isPassing(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code ?? ''
  return (
    /^(08|40|53|55|57P)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT'].includes(code) ||
    /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(
      String((error as Error | null)?.message),
    )
  )
}

/** PostgreSQL's own writing of an array: for arrays within arrays, which unnest would flatten. */
export function arrayLiteral(values: readonly (string | number)[]): string {
  return `{${values.map((value) => (typeof value === 'number' ? value : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`
}

/**
 * The database: one pool, Kysely over it, names in camelCase here and in snake_case there.
 *
 * There are three ways to ask it, and each has its place:
 * - The typed builder (`db.selectFrom('users')`) for rows: reading, inserting, changing and deleting them by their columns.
 * - Tagged `sql` where the statement is the point: reports and the feed, sets handed over as arrays (`unnest`), what reads
 *   and writes in one statement, and expressions within a query of the builder. A rule that exists as a function of rules/
 *   too has its SQL beside what reads it, and a test that both agree.
 * - A bare client (`withTransaction`) only where messages and their items are stored, in server/stream/store,
 *   server/stream/search-back and server/features/reading/feed/items, and what is called in their transactions: prepared statements with whole columns as
 *   arrays, with nothing between them and PostgreSQL.
 *
 * Values are always parameters. Locks that are no rows have names: locks.ts. tools/structure.test.ts holds all this.
 */
import { createHash } from 'node:crypto'
import { CamelCasePlugin, Kysely, PostgresDialect, sql, type PostgresPoolClient, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '../../db/types.ts'
import { MINUTE } from './clock.ts'
import { pause } from './pause.ts'

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
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    application_name: 'echolot',
    // With a connection its plans go, and what the server knows of the tables: the next reader of the feed waits for both.
    idleTimeoutMillis: 10 * MINUTE,
  })
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

/**
 * A transaction on a bare client of its own.
 * @param before what is to be read before it begins, on the same client
 */
export async function withTransaction<Result>(
  { pool }: Pick<Database, 'pool'>,
  work: (client: pg.PoolClient) => Promise<Result>,
  before: (client: pg.PoolClient) => Promise<void> = async () => {},
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await before(client)
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((rollback: Error) => (broken = rollback))
    throw error
  } finally {
    client.release(broken)
  }
}

/** Attempts at a transaction that met others crosswise. */
const ATTEMPTS = 5

/** Of two transactions that wait for each other PostgreSQL ends one: it is done once more from its beginning, a few times. */
export async function retryDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const code = (error as { code?: string } | null)?.code
      if (attempt === ATTEMPTS || (code !== DEADLOCK && code !== SERIALIZATION_FAILURE)) throw error
    }
  }
}

const DEADLOCK = '40P01'
/** «Try again», in one transaction what another has changed meanwhile. */
export const SERIALIZATION_FAILURE = '40001'

/** PostgreSQL's words for «this is there already». */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const known = error as { code?: string; constraint?: string } | null
  return known?.code === '23505' && (constraint === undefined || known.constraint === constraint)
}

/** The database cannot be asked for a while: it is lost, restarting, or takes no more in. Whatever meets it waits and goes on. */
export function isAway(error: unknown): boolean {
  const { code = '', syscall } = (error ?? {}) as { code?: string; syscall?: string }
  return (
    /^(08|53|57P)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'].includes(code) ||
    // A socket in the file system, and not any file.
    (code === 'ENOENT' && syscall === 'connect') ||
    /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(
      String((error as Error | null)?.message),
    )
  )
}

const BETWEEN_TRIES_MS = 1_000

/** Does it as soon as the database is there to do it with. */
export async function whenBack<Result>(
  work: () => Promise<Result>,
  onWait: (error: unknown) => void = () => {},
): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isAway(error)) throw error
      onWait(error)
      await pause(BETWEEN_TRIES_MS)
    }
  }
}

/** Worth trying again: the database is away for a while, or others were in the way. */
export function isPassing(error: unknown): boolean {
  return isAway(error) || /^(40|55)/.test((error as { code?: string } | null)?.code ?? '')
}

/** PostgreSQL's own writing of an array: for arrays within arrays, which unnest would flatten. */
export function arrayLiteral(values: readonly (string | number)[]): string {
  return `{${values.map((value) => (typeof value === 'number' ? value : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`
}

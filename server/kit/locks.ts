/**
 * Locks of the database that are no rows: anyone who takes one waits for anyone who has it. All there are stand here and in
 * db/lock-numbers.ts, and no other file asks PostgreSQL for one.
 */
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { lockNumbers } from '../../db/lock-numbers.ts'
import type { Db, DbOrTx, Tx } from './sql.ts'

/** One lock for each order, user, export …: the words that are hashed, with what is locked, to PostgreSQL's number. */
const lockWords = {
  'orders of user': 'orders of',
  'subscriptions of user': 'subscriptions',
  'exports of user': 'exports of',
  'sessions of user': 'sessions of',
  /** By its owner: who is invited, taken in, given a place. */
  'team of owner': 'team of',
  /** Of one person: into which team they come. Taken before that of the team. */
  'membership of user': 'membership of',
  /** What a partner has and asks for. */
  'money of partner': 'money of partner',
  'short links of user': 'short links of',
  'refund of order': 'refund of',
  /** Its draft, what is published of it, and its versions. */
  'edits of category': 'edits of category',
  /** One payment of a gateway: its name, and its id there. */
  payment: 'payment',
  /** Who someone of a network is here: its name, and the id there. */
  'network account': 'network account',
  /** By the e-mail they gave. */
  'feedback of': 'feedback of',
  /** Of one person. */
  'comments of': 'comments of',
  'reply templates of': 'reply templates of',
  /** Of one person: where their notices go. */
  'addresses of notices': 'notice addresses of',
  'codes for subject': 'code for',
  'codes from addresses': 'code from',
  'codes to target': 'code to',
  /** Held by the connection of anyone who makes the export, and gone with it. */
  export: 'export',
  /** Likewise of anyone who searches what is stored for the project. */
  'search of project': 'project search',
} as const

type Named = [name: keyof typeof lockWords, of: number | string, ...more: (number | string)[]]
/** Which lock: one of which there is one, or the one of this order, user, export … */
export type Lock = [name: keyof typeof lockNumbers] | Named

/** For a bare client: waits, and holds it to the end of the transaction. */
export const lockQuery = (...which: Lock): pg.QueryConfig => query('pg_advisory_xact_lock', which)
/** For a bare client: waits, and holds it to the end of the connection. */
export const holdLockQuery = (...which: Lock): pg.QueryConfig => query('pg_advisory_lock', which)
/** For a bare client: as `tryHoldLock`; the answer is the column `taken`. */
export const tryHoldLockQuery = (...which: Lock): pg.QueryConfig => query('pg_try_advisory_lock', which)

/** Waits for it, and holds it to the end of the transaction. */
export async function lock(tx: Tx, ...which: Lock): Promise<void> {
  await run(tx, lockQuery(...which))
}

/** Holds it to the end of the transaction. False when someone else has it. */
export function tryLock(tx: Tx, ...which: Lock): Promise<boolean> {
  return run(tx, query('pg_try_advisory_xact_lock', which))
}

/**
 * Waits for it. When anyone who holds it is gone, PostgreSQL knows at once.
 * @param own one connection, and not the pool: the lock is its own, and goes when it is closed
 */
export async function holdLock(own: Db, ...which: Lock): Promise<void> {
  await run(own, holdLockQuery(...which))
}

/** As `holdLock`. False when someone else has it. */
export function tryHoldLock(own: Db, ...which: Lock): Promise<boolean> {
  return run(own, tryHoldLockQuery(...which))
}

function query(how: string, [name, ...of]: Lock): pg.QueryConfig {
  return name in lockNumbers
    ? { text: `select ${how}($1::bigint) as taken`, values: [lockNumbers[name as keyof typeof lockNumbers]] }
    : {
        text: `select ${how}(hashtextextended($1, 0)) as taken`,
        values: [[lockWords[name as keyof typeof lockWords], ...of].join(' ')],
      }
}

async function run(db: DbOrTx, { text, values }: pg.QueryConfig): Promise<boolean> {
  const { rows } = await db.executeQuery<{ taken: unknown }>(CompiledQuery.raw(text, values))
  return rows[0]?.taken === true
}

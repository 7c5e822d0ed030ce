import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../kit/sql.ts'

const LONGEST_WAIT = 10_000
const ASK_EVERY = 20

/**
 * Up to which message everything is stored: from there down nothing comes any more. Messages get their ids in the order
 * of a sequence, but are seen in the order in which their transactions end; each of those holds a lock on the keys of
 * messages from before it takes an id until it is seen. So: how far the sequence is, and then who holds that lock; when all
 * of these are gone, whatever has an id up to there is seen, or never will be.
 *
 * @returns null when they did not end for a while
 */
export async function findSettled(db: Db, wait = LONGEST_WAIT): Promise<number | null> {
  const given = await countGiven(db)
  const waitedFor = await listWriters(db)
  for (let waited = 0; waitedFor.size > 0; waited += ASK_EVERY) {
    if (waited >= wait) return null
    await sleep(ASK_EVERY)
    const writing = await listWriters(db)
    for (const writer of waitedFor) if (!writing.has(writer)) waitedFor.delete(writer)
  }
  return given
}

/** How many ids messages were given: the greatest of them. */
export async function countGiven(db: Db): Promise<number> {
  const { rows } = await sql<{
    given: number
  }>`select case when is_called then last_value else 0 end as given from message_id_seq`.execute(db)
  return rows[0]!.given
}

async function listWriters(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'message_keys'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return new Set(rows.map(({ writer }) => writer))
}

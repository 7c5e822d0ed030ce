/** The partitions of messages: a day for those that pass, a month for those that are kept. */
import { sql } from 'kysely'
import { DAY, type Clock } from '../../kit/clock.ts'
import { lock } from '../../kit/locks.ts'
import type { Db } from '../../kit/sql.ts'

const day = (at: Date): string => at.toISOString().slice(0, 10)

function monthAfter(first: string): string {
  const at = new Date(`${first}T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + 1)
  return day(at)
}

/** The partitions a message received at this moment goes to. */
function partitionsOf(at: Date) {
  const today = day(at)
  const month = `${today.slice(0, 7)}-01`
  return [
    {
      name: `messages_passing_${today.replaceAll('-', '')}`,
      parent: 'messages_passing',
      from: today,
      to: day(new Date(at.getTime() + DAY)),
    },
    {
      name: `messages_kept_${month.slice(0, 7).replace('-', '')}`,
      parent: 'messages_kept',
      from: month,
      to: monthAfter(month),
    },
  ]
}

/** Makes what is missing for messages received at this moment; asked before every batch, so it remembers the day. */
export function partitionKeeper(db: Db): (at: Date) => Promise<void> {
  let ready = ''
  return async (at) => {
    if (day(at) === ready) return
    await makePartitions(db, at)
    ready = day(at)
  }
}

export async function makePartitions(db: Db, at: Date): Promise<void> {
  for (const { name, parent, from, to } of partitionsOf(at)) {
    await db.transaction().execute(async (tx) => {
      await lock(tx, 'partitions of messages')
      await sql`create table if not exists ${sql.table(name)} partition of ${sql.table(parent)}
        for values from (${sql.lit(`${from} 00:00:00Z`)}) to (${sql.lit(`${to} 00:00:00Z`)})`.execute(tx)
    })
  }
}

/** Drops whole days of messages that fitted nothing, once they are older than `days`, and forgets their keys. */
export async function dropExpiredMessages(
  db: Db,
  clock: Clock,
  days: number,
): Promise<{ partitions: string[]; keys: number }> {
  const before = day(new Date(clock.now().getTime() - days * DAY))
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_inherits
    join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
    where parent.relname = 'messages_passing' order by child.relname`.execute(db)
  const expired = rows.map((row) => row.name).filter((name) => name.slice(-8) < before.replaceAll('-', ''))
  if (expired.length === 0) return { partitions: [], keys: 0 }
  return db.transaction().execute(async (tx) => {
    for (const name of expired) await sql`drop table ${sql.table(name)}`.execute(tx)
    const gone = await tx
      .deleteFrom('messageKeys')
      .where('kept', '=', false)
      .where('receivedAt', '<', new Date(`${before}T00:00:00Z`))
      .executeTakeFirst()
    const keys = Number(gone.numDeletedRows)
    return { partitions: expired, keys }
  })
}

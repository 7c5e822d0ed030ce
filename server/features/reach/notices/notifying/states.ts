/** What waits for whom, written down: rows of notice_states, and up to where items are looked at. */
import { sql, type RawBuilder } from 'kysely'
import type { NoticeChannel } from '../../../../../contract/reach/notices.ts'
import type { DbOrTx, Db } from '../../../../kit/sql.ts'
import type { Pair } from './people.ts'

const CURSOR = 'feed'

export interface StateRow {
  userId: number
  filterId: number
  channel: NoticeChannel
  toldUpTo: number
  waitingSince: Date | null
  dueAt: Date | null
  lastAt: Date | null
}

/** Another process notifies by now: what was decided here is of no use. */
export class LostTurn extends Error {}

/** @param newest where a service that never notified anyone begins */
export async function readNoticeCursor(db: Db, newest: number): Promise<number> {
  await db
    .insertInto('noticeCursors')
    .values({ name: CURSOR, upTo: newest })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('noticeCursors').select('upTo').where('name', '=', CURSOR).executeTakeFirstOrThrow()
  return row.upTo
}

export interface Waiting {
  pair: Pair
  /** All up to this seqId is none of theirs. */
  before: number
  dueAt: number
}

/**
 * These wait from now on, and all up to the cursor is looked at: both or neither.
 * @throws LostTurn
 */
export async function keepWaiting(
  db: Db,
  waiting: readonly Waiting[],
  cursor: { from: number; upTo: number },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('noticeCursors')
      .set({ upTo: cursor.upTo })
      .where('name', '=', CURSOR)
      .where('upTo', '=', cursor.from)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new LostTurn('someone else looks at new items')
    if (waiting.length === 0) return
    // People and filters that are gone meanwhile are left out.
    await sql`
      insert into notice_states (user_id, filter_id, channel, told_up_to, waiting_since, due_at)
      select w.user_id, w.filter_id, w.channel, w.before, ${now}, w.due_at
      from unnest(${waiting.map(({ pair }) => pair.person.id)}::bigint[], ${waiting.map(({ pair }) => pair.filterId)}::bigint[],
        ${waiting.map(({ pair }) => pair.channel)}::text[], ${waiting.map(({ before }) => before)}::bigint[],
        ${waiting.map(({ dueAt }) => new Date(dueAt))}::timestamptz[]) as w (user_id, filter_id, channel, before, due_at)
        join users u on u.id = w.user_id join filters f on f.id = w.filter_id
      order by w.user_id, w.filter_id, w.channel
      on conflict (user_id, filter_id, channel) do update set
        told_up_to = case when notice_states.waiting_since is null
          then greatest(notice_states.told_up_to, excluded.told_up_to) else notice_states.told_up_to end,
        waiting_since = coalesce(notice_states.waiting_since, excluded.waiting_since), due_at = excluded.due_at`.execute(
      tx,
    )
  })
}

/**
 * Those that are due, the longest first.
 * @param near from this seqId on all has been posted to them: those of whom it was are read first, so that what is quickly posted waits for nothing that is not
 * @param limit of the near ones, and of the others
 */
export async function listDue(db: Db, now: Date, near: number, limit: number): Promise<StateRow[]> {
  const due = (which: RawBuilder<unknown>) => sql`
    (select user_id, filter_id, channel, told_up_to, waiting_since, due_at, last_at from notice_states
    where due_at <= ${now} and ${which} order by due_at limit ${limit})`
  const { rows } = await sql<StateRow>`
    ${due(sql`told_up_to >= ${near}`)} union all ${due(sql`told_up_to < ${near}`)}`.execute(db)
  return rows
}

/** When something is due next; null: nothing waits. */
export async function findNextNoticeTime(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('noticeStates')
    .select('dueAt')
    .where('dueAt', 'is not', null)
    .orderBy('dueAt')
    .limit(1)
    .executeTakeFirst()
  return row?.dueAt ?? null
}

type Key = Pick<StateRow, 'userId' | 'filterId' | 'channel'>
/** As it was read: where it has been posted since, it stays as it is. */
type Read = Key & Pick<StateRow, 'toldUpTo'>

/** These are looked at again then. */
export async function putOff(db: DbOrTx, each: readonly { row: Read; until: number }[]): Promise<void> {
  if (each.length === 0) return
  const until = each.map((one) => new Date(one.until))
  await sql`
    update notice_states s set due_at = read.until
    from unnest(${keyColumns(each.map(({ row }) => row))}, ${until}::timestamptz[]) as read (user_id, filter_id, channel, told_up_to, until)
    where ${isAsRead}`.execute(db)
}

/** Nothing of what came up to here is theirs: nothing waits. */
export async function clearWaiting(db: DbOrTx, rows: readonly Read[], upTo: number): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update notice_states s set told_up_to = greatest(s.told_up_to, ${upTo}), waiting_since = null, due_at = null
    from unnest(${keyColumns(rows)}) as read (user_id, filter_id, channel, told_up_to) where ${isAsRead}`.execute(db)
}

const keyColumns = (rows: readonly Read[]) => sql`${rows.map(({ userId }) => userId)}::bigint[],
  ${rows.map(({ filterId }) => filterId)}::bigint[], ${rows.map(({ channel }) => channel)}::text[], ${rows.map(({ toldUpTo }) => toldUpTo)}::bigint[]`
const isAsRead = sql`s.user_id = read.user_id and s.filter_id = read.filter_id and s.channel = read.channel and s.told_up_to = read.told_up_to`

/** They are not notified any more: what waited does not wait until they are again. */
export async function stopWaiting(db: DbOrTx, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    update notice_states s set waiting_since = null, due_at = null
    from unnest(${keys.map(({ userId }) => userId)}::bigint[], ${keys.map(({ filterId }) => filterId)}::bigint[],
      ${keys.map(({ channel }) => channel)}::text[]) as gone (user_id, filter_id, channel)
    where s.user_id = gone.user_id and s.filter_id = gone.filter_id and s.channel = gone.channel`.execute(db)
}

/** Of these people, all but what waits for these pairs. */
export async function stopWaitingBut(db: DbOrTx, userIds: readonly number[], pairs: readonly Pair[]): Promise<void> {
  await sql`
    update notice_states s set waiting_since = null, due_at = null
    where s.user_id = any(${userIds}::bigint[]) and s.waiting_since is not null and not exists (
      select from unnest(${pairs.map(({ person }) => person.id)}::bigint[], ${pairs.map(({ filterId }) => filterId)}::bigint[],
        ${pairs.map(({ channel }) => channel)}::text[]) as kept (user_id, filter_id, channel)
      where s.user_id = kept.user_id and s.filter_id = kept.filter_id and s.channel = kept.channel)`.execute(db)
}

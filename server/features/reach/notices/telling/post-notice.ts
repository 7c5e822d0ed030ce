/** Into the journal and the outbox, in one statement: a notice, and one delivery for each place it goes to. */
import { sql } from 'kysely'
import type { AlarmKind, NoticeChannel, NoticeKind } from '../../../../../contract/reach/notices.ts'
import { publish } from '../../../../kit/bus.ts'
import { prepared, type DbOrTx, type Tx } from '../../../../kit/sql.ts'
import { letterAddress } from '../read-preferences.ts'

export interface NewNotice {
  userId: number
  channel: NoticeChannel
  kind: NoticeKind
  filterId: number | null
  title: string
  text: string
  count: number
  /** The best first. */
  messageIds: number[]
  alarm: { kind: AlarmKind; title: string; text: string; url: string } | null
}

/** Where things for a person go over a channel; by e-mail one place, that has no row. */
const placesOf = ({ userId, channel }: Pick<NewNotice, 'userId' | 'channel'>) =>
  channel === 'email'
    ? sql`(select null::bigint as id from users where id = ${userId} and ${letterAddress()} is not null)`
    : sql`(select id from notice_addresses where user_id = ${userId} and channel = ${channel} and ended_at is null)`

const rowsOf = (
  { userId, channel, kind, filterId, title, text, count, messageIds, alarm }: NewNotice,
  now: Date,
) => sql`
  insert into notices (user_id, channel, kind, filter_id, title, text, count, message_ids, alarm, state, created_at)
  select ${userId}, ${channel}, ${kind}, ${filterId}::bigint, ${title}, ${text}, ${count}::int, ${messageIds}::bigint[],
    ${alarm === null ? null : JSON.stringify(alarm)}::jsonb, 'waiting', ${now}::timestamptz`

const deliveriesOf = (now: Date) => sql`
  insert into notice_deliveries (notice_id, address_id, state, next_at, created_at)
  select noticed.id, place.id, 'waiting', ${now}::timestamptz, ${now}::timestamptz from noticed, place`

/**
 * To every place the person has over the channel, or to one of them.
 * @returns its id; null where there is none
 */
export async function postNotice(tx: Tx, notice: NewNotice, now: Date, addressId?: number): Promise<number | null> {
  const places = placesOf(notice)
  const { rows } = await sql<{ id: number }>`
    with place as (select id from ${places} as places where ${addressId ?? null}::bigint is null or id = ${addressId ?? null}::bigint),
    noticed as (${rowsOf(notice, now)} where exists (select from place) returning id),
    posted as (${deliveriesOf(now)})
    select id from noticed`.execute(tx)
  const id = rows[0]?.id ?? null
  if (id !== null) {
    await publish(tx, 'notice.posted', {})
    await publish(tx, 'notices.told', { userIds: [notice.userId] })
  }
  return id
}

/** Of a filter: whose state says that this is told by no one else and not told yet. */
export interface Told {
  filterId: number
  /** The seqId up to which it had been told. */
  after: number
  upTo: number
  clusterIds: number[]
}

/**
 * What is told of a filter, with all that says that it was told: together, or nothing of it.
 * @returns whether it was; not where someone else told it, or the person has no place over the channel any more
 */
export async function postTold(
  db: DbOrTx,
  notice: NewNotice,
  { filterId, after, upTo, clusterIds }: Told,
  now: Date,
): Promise<boolean> {
  const { userId, channel } = notice
  const { rows } = await sql<{ id: number }>`${prepared}
    with place as (${placesOf(notice)}),
    moved as (
      update notice_states set told_up_to = ${upTo}, waiting_since = null, due_at = null, last_at = ${now}
      where user_id = ${userId} and filter_id = ${filterId} and channel = ${channel} and told_up_to = ${after}
        and waiting_since is not null and exists (select from place)
      returning user_id),
    noticed as (${rowsOf(notice, now)} from moved returning id),
    posted as (${deliveriesOf(now)}),
    told as (
      insert into told_clusters (user_id, channel, cluster_id, told_at)
      select ${userId}, ${channel}, cluster_id, ${now} from moved, unnest(${clusterIds}::bigint[]) as cluster_id
      on conflict do nothing)
    select id from noticed`.execute(db)
  return rows.length > 0
}

/** The clusters of which the person was told over the channel, as a query. */
export const toldOver = (userId: number, channel: NoticeChannel) =>
  sql`select t.cluster_id from told_clusters t where t.user_id = ${userId} and t.channel = ${channel}`

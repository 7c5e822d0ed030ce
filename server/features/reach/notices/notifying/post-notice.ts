/** Into the journal and the outbox, in one statement: a notice, and one delivery for each place it goes to. */
import { sql } from 'kysely'
import type { AlarmKind, NoticeChannel, NoticeKind } from '../../../../../contract/reach/notices.ts'
import { publish } from '../../../../kit/bus.ts'
import { letterAddress } from '../../../../kit/mail/letter-address.ts'
import { arrayLiteral, type DbOrTx, type Tx } from '../../../../kit/sql.ts'

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

const deliveriesOf = (channel: NoticeChannel, now: Date) => sql`
  insert into notice_deliveries (notice_id, address_id, channel, state, next_at, created_at)
  select noticed.id, place.id, ${channel}, 'waiting', ${now}::timestamptz, ${now}::timestamptz from noticed, place`

/**
 * To every place the person has over the channel, or to one of them.
 * @returns its id; null where there is none
 */
export async function postNotice(tx: Tx, notice: NewNotice, now: Date, addressId?: number): Promise<number | null> {
  const places = placesOf(notice)
  const { rows } = await sql<{ id: number }>`
    with place as (select id from ${places} as places where ${addressId ?? null}::bigint is null or id = ${addressId ?? null}::bigint),
    noticed as (${rowsOf(notice, now)} where exists (select from place) returning id),
    posted as (${deliveriesOf(notice.channel, now)})
    select id from noticed`.execute(tx)
  const id = rows[0]?.id ?? null
  if (id !== null) {
    await publish(tx, 'notice.posted', {})
    await publish(tx, 'notices.told', { userIds: [notice.userId] })
  }
  return id
}

/** Of a filter: whose state says that this is posted by no one else and not posted yet. */
export interface FilterNotice {
  notice: NewNotice & { filterId: number }
  /** The seqId up to which the person had been notified. */
  after: number
  clusterIds: number[]
}

/** Posted in one statement: more of them hold up others longer than they save. */
const POSTED_TOGETHER = 500

/**
 * What is posted of filters, with all that says that it was posted: of each together, or nothing of it.
 * @param upTo the seqId up to which all of it is posted
 * @returns those that were; not those that someone else posted, or whose person has no place over the channel any more
 */
export async function postFilterNotices(
  db: DbOrTx,
  notices: readonly FilterNotice[],
  upTo: number,
  now: Date,
): Promise<FilterNotice[]> {
  const posted: FilterNotice[] = []
  for (let at = 0; at < notices.length; at += POSTED_TOGETHER) {
    const together = notices.slice(at, at + POSTED_TOGETHER)
    for (const place of await postTogether(db, together, upTo, now)) posted.push(...together.slice(place - 1, place))
  }
  return posted
}

/** @returns places, from one on */
async function postTogether(db: DbOrTx, notices: readonly FilterNotice[], upTo: number, now: Date): Promise<number[]> {
  const of = <Value>(read: (each: FilterNotice) => Value): Value[] => notices.map(read)
  const { rows } = await sql<{ place: number }>`
    with asked as (
      select * from unnest(${of(({ notice }) => notice.userId)}::bigint[], ${of(({ notice }) => notice.filterId)}::bigint[],
        ${of(({ notice }) => notice.channel)}::text[], ${of(({ after }) => after)}::bigint[], ${of(({ notice }) => notice.kind)}::text[],
        ${of(({ notice }) => notice.title)}::text[], ${of(({ notice }) => notice.text)}::text[], ${of(({ notice }) => notice.count)}::int[],
        ${of(({ notice }) => arrayLiteral(notice.messageIds))}::text[], ${of(({ clusterIds }) => arrayLiteral(clusterIds))}::text[]
      ) with ordinality as asked (user_id, filter_id, channel, after, kind, title, text, count, messages, clusters, place)
      where case channel
        when 'email' then exists (select from users u where u.id = user_id and ${letterAddress('u')} is not null)
        else exists (select from notice_addresses a where a.user_id = asked.user_id and a.channel = asked.channel and a.ended_at is null) end),
    moved as (
      update notice_states s set told_up_to = ${upTo}, waiting_since = null, due_at = null, last_at = ${now} from asked
      where s.user_id = asked.user_id and s.filter_id = asked.filter_id and s.channel = asked.channel and s.told_up_to = asked.after
        and s.waiting_since is not null
      returning asked.*),
    noticed as (
      insert into notices (user_id, channel, kind, filter_id, title, text, count, message_ids, state, created_at)
      select user_id, channel, kind, filter_id, title, text, count, messages::bigint[], 'waiting', ${now}::timestamptz
      from moved order by place returning id, user_id, channel),
    posted as (
      insert into notice_deliveries (notice_id, address_id, channel, state, next_at, created_at)
      select n.id, p.id, n.channel, 'waiting', ${now}::timestamptz, ${now}::timestamptz
      from noticed n cross join lateral (
        select null::bigint as id where n.channel = 'email' union all
        select a.id from notice_addresses a where a.user_id = n.user_id and a.channel = n.channel and a.ended_at is null) as p
      order by n.id, p.id),
    noted as (
      insert into told_clusters (user_id, channel, cluster_id, told_at)
      select m.user_id, m.channel, cluster_id, ${now}::timestamptz from moved m, unnest(m.clusters::bigint[]) as cluster_id
      on conflict do nothing)
    select place from moved`.execute(db)
  return rows.map(({ place }) => place)
}

/** Clusters of which these people were notified over these channels, each as `notifiedKey`. */
export async function readNotifiedClusters(
  db: DbOrTx,
  each: readonly { userId: number; channel: NoticeChannel; clusterId: number }[],
): Promise<Set<string>> {
  if (each.length === 0) return new Set()
  const { rows } = await sql<{ userId: number; channel: string; clusterId: number }>`
    select t.user_id, t.channel, t.cluster_id
    from unnest(${each.map(({ userId }) => userId)}::bigint[], ${each.map(({ channel }) => channel)}::text[],
      ${each.map(({ clusterId }) => clusterId)}::bigint[]) as asked (user_id, channel, cluster_id)
      join told_clusters t on t.user_id = asked.user_id and t.channel = asked.channel and t.cluster_id = asked.cluster_id`.execute(
    db,
  )
  return new Set(rows.map(({ userId, channel, clusterId }) => notifiedKey(userId, channel, clusterId)))
}

export const notifiedKey = (userId: number, channel: string, clusterId: number): string =>
  `${userId} ${channel} ${clusterId}`

/** The clusters of which the person was notified over the channel, as a query. */
export const notifiedClusters = (userId: number, channel: NoticeChannel) =>
  sql`select t.cluster_id from told_clusters t where t.user_id = ${userId} and t.channel = ${channel}`

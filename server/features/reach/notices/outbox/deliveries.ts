/** Rows of the outbox: what waits, what is being handed over, what became of it, and what that makes of its notice. */
import { sql } from 'kysely'
import type { NoticeChannel } from '../../../../../contract/reach/notices.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { letterAddress } from '../../../../kit/mail/letter-address.ts'
import { type Db, type Tx } from '../../../../kit/sql.ts'
import type { NoticeRow } from '../read-notice.ts'
import { endAddress } from '../end-address.ts'

export interface WaitingDelivery extends NoticeRow {
  id: number
  /** Null: by e-mail. */
  addressId: number | null
  /** As the channel keeps it; of e-mail the e-mail. */
  address: unknown
  /** Where there is nowhere to send it any more. */
  hasAddress: boolean
  endedAt: Date | null
  /** Before this time. */
  tries: number
  createdAt: Date
}

/** What is to be sent by now over the channel and is not being handed over, the longest first. */
export async function listWaiting(
  db: Db,
  channel: NoticeChannel,
  now: Date,
  limit: number,
): Promise<WaitingDelivery[]> {
  // Fenced: along the index of what waits, and no farther than the limit, however many notices there are.
  const { rows } = await sql<WaitingDelivery>`
    select d.id, d.notice_id, n.user_id, n.kind, u.time_zone, n.filter_id, f.name as filter_name, n.count, n.message_ids, n.alarm,
      n.created_at as posted_at, d.address_id, d.ended_at, d.tries, d.created_at,
      coalesce(d.address, to_jsonb(${letterAddress('u')})) as address,
      d.address_id is not null or ${letterAddress('u')} is not null as has_address
    from (
      select d.id, d.notice_id, d.address_id, d.tries, d.created_at, d.next_at, a.ended_at, a.address
      from notice_deliveries d
        left join lateral (
          select a.ended_at, a.address, a.paused_until from notice_addresses a where a.id = d.address_id offset 0) as a on true
      where d.state = 'waiting' and d.channel = ${channel} and d.next_at <= ${now} and (a.paused_until is null or a.paused_until <= ${now})
      order by d.next_at, d.id limit ${limit} offset 0
    ) as d cross join lateral (select n.* from notices n where n.id = d.notice_id offset 0) as n
      cross join lateral (select u.* from users u where u.id = n.user_id offset 0) as u
      left join lateral (select f.name from filters f where f.id = n.filter_id offset 0) as f on true
    order by d.next_at, d.id`.execute(db)
  return rows
}

export async function nextWaitingAt(db: Db, channel: NoticeChannel): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(greatest(d.next_at, a.paused_until)) as at
    from notice_deliveries d left join notice_addresses a on a.id = d.address_id
    where d.state = 'waiting' and d.channel = ${channel}`.execute(db)
  return rows[0]?.at ?? null
}

/** From here on these are being handed over. @returns those of them that no one else hands over, or did */
export async function claimDeliveries(db: Db, deliveryIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    update notice_deliveries set state = 'handed', tries = tries + 1
    where id = any(${deliveryIds}::bigint[]) and state = 'waiting' returning id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export interface Arrived {
  deliveryId: number
  externalId: string | null
}

/** They arrived: one statement, as of most. */
export async function settleSent(db: Db, each: readonly Arrived[], now: Date): Promise<void> {
  await sql`
    with arrived as (
      update notice_deliveries d set state = 'sent', sent_at = ${now}, next_at = null, error = null, external_id = sent.external_id
      from unnest(${each.map(({ deliveryId }) => deliveryId)}::bigint[], ${each.map(({ externalId }) => externalId)}::text[])
        as sent (id, external_id)
      where d.id = sent.id returning d.notice_id, d.address_id),
    used as (update notice_addresses a set used_at = ${now} from arrived where a.id = arrived.address_id)
    update notices n set state = 'sent', sent_at = coalesce(n.sent_at, ${now}), reason = null from arrived
    where n.id = arrived.notice_id`.execute(db)
}

/** What someone was handing over when they ended: sent again, or taken for sent. */
export async function settleHanded(
  db: Db,
  now: Date,
  { again, unknown }: { again: NoticeChannel[]; unknown: NoticeChannel[] },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Written by a process of before, which did not say over which.
    await sql`
      update notice_deliveries d set channel = n.channel from notices n
      where n.id = d.notice_id and d.channel is null and d.state in ('waiting', 'handed')`.execute(tx)
    await sql`
      update notice_deliveries d set state = 'waiting', next_at = ${now} from notices n
      where n.id = d.notice_id and d.state = 'handed' and n.channel = any(${again}::text[])`.execute(tx)
    const { rows } = await sql<{ noticeId: number }>`
      update notice_deliveries d set state = 'sent', sent_at = ${now}, error = 'the answer is not known' from notices n
      where n.id = d.notice_id and d.state = 'handed' and n.channel = any(${unknown}::text[]) returning d.notice_id`.execute(
      tx,
    )
    for (const { noticeId } of rows) await settleNotice(tx, noticeId, null, now)
  })
}

export type DeliveryOutcome = { state: 'sent'; externalId: string | null } | NotSent
type NotSent =
  | { state: 'failed' | 'skipped'; reason: string; error?: string }
  | { state: 'gone'; because: 'blocked' | 'gone' | 'left' }
  | { state: 'later'; until: Date; pausesAddress: boolean; error?: string }

const goneReasons = {
  blocked: 'Уведомления там заблокированы',
  gone: 'Браузера или чата больше нет',
  left: 'Бота убрали из чата',
}

/** It did not arrive, or not yet. */
export async function settleDelivery(
  tx: Tx,
  ctx: Pick<AppContext, 'clock' | 'config'>,
  { id, noticeId, addressId }: Pick<WaitingDelivery, 'id' | 'noticeId' | 'addressId'>,
  outcome: NotSent,
): Promise<void> {
  const now = ctx.clock.now()
  const write = (what: { state: string; nextAt: Date | null; error: string | null }) =>
    tx.updateTable('noticeDeliveries').set(what).where('id', '=', id).execute()
  switch (outcome.state) {
    case 'failed':
    case 'skipped':
      await write({ state: outcome.state, nextAt: null, error: outcome.error ?? outcome.reason })
      return settleNotice(tx, noticeId, outcome.reason, now)
    case 'gone':
      await write({ state: 'failed', nextAt: null, error: outcome.because })
      if (addressId !== null) await endAddress(tx, ctx, addressId, outcome.because)
      return settleNotice(tx, noticeId, goneReasons[outcome.because], now)
    case 'later':
      await write({ state: 'waiting', nextAt: outcome.until, error: outcome.error ?? null })
      if (outcome.pausesAddress && addressId !== null)
        await tx
          .updateTable('noticeAddresses')
          .set({ pausedUntil: outcome.until })
          .where('id', '=', addressId)
          .execute()
  }
}

/**
 * A notice is sent when it has reached one place, failed when it reached none and is tried no more; skipped when it was sent nowhere.
 * @param reason why this delivery did not arrive
 */
async function settleNotice(tx: Tx, noticeId: number, reason: string | null, now: Date): Promise<void> {
  // Two deliveries of one notice that end at once wait here for each other: the later one sees both.
  await tx.selectFrom('notices').select('id').where('id', '=', noticeId).forUpdate().execute()
  await sql`
    update notices n set
      state = case when d.sent > 0 then 'sent' when d.open > 0 then 'waiting' when d.failed > 0 then 'failed' else 'skipped' end,
      sent_at = case when d.sent > 0 then coalesce(n.sent_at, ${now}) end,
      reason = case when d.sent > 0 then null else coalesce(${reason}, n.reason) end
    from (
      select count(*) filter (where state = 'sent') as sent, count(*) filter (where state in ('waiting', 'handed')) as open,
        count(*) filter (where state = 'failed') as failed
      from notice_deliveries where notice_id = ${noticeId}) as d
    where n.id = ${noticeId}`.execute(tx)
}

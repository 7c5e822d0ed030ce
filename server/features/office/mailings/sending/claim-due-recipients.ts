/** Taking recipients to send to, and what is written down of each step. Of two who work on one row only who took it last goes on. */
import { sql } from 'kysely'
import type { LeftOut, MailingType } from '../../../../../contract/office/mailings.ts'
import type { LaneName } from '../../../../../rules/mailings/lane.ts'
import { prepared, type DbOrTx } from '../../../../kit/sql.ts'
import { leftOut } from '../recipients.ts'

export interface Claimed {
  id: number
  mailingId: number
  attempt: number
  firstTriedAt: Date
  /** How often its service did not want us. */
  refusals: number
  email: string
  username: string | null
  category: string | null
  type: MailingType
  /** Set: it is not to be sent any more, and that is written down. */
  reason: LeftOut | null
}

/**
 * Takes what is due of a lane, of mailings that are active and of services that are not held. Consent and suppression are looked at here, at the last
 * moment, and not only when the list was made; so is the e-mail.
 */
export async function claimDueRecipients(db: DbOrTx, lane: LaneName, now: Date, count: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`${prepared}
    with due as (
      select r.id from mailings m cross join lateral (
        select d.id from mailing_recipients d
        where d.mailing_id = m.id and d.lane = ${lane} and d.state = 'wait' and d.due_at <= ${now}
          and not exists (select from mail_holds where holder = ${lane})
          and not exists (select from mail_holds h where h.holder = d.holder)
        order by d.due_at, d.id limit ${count} for update skip locked) as r
      where m.status = 'active' order by m.id limit ${count}
    ), looked as (
      select r.id, coalesce(u.email, r.email) as email, u.username, m.type,
        ${leftOut(sql`m.type`, sql`lower(coalesce(u.email, r.email))`)} as why,
        (select c.name from subscriptions s join categories c on c.id = s.product_id
          where s.user_id = u.id and s.product_type = 'category' and s.ended_at is null and s.starts_at <= ${now} and s.expires_at > ${now}
          order by s.expires_at desc limit 1) as category
      from due join mailing_recipients r on r.id = due.id join mailings m on m.id = r.mailing_id left join users u on u.id = r.user_id
    )
    update mailing_recipients r set
      state = case when l.why is null then 'active' else 'skipped' end, reason = l.why,
      settled_at = case when l.why is null then null else ${now}::timestamptz end,
      attempt = r.attempt + 1, email = coalesce(l.email, r.email), handed_at = null,
      first_tried_at = coalesce(r.first_tried_at, ${now}::timestamptz)
    from looked l where l.id = r.id
    returning r.id, r.mailing_id, r.attempt, r.first_tried_at, r.refusals, r.email, l.username, l.category, l.type, r.reason`.execute(
    db,
  )
  return rows.toSorted((one, other) => one.id - other.id)
}

type Held = Pick<Claimed, 'id' | 'attempt'>

/**
 * Written before the last line of a letter is sent, which is when the server takes it.
 * @returns false: it is not to be sent: the mailing was paused, or another process has the row
 */
export async function markHanded(db: DbOrTx, { id, attempt }: Held, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mailing_recipients r set handed_at = ${now} from mailings m
    where r.id = ${id} and r.attempt = ${attempt} and r.state = 'active' and r.handed_at is null
      and m.id = r.mailing_id and m.status = 'active'`.execute(db)
  return numAffectedRows === 1n
}

/** Back among those who wait: nothing was sent. @param dueAt not before then; null: as before. @param options.refused its service did not want us */
export async function release(
  db: DbOrTx,
  held: readonly Held[],
  dueAt: Date | null,
  reason: string | null,
  { refused = false } = {},
): Promise<void> {
  if (held.length === 0) return
  await sql`
    update mailing_recipients r set state = 'wait', handed_at = null, due_at = coalesce(${dueAt}::timestamptz, r.due_at),
      reason = coalesce(${reason}::text, r.reason), refusals = r.refusals + ${refused ? 1 : 0}
    from unnest(${held.map(({ id }) => id)}::bigint[], ${held.map(({ attempt }) => attempt)}::integer[]) as h(id, attempt)
    where r.id = h.id and r.attempt = h.attempt and r.state = 'active'`.execute(db)
}

export interface SettledRecipient {
  state: 'sent' | 'failed' | 'bounced' | 'unknown'
  reason: string | null
  bounce?: 'dead' | 'disabled' | 'full'
}

/** What became of it. The answer of a server may come after another process has given it up as unknown: it is known then. */
export async function settle(db: DbOrTx, { id, attempt }: Held, settled: SettledRecipient, now: Date): Promise<void> {
  await db
    .updateTable('mailingRecipients')
    .set({
      state: settled.state,
      reason: settled.reason?.slice(0, 500) ?? null,
      bounce: settled.bounce ?? null,
      settledAt: now,
    })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', 'in', ['active', 'unknown'])
    .execute()
}

/**
 * What a process before this one had on its way: what no server had whole waits again, of the rest the answer is not known.
 * @param held these alone, which this process had and got no further with
 */
export async function settleLeft(db: DbOrTx, now: Date, held?: readonly Held[]): Promise<number> {
  const theirs = held
    ? sql`and (id, attempt) in (select * from unnest(${held.map(({ id }) => id)}::bigint[], ${held.map(({ attempt }) => attempt)}::integer[]))`
    : sql``
  const { numAffectedRows } = await sql`
    update mailing_recipients set state = case when handed_at is null then 'wait' else 'unknown' end,
      settled_at = case when handed_at is null then null else ${now}::timestamptz end
    where state = 'active' ${theirs}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** When something of a lane is due next; null: nothing is. */
export async function findNextMailingTime(db: DbOrTx, lane: LaneName): Promise<Date | null> {
  const { rows } = await sql<{ dueAt: Date | null }>`
    select min(r.due_at) as due_at from mailings m cross join lateral (
      select d.due_at from mailing_recipients d where d.mailing_id = m.id and d.lane = ${lane} and d.state = 'wait'
        and not exists (select from mail_holds where holder = ${lane})
        and not exists (select from mail_holds h where h.holder = d.holder)
      order by d.due_at, d.id limit 1) as r
    where m.status = 'active'`.execute(db)
  return rows[0]?.dueAt ?? null
}

/** Who is in a group, who of them is left out and why, and the list of those who are written to. */
import { sql, type RawBuilder } from 'kysely'
import type { LeftOut, MailingType } from '../../../../contract/office/mailings.ts'
import { laneOf } from '../../../../rules/mailings/lane.ts'
import { readRecipientGroup } from '../../../../rules/mailings/mailing.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'

export interface Recipients {
  type: MailingType
  /** `category:{id}`, or a named one. */
  group: string
  /** Of the group `any`, in small letters. */
  addresses: readonly string[]
}

/** Of the person `u`. */
const holds = (now: Date, more: RawBuilder<unknown>) => sql`exists (
  select from subscriptions s where s.user_id = u.id and s.ended_at is null and s.starts_at <= ${now} and s.expires_at > ${now} ${more})`
const paid = sql`and s.tariff_type <> 'trial'`
const everPaid = sql`exists (select from subscriptions s where s.user_id = u.id and s.tariff_type <> 'trial')`

/** Paying, on trial, expired and never: everyone is in one of these four. */
function inGroup(group: string, now: Date): RawBuilder<unknown> {
  const read = readRecipientGroup(group)
  if (read === null || read === 'any') return sql`false`
  if (typeof read === 'object')
    return holds(now, sql`and s.product_type = 'category' and s.product_id = ${read.categoryId}`)
  switch (read) {
    case 'all':
      return sql`true`
    case 'paying':
      return holds(now, paid)
    case 'trial':
      return sql`${holds(now, sql``)} and not ${holds(now, paid)}`
    case 'expired':
      return sql`${everPaid} and not ${holds(now, sql``)}`
    case 'never':
      return sql`not ${everPaid} and not ${holds(now, sql``)}`
    case 'partners':
      return sql`'partner' = any(u.roles)`
    case 'team-owners':
      return sql`'teamOwner' = any(u.roles)`
  }
}

/**
 * Why the person `u`, or the address that no account has, is not to be sent it now; null: they are.
 * @param email in small letters
 */
export const leftOut = (type: RawBuilder<unknown>, email: RawBuilder<unknown>): RawBuilder<LeftOut | null> => sql`case
  when u.deletion_at is not null or ${email} is null and u.id is null then 'leaving'
  when u.id is not null and (u.email is null or not ${sql.ref('u.emailApprove')}) then 'unconfirmed'
  when exists (select from mail_suppressions x where x.email = ${email} and x.reason <> 'unsubscribed') then 'suppressed'
  when exists (select from mail_suppressions x where x.email = ${email}) then 'unsubscribed'
  when ${type} = 'info' and u.news_refused_at is not null then 'unsubscribed'
  when ${type} = 'advertising' and not exists (select from consents c where c.user_id = u.id and c.withdrawn_at is null) then
    case when exists (select from consents c where c.user_id = u.id) then 'unsubscribed' else 'noConsent' end
  end`

/** Everyone of the group, with why they are left out. */
function people({ type, group, addresses }: Recipients, now: Date) {
  return group === 'any'
    ? sql<Found>`select u.id as user_id, a.email, ${leftOut(sql`${type}::text`, sql`a.email`)} as why
        from unnest(${[...addresses]}::text[]) as a(email) left join users u on lower(u.email) = a.email`
    : sql<Found>`select u.id as user_id, u.email, ${leftOut(sql`${type}::text`, sql`lower(u.email)`)} as why
        from users u where ${inGroup(group, now)}`
}

interface Found {
  userId: number | null
  email: string
  why: LeftOut | null
}

export async function estimateRecipients(
  db: DbOrTx,
  recipients: Recipients,
  now: Date,
): Promise<{ found: number; willGet: number; leftOut: { why: LeftOut; count: number }[] }> {
  const { rows } = await sql<{ why: LeftOut | null; count: number }>`
    select why, count(*)::integer as count from (${people(recipients, now)}) as p group by why order by count desc, why`.execute(
    db,
  )
  const found = rows.reduce((sum, { count }) => sum + count, 0)
  const left = rows.flatMap(({ why, count }) => (why === null ? [] : [{ why, count }]))
  return { found, willGet: rows.find(({ why }) => why === null)?.count ?? 0, leftOut: left }
}

const PORTION = 5_000

/** Writes down everyone who may be sent it now, a row each. @returns how many */
export async function listRecipients(tx: Tx, mailingId: number, recipients: Recipients, now: Date): Promise<number> {
  const { rows } =
    await sql<Found>`select * from (${people(recipients, now)}) as p where why is null order by user_id`.execute(tx)
  for (let at = 0; at < rows.length; at += PORTION) {
    const portion = rows.slice(at, at + PORTION)
    const lanes = portion.map(({ email }) => laneOf(email))
    await sql`
      insert into mailing_recipients (mailing_id, user_id, email, lane, holder, due_at)
      select ${mailingId}, user_id, email, lane, holder, ${now}
      from unnest(${portion.map(({ userId }) => userId)}::bigint[], ${portion.map(({ email }) => email)}::text[],
        ${lanes.map(({ lane }) => lane)}::text[], ${lanes.map(({ holder }) => holder)}::text[]) as p(user_id, email, lane, holder)
      on conflict do nothing`.execute(tx)
  }
  return rows.length
}

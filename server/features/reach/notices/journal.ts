/** What a person was notified of, where and when; and what they were not, and why. */
import { sql } from 'kysely'
import type { JournalNotice } from '../../../../contract/reach/notices.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { letterAddress } from '../../../kit/mail/letter-address.ts'

const PAGE = 20

/** The newest first. */
export const listNotices: Handlers<'notices'>['listNotices'] = async ({ db, ...ctx }, input) => {
  const { id: userId } = personOf({ db, ...ctx })
  const { page = 1, limit = PAGE, channel, state } = input
  const asked = db
    .selectFrom('notices')
    .where('userId', '=', userId)
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel ?? ''))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
  const [rows, counted] = await Promise.all([
    asked
      .select('id')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    asked.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const ids = rows.map(({ id }) => id)
  return { notices: await readJournalNotices(db, ids), total: Number(counted.total) }
}

type Row = Omit<JournalNotice, 'at' | 'sentAt'> & { createdAt: Date; sentAt: Date | null }

/** In the order of the ids, the greatest first. */
export async function readJournalNotices(db: DbOrTx, ids: readonly number[]): Promise<JournalNotice[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select n.id, n.created_at, n.channel, n.kind, n.filter_id, n.title, n.text, n.count, n.state, n.sent_at, n.reason,
      case when n.count = 1 then n.message_ids[1] end as message_id,
      coalesce((
        select array_agg(a.title order by d.id) from notice_deliveries d join notice_addresses a on a.id = d.address_id
        where d.notice_id = n.id
      ), case when n.channel = 'email' then array[coalesce(${letterAddress('u')}, '')] else '{}' end) as "to"
    from notices n join users u on u.id = n.user_id
    where n.id = any(${ids}::bigint[]) order by n.id desc`.execute(db)
  return rows.map(({ createdAt, sentAt, ...row }) => ({
    ...row,
    at: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }))
}

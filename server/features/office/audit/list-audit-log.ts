/** The log of what happened to accounts, and of what staff did, as an admin looks through it. */
import { sql, type RawBuilder } from 'kysely'
import { MOST_COUNTED, type LogEntry } from '../../../../contract/office/audit.ts'
import { personOf, type AppContext, type Handlers } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { deviceInWords, findUserIdByEmail, readTimeZone } from '../../people/accounts/accounts.public.ts'
import { logInWords } from './log-in-words.ts'
import { pageOf } from '../../../kit/page-of.ts'

const PAGE = 50

interface Row {
  id: number
  at: Date
  action: string
  actorId: number | null
  actorEmail: string | null
  userId: number | null
  userEmail: string | null
  ip: string
  userAgent: string
  details: Record<string, unknown>
}

export const listAuditLog: Handlers<'audit'>['listAuditLog'] = async (ctx, asked) => {
  const { db } = ctx
  const { page = 1, limit = PAGE } = asked
  const zone = await readTimeZone(db, personOf(ctx).id)
  const wanted = await conditions(db, zone, asked)
  const [docs, total] = wanted === null ? [[], 0] : await readPage(db, wanted, limit, (page - 1) * limit)
  return {
    ...pageOf(
      docs.map((row) => show(ctx, row, zone)),
      total,
      { page, limit },
    ),
    actions: Object.entries(ctx.hooks.auditWords)
      .map(([action, words]) => ({ action, words }))
      .toSorted((a, b) => a.words.localeCompare(b.words, 'ru')),
  }
}

type Asked = Parameters<Handlers<'audit'>['listAuditLog']>[1]

/** @returns null where nothing can fit */
async function conditions(
  db: DbOrTx,
  zone: string,
  { who = '', action, from, to, byStaff = false }: Asked,
): Promise<RawBuilder<unknown> | null> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  const words = who.trim()
  if (words !== '') {
    const id = /^[1-9]\d{0,14}$/.test(words) ? Number(words) : await findUserIdByEmail(db, words)
    if (id === null) return null
    parts.push(sql`(l.actor_id = ${id} or l.user_id = ${id})`)
  }
  if (action !== undefined) parts.push(sql`l.action = ${action}`)
  if (from !== undefined) parts.push(sql`l.at >= ${from}::timestamp at time zone ${zone}`)
  if (to !== undefined) parts.push(sql`l.at < (${to}::date + 1)::timestamp at time zone ${zone}`)
  if (byStaff) parts.push(sql`l.actor_id is not null and l.actor_id is distinct from l.user_id`)
  return sql.join(parts, sql` and `)
}

async function readPage(
  db: DbOrTx,
  wanted: RawBuilder<unknown>,
  limit: number,
  offset: number,
): Promise<[Row[], number]> {
  const [page, count] = await Promise.all([
    sql<Row>`
      select l.*, a.email as actor_email, u.email as user_email from (
        select * from audit_log l where ${wanted} order by l.id desc limit ${limit} offset ${offset}
      ) l left join users a on a.id = l.actor_id left join users u on u.id = l.user_id order by l.id desc`.execute(db),
    sql<{ total: number }>`
      select count(*)::integer as total from (select from audit_log l where ${wanted} limit ${MOST_COUNTED}) counted`.execute(
      db,
    ),
  ])
  return [page.rows, count.rows[0]?.total ?? 0]
}

const show = (
  ctx: Pick<AppContext, 'hooks'>,
  { id, at, action, actorId, actorEmail, userId, userEmail, ip, userAgent, details }: Row,
  zone: string,
): LogEntry => ({
  id,
  at: at.toISOString(),
  action,
  words: logInWords(ctx, action, details, zone),
  actor: actorId === null ? null : { id: actorId, email: actorEmail },
  user: userId === null ? null : { id: userId, email: userEmail },
  ip,
  device: userAgent === '' ? '' : deviceInWords(userAgent),
  details: JSON.stringify(details),
})

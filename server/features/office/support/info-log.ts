/** What happened to the account, and what staff did to it and why (spec §6 view admin logs). */
import { sql } from 'kysely'
import type { LogLine } from '../../../../contract/office/support.ts'
import { isChangeable } from './access-person.ts'
import { personOf } from '../../../kit/context.ts'
import type { AuditAction } from '../../../kit/audit.ts'
import { logInWords } from '../audit/audit.public.ts'
import { pageOf } from '../../../kit/page-of.ts'
import type { ReadPlace } from './read-place.ts'
import { listTaken } from './undo.ts'

interface Row {
  id: number
  at: Date
  actorId: number | null
  actorName: string | null
  action: AuditAction
  details: Record<string, unknown>
}

/** The newest first. From which address someone did it is no one's business here. */
export const listLog: ReadPlace<'log'> = async (ctx, person, asked) => {
  const { db, clock } = ctx
  const { page, limit, from, to } = asked
  const about = sql`
    l.user_id = ${person.id} and (${from}::timestamptz is null or l.at >= ${from}) and (${to}::timestamptz is null or l.at < ${to})`
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<Row>`
      select l.id, l.at, l.actor_id, a.username as actor_name, l.action, l.details
      from audit_log l left join users a on a.id = l.actor_id
      where ${about} order by l.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total from audit_log l where ${about}`.execute(db),
  ])
  const ids = rows.map(({ id }) => id)
  const taken = isChangeable(person, personOf(ctx).id) ? await listTaken(db, person.id, ids, clock.now()) : []
  const open = new Set(taken.filter(({ state }) => state === 'open').map(({ id }) => id))
  const docs = rows.map(({ id, at, actorId, actorName, action, details }): LogLine => ({
    id,
    at: at.toISOString(),
    actor: actorId === null ? null : { id: actorId, name: actorName ?? 'аккаунт удалён' },
    byStaff: actorId !== null && actorId !== person.id,
    words: logInWords(ctx, action, details, person.timeZone),
    note: noteOf(details),
    undo: open.has(id),
  }))
  return { place: 'log', ...pageOf(docs, counted[0]?.total ?? 0, asked) }
}

function noteOf({ note, comment }: Row['details']): string {
  const given = note ?? comment
  return typeof given === 'string' ? given : ''
}

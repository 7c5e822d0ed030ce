/** One lead, with all that was done with it and said of it. */
import { sql } from 'kysely'
import type { LeadComment, LeadMove } from '../../../../contract/reading/leads.ts'
import { type Handlers } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { nameInTeam } from '../../access/team/team.public.ts'
import { readAsker, type Reader } from '../feed/feed.public.ts'
import { accessLead } from './lead-row.ts'

export const getLead: Handlers<'leads'>['getLead'] = async (ctx, { id }) => {
  const { db, clock } = ctx
  const now = clock.now()
  const reader = await readAsker(ctx)
  const lead = await accessLead(db, reader, id, now)
  const [moves, comments] = await Promise.all([listMoves(db, reader, id), listComments(db, reader, id)])
  return { lead, moves, comments }
}

interface MoveRow extends Omit<LeadMove, 'user' | 'at'> {
  userId: number | null
  user: string | null
  at: Date
}

/** The first first; people by their names, sums in roubles. */
async function listMoves(db: DbOrTx, { ownerId }: Reader, leadId: number): Promise<LeadMove[]> {
  const value = (column: string) => sql`case m.what
    when 'assignee' then coalesce((select ${nameInTeam(ownerId)} from users u where u.id = ${sql.raw(column)}::bigint), case when ${sql.raw(column)} is not null then 'бывший участник' end)
    when 'sum' then trim_scale(${sql.raw(column)}::numeric / 100)::text else ${sql.raw(column)} end`
  const { rows } = await sql<MoveRow>`
    select m.user_id, ${nameInTeam(ownerId)} as user, m.at, m.what, ${value('m.from_value')} as from, ${value('m.to_value')} as to
    from lead_moves m left join users u on u.id = m.user_id where m.lead_id = ${leadId} order by m.id`.execute(db)
  return rows.map(({ userId, user, at, what, from, to }) => ({
    user: userId === null ? null : { id: userId, name: user ?? '' },
    at: at.toISOString(),
    what,
    from,
    to,
  }))
}

/** The first first; or of all no more than this one. */
export async function listComments(
  db: DbOrTx,
  { userId, ownerId }: Reader,
  leadId: number,
  commentId: number | null = null,
): Promise<LeadComment[]> {
  const { rows } = await sql<{ id: number; userId: number; name: string; text: string; at: Date }>`
    select c.id, c.user_id, ${nameInTeam(ownerId)} as name, c.text, c.at from lead_comments c join users u on u.id = c.user_id
    where c.lead_id = ${leadId} and (${commentId}::bigint is null or c.id = ${commentId}) order by c.id`.execute(db)
  return rows.map(({ id, userId: by, name, text, at }) => ({
    id,
    user: { id: by, name },
    text,
    at: at.toISOString(),
    deletable: by === userId || ownerId === userId,
  }))
}

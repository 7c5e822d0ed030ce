/** Lists of leads: by status, by who has them, by what is in them. */
import { sql, type RawBuilder } from 'kysely'
import { leadStatuses, type LeadStatus } from '../../../../contract/reading/lead-mark.ts'
import { FORGOTTEN_AFTER_HOURS, leadPageSizes } from '../../../../contract/reading/leads.ts'
import { HOUR } from '../../../kit/clock.ts'
import { type Handlers } from '../../../kit/context.ts'
import { readAsker, type Reader } from '../feed/feed.public.ts'
import { readLeads } from './lead-row.ts'

type Sql = RawBuilder<unknown>

/** A reminder that is over waits until it is moved or taken away. */
const isDue = (now: Date): Sql => sql`(l.remind_at is not null and l.remind_at <= ${now})`
const isForgotten = (now: Date): Sql =>
  sql`(l.status = 'inWork' and l.updated_at < ${new Date(now.getTime() - FORGOTTEN_AFTER_HOURS * HOUR)})`

export const listLeads: Handlers<'leads'>['listLeads'] = async (ctx, input) => {
  const { db, clock } = ctx
  const now = clock.now()
  const reader = await readAsker(ctx)
  const { status, whose = 'all', list = 'all', product = null, find = '', page = 1, limit = leadPageSizes[0] } = input
  const asked = sql`l.owner_id = ${reader.ownerId} and ${isTheirs(whose, reader)}
    and (${product}::text is null or l.product_type || ':' || l.product_id = ${product}) and ${holds(find.trim())}`
  const listed = sql`${asked} and ${status ? sql`l.status = ${status}` : sql`true`}
    and ${list === 'due' ? isDue(now) : list === 'forgotten' ? isForgotten(now) : sql`true`}`
  const [leads, counted] = await Promise.all([
    readLeads(
      db,
      reader,
      now,
      listed,
      sql`order by l.updated_at desc, l.id desc limit ${limit} offset ${(page - 1) * limit}`,
    ),
    sql<{ status: LeadStatus; count: number; listed: number; due: number; forgotten: number; sum: number }>`
      select l.status, count(*)::integer as count, (count(*) filter (where ${listed}))::integer as listed,
        (count(*) filter (where ${isDue(now)}))::integer as due,
        (count(*) filter (where ${isForgotten(now)}))::integer as forgotten,
        coalesce(sum(l.sum_kopecks) filter (where l.status = 'won'), 0)::bigint as sum
      from leads l where ${asked} group by l.status`.execute(db),
  ])
  const sumOf = (field: 'listed' | 'due' | 'forgotten' | 'sum'): number =>
    counted.rows.reduce((sum, row) => sum + row[field], 0)
  const byStatus = leadStatuses.map((each) => [each, counted.rows.find((row) => row.status === each)?.count ?? 0])
  return {
    leads,
    total: sumOf('listed'),
    counts: {
      status: Object.fromEntries(byStatus) as Record<LeadStatus, number>,
      due: sumOf('due'),
      forgotten: sumOf('forgotten'),
      sum: sumOf('sum'),
    },
  }
}

function isTheirs(whose: string, { userId }: Reader): Sql {
  if (whose === 'all') return sql`true`
  if (whose === 'none') return sql`l.assignee_id is null`
  return sql`l.assignee_id = ${whose === 'mine' ? userId : Number(whose)}`
}

/** In the text, the name of the author, or what was said of it; in any case. */
function holds(words: string): Sql {
  if (words === '') return sql`true`
  const has = (column: string): Sql => sql`strpos(lower(${sql.raw(column)}), lower(${words})) > 0`
  return sql`(${has('l.text')} or coalesce(${has('l.author_name')}, false)
    or exists (select from lead_comments c where c.lead_id = l.id and ${has('c.text')}))`
}

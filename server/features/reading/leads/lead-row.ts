/** Rows of the table `leads`, as leads. */
import { sql, type RawBuilder } from 'kysely'
import type { LeadStatus } from '../../../../contract/reading/lead-mark.ts'
import type { Lead } from '../../../../contract/reading/leads.ts'
import { allows } from '../../../../rules/team-needs.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { nameInTeam } from '../../access/team/team.public.ts'
import { accessMessage, listAccessible, type Reader } from '../feed/feed.public.ts'
import type { Snapshot } from './touch-lead.ts'

interface Row extends Snapshot {
  id: number
  status: LeadStatus
  assigneeId: number | null
  assignee: string | null
  takenAt: Date | null
  remindAt: Date | null
  answeredAt: Date | null
  closedAt: Date | null
  sumKopecks: number | null
  reminder: string | null
  comments: number
  updatedAt: Date
}

/**
 * As this reader sees them.
 * @param which a condition on `l`, a lead
 * @param order and limit, if any
 */
export async function readLeads(
  db: DbOrTx,
  reader: Reader,
  now: Date,
  which: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql``,
): Promise<Lead[]> {
  const { rows } = await sql<Row>`
    select l.id, l.status, l.assignee_id, ${nameInTeam(reader.ownerId)} as assignee, l.taken_at, l.remind_at, l.message_id, l.text, l.network, l.kind, l.url,
      l.author_id, l.author_name, l.author_url, l.group_name, l.place, l.product_type, l.product_id, l.product_name, l.is_demo,
      l.published_at, l.found_at, l.answered_at, l.closed_at, l.sum_kopecks, l.reminder, l.updated_at,
      (select count(*)::integer from lead_comments c where c.lead_id = l.id) as comments
    from leads l left join users u on u.id = l.assignee_id where ${which} ${order}`.execute(db)
  const messageIds = rows.map(({ messageId }) => messageId)
  const open = await listAccessible(db, reader, messageIds, now)
  return rows.map((row) => toLead(row, open.has(row.messageId)))
}

function toLead(row: Row, inFeed: boolean): Lead {
  const { id, status, assigneeId, messageId, text, url, place, sumKopecks, reminder, comments } = row
  return {
    id,
    status,
    assignee: assigneeId === null ? null : { id: assigneeId, name: row.assignee ?? '' },
    takenAt: iso(row.takenAt),
    remindAt: iso(row.remindAt),
    messageId,
    inFeed,
    text,
    network: row.network as Lead['network'],
    kind: row.kind as Lead['kind'],
    url,
    author: row.authorId === null ? null : { id: row.authorId, name: row.authorName ?? '', url: row.authorUrl },
    group: row.groupName,
    place,
    product: { type: row.productType as Lead['product']['type'], id: row.productId, name: row.productName },
    demo: row.isDemo,
    publishedAt: row.publishedAt.toISOString(),
    foundAt: row.foundAt.toISOString(),
    answeredAt: iso(row.answeredAt),
    closedAt: iso(row.closedAt),
    sum: sumKopecks,
    reminder,
    comments,
    updatedAt: row.updatedAt.toISOString(),
  }
}

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null

/** A lead of the reader's team; absent ones and those of others are refused alike. */
export async function accessLead(db: DbOrTx, reader: Reader, id: number, now: Date): Promise<Lead> {
  const [lead] = await readLeads(db, reader, now, sql`l.id = ${id} and l.owner_id = ${reader.ownerId}`)
  if (!lead) throw new AppError('LEAD_NOT_FOUND')
  await checkRight(db, reader, lead, now)
  return lead
}

/** What one works on through the team only is for those whose right there suffices; what one sees by own products is free, as its message is. */
async function checkRight(db: DbOrTx, reader: Reader, { messageId }: Lead, now: Date): Promise<void> {
  if (allows(reader.right, reader.needs)) return
  await accessMessage(db, reader, messageId, now).catch((error: unknown) => {
    // It has left the feed, and is reached by the lead alone.
    throw error instanceof AppError ? new AppError('TEAM_RIGHT_REQUIRED') : error
  })
}

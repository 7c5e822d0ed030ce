/** The list of mailings as admins see it, with numbers counted from the rows of recipients. */
import { sql } from 'kysely'
import {
  mailingsPage,
  type Mailing,
  type MailingPage,
  type MailingStatus,
  type MailingType,
} from '../../../../contract/office/mailings.ts'
import { statOf, type StateCounts } from '../../../../rules/mailings/mailing.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { pageOf } from '../../../kit/page-of.ts'

interface Row {
  id: number
  subject: string
  status: string
  type: string
  recGroup: string
  trouble: unknown
  sendAt: Date
  listedAt: Date | null
  expected: number
  counts: unknown
  createdAt: Date
  completedAt: Date | null
}
export interface MailingFailure {
  code: string
  message: string
}

export async function readMailingPage(
  db: DbOrTx,
  { page = 1, limit = mailingsPage }: { page?: number | undefined; limit?: number | undefined },
): Promise<MailingPage> {
  const [rows, total] = await Promise.all([
    db
      .selectFrom('mailings')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    db
      .selectFrom('mailings')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ])
  const docs = await show(db, rows)
  return {
    ...pageOf(docs, Number(total.n), { page, limit }),
    error: docs.find(({ failure }) => failure)?.failure ?? null,
  }
}

export async function show(db: DbOrTx, rows: Row[]): Promise<Mailing[]> {
  const counts = await countRecipients(
    db,
    rows.filter((row) => row.counts === null && row.listedAt !== null).map(({ id }) => id),
  )
  return rows.map((row) => {
    const status = row.status as MailingStatus
    const known = (row.counts as StateCounts | null) ?? counts.get(row.id) ?? {}
    return {
      id: row.id,
      subject: row.subject,
      status,
      // Of one that begins later its recipients are listed then: so many it would be now.
      stat: statOf(row.listedAt === null ? { wait: row.expected } : known, status),
      createdAt: row.createdAt.toISOString(),
      type: row.type as MailingType,
      group: row.recGroup,
      sendAt: row.sendAt.toISOString(),
      completedAt: row.completedAt?.toISOString() ?? null,
      failure: row.trouble as MailingFailure | null,
    }
  })
}

/** By state. An index alone answers it. */
export async function countRecipients(db: DbOrTx, mailingIds: readonly number[]): Promise<Map<number, StateCounts>> {
  if (mailingIds.length === 0) return new Map()
  const { rows } = await sql<{ mailingId: number; state: keyof StateCounts; count: number }>`
    select mailing_id, state, count(*)::integer as count from mailing_recipients
    where mailing_id = any(${[...mailingIds]}::bigint[]) group by mailing_id, state`.execute(db)
  const counts = new Map<number, StateCounts>()
  for (const { mailingId, state, count } of rows) counts.set(mailingId, { ...counts.get(mailingId), [state]: count })
  return counts
}

/** What was counted of a completed mailing is counted again: a letter of it came back, or someone left. */
export async function recountMailing(db: DbOrTx, mailingId: number): Promise<void> {
  const counts = (await countRecipients(db, [mailingId])).get(mailingId) ?? {}
  await db
    .updateTable('mailings')
    .set({ counts: JSON.stringify(counts) })
    .where('id', '=', mailingId)
    .where('counts', 'is not', null)
    .execute()
}

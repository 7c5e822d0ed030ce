/** A lead goes on: every move is written down, and begins where the one before it ended. */
import { sql } from 'kysely'
import type { LeadStatus } from '../../../../contract/reading/lead-mark.ts'
import { allows } from '../../../../rules/team-needs.ts'
import { AppError } from '../../../kit/app-error.ts'
import { inPortions, publishEach } from '../../../kit/bus.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { readTeamRight } from '../../access/team/team.public.ts'
import { recordAnswer, takeAnswersBack } from '../answers/answers.public.ts'
import { publishMessagesChanged, type Reader } from '../feed/feed.public.ts'
import type { LockedLead } from './touch-lead.ts'

export interface LeadChange {
  status?: LeadStatus | undefined
  /** Null: no one's. */
  assigneeId?: number | null | undefined
  /** Who has it as far as the mover knows. */
  from?: number | null | undefined
  /** In kopecks. */
  sum?: number | null | undefined
  remindAt?: Date | null | undefined
  reminder?: string | null | undefined
}

/** Who moves it and when, and by which of its messages. */
export interface Mover {
  reader: Reader
  at: Date
  messageId: number
}

/** What a change leads to. Someone works on what is in work, and no one on what is new; who answers or closes what is no one's has it. */
function settleMove(
  lead: Pick<LockedLead, 'status' | 'assigneeId'>,
  { status, assigneeId }: LeadChange,
  userId: number,
): { status: LeadStatus; assigneeId: number | null } {
  const settled = { status: status ?? lead.status, assigneeId: assigneeId === undefined ? lead.assigneeId : assigneeId }
  if (status === undefined && assigneeId !== undefined) {
    if (assigneeId === null && settled.status === 'inWork') settled.status = 'new'
    if (assigneeId !== null && settled.status === 'new') settled.status = 'inWork'
  } else if (settled.status === 'new') settled.assigneeId = null
  else if (status !== undefined && settled.assigneeId === null) settled.assigneeId = userId
  return settled
}

/** To be called with the lead locked. Says whether anything changed. */
export async function moveLead(tx: Tx, mover: Mover, lead: LockedLead, change: LeadChange): Promise<boolean> {
  const { reader, at } = mover
  const { status, assigneeId } = settleMove(lead, change, reader.userId)
  const [isMoved, isHandedOn] = [status !== lead.status, assigneeId !== lead.assigneeId]
  if (isMoved || isHandedOn) checkSeen(lead, reader, change.from)
  if (isHandedOn && assigneeId !== null) await checkAssignee(tx, reader, assigneeId)
  const sum = change.sum === undefined ? lead.sumKopecks : change.sum
  const answered = isMoved && (await settleAnswers(tx, mover, lead, status))
  await writeMoves(tx, mover, lead, { status, assigneeId, sum })
  const reminded = await setReminder(tx, mover, lead, change)
  if (!isMoved && !isHandedOn && sum === lead.sumKopecks && !reminded && !answered) return false
  await sql`
    update leads set status = ${status}, assignee_id = ${assigneeId}::bigint, sum_kopecks = ${sum}::bigint, updated_at = ${at},
      taken_at = case when ${assigneeId}::bigint is null then taken_at else coalesce(taken_at, ${at}) end,
      answered_at = case when ${status} = 'answered' then coalesce(answered_at, ${at})
        when ${status} in ('new', 'inWork') and ${isMoved}::boolean then null else answered_at end,
      closed_at = case when ${status} not in ('won', 'lost') then null when ${isMoved}::boolean then ${at} else closed_at end
    where id = ${lead.id}`.execute(tx)
  await publishLead(tx, reader.team, lead.id)
  return true
}

/** No one takes from another what they do not know the other has. */
function checkSeen(lead: LockedLead, { userId }: Reader, from: number | null | undefined): void {
  if (lead.assigneeId === null || lead.assigneeId === userId || lead.assigneeId === from) return
  throw new AppError('LEAD_ALREADY_TAKEN', { name: lead.assigneeName ?? '' })
}

/** Someone of the team who may work there; one takes for oneself what one may work on. */
async function checkAssignee(tx: Tx, { team, ownerId, userId }: Reader, assigneeId: number): Promise<void> {
  if (assigneeId === userId) return
  if (!team.includes(assigneeId)) throw new AppError('ASSIGNEE_NOT_FOUND')
  if (!allows(await readTeamRight(tx, ownerId, assigneeId), 'work')) throw new AppError('ASSIGNEE_NOT_ALLOWED')
}

/** The mark «Ответили» and the status are one action: who moves it there answered, who moves it back did not. */
async function settleAnswers(
  tx: Tx,
  { reader: { userId }, at, messageId }: Mover,
  lead: LockedLead,
  status: LeadStatus,
): Promise<boolean> {
  if (status === 'answered') return recordAnswer(tx, { userId, messageId, at })
  if (status === 'won' || status === 'lost') return false
  return takeAnswersBack(tx, userId, await listMessages(tx, lead.id))
}

async function writeMoves(
  tx: Tx,
  { reader: { userId }, at }: Mover,
  lead: LockedLead,
  after: { status: LeadStatus; assigneeId: number | null; sum: number | null },
): Promise<void> {
  const moves = [
    { what: 'status', from: lead.status, to: after.status },
    { what: 'assignee', from: lead.assigneeId, to: after.assigneeId },
    { what: 'sum', from: lead.sumKopecks, to: after.sum },
  ].filter(({ from, to }) => from !== to)
  if (moves.length === 0) return
  const text = (value: string | number | null): string | null => (value === null ? null : String(value))
  await tx
    .insertInto('leadMoves')
    .values(
      moves.map(({ what, from, to }) => ({
        leadId: lead.id,
        userId,
        at,
        what,
        fromValue: text(from),
        toValue: text(to),
      })),
    )
    .execute()
}

/** Another moment is waited for again. Says whether it is another reminder. */
async function setReminder(
  tx: Tx,
  { reader }: Mover,
  { id }: LockedLead,
  { remindAt, reminder }: LeadChange,
): Promise<boolean> {
  if (remindAt === undefined && reminder === undefined) return false
  const words = reminder === undefined ? undefined : reminder?.trim() || null
  const moment =
    remindAt === undefined ? {} : { remindAt, remindedAt: null, remindTo: remindAt === null ? null : reader.userId }
  await tx
    .updateTable('leads')
    .set({
      ...moment,
      ...(words !== undefined && { reminder: words }),
      // Without a moment there is nothing to be reminded of.
      ...(remindAt === null && { reminder: null }),
    })
    .where('id', '=', id)
    .execute()
  return true
}

/** As many copies as the list behind a card shows. */
const MOST_COPIES = 200

/** The messages a lead is, as far as they are in the feed, the newest first; and the one it was taken from. */
export async function listMessages(db: DbOrTx, leadId: number): Promise<number[]> {
  const { rows } = await sql<{ messageId: number }>`
    select message_id from leads where id = ${leadId}
    union (select distinct i.message_id from lead_clusters c join feed_items i on i.cluster_id = c.cluster_id
      where c.lead_id = ${leadId} order by 1 desc limit ${MOST_COPIES})`.execute(db)
  return rows.map(({ messageId }) => messageId)
}

/** These people are to be sent how the lead, and the cards of its messages, stand now. */
export async function publishLead(tx: DbOrTx, userIds: number[], leadId: number): Promise<void> {
  await publishMessagesChanged(tx, await listMessages(tx, leadId), userIds)
  await publishEach(
    tx,
    'leads.changed',
    inPortions(userIds).map((portion) => ({ leadId, userIds: portion })),
  )
}

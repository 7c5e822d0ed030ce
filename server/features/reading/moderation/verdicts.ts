/** What moderators and admins decide on messages. All of it happens under the feed's lock, one after another. */
import { sql } from 'kysely'
import type { MessageMarks } from '../../../../contract/reading/message-marks.ts'
import type { VerdictAction } from '../../../../contract/reading/moderation.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import {
  accessMessage,
  fillMarks,
  findRemoved,
  publishMessagesChanged,
  settleVerdicts,
  type AccessedMessage,
  type Reader,
} from '../feed/feed.public.ts'
import {
  findStandingVerdict,
  logModeratorAction,
  takeBackVerdict,
  type ModerationContext,
  type StandingVerdict,
} from './log.ts'

/** As `accessMessage`; an admin may also speak of what is removed, to take that back. */
export async function accessJudged(db: DbOrTx, reader: Reader, messageId: number, now: Date): Promise<AccessedMessage> {
  const removed = reader.admin ? await findRemoved(db, messageId) : null
  return removed ?? accessMessage(db, reader, messageId, now)
}

/** The message as it stands after an action of this reader. */
export async function readAfter(
  db: DbOrTx,
  reader: Reader,
  messageId: number,
): Promise<{ marks: MessageMarks; removed: boolean }> {
  const [marks, removed] = await Promise.all([
    fillMarks(db, reader, [messageId]),
    reader.admin ? findRemoved(db, messageId) : null,
  ])
  const theirs = marks.get(messageId)
  if (!theirs) throw new AppError('MESSAGE_NOT_FOUND')
  return { marks: theirs, removed: removed !== null }
}

/** An admin's mark takes the message away from everybody, once. Says whether it did. To be called under the feed's lock. */
export async function removeMessage(tx: Tx, context: ModerationContext, by: 'spam' | 'dislike'): Promise<boolean> {
  const standing = await findStandingVerdict(tx, context.messageId)
  if (standing?.details.verdict === 'removed') return false
  const detail = by === 'dislike' ? { detail: 'дизлайк' } : {}
  await logModeratorAction(tx, context, by === 'spam' ? 'spam' : 'reject', { ...detail, verdict: 'removed', by })
  await settle(tx, context)
  return true
}

/** The mark is taken back: so is the removal, when it came from that mark of that admin. Says whether it was. */
export async function takeRemovalBack(tx: Tx, context: ModerationContext, by: 'spam' | 'dislike'): Promise<boolean> {
  const standing = await findStandingVerdict(tx, context.messageId)
  if (!standing || standing.details.by !== by || standing.userId !== context.reader.userId) return false
  await takeBackVerdict(tx, standing)
  await (by === 'spam'
    ? logModeratorAction(tx, context, 'unspam')
    : logModeratorAction(tx, context, 'undo', { detail: 'дизлайк' }))
  await settle(tx, context)
  return true
}

/** To be called under the feed's lock. */
export async function giveVerdict(tx: Tx, context: ModerationContext, action: VerdictAction): Promise<void> {
  const { reader, messageId, at } = context
  // An admin may have removed it since it was accessed: a moderator's word is not to bring it back.
  if (!reader.admin && (await findRemoved(tx, messageId))) throw new AppError('MESSAGE_NOT_FOUND')
  const standing = await findStandingVerdict(tx, messageId)
  if (action === 'undo') {
    if (!standing) throw new AppError('UNDO_NOT_AVAILABLE')
    return undo(tx, context, standing)
  }
  const verdict = action === 'approve' ? 'approved' : reader.admin ? 'removed' : 'rejected'
  const { clusterId, authorId } = await readMessage(tx, messageId)
  if (action === 'rejectAuthor' && authorId === null) throw new AppError('AUTHOR_NOT_FOUND')
  const decision: VerdictDetails & { verdict: typeof verdict } = { verdict }
  if (action === 'rejectText') decision.clusterId = clusterId
  if (action === 'rejectAuthor' && authorId !== null) decision.authorId = authorId
  if (standing && isSame(standing, action, decision) && (await isListed(tx, decision))) return
  await logModeratorAction(tx, context, action, decision)
  const entry = { userId: reader.userId, at }
  // An admin's word is the stronger one: it takes the place of a moderator's.
  if (decision.clusterId !== undefined) {
    await tx
      .insertInto('rejectedTexts')
      .values({ clusterId: decision.clusterId, ...entry })
      .onConflict((conflict) => (reader.admin ? conflict.column('clusterId').doUpdateSet(entry) : conflict.doNothing()))
      .execute()
  }
  if (decision.authorId !== undefined) {
    await tx
      .insertInto('rejectedAuthors')
      .values({ authorId: decision.authorId, ...entry })
      .onConflict((conflict) => (reader.admin ? conflict.column('authorId').doUpdateSet(entry) : conflict.doNothing()))
      .execute()
  }
  await settle(tx, context, decision)
}

interface VerdictDetails {
  verdict?: string
  clusterId?: number
  authorId?: number
}

function isSame({ action, details }: StandingVerdict, other: VerdictAction, decision: VerdictDetails): boolean {
  return (
    action === other &&
    !details.by &&
    details.verdict === decision.verdict &&
    details.clusterId === decision.clusterId &&
    details.authorId === decision.authorId
  )
}

/** Someone may have lifted it through another message. */
async function isListed(tx: Tx, { clusterId, authorId }: VerdictDetails): Promise<boolean> {
  const text = clusterId !== undefined && tx.selectFrom('rejectedTexts').select('at').where('clusterId', '=', clusterId)
  const author =
    authorId !== undefined && tx.selectFrom('rejectedAuthors').select('at').where('authorId', '=', authorId)
  return (!text || (await text.execute()).length > 0) && (!author || (await author.execute()).length > 0)
}

const undone: Record<StandingVerdict['action'], string> = {
  approve: 'одобрение',
  reject: 'отклонение',
  rejectText: 'отклонение текста',
  rejectAuthor: 'отклонение автора',
  spam: 'спам',
}

async function undo(tx: Tx, context: ModerationContext, standing: StandingVerdict): Promise<void> {
  const { by, clusterId, authorId } = standing.details
  await takeBackVerdict(tx, standing)
  await logModeratorAction(tx, context, 'undo', { detail: by === 'dislike' ? 'дизлайк' : undone[standing.action] })
  // What an admin has rejected meanwhile, only an admin lets in again.
  const mayLift = context.reader.admin
    ? sql`true`
    : sql`not exists (select from users u where u.id = user_id and 'admin' = any(u.roles))`
  if (clusterId !== undefined)
    await sql`delete from rejected_texts where cluster_id = ${clusterId} and ${mayLift}`.execute(tx)
  if (authorId !== undefined)
    await sql`delete from rejected_authors where author_id = ${authorId} and ${mayLift}`.execute(tx)
  await settle(tx, context, standing.details)
}

/** Verdicts follow the log, and everybody hears. The message's own log is another in any case. */
async function settle(
  tx: Tx,
  { messageId }: ModerationContext,
  { clusterId, authorId }: VerdictDetails = {},
): Promise<void> {
  const changed = [messageId, ...(await settleVerdicts(tx, { messageId }))]
  if (clusterId !== undefined) changed.push(...(await settleVerdicts(tx, { clusterId })))
  if (authorId !== undefined) changed.push(...(await settleVerdicts(tx, { authorId })))
  await publishMessagesChanged(tx, changed, null)
}

/** As it is now: it may have changed its cluster since it was accessed. */
async function readMessage(tx: Tx, messageId: number): Promise<{ clusterId: number; authorId: number | null }> {
  const items = tx.selectFrom('feedItems').select(['clusterId', 'authorId']).where('messageId', '=', messageId)
  const row = await items.limit(1).executeTakeFirst()
  if (!row) throw new AppError('MESSAGE_NOT_FOUND')
  return row
}

/** The log of what moderators did. What is said of a message in it, and not taken back, is its verdict. */
import { sql } from 'kysely'
import type { MessageMarks } from '../../../../contract/reading/message-marks.ts'
import type { VerdictAction } from '../../../../contract/reading/moderation.ts'
import type { Tx } from '../../../kit/sql.ts'
import type { Reader } from '../feed/feed.public.ts'

type LoggedAction = MessageMarks['moderatorLog'][number]['action']
type Verdict = 'approved' | 'rejected' | 'removed'

interface Details {
  /** In words, for anyone who reads the log. */
  detail?: string
  /** What it made of the message. */
  verdict?: Verdict
  /** An admin's mark that was no action of moderation by itself. */
  by?: 'spam' | 'dislike'
  /** Whose copies, or whose author's messages, went with it. */
  clusterId?: number
  authorId?: number
}

/** Who does what, and when. */
export interface ModerationContext {
  reader: Reader
  messageId: number
  at: Date
}

export async function logModeratorAction(
  tx: Tx,
  { reader, messageId, at }: ModerationContext,
  action: LoggedAction,
  details: Details = {},
): Promise<void> {
  await tx
    .insertInto('moderatorLog')
    .values({ messageId, userId: reader.userId, action, details: JSON.stringify(details), at })
    .execute()
}

export interface StandingVerdict {
  id: number
  userId: number
  action: Exclude<VerdictAction, 'undo'> | 'spam'
  details: Details
}

/** The last verdict on the message that is not taken back. */
export async function findStandingVerdict(tx: Tx, messageId: number): Promise<StandingVerdict | null> {
  const { rows } = await sql<StandingVerdict>`
    select id, user_id, action, details from moderator_log
    where message_id = ${messageId} and details ? 'verdict' and not details ? 'undone' order by id desc limit 1`.execute(
    tx,
  )
  return rows[0] ?? null
}

export async function takeBackVerdict(tx: Tx, { id }: StandingVerdict): Promise<void> {
  await sql`update moderator_log set details = details || '{"undone": true}' where id = ${id}`.execute(tx)
}

/** Spam marks: one of each person. Ten make a message spam to everybody, an admin's takes it away (spec §4 Spam and moderation). */
import type { ResultOf } from '../../../../contract/call.ts'
import type { marks } from '../../../../contract/reading/marks.ts'
import { type Handlers, type CallContext } from '../../../kit/context.ts'
import { recordEvent } from '../../../kit/jobs.ts'
import type { Tx } from '../../../kit/sql.ts'
import { changeItemsIn, lockFeed, readAsker, publishMessagesChanged, setSpamCount } from '../feed/feed.public.ts'
import {
  accessJudged,
  logModeratorAction,
  readAfter,
  removeMessage,
  takeRemovalBack,
} from '../moderation/moderation.public.ts'

export const markSpam: Handlers<'marks'>['markSpam'] = (ctx, { id }) => setSpam(ctx, id, true)
export const unmarkSpam: Handlers<'marks'>['unmarkSpam'] = (ctx, { id }) => setSpam(ctx, id, false)

async function setSpam(ctx: CallContext, messageId: number, value: boolean): Promise<ResultOf<typeof marks.markSpam>> {
  const { db, clock } = ctx
  const at = clock.now()
  const reader = await readAsker(ctx)
  const { userId } = reader
  await accessJudged(db, reader, messageId, at)
  await changeItemsIn(db, async (tx) => {
    if (reader.admin) await lockFeed(tx)
    const changed = value ? await addMark(tx, { userId, messageId, at }) : await takeMark(tx, { userId, messageId })
    if (changed) {
      await setSpamCount(tx, messageId)
      await recordEvent(tx, clock, 'message.marked', { userId })
      await publishMessagesChanged(tx, [messageId], [userId])
      await publishMessagesChanged(tx, [messageId], null)
    }
    const context = { reader, messageId, at }
    const judged = reader.admin && (await (value ? removeMessage : takeRemovalBack)(tx, context, 'spam'))
    if (changed && reader.moderator && !judged) await logModeratorAction(tx, context, value ? 'spam' : 'unspam')
  })
  return readAfter(db, reader, messageId)
}

interface SpamMark {
  userId: number
  messageId: number
}

async function addMark(tx: Tx, mark: SpamMark & { at: Date }): Promise<boolean> {
  const added = await tx
    .insertInto('spamMarks')
    .values(mark)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

async function takeMark(tx: Tx, { userId, messageId }: SpamMark): Promise<boolean> {
  const gone = await tx
    .deleteFrom('spamMarks')
    .where('userId', '=', userId)
    .where('messageId', '=', messageId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

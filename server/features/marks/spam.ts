/** Spam marks: one of each person. Ten make a message spam to everybody, an admin's takes it away (spec §4 Spam and moderation). */
import { sql } from 'kysely'
import type { ResultOf } from '../../../contract/call.ts'
import type { marks } from '../../../contract/marks.ts'
import { personOf, type Answers, type Asking } from '../../kit/asking.ts'
import { tell } from '../../kit/jobs.ts'
import { changeItemsIn, lockFeed, readReader, sayMessagesChanged, setSpamCount } from '../feed/feed.public.ts'
import { accessJudged, logDeed, readAfter, removeMessage, takeRemovalBack } from '../moderation/moderation.public.ts'

export const markSpam: Answers<'marks'>['markSpam'] = (asking, { id }) => setSpam(asking, id, true)
export const unmarkSpam: Answers<'marks'>['unmarkSpam'] = (asking, { id }) => setSpam(asking, id, false)

async function setSpam(asking: Asking, messageId: number, value: boolean): Promise<ResultOf<typeof marks.markSpam>> {
  const { db, clock } = asking
  const at = clock.now()
  const reader = await readReader(db, personOf(asking))
  const { userId } = reader
  await accessJudged(db, reader, messageId, at)
  await changeItemsIn(db, async (tx) => {
    if (reader.admin) await lockFeed(tx)
    const { rows } = value
      ? await sql`
          insert into spam_marks (user_id, message_id, at) values (${userId}, ${messageId}, ${at})
          on conflict (user_id, message_id) do nothing returning user_id`.execute(tx)
      : await sql`delete from spam_marks where user_id = ${userId} and message_id = ${messageId} returning user_id`.execute(
          tx,
        )
    const changed = rows.length > 0
    if (changed) {
      await setSpamCount(tx, messageId)
      await tell(tx, clock, 'message.marked', { userId })
      await sayMessagesChanged(tx, [messageId], [userId])
      await sayMessagesChanged(tx, [messageId], null)
    }
    const deed = { reader, messageId, at }
    const judged = reader.admin && (await (value ? removeMessage : takeRemovalBack)(tx, deed, 'spam'))
    if (changed && reader.moderator && !judged) await logDeed(tx, deed, value ? 'spam' : 'unspam')
  })
  return readAfter(db, reader, messageId)
}

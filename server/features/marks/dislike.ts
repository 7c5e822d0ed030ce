/** A dislike; an admin's takes the message away from everybody (spec §4 Spam and moderation). */
import { personOf, type Answers } from '../../kit/asking.ts'
import { changeItemsIn, lockFeed, readReader, sayMessagesChanged } from '../feed/feed.public.ts'
import { accessJudged, readAfter, removeMessage, takeRemovalBack } from '../moderation/moderation.public.ts'
import { setReaction } from './reactions.ts'

export const setDislike: Answers<'marks'>['setDislike'] = async (asking, { id, value }) => {
  const { db, clock } = asking
  const at = clock.now()
  const reader = await readReader(db, personOf(asking))
  await accessJudged(db, reader, id, at)
  await changeItemsIn(db, async (tx) => {
    if (reader.admin) await lockFeed(tx)
    const changed = await setReaction(tx, clock, { userId: reader.userId, messageId: id, at }, 'dislike', value)
    if (changed) await sayMessagesChanged(tx, [id], reader.team)
    if (reader.admin) await (value ? removeMessage : takeRemovalBack)(tx, { reader, messageId: id, at }, 'dislike')
  })
  return readAfter(db, reader, id)
}

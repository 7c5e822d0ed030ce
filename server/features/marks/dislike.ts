/** A dislike; an admin's takes the message away from everybody (spec §4 Spam and moderation). */
import { sql } from 'kysely'
import { personOf, type Answers } from '../../kit/asking.ts'
import { changeItemsIn, lockFeed, readReader, sayMessagesChanged } from '../feed/feed.public.ts'
import { accessJudged, readAfter, removeMessage, takeRemovalBack } from '../moderation/moderation.public.ts'

export const setDislike: Answers<'marks'>['setDislike'] = async (asking, { id, value }) => {
  const { db, clock } = asking
  const at = clock.now()
  const reader = await readReader(db, personOf(asking))
  await accessJudged(db, reader, id, at)
  await changeItemsIn(db, async (tx) => {
    if (reader.admin) await lockFeed(tx)
    const { rows } = value
      ? await sql`
          insert into reactions (user_id, message_id, reaction, at) values (${reader.userId}, ${id}, 'dislike', ${at})
          on conflict (user_id, message_id) do update set reaction = excluded.reaction, at = excluded.at
            where reactions.reaction <> excluded.reaction
          returning user_id`.execute(tx)
      : await sql`
          delete from reactions where user_id = ${reader.userId} and message_id = ${id} and reaction = 'dislike'
          returning user_id`.execute(tx)
    if (rows.length > 0) await sayMessagesChanged(tx, [id], reader.team)
    if (reader.admin) await (value ? removeMessage : takeRemovalBack)(tx, { reader, messageId: id, at }, 'dislike')
  })
  return readAfter(db, reader, id)
}

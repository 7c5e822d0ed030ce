/** What a reader does with a message. Every deed may come twice, and says what it changed only once. */
import { sql } from 'kysely'
import type { ResultOf } from '../../../contract/call.ts'
import type { marks } from '../../../contract/marks.ts'
import { personOf, type Answers, type Asking } from '../../kit/asking.ts'
import type { Tx } from '../../kit/sql.ts'
import { accessMessage, changeItemsIn, readReader, sayMessagesChanged, type Reader } from '../feed/feed.public.ts'
import { readAfter } from '../moderation/moderation.public.ts'
import { addToBlackList, listBlackList, removeFromBlackList } from './black-list.ts'
import { setDislike } from './dislike.ts'
import { setReaction, type Marking } from './reactions.ts'
import { markSpam, unmarkSpam } from './spam.ts'

/** Who is to hear of a mark besides the tab that set it: the person's other tabs, or his team with him. */
type Hearers = 'self' | 'team'

/** @param work says whether it changed anything */
async function mark(
  asking: Asking,
  messageId: number,
  hearers: Hearers,
  work: (tx: Tx, marking: Marking) => Promise<boolean>,
): Promise<ResultOf<typeof marks.setViewed>> {
  const { db, clock } = asking
  const at = clock.now()
  const reader = await readReader(db, personOf(asking))
  await accessMessage(db, reader, messageId, at)
  await changeItemsIn(db, async (tx) => {
    if (await work(tx, { userId: reader.userId, messageId, at }))
      await sayMessagesChanged(tx, [messageId], hearersOf(reader, hearers))
  })
  return readAfter(db, reader, messageId)
}

const hearersOf = ({ userId, team }: Reader, hearers: Hearers): number[] => (hearers === 'team' ? team : [userId])

export const answerMarks: Answers<'marks'> = {
  setViewed: (asking, { id, value }) =>
    mark(asking, id, 'self', (tx, marking) => setRow(tx, 'messageViews', marking, value)),

  setFavorite: (asking, { id, value }) =>
    mark(asking, id, 'self', (tx, marking) => setRow(tx, 'favorites', marking, value)),

  setLike: (asking, { id, value }) =>
    mark(asking, id, 'team', (tx, marking) => setReaction(tx, asking.clock, marking, 'like', value)),

  setDislike,

  setNote: (asking, { id, text }) =>
    mark(asking, id, 'team', async (tx, { userId, messageId, at }) => {
      const note = text.trim()
      if (note === '') {
        const gone = await tx
          .deleteFrom('notes')
          .where('userId', '=', userId)
          .where('messageId', '=', messageId)
          .executeTakeFirst()
        return gone.numDeletedRows > 0n
      }
      const { rows } = await sql`
        insert into notes (user_id, message_id, text, updated_at) values (${userId}, ${messageId}, ${note}, ${at})
        on conflict (user_id, message_id) do update set text = excluded.text, updated_at = excluded.updated_at
          where notes.text <> excluded.text
        returning user_id`.execute(tx)
      return rows.length > 0
    }),

  markSpam,
  unmarkSpam,
  addToBlackList,
  removeFromBlackList,
  listBlackList,
}

async function setRow(
  tx: Tx,
  table: 'messageViews' | 'favorites',
  { userId, messageId, at }: Marking,
  value: boolean,
): Promise<boolean> {
  if (value) {
    const row = tx.insertInto(table).values({ userId, messageId, at })
    const added = await row.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
    return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
  }
  const gone = await tx
    .deleteFrom(table)
    .where('userId', '=', userId)
    .where('messageId', '=', messageId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

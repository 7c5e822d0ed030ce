/** What a reader does with a message. Every action may come twice, and says what it changed only once. */
import type { ResultOf } from '../../../../contract/call.ts'
import type { marks } from '../../../../contract/reading/marks.ts'
import { type Handlers, type CallContext } from '../../../kit/context.ts'
import type { Tx } from '../../../kit/sql.ts'
import {
  accessMessage,
  changeItemsIn,
  readAsker,
  publishMessagesChanged,
  type Reader,
  lockFeed,
  setHandled,
} from '../feed/feed.public.ts'
import { readAfter, accessJudged, removeMessage, takeRemovalBack } from '../moderation/moderation.public.ts'
import { addToBlackList, listBlackList, removeFromBlackList } from './black-list.ts'
import { setReaction, type Marking } from './reactions.ts'
import { markSpam, unmarkSpam } from './spam.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { personalMarks } from './personal-marks.ts'

/** Who is to hear of a mark besides the tab that set it: the person's other tabs, or their team with them. */
type Hearers = 'self' | 'team'

/** @param work says whether it changed anything */
async function mark(
  ctx: CallContext,
  messageId: number,
  hearers: Hearers,
  work: (tx: Tx, marking: Marking) => Promise<boolean>,
): Promise<ResultOf<typeof marks.setViewed>> {
  const { db, clock } = ctx
  const at = clock.now()
  const reader = await readAsker(ctx)
  await accessMessage(db, reader, messageId, at)
  await changeItemsIn(db, async (tx) => {
    if (await work(tx, { userId: reader.userId, messageId, at }))
      await publishMessagesChanged(tx, [messageId], hearersOf(reader, hearers))
  })
  return readAfter(db, reader, messageId)
}

const hearersOf = ({ userId, team }: Reader, hearers: Hearers): number[] => (hearers === 'team' ? team : [userId])

/** A dislike; an admin's takes the message away from everybody (spec §4 Spam and moderation). */
const setDislike: Handlers<'marks'>['setDislike'] = async (ctx, { id, value }) => {
  const { db, clock } = ctx
  const at = clock.now()
  const reader = await readAsker(ctx)
  await accessJudged(db, reader, id, at)
  await changeItemsIn(db, async (tx) => {
    if (reader.admin) await lockFeed(tx)
    const changed = await setReaction(tx, clock, { userId: reader.userId, messageId: id, at }, 'dislike', value)
    if (changed) await publishMessagesChanged(tx, [id], reader.team)
    if (reader.admin) await (value ? removeMessage : takeRemovalBack)(tx, { reader, messageId: id, at }, 'dislike')
  })
  return readAfter(db, reader, id)
}

const handlers: Handlers<'marks'> = {
  setViewed: (ctx, { id, value }) => mark(ctx, id, 'self', (tx, marking) => setRow(tx, 'messageViews', marking, value)),

  async setHandled(ctx, { id, value }) {
    const { db, clock } = ctx
    const at = clock.now()
    const reader = await readAsker(ctx)
    const message = await accessMessage(db, reader, id, at)
    await changeItemsIn(db, (tx) => setHandled(tx, message, { userId: reader.userId, at }, value))
    return readAfter(db, reader, id)
  },

  setFavorite: (ctx, { id, value }) => mark(ctx, id, 'self', (tx, marking) => setRow(tx, 'favorites', marking, value)),

  setLike: (ctx, { id, value }) =>
    mark(ctx, id, 'team', (tx, marking) => setReaction(tx, ctx.clock, marking, 'like', value)),

  setDislike,

  setNote: (ctx, { id, text }) =>
    mark(ctx, id, 'team', async (tx, { userId, messageId, at }) => {
      const note = text.trim()
      if (note === '') {
        const gone = await tx
          .deleteFrom('notes')
          .where('userId', '=', userId)
          .where('messageId', '=', messageId)
          .executeTakeFirst()
        return gone.numDeletedRows > 0n
      }
      const put = await tx
        .insertInto('notes')
        .values({ userId, messageId, text: note, updatedAt: at })
        .onConflict((conflict) =>
          conflict
            .columns(['userId', 'messageId'])
            .doUpdateSet({ text: note, updatedAt: at })
            .where('notes.text', '<>', note),
        )
        .executeTakeFirst()
      return (put.numInsertedOrUpdatedRows ?? 0n) > 0n
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

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** An author came on this person's black list, or left it. */
    'author.listed': { userId: number; authorId: number }
  }
}

export const marksFeature = defineFeature({
  name: 'marks',
  handlers,
  personalData: personalMarks,
})

/** Answering a message: that a person did, and the words they keep for it. */
import { type Handlers } from '../../../kit/context.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { accessMessage, publishMessagesChanged, readAsker } from '../feed/feed.public.ts'
import { readAfter } from '../moderation/moderation.public.ts'
import { personalAnswers } from './personal-answers.ts'
import { templateAnswers } from './templates.ts'

const setAnswered: Handlers<'answers'>['setAnswered'] = async (ctx, { id, value }) => {
  const { db, clock } = ctx
  const at = clock.now()
  const reader = await readAsker(ctx)
  await accessMessage(db, reader, id, at)
  const { userId, team } = reader
  await db.transaction().execute(async (tx) => {
    const row = { userId, messageId: id, at }
    const changed = value
      ? await tx
          .insertInto('answers')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .returning('userId')
          .execute()
      : await tx
          .deleteFrom('answers')
          .where('userId', '=', userId)
          .where('messageId', '=', id)
          .returning('userId')
          .execute()
    if (changed.length > 0) await publishMessagesChanged(tx, [id], team)
  })
  return readAfter(db, reader, id)
}

const handlers: Handlers<'answers'> = { ...templateAnswers, setAnswered }

export const answersFeature = defineFeature({ name: 'answers', handlers, personalData: personalAnswers })

/** What moderators, and admins, do with messages for everybody. */
import { type Handlers } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import {
  accessMessage,
  changeItemsIn,
  lockFeed,
  putInCategory,
  readAsker,
  publishMessagesChanged,
  setHandled,
  setItemsLocation,
} from '../feed/feed.public.ts'
import { logModeratorAction } from './log.ts'
import { getModeratorStatistics } from './moderator-statistics.ts'
import { accessJudged, giveVerdict, readAfter } from './verdicts.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { personalModeration } from './moderator-actions.ts'

const handlers: Handlers<'moderation'> = {
  async moderateMessage(ctx, { id, action, handled }) {
    const { db, clock } = ctx
    const at = clock.now()
    const reader = await readAsker(ctx)
    const message = await accessJudged(db, reader, id, at)
    await changeItemsIn(db, async (tx) => {
      await lockFeed(tx)
      await giveVerdict(tx, { reader, messageId: id, at }, action)
      if (handled !== undefined) await setHandled(tx, message, { userId: reader.userId, at }, handled)
    })
    return readAfter(db, reader, id)
  },

  async setMessageLocation(ctx, { id, locationId }) {
    const { db, clock } = ctx
    const at = clock.now()
    const reader = await readAsker(ctx)
    await accessMessage(db, reader, id, at)
    const location =
      locationId === null
        ? null
        : await db
            .selectFrom('locations as l')
            .leftJoin('locations as p', 'p.id', 'l.parentId')
            .select(['l.id', 'l.type', 'l.name', 'p.id as parentId', 'p.type as parentType'])
            .where('l.id', '=', locationId)
            .executeTakeFirst()
    if (location === undefined) throw new AppError('LOCATION_NOT_FOUND')
    const regionId =
      location?.type === 'region' ? location.id : location?.parentType === 'region' ? location.parentId : null
    await changeItemsIn(db, async (tx) => {
      if (!(await setItemsLocation(tx, id, location && { locationId: location.id, regionId }))) return
      await logModeratorAction(tx, { reader, messageId: id, at }, 'location', {
        detail: location?.name ?? 'место неизвестно',
      })
      await publishMessagesChanged(tx, [id], null)
    })
    return readAfter(db, reader, id)
  },

  async setMessageCategory(ctx, { id, mode, from, to }) {
    const { db, clock } = ctx
    const at = clock.now()
    const reader = await readAsker(ctx)
    await accessMessage(db, reader, id, at)
    const rows = await db.selectFrom('categories').select(['id', 'name']).where('id', 'in', [from, to]).execute()
    const names = new Map(rows.map((row) => [row.id, row.name]))
    const [fromName, toName] = [names.get(from), names.get(to)]
    if (from === to || fromName === undefined || toName === undefined) throw new AppError('OTHER_CATEGORY_REQUIRED')
    const changed = await changeItemsIn(db, async (tx) => {
      await lockFeed(tx)
      const done = await putInCategory(tx, id, mode, from, to)
      if (done === null) throw new AppError('MESSAGE_NOT_FOUND')
      if (done)
        await logModeratorAction(tx, { reader, messageId: id, at }, mode, { detail: `«${fromName}» → «${toName}»` })
      return done
    })
    return { ...(await readAfter(db, reader, id)), changed }
  },

  getModeratorStatistics,
}

export const moderationFeature = defineFeature({
  name: 'moderation',
  handlers,
  personalData: personalModeration,
})

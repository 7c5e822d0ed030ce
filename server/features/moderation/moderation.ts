/** What moderators, and admins, do with messages for everybody. */
import { personOf, type Answers } from '../../kit/asking.ts'
import { Refusal } from '../../kit/refusal.ts'
import {
  accessMessage,
  changeItemsIn,
  lockFeed,
  putInCategory,
  readReader,
  sayMessagesChanged,
  setItemsLocation,
} from '../feed/feed.public.ts'
import { logDeed } from './log.ts'
import { getModeratorStatistics } from './moderator-statistics.ts'
import { accessJudged, giveVerdict, readAfter } from './verdicts.ts'

export const answerModeration: Answers<'moderation'> = {
  async moderateMessage(asking, { id, action }) {
    const { db, clock } = asking
    const at = clock.now()
    const reader = await readReader(db, personOf(asking))
    await accessJudged(db, reader, id, at)
    await changeItemsIn(db, async (tx) => {
      await lockFeed(tx)
      await giveVerdict(tx, { reader, messageId: id, at }, action)
    })
    return readAfter(db, reader, id)
  },

  async setMessageLocation(asking, { id, locationId }) {
    const { db, clock } = asking
    const at = clock.now()
    const reader = await readReader(db, personOf(asking))
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
    if (location === undefined) throw new Refusal('LOCATION_NOT_FOUND')
    const regionId =
      location?.type === 'region' ? location.id : location?.parentType === 'region' ? location.parentId : null
    await changeItemsIn(db, async (tx) => {
      if (!(await setItemsLocation(tx, id, location && { locationId: location.id, regionId }))) return
      await logDeed(tx, { reader, messageId: id, at }, 'location', { detail: location?.name ?? 'место неизвестно' })
      await sayMessagesChanged(tx, [id], null)
    })
    return readAfter(db, reader, id)
  },

  async setMessageCategory(asking, { id, mode, from, to }) {
    const { db, clock } = asking
    const at = clock.now()
    const reader = await readReader(db, personOf(asking))
    await accessMessage(db, reader, id, at)
    const rows = await db.selectFrom('categories').select(['id', 'name']).where('id', 'in', [from, to]).execute()
    const names = new Map(rows.map((row) => [row.id, row.name]))
    const [fromName, toName] = [names.get(from), names.get(to)]
    if (from === to || fromName === undefined || toName === undefined) throw new Refusal('OTHER_CATEGORY_REQUIRED')
    const changed = await changeItemsIn(db, async (tx) => {
      await lockFeed(tx)
      const done = await putInCategory(tx, id, mode, from, to)
      if (done === null) throw new Refusal('MESSAGE_NOT_FOUND')
      if (done) await logDeed(tx, { reader, messageId: id, at }, mode, { detail: `«${fromName}» → «${toName}»` })
      return done
    })
    return { ...(await readAfter(db, reader, id)), changed }
  },

  getModeratorStatistics,
}

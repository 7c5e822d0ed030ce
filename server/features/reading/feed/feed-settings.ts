/** Settings of the feed, one row for anyone who ever changed one. */
import {
  densities,
  feedOrders,
  type Density,
  type FeedOrder,
  type FeedSettingKey,
  type FeedSettings,
} from '../../../../contract/reading/feed.ts'
import { AppError } from '../../../kit/app-error.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { publish } from '../../../kit/bus.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'

/** As the columns of `feed_settings` are filled. */
const untouched: FeedSettings = { bonus_btn: true, push: false, feed_scroll: false, density: 'auto', order: 'new' }

export const feedSettingsAnswers: Pick<Handlers<'feed'>, 'getFeedSettings' | 'setFeedSetting'> = {
  getFeedSettings: (ctx) => readSettings(ctx.db, personOf(ctx).id),

  async setFeedSetting(ctx, { key, value }) {
    const userId = personOf(ctx).id
    if (!isOf(key, value)) throw new AppError('VALIDATION_FAILED', { keyword: 'type', dataPath: '/value' })
    const column = columns[key]
    // One key at a time, so that of two set at once neither undoes the other.
    await ctx.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('feedSettings')
        .values({ userId, [column]: value })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet({ [column]: value }))
        .execute()
      if (key === 'push') await publish(tx, 'feed.push.changed', { userId })
    })
    return readSettings(ctx.db, userId)
  },
}

/** Whether this person wants notices in their browsers at all. */
export async function setPush(tx: Tx, userId: number, push: boolean): Promise<void> {
  await tx
    .insertInto('feedSettings')
    .values({ userId, push })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ push }))
    .execute()
  await publish(tx, 'feed.push.changed', { userId })
}

/** The schema lets the values of all keys pass for each of them. */
function isOf(key: FeedSettingKey, value: unknown): boolean {
  if (key === 'density') return densities.some((each) => each === value)
  return key === 'order' ? feedOrders.some((each) => each === value) : typeof value === 'boolean'
}

const columns = {
  bonus_btn: 'bonusBtn',
  push: 'push',
  feed_scroll: 'feedScroll',
  density: 'density',
  order: 'feedOrder',
} as const satisfies Record<FeedSettingKey, string>

async function readSettings(db: DbOrTx, userId: number): Promise<FeedSettings> {
  const row = await db
    .selectFrom('feedSettings')
    .select(['bonusBtn', 'push', 'feedScroll', 'density', 'feedOrder'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!row) return untouched
  return {
    bonus_btn: row.bonusBtn,
    push: row.push,
    feed_scroll: row.feedScroll,
    density: row.density as Density,
    order: row.feedOrder as FeedOrder,
  }
}

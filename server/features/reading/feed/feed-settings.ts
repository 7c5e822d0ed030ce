/** Settings of the feed, one row for anyone who ever changed one. */
import type { FeedSettings } from '../../../../contract/reading/feed.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

/** As the columns of `feed_settings` are filled. */
const untouched: FeedSettings = { bonus_btn: true, push: false, feed_scroll: false }

export const feedSettingsAnswers: Pick<Handlers<'feed'>, 'getFeedSettings' | 'setFeedSetting'> = {
  getFeedSettings: (ctx) => readSettings(ctx.db, personOf(ctx).id),

  async setFeedSetting(ctx, { key, value }) {
    const userId = personOf(ctx).id
    const column = columns[key]
    // One key at a time, so that of two set at once neither undoes the other.
    await ctx.db
      .insertInto('feedSettings')
      .values({ userId, [column]: value })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet({ [column]: value }))
      .execute()
    return readSettings(ctx.db, userId)
  },
}

const columns = { bonus_btn: 'bonusBtn', push: 'push', feed_scroll: 'feedScroll' } as const satisfies Record<
  keyof FeedSettings,
  string
>

async function readSettings(db: DbOrTx, userId: number): Promise<FeedSettings> {
  const row = await db
    .selectFrom('feedSettings')
    .select(['bonusBtn', 'push', 'feedScroll'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ? { bonus_btn: row.bonusBtn, push: row.push, feed_scroll: row.feedScroll } : untouched
}

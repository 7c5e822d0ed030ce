/** Settings of the feed, one row for whoever ever changed one. */
import type { FeedSettings } from '../../../contract/feed.ts'
import { personOf, type Answers } from '../../kit/asking.ts'
import type { DbOrTx } from '../../kit/sql.ts'

/** As the columns of `feed_settings` are filled. */
const untouched: FeedSettings = { bonus_btn: true, push: false, feed_scroll: false }

export const feedSettingsAnswers: Pick<Answers<'feed'>, 'getFeedSettings' | 'setFeedSetting'> = {
  getFeedSettings: (asking) => readSettings(asking.db, personOf(asking).id),

  async setFeedSetting(asking, { key, value }) {
    const userId = personOf(asking).id
    const column = columns[key]
    // One key at a time, so that of two set at once neither undoes the other.
    await asking.db
      .insertInto('feedSettings')
      .values({ userId, [column]: value })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet({ [column]: value }))
      .execute()
    return readSettings(asking.db, userId)
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

/** What was said of items, changed as a moderator or a model would: for tests of what the feed makes of it. */
import type { Database } from '../../../../kit/sql.ts'

/**
 * @param holding a part of the text of the messages, or of the name of their group
 * @param change an assignment in SQL
 */
export async function touchItems({ database }: { database: Database }, holding: string, change: string): Promise<void> {
  const { rowCount } = await database.pool.query(
    `update feed_items set ${change} where message_id in (
      select m.id from messages m left join groups g on g.id = m.group_id
      where position($1 in m.text) > 0 or position($1 in g.name) > 0)`,
    [holding],
  )
  if (!rowCount) throw new Error(`nothing holds «${holding}»`)
}

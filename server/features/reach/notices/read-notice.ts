/** A notice of the journal as a channel is handed it: its messages as they are when it is sent. */
import type { NoticeKind } from '../../../../contract/reach/notices.ts'
import { readToldMessages, type Visibility } from '../../reading/feed/feed.public.ts'
import type { AppContext } from '../../../kit/context.ts'
import type { Notice } from './channels/channel.ts'

/** Whom it is for, with the roles they hold. */
export interface Viewer {
  userId: number
  moderator: boolean
}

/** Null: there is none. What is left of its messages is what the person may see now. */
export async function readNotice(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  noticeId: number,
  readVisible: () => Promise<Visibility>,
  viewer: Viewer,
): Promise<Notice | null> {
  const row = await db
    .selectFrom('notices')
    .innerJoin('users', 'users.id', 'notices.userId')
    .leftJoin('filters', 'filters.id', 'notices.filterId')
    .select(['notices.id', 'kind', 'notices.userId', 'timeZone', 'filterId', 'filters.name'])
    .select(['count', 'messageIds', 'alarm', 'notices.createdAt'])
    .where('notices.id', '=', noticeId)
    .executeTakeFirst()
  if (!row) return null
  const { id, userId, timeZone, filterId, name, count, messageIds, alarm, createdAt } = row
  const messages = async () => {
    const { products } = await readVisible()
    return readToldMessages(db, { reader: viewer, products: [...products.values()], now: clock.now() }, messageIds)
  }
  return {
    id,
    kind: row.kind as NoticeKind,
    userId,
    timeZone,
    filter: filterId === null || name === null ? null : { id: filterId, name },
    count,
    messages: messageIds.length === 0 ? [] : await messages(),
    alarm: alarm as Notice['alarm'],
    createdAt,
  }
}

/** Notices of the journal as a channel is handed them: their messages as they are when they are sent. */
import type { NoticeKind } from '../../../../contract/reach/notices.ts'
import type { VisibleProduct } from '../../../../rules/trial.ts'
import { readNoticeMessages } from '../../reading/feed/feed.public.ts'
import type { AppContext } from '../../../kit/context.ts'
import type { Notice } from './channels/channel.ts'

/** As it stands in the journal, with what is to be known of whom it is for. */
export interface NoticeRow {
  noticeId: number
  userId: number
  kind: NoticeKind
  timeZone: string
  filterId: number | null
  filterName: string | null
  count: number
  messageIds: number[]
  alarm: unknown
  postedAt: Date
}

/** Whom it is for, with the roles they hold, and what they see. */
export interface NoticeViewer {
  moderator: boolean
  products: readonly VisibleProduct[]
}

/** Each in its place. What is left of its messages is what the person may see now. */
export async function readNotices<Row extends NoticeRow>(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  rows: readonly Row[],
  viewerOf: (row: Row) => NoticeViewer,
): Promise<Notice[]> {
  const asked = rows.map((row) => ({ ...viewerOf(row), messageIds: row.messageIds }))
  const messages = await readNoticeMessages(db, asked, clock.now())
  return rows.map(({ noticeId, userId, kind, timeZone, filterId, filterName, count, alarm, postedAt }, place) => ({
    id: noticeId,
    kind,
    userId,
    timeZone,
    filter: filterId === null || filterName === null ? null : { id: filterId, name: filterName },
    count,
    messages: messages[place] ?? [],
    alarm: alarm as Notice['alarm'],
    createdAt: postedAt,
  }))
}

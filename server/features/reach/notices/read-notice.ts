/** A notice of the journal as a channel is handed it: its messages as they are when it is sent. */
import type { NoticeKind } from '../../../../contract/reach/notices.ts'
import type { VisibleProduct } from '../../../../rules/trial.ts'
import { readToldMessages } from '../../reading/feed/feed.public.ts'
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

/** Whom it is for, with the roles they hold. */
export interface Viewer {
  userId: number
  moderator: boolean
}

/** What is left of its messages is what the person may see now. */
export async function readNotice(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  row: NoticeRow,
  viewer: Viewer,
  products: VisibleProduct[],
): Promise<Notice> {
  const { noticeId, userId, kind, timeZone, filterId, filterName, count, messageIds, alarm, postedAt } = row
  return {
    id: noticeId,
    kind,
    userId,
    timeZone,
    filter: filterId === null || filterName === null ? null : { id: filterId, name: filterName },
    count,
    messages: await readToldMessages(db, { reader: viewer, products, now: clock.now() }, messageIds),
    alarm: alarm as Notice['alarm'],
    createdAt: postedAt,
  }
}

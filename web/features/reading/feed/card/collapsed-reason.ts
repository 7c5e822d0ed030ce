/** Why a card that was read as fitting fits no more: it then gives way to one line. Asked of what a reader changes themselves. */
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { FilterFields } from '../../../../../contract/reading/filters.ts'
import { assignedTo } from '../../../../../rules/filters/fits.ts'
import { leadStatusTitles } from '../../../../../rules/lead-words.ts'
import type { RemovedBy } from './patch-message.ts'

/** What of a filter the reader and their team change about a message. */
export type HidingFields = Pick<FilterFields, 'spam' | 'onlyBlackList' | 'handled' | 'leadStatuses' | 'assignees'>

/** @param myId the reader's, whom a filter calls `me` */
export function collapsedReason(
  { spam, blackListed, handled, lead }: Pick<FeedMessage, 'spam' | 'blackListed' | 'handled' | 'lead'>,
  filter: HidingFields,
  removed: RemovedBy | undefined,
  myId: number,
): string | null {
  if (removed === 'moderator') return 'Сообщение удалено'
  if (removed === 'unknown') return 'Скрыто: изменилось, пока не было связи'
  if (blackListed && !filter.onlyBlackList) return 'Скрыто: автор в чёрном списке'
  if (!blackListed && filter.onlyBlackList) return 'Скрыто: автор больше не в чёрном списке'
  if (spam && filter.spam === 'no') return 'Скрыто: спам'
  if (!spam && filter.spam === 'yes') return 'Скрыто: больше не спам'
  if (handled && filter.handled === 'hide') return 'Скрыто: разобрано'
  if (!handled && filter.handled === 'only') return 'Скрыто: больше не разобрано'
  const status = lead?.status ?? 'new'
  if (filter.leadStatuses.length > 0 && !filter.leadStatuses.includes(status))
    return `Скрыто: статус «${leadStatusTitles[status]}»`
  if (filter.assignees.length > 0 && !assignedTo(lead?.assignee?.id ?? null, myId).some(isAsked(filter)))
    return lead?.assignee ? `Скрыто: ответственный — ${lead.assignee.name}` : 'Скрыто: нет ответственного'
  return null
}

const isAsked =
  ({ assignees }: HidingFields) =>
  (assignee: string): boolean =>
    assignees.includes(assignee)

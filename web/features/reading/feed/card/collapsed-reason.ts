/** Why a card that was read as fitting fits no more: it then gives way to one line. Asked of what a reader changes themselves. */
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { FilterFields } from '../../../../../contract/reading/filters.ts'
import type { RemovedBy } from './patch-message.ts'

export function collapsedReason(
  { spam, blackListed, handled }: Pick<FeedMessage, 'spam' | 'blackListed' | 'handled'>,
  filter: Pick<FilterFields, 'spam' | 'onlyBlackList' | 'handled'>,
  removed: RemovedBy | undefined,
): string | null {
  if (removed === 'moderator') return 'Сообщение удалено'
  if (removed === 'unknown') return 'Скрыто: изменилось, пока не было связи'
  if (blackListed && !filter.onlyBlackList) return 'Скрыто: автор в чёрном списке'
  if (!blackListed && filter.onlyBlackList) return 'Скрыто: автор больше не в чёрном списке'
  if (spam && filter.spam === 'no') return 'Скрыто: спам'
  if (!spam && filter.spam === 'yes') return 'Скрыто: больше не спам'
  if (handled && filter.handled === 'hide') return 'Скрыто: разобрано'
  if (!handled && filter.handled === 'only') return 'Скрыто: больше не разобрано'
  return null
}

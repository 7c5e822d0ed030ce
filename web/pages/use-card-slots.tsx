import { useEffect, useMemo, useRef } from 'react'
import type { User } from '../../contract/accounts.ts'
import type { FeedMessage } from '../../contract/feed.ts'
import { mayAsk, rolesOf } from '../../rules/roles.ts'
import type { CardSlots } from '../features/feed/card-slots.ts'
import { useFeedSettings } from '../features/feed/use-feed-settings.ts'
import type { FilterChoice } from '../features/filters/use-filter-choice.ts'
import { markActions, see } from '../features/marks/mark-actions.tsx'
import { MessageNotes } from '../features/marks/message-notes.tsx'
import { moderationActions } from '../features/moderation/moderation-actions.tsx'
import { ModeratorLog } from '../features/moderation/moderator-log.tsx'
import { showDeed } from '../kit/ui/deed-notice.tsx'

/** What marks, moderation and the filter put into the cards of the feed. The same object while nothing changes. */
export function useCardSlots(user: User, choice: FilterChoice): CardSlots {
  const { settings } = useFeedSettings()
  const viewedOnScroll = settings?.feed_scroll ?? false
  const { id, username, timeZone: zone } = user
  const roles = rolesOf(user.role)
  const admin = roles.includes('admin')
  const moderator = mayAsk('moderator', roles)
  const mayExclude = choice.fields !== undefined

  const now = useRef(choice)
  useEffect(() => {
    now.current = choice
  })
  return useMemo(() => {
    const addStopWord = (word: string): void => {
      const { fields, change } = now.current
      if (!fields) return
      change({ excludedWords: [...fields.excludedWords, word] })
      showDeed(`«${word}» теперь в стоп-словах`, () => now.current.undo?.())
    }
    return {
      actions: [...markActions({ id, name: username }, admin), ...(moderator ? moderationActions(admin) : [])],
      extra: (message: FeedMessage, open: (actionId: string) => void) => (
        <>
          <MessageNotes message={message} myId={id} zone={zone} onEdit={() => open('note')} />
          <ModeratorLog message={message} zone={zone} />
        </>
      ),
      see,
      viewedOnScroll,
      ...(mayExclude && { onStopWord: addStopWord }),
    }
  }, [id, username, zone, admin, moderator, viewedOnScroll, mayExclude])
}

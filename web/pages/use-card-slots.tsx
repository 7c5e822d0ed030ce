import { Skeleton } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import type { User } from '../../contract/people/accounts.ts'
import type { FeedMessage } from '../../contract/reading/feed.ts'
import { mayAsk, rolesOf } from '../../rules/roles.ts'
import { shareAction } from '../features/reading/feed/card-actions/share-action.tsx'
import { authorAction } from '../features/reading/feed/author/author-action.ts'
import { answerActions } from '../features/reading/answers/answer-actions.ts'
import { copyActions } from '../features/reading/feed/card-actions/copy-actions.ts'
import type { CardSlots } from '../features/reading/feed/card/card-slots.ts'
import { linksHere } from '../features/reading/feed/card/source-links.ts'
import { useDensity } from '../features/reading/feed/card/use-density.ts'
import { useFeedSettings } from '../features/reading/feed/page/use-feed-settings.ts'
import type { FilterChoice } from '../features/reading/filters/use-filter-choice.ts'
import { leadActions } from '../features/reading/leads/card/lead-actions.ts'
import { LeadSign } from '../features/reading/leads/card/lead-sign.tsx'
import { useLooking } from '../features/reading/leads/card/looking.ts'
import { markActions, markViewed } from '../features/reading/marks/mark-actions.tsx'
import { NoteField } from '../features/reading/marks/note-field.tsx'
import { MessageNotes } from '../features/reading/marks/message-notes.tsx'
import { moderationActions } from '../features/reading/moderation/moderation-actions.tsx'
import { ModeratorLog } from '../features/reading/moderation/moderator-log.tsx'
import type { Action } from '../kit/actions/action.ts'
import { showActionToast } from '../kit/ui/components/action-toast.tsx'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'

const LeadPanel = lazyNamed(() => import('../features/reading/leads/card/lead-panel.tsx'), 'LeadPanel')

/** What marks, leads, moderation and the filter put into the cards of the feed. The same object while nothing changes. */
export function useCardSlots(user: User, choice: FilterChoice, straightLinks: boolean): CardSlots {
  const { settings } = useFeedSettings()
  const density = useDensity(settings?.density)
  const viewedOnScroll = settings?.feed_scroll ?? false
  const { id, username, timeZone: zone } = user
  const roles = rolesOf(user.role)
  const admin = roles.includes('admin')
  const moderator = mayAsk('moderator', roles)
  const mayExclude = choice.fields !== undefined

  const onLook = useLooking()
  const now = useRef(choice)
  useEffect(() => {
    now.current = choice
  })
  return useMemo((): CardSlots => {
    const addStopWord = (word: string): void => {
      const { keep } = now.current
      // What it hides was looked at before: there is nothing to try out.
      keep(({ excludedWords }) => ({ excludedWords: [...excludedWords, word] }))
      showActionToast(`«${word}» теперь в стоп-словах`, () =>
        now.current.keep(({ excludedWords }) => ({ excludedWords: excludedWords.filter((each) => each !== word) })),
      )
    }
    const me = { id, name: username }
    return {
      density,
      myId: id,
      actions: [
        ...answerActions(me, (message) => linksHere(message, straightLinks).message),
        ...leadActions(me),
        ...markActions(me, admin),
        authorAction,
        ...copyActions(straightLinks),
        shareAction(straightLinks),
        ...(moderator ? moderationActions(admin) : []),
      ],
      extra: (message: FeedMessage, open: (actionId: string) => void) => (
        <>
          <MessageNotes message={message} myId={id} zone={zone} onEdit={() => open('note')} />
          <ModeratorLog message={message} zone={zone} />
        </>
      ),
      notes: (message: FeedMessage, perform: (deed: Action) => void) => (
        <NoteField message={message} me={me} zone={zone} perform={perform} />
      ),
      lead: (message: FeedMessage, open?: () => void) => (
        <LeadSign message={message} myId={id} {...(open && { onOpen: open })} />
      ),
      leadWhole: (message: FeedMessage, perform: (deed: Action) => void) => (
        <LazyBoundary waiting={<Skeleton height={150} radius="md" />}>
          <LeadPanel message={message} me={me} zone={zone} perform={perform} />
        </LazyBoundary>
      ),
      onLook,
      log: (message: FeedMessage) => <ModeratorLog message={message} zone={zone} />,
      straightLinks,
      markViewed,
      viewedOnScroll,
      ...(mayExclude && { onStopWord: addStopWord }),
    }
  }, [id, username, zone, admin, moderator, density, viewedOnScroll, mayExclude, straightLinks, onLook])
}

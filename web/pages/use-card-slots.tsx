import { Skeleton } from '@mantine/core'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
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
import { MessageNotes } from '../features/reading/marks/message-notes.tsx'
import { moderationCardActions } from '../features/reading/moderation/moderation-card-actions.tsx'
import type { Action } from '../kit/actions/action.ts'
import type { CardAction } from '../kit/actions/card-action.ts'
import { showActionToast } from '../kit/ui/components/action-toast.tsx'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import type { TeamRights } from './use-team-rights.ts'

const NoteField = lazyNamed(() => import('../features/reading/marks/note-field.tsx'), 'NoteField')
const LeadPanel = lazyNamed(() => import('../features/reading/leads/card/lead-panel.tsx'), 'LeadPanel')
const ModeratorLog = lazyNamed(() => import('../features/reading/moderation/moderator-log.tsx'), 'ModeratorLog')

/** What marks, leads, moderation and the filter put into the cards of the feed. The same object while nothing changes. */
export function useCardSlots(
  user: User,
  choice: FilterChoice,
  straightLinks: boolean,
  mayWork: TeamRights['mayWork'],
): CardSlots {
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
        ...(moderator ? moderationCardActions(admin) : []),
      ].map((action) => withRight(action, mayWork)),
      extra: (message: FeedMessage, open: (actionId: string) => void) => (
        <>
          <MessageNotes message={message} myId={id} zone={zone} onEdit={mayWork(message) ? () => open('note') : null} />
          {showLog(message, zone)}
        </>
      ),
      notes: (message: FeedMessage, perform: (action: Action) => void) =>
        mayWork(message) ? (
          <NoteField message={message} me={me} zone={zone} perform={perform} />
        ) : (
          <MessageNotes message={message} myId={id} zone={zone} onEdit={null} />
        ),
      lead: (message: FeedMessage, open?: () => void) => (
        <LeadSign message={message} myId={id} {...(open && { onOpen: open })} />
      ),
      leadWhole: (message: FeedMessage, perform: (action: Action) => void) => (
        <LazyBoundary waiting={<Skeleton height={150} radius="md" />}>
          <LeadPanel message={message} me={me} zone={zone} mayWork={mayWork(message)} perform={perform} />
        </LazyBoundary>
      ),
      onLook,
      log: (message: FeedMessage) => showLog(message, zone),
      straightLinks,
      markViewed,
      viewedOnScroll,
      ...(mayExclude && { onStopWord: addStopWord }),
    }
  }, [id, username, zone, admin, moderator, density, viewedOnScroll, mayExclude, straightLinks, mayWork, onLook])
}

/** Few messages have one, and few people are shown it. */
const showLog = (message: FeedMessage, zone: string): ReactNode =>
  message.moderatorLog.length > 0 && (
    <LazyBoundary waiting={<Skeleton height={28} width={220} mt="var(--gap-2)" />}>
      <ModeratorLog message={message} zone={zone} />
    </LazyBoundary>
  )

/** What the team sees of each other's work; seen, handled and favourite are everybody's own. */
const worksOnMessages = new Set(['reply', 'answered', 'take', 'lead', 'note', 'like', 'dislike', 'spam', 'blackList'])

function withRight(action: CardAction, mayWork: TeamRights['mayWork']): CardAction {
  if (!worksOnMessages.has(action.id)) return action
  return { ...action, may: (message) => mayWork(message) && (action.may?.(message) ?? true) }
}

import type { QueryClient } from '@tanstack/react-query'
import { takePartnerChanged } from '../features/commerce/partner/partner-cache.ts'
import { takeMailings } from '../features/office/mailings/mailings-cache.ts'
import { takeNoticesChanged } from '../features/reach/notices/notices-cache.ts'
import { takeSessionEnded } from '../features/people/accounts/session-ended.ts'
import { takeCodeFlag } from '../features/people/verification/code-told.ts'
import { takeExport } from '../features/reading/exports/export-cache.ts'
import { readEdited } from '../features/reading/feed/card/read-edited.ts'
import { takeAuthorChange, takeMessageChange } from '../features/reading/feed/page/cards-cache.ts'
import { applyFeedUpdate, applyViewUpdates } from '../features/reading/feed/page/updates-cache.ts'
import { takeLearned } from '../features/reading/learning/learned-cache.ts'
import { takeArrivals } from '../features/reading/leads/board/take-arrivals.ts'
import { takeBoardChange, takeNewOnesChange } from '../features/reading/leads/board/board-cache.ts'
import { takeDue } from '../features/reading/leads/board/due-leads.ts'
import { takeLookers } from '../features/reading/leads/card/looking.ts'
import { takeLeadsChanged } from '../features/reading/leads/leads-cache.ts'
import { takeFiltersChanged } from '../features/reading/filters/saved-filters.ts'
import { readGroupsAnew, takeAddition } from '../features/watching/groups/groups-cache.ts'
import { takeProject } from '../features/watching/projects/projects-cache.ts'
import type { Listeners } from '../kit/live/connection.ts'
import { takeTeamChange } from './team-change.ts'

/** What is done on every signal there is; one that is missing here does not compile. */
export const signalListeners = (cache: QueryClient): Listeners => ({
  'feed.updates': (update) => applyFeedUpdate(cache, update),
  'feed.views': ({ updates }) => {
    applyViewUpdates(cache, updates)
    takeArrivals(cache, updates)
  },
  'feed.message': (change) => {
    takeMessageChange(cache, change)
    takeNewOnesChange(cache, change)
    if (change.edited) void readEdited(cache, change.messageId)
  },
  'feed.author': (change) => takeAuthorChange(cache, change),
  'feed.learned': (learned) => takeLearned(cache, learned),
  'filters.changed': () => takeFiltersChanged(cache),
  'feed.export': (file) => takeExport(cache, file),
  'monitored-project': (project) => takeProject(cache, project),
  'monitored-group': (addition) => takeAddition(cache, addition),
  'groups.changed': () => readGroupsAnew(cache),
  'approve-email': ({ flag }) => void takeCodeFlag(cache, 'email', flag),
  'approve-phone-by-sms': ({ flag }) => void takeCodeFlag(cache, 'phone', flag),
  'team.changed': () => takeTeamChange(cache),
  'leads.changed': (change) => {
    takeLeadsChanged(cache, change)
    void takeBoardChange(cache, change)
  },
  'leads.looking': (lookers) => takeLookers(cache, lookers),
  'leads.due': (due) => takeDue(cache, due),
  'notices.changed': () => takeNoticesChanged(cache),
  'partner.changed': () => takePartnerChanged(cache),
  '/admin/email/tasks': (page) => takeMailings(cache, page),
  'session.ended': () => void takeSessionEnded(cache),
})

import type { QueryClient } from '@tanstack/react-query'
import { takePartnerChanged } from '../features/commerce/partner/partner-cache.ts'
import { takeMailings } from '../features/office/mailings/mailings-cache.ts'
import { takeNoticesChanged } from '../features/reach/notices/notices-cache.ts'
import { Route, Routes } from 'react-router'
import { findPage, pages, type PageName } from '../../contract/pages.ts'
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
import { pageNamed, type PreloadablePage } from '../kit/ui/page-named.tsx'
import { setPageFiles } from '../kit/ui/page-files.ts'
import { Shell, type ShellProps } from './shell.tsx'
import { takeTeamChange } from './team-change.ts'

const drawn: Record<PageName, PreloadablePage> = {
  home: pageNamed(() => import('./home-page.tsx'), 'HomePage'),
  feed: pageNamed(() => import('./feed-page.tsx'), 'FeedPage'),
  'black-list': pageNamed(() => import('./black-list-page.tsx'), 'BlackListPage'),
  projects: pageNamed(() => import('./projects-page.tsx'), 'ProjectsPage'),
  groups: pageNamed(() => import('./groups-page.tsx'), 'GroupsPage'),
  leads: pageNamed(() => import('./leads-page.tsx'), 'LeadsPage'),
  'category-search': pageNamed(() => import('./category-search-page.tsx'), 'CategorySearchPage'),
  category: pageNamed(() => import('./category-page.tsx'), 'CategoryPage'),
  sources: pageNamed(() => import('./sources-page.tsx'), 'SourcesPage'),
  logout: pageNamed(() => import('./logout-page.tsx'), 'LogoutPage'),
  recovery: pageNamed(() => import('./recovery-page.tsx'), 'RecoveryPage'),
  profile: pageNamed(() => import('./profile-page.tsx'), 'ProfilePage'),
  subscribes: pageNamed(() => import('./subscribes-page.tsx'), 'SubscribesPage'),
  goto: pageNamed(() => import('./goto-page.tsx'), 'GotoPage'),
  invoice: pageNamed(() => import('./invoice-page.tsx'), 'InvoicePage'),
  team: pageNamed(() => import('./team-page.tsx'), 'TeamPage'),
  'team-invitation': pageNamed(() => import('./team-invitation-page.tsx'), 'TeamInvitationPage'),
  notice: pageNamed(() => import('./notice-page.tsx'), 'NoticePage'),
  unsubscribe: pageNamed(() => import('./unsubscribe-page.tsx'), 'UnsubscribePage'),
  notices: pageNamed(() => import('./notices-page.tsx'), 'NoticesPage'),
  blog: pageNamed(() => import('./blog-page.tsx'), 'BlogPage'),
  article: pageNamed(() => import('./article-page.tsx'), 'ArticlePage'),
  order: pageNamed(() => import('./order-page.tsx'), 'OrderPage'),
  partner: pageNamed(() => import('./partner-page.tsx'), 'PartnerPage'),
  'partner-terms': pageNamed(() => import('./partner-terms-page.tsx'), 'PartnerTermsPage'),
  promo: pageNamed(() => import('./promo-page.tsx'), 'PromoPage'),
  reviews: pageNamed(() => import('./reviews-page.tsx'), 'ReviewsPage'),
  contacts: pageNamed(() => import('./contacts-page.tsx'), 'ContactsPage'),
  admin: pageNamed(() => import('./admin-page.tsx'), 'AdminPage'),
  support: pageNamed(() => import('./support-page.tsx'), 'SupportPage'),
  privacy: pageNamed(() => import('./privacy-page.tsx'), 'PrivacyPage'),
  'not-found': pageNamed(() => import('./not-found-page.tsx'), 'NotFoundPage'),
}

/** Every address there is. */
export function Pages({ expected }: ShellProps) {
  return (
    <Routes>
      <Route element={<Shell expected={expected} />}>
        {Object.entries(drawn).map(([name, Page]) => (
          <Route key={name} path={pages[name as PageName].path} element={<Page />} />
        ))}
      </Route>
    </Routes>
  )
}

setPageFiles((path) => drawn[findPage(path).name].fetchPage())

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

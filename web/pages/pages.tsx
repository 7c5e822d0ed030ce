import type { QueryClient } from '@tanstack/react-query'
import { Route, Routes } from 'react-router'
import { takeSessionEnded } from '../features/people/accounts/session-ended.ts'
import { takeCodeFlag } from '../features/people/verification/code-told.ts'
import { takeExport } from '../features/reading/exports/export-cache.ts'
import { readEdited } from '../features/reading/feed/card/read-edited.ts'
import { takeAuthorChange, takeMessageChange } from '../features/reading/feed/page/cards-cache.ts'
import { applyFeedUpdate } from '../features/reading/feed/page/updates-cache.ts'
import { takeLearned } from '../features/reading/learning/learned-cache.ts'
import { takeFiltersChanged } from '../features/reading/filters/saved-filters.ts'
import { readGroupsAnew, takeAddition } from '../features/watching/groups/groups-cache.ts'
import { takeProject } from '../features/watching/projects/projects-cache.ts'
import type { Listeners } from '../kit/live/connection.ts'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import { fileOf } from '../kit/ui/page-files.ts'
import { Shell } from './shell.tsx'

const HomePage = lazyNamed(() => import('./home-page.tsx'), 'HomePage')
const FeedPage = lazyNamed(
  fileOf('/feed', () => import('./feed-page.tsx')),
  'FeedPage',
)
const BlackListPage = lazyNamed(() => import('./black-list-page.tsx'), 'BlackListPage')
const ProjectsPage = lazyNamed(
  fileOf('/custom-category', () => import('./projects-page.tsx')),
  'ProjectsPage',
)
const GroupsPage = lazyNamed(
  fileOf('/groups', () => import('./groups-page.tsx')),
  'GroupsPage',
)
const CategorySearchPage = lazyNamed(() => import('./category-search-page.tsx'), 'CategorySearchPage')
const CategoryPage = lazyNamed(() => import('./category-page.tsx'), 'CategoryPage')
const SourcesPage = lazyNamed(() => import('./sources-page.tsx'), 'SourcesPage')
const LogoutPage = lazyNamed(() => import('./logout-page.tsx'), 'LogoutPage')
const RecoveryPage = lazyNamed(() => import('./recovery-page.tsx'), 'RecoveryPage')
const ProfilePage = lazyNamed(() => import('./profile-page.tsx'), 'ProfilePage')
const SubscribesPage = lazyNamed(() => import('./subscribes-page.tsx'), 'SubscribesPage')
const GotoPage = lazyNamed(() => import('./goto-page.tsx'), 'GotoPage')
const InvoicePage = lazyNamed(() => import('./invoice-page.tsx'), 'InvoicePage')
const OrderPage = lazyNamed(
  fileOf('/order', () => import('./order-page.tsx')),
  'OrderPage',
)
const PromoPage = lazyNamed(() => import('./promo-page.tsx'), 'PromoPage')
const ContactsPage = lazyNamed(() => import('./contacts-page.tsx'), 'ContactsPage')
const AdminPage = lazyNamed(() => import('./admin-page.tsx'), 'AdminPage')
const PrivacyPage = lazyNamed(() => import('./privacy-page.tsx'), 'PrivacyPage')
const NotFoundPage = lazyNamed(() => import('./not-found-page.tsx'), 'NotFoundPage')

/** Every address there is. */
export function Pages() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route index element={<HomePage />} />
        <Route path="/feed" element={<FeedPage />} />
        <Route path="/feed/blacklist" element={<BlackListPage />} />
        <Route path="/custom-category" element={<ProjectsPage />} />
        <Route path="/groups" element={<GroupsPage />} />
        <Route path="/podbor-kategorii" element={<CategorySearchPage />} />
        <Route path="/category/:slug" element={<CategoryPage />} />
        <Route path="/sources" element={<SourcesPage />} />
        <Route path="/logout" element={<LogoutPage />} />
        <Route path="/recovery" element={<RecoveryPage />} />
        <Route path="/profile" element={<ProfilePage />} />
        <Route path="/subscribes" element={<SubscribesPage />} />
        <Route path="/goto/:messageId" element={<GotoPage />} />
        <Route path="/invoice/:account" element={<InvoicePage />} />
        <Route path="/order" element={<OrderPage />} />
        <Route path="/promo" element={<PromoPage />} />
        <Route path="/contacts" element={<ContactsPage />} />
        <Route path="/admin" element={<AdminPage />} />
        <Route path="/privacy" element={<PrivacyPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

/** What is done on every signal there is; one that is missing here does not compile. */
export const signalListeners = (cache: QueryClient): Listeners => ({
  'feed.updates': (update) => applyFeedUpdate(cache, update),
  'feed.message': (change) => {
    takeMessageChange(cache, change)
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
  'session.ended': () => void takeSessionEnded(cache),
})

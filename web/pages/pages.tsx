import { Route, Routes } from 'react-router'
import { findPage, pages, type PageName } from '../../contract/pages.ts'
import { pageNamed, type PreloadablePage } from '../kit/ui/page-named.tsx'
import { setPageFiles } from '../kit/ui/page-files.ts'
import { Shell, type ShellProps } from './shell.tsx'

const drawn: Record<PageName, PreloadablePage> = {
  home: pageNamed(() => import('./home-page.tsx'), 'HomePage'),
  'find-clients': pageNamed(() => import('./find-clients-page.tsx'), 'FindClientsPage'),
  mentions: pageNamed(() => import('./mentions-page.tsx'), 'MentionsPage'),
  'group-monitoring': pageNamed(() => import('./group-monitoring-page.tsx'), 'GroupMonitoringPage'),
  prices: pageNamed(() => import('./prices-page.tsx'), 'PricesPage'),
  feed: pageNamed(() => import('./feed-page.tsx'), 'FeedPage'),
  'black-list': pageNamed(() => import('./black-list-page.tsx'), 'BlackListPage'),
  projects: pageNamed(() => import('./projects-page.tsx'), 'ProjectsPage'),
  groups: pageNamed(() => import('./groups-page.tsx'), 'GroupsPage'),
  leads: pageNamed(() => import('./leads-page.tsx'), 'LeadsPage'),
  'category-search': pageNamed(() => import('./category-search-page.tsx'), 'CategorySearchPage'),
  category: pageNamed(() => import('./category-page.tsx'), 'CategoryPage'),
  'category-city': pageNamed(() => import('./category-city-page.tsx'), 'CategoryCityPage'),
  sources: pageNamed(() => import('./sources-page.tsx'), 'SourcesPage'),
  status: pageNamed(() => import('./status-page.tsx'), 'StatusPage'),
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
  faq: pageNamed(() => import('./faq-page.tsx'), 'FaqPage'),
  about: pageNamed(() => import('./about-page.tsx'), 'AboutPage'),
  offer: pageNamed(() => import('./offer-page.tsx'), 'OfferPage'),
  consent: pageNamed(() => import('./consent-page.tsx'), 'ConsentPage'),
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

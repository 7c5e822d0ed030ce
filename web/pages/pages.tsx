import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import { Shell } from './shell.tsx'

const HomePage = lazy(() => import('./home-page.tsx').then((file) => ({ default: file.HomePage })))
const FeedPage = lazy(() => import('./feed-page.tsx').then((file) => ({ default: file.FeedPage })))
const BlacklistPage = lazy(() => import('./blacklist-page.tsx').then((file) => ({ default: file.BlacklistPage })))
const ProjectsPage = lazy(() => import('./projects-page.tsx').then((file) => ({ default: file.ProjectsPage })))
const GroupsPage = lazy(() => import('./groups-page.tsx').then((file) => ({ default: file.GroupsPage })))
const CategorySearchPage = lazy(() =>
  import('./category-search-page.tsx').then((file) => ({ default: file.CategorySearchPage })),
)
const CategoryPage = lazy(() => import('./category-page.tsx').then((file) => ({ default: file.CategoryPage })))
const SourcesPage = lazy(() => import('./sources-page.tsx').then((file) => ({ default: file.SourcesPage })))
const LogoutPage = lazy(() => import('./logout-page.tsx').then((file) => ({ default: file.LogoutPage })))
const RecoveryPage = lazy(() => import('./recovery-page.tsx').then((file) => ({ default: file.RecoveryPage })))
const ProfilePage = lazy(() => import('./profile-page.tsx').then((file) => ({ default: file.ProfilePage })))
const InvoicePage = lazy(() => import('./invoice-page.tsx').then((file) => ({ default: file.InvoicePage })))
const OrderPage = lazy(() => import('./order-page.tsx').then((file) => ({ default: file.OrderPage })))
const PromoPage = lazy(() => import('./promo-page.tsx').then((file) => ({ default: file.PromoPage })))
const ContactsPage = lazy(() => import('./contacts-page.tsx').then((file) => ({ default: file.ContactsPage })))
const AdminPage = lazy(() => import('./admin-page.tsx').then((file) => ({ default: file.AdminPage })))
const PrivacyPage = lazy(() => import('./privacy-page.tsx').then((file) => ({ default: file.PrivacyPage })))
const NotFoundPage = lazy(() => import('./not-found-page.tsx').then((file) => ({ default: file.NotFoundPage })))

/** Every address there is. */
export function Pages() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route index element={<HomePage />} />
        <Route path="/feed" element={<FeedPage />} />
        <Route path="/feed/blacklist" element={<BlacklistPage />} />
        <Route path="/custom-category" element={<ProjectsPage />} />
        <Route path="/groups" element={<GroupsPage />} />
        <Route path="/podbor-kategorii" element={<CategorySearchPage />} />
        <Route path="/category/:slug" element={<CategoryPage />} />
        <Route path="/sources" element={<SourcesPage />} />
        <Route path="/logout" element={<LogoutPage />} />
        <Route path="/recovery" element={<RecoveryPage />} />
        <Route path="/profile" element={<ProfilePage />} />
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

import { lazy } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { Shell } from './shell.tsx'

const HomePage = lazy(() => import('./home-page.tsx').then((file) => ({ default: file.HomePage })))
const FeedPage = lazy(() => import('./feed-page.tsx').then((file) => ({ default: file.FeedPage })))
const BlacklistPage = lazy(() => import('./blacklist-page.tsx').then((file) => ({ default: file.BlacklistPage })))
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
        {/* What was bought is seen in the feed until projects and groups have pages of their own. */}
        <Route path="/groups" element={<Navigate to="/feed" replace />} />
        <Route path="/custom-category" element={<Navigate to="/feed" replace />} />
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

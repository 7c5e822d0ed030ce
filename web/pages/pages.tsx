import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import { Shell } from './shell.tsx'

const HomePage = lazy(() => import('./home-page.tsx').then((file) => ({ default: file.HomePage })))
const FeedPage = lazy(() => import('./feed-page.tsx').then((file) => ({ default: file.FeedPage })))
const BlacklistPage = lazy(() => import('./blacklist-page.tsx').then((file) => ({ default: file.BlacklistPage })))
const LogoutPage = lazy(() => import('./logout-page.tsx').then((file) => ({ default: file.LogoutPage })))
const RecoveryPage = lazy(() => import('./recovery-page.tsx').then((file) => ({ default: file.RecoveryPage })))
const ProfilePage = lazy(() => import('./profile-page.tsx').then((file) => ({ default: file.ProfilePage })))
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
        <Route path="/logout" element={<LogoutPage />} />
        <Route path="/recovery" element={<RecoveryPage />} />
        <Route path="/profile" element={<ProfilePage />} />
        <Route path="/privacy" element={<PrivacyPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

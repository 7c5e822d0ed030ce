import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { findPage } from '../../contract/pages.ts'
import { AccountCorner } from '../features/people/accounts/account-corner.tsx'
import { AccountNotices } from '../features/people/accounts/account-notices.tsx'
import { AuthDialogs } from '../features/people/accounts/auth-dialogs.tsx'
import { useDeviceCheck } from '../features/people/accounts/use-device-check.ts'
import { useLiveSession } from '../features/people/accounts/use-live-session.ts'
import { changeMe, useMe } from '../features/people/accounts/use-me.ts'
import { useSeesProducts } from '../features/access/subscriptions/use-sees-products.ts'
import { useDueNotices } from '../features/reading/leads/board/due-leads.ts'
import { LeadsBadge } from '../features/reading/leads/board/leads-badge.tsx'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { Logo } from '../kit/ui/components/logo.tsx'
import { ProgressBar } from '../kit/ui/components/progress-bar.tsx'
import { ThemeSwitch } from '../kit/ui/components/theme-switch.tsx'
import { useTopOnNavigation } from '../kit/ui/hooks/use-top-on-navigation.ts'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import { PageWaiting } from '../kit/ui/components/page-frame.tsx'
import { PageBoundary } from './page-boundary.tsx'
import classes from './shell.module.css'

const DeletionNotice = lazyNamed(() => import('../features/office/privacy/deletion-notice.tsx'), 'DeletionNotice')
const DueNotices = lazyNamed(() => import('../features/reading/leads/board/due-notices.tsx'), 'DueNotices')
const AuthNetworks = lazyNamed(() => import('../features/people/social/auth-networks.tsx'), 'AuthNetworks')

const guestPlaces = [
  ['/feed', 'Лента'],
  ['/podbor-kategorii', 'Подбор'],
  ['/order', 'Тарифы'],
] as const
const personPlaces = [
  ['/feed', 'Лента'],
  ['/leads', 'Лиды'],
  ['/custom-category', 'Упоминания'],
  ['/groups', 'Группы'],
  ['/podbor-kategorii', 'Подбор'],
  ['/order', 'Тарифы'],
] as const

/** Whom the server sent the page to, as far as it knew; null: it did not say. */
export type Expected = 'guest' | 'person' | null

export interface ShellProps {
  /** The menu is theirs until they are known. */
  expected: Expected
}

/** What stands around every page. */
export function Shell({ expected }: ShellProps) {
  const { user } = useMe()
  const cache = useQueryClient()
  useLiveSession()
  useDeviceCheck()
  useTopOnNavigation()
  const { pathname } = useLocation()
  const leads = useSeesProducts(user ? true : user === undefined)
  const due = useDueNotices()
  return (
    <>
      {/* No links: the hash of an address names the page of a list. */}
      {pathname === '/feed' && (
        <button type="button" className={classes.skip} onClick={goToMessages}>
          К сообщениям
        </button>
      )}
      <button type="button" className={classes.skip} onClick={() => document.getElementById('content')?.focus()}>
        К содержанию
      </button>
      <ProgressBar />
      <header className={classes.header}>
        <div className={classes.bar}>
          <Link to="/" className={classes.home} aria-label="Эхолот, на главную">
            <Logo />
          </Link>
          <nav className={classes.menu} aria-label="Главное меню">
            {(user || (user === undefined && expected === 'person') ? personPlaces : guestPlaces).map(
              ([address, name]) =>
                (address !== '/leads' || leads) && (
                  <NavLink key={address} to={address} className={classes.link}>
                    {name}
                    {address === '/leads' && user && <LeadsBadge />}
                  </NavLink>
                ),
            )}
          </nav>
          <AccountCorner />
        </div>
      </header>
      <AccountNotices>
        {user && user.deletionAt !== null ? (
          <DeletionNotice at={user.deletionAt} zone={user.timeZone} onUser={(kept) => changeMe(cache, kept)} />
        ) : null}
      </AccountNotices>
      <main id="content" className={classes.content} tabIndex={-1}>
        <PageBoundary>
          {/* Another page does not wait behind the one before. */}
          <Suspense key={findPage(pathname).name} fallback={<PageWaiting />}>
            <Outlet />
          </Suspense>
        </PageBoundary>
      </main>
      <footer className={classes.footer}>
        <div className={classes.bar}>
          <span>Эхолот слушает открытые сообщения и не пишет никому сам.</span>
          <Link to="/contacts">Контакты</Link>
          {/* Only those who listen may see it. */}
          {user && <Link to="/sources">Слышимость сетей</Link>}
          <Link to="/privacy">Что мы храним о вас</Link>
          <ThemeSwitch />
        </div>
      </footer>
      <LazyBoundary>{due.length > 0 && <DueNotices due={due} />}</LazyBoundary>
      <AuthDialogs networks={{ auth: <AuthNetworks intent="auth" />, reg: <AuthNetworks intent="reg" /> }} />
    </>
  )
}

/** To the message the reader was on last, or the first one; to the page while there is none. */
function goToMessages(): void {
  const content = document.getElementById('content')
  const messages = content?.querySelector<HTMLElement>('[data-item][tabindex="0"]')
  ;(messages ?? content)?.focus()
}

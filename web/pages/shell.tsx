import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { findPage, isPublic } from '../../contract/pages.ts'
import { mayAsk, rolesOf } from '../../rules/roles.ts'
import { AccountCorner } from '../features/people/accounts/account-corner.tsx'
import { AccountNotices } from '../features/people/accounts/account-notices.tsx'
import { AuthDialogs } from '../features/people/accounts/auth-dialogs.tsx'
import { wishKept } from '../features/people/accounts/kept-wish.ts'
import { useDeviceCheck } from '../features/people/accounts/use-device-check.ts'
import { useLiveSession } from '../features/people/accounts/use-live-session.ts'
import { changeMe, useMe } from '../features/people/accounts/use-me.ts'
import { useDueNotices } from '../features/reading/leads/board/due-leads.ts'
import { LeadsBadge } from '../features/reading/leads/board/leads-badge.tsx'
import { usePushAllowed } from '../kit/device/push-here.ts'
import { whenIdle } from '../kit/device/when-idle.ts'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { Logo } from '../kit/ui/components/logo.tsx'
import { MaskContext } from '../kit/ui/components/own-action.tsx'
import { ProgressBar } from '../kit/ui/components/progress-bar.tsx'
import { useGoTo } from '../kit/ui/hooks/use-go-to.ts'
import { useTopOnNavigation } from '../kit/ui/hooks/use-top-on-navigation.ts'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import { PageWaiting } from '../kit/ui/components/page-frame.tsx'
import { PageAlive } from './page-alive.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { ShortFooter, SiteFooter } from './site-footer.tsx'
import classes from './shell.module.css'
import { useTeamScope } from './use-team-scope.ts'

const DeletionNotice = lazyNamed(() => import('../features/office/privacy/deletion-notice.tsx'), 'DeletionNotice')
const MaskBar = lazyNamed(() => import('./mask-bar.tsx'), 'MaskBar')
const DueNotices = lazyNamed(() => import('../features/reading/leads/board/due-notices.tsx'), 'DueNotices')
// Nothing of a page waits for it.
const BrowserListener = lazyNamed(async () => {
  await new Promise<void>(whenIdle)
  return import('../features/reach/notices/browser/browser-listener.tsx')
}, 'BrowserListener')
const AuthNetworks = lazyNamed(() => import('../features/people/social/auth-networks.tsx'), 'AuthNetworks')

type Place = readonly [address: string, name: string]

const guestPlaces: readonly Place[] = [
  ['/poisk-klientov', 'Поиск клиентов'],
  ['/monitoring-upominanij', 'Упоминания'],
  ['/monitoring-grupp', 'Группы'],
  ['/tarify', 'Тарифы'],
  ['/blog', 'Блог'],
]
const personPlaces: readonly Place[] = [
  ['/feed', 'Лента'],
  ['/leads', 'Лиды'],
  ['/custom-category', 'Упоминания'],
  ['/groups', 'Группы'],
  ['/podbor-kategorii', 'Подбор'],
  ['/order', 'Тарифы'],
]
/** Of anyone who has a team, or is in one: it stands last, since the document does not know of it, and moves nothing as it comes. */
const teamPlace: Place = ['/team', 'Команда']

/** Whom the server sent the page to, as far as it knew; null: it did not know. */
export type Expected = 'guest' | 'person' | null

export interface ShellProps {
  /** The menu is theirs until they are known. */
  expected: Expected
}

/** What stands around every page. */
export function Shell({ expected }: ShellProps) {
  const { user, mask } = useMe()
  const cache = useQueryClient()
  useLiveSession()
  useDeviceCheck()
  useTopOnNavigation()
  const goTo = useGoTo()
  const { team } = useTeamScope()
  const inTeam = team != null || (user != null && mayAsk('teamOwner', rolesOf(user.role)))
  const isPerson = user != null || (user === undefined && expected === 'person')
  const places = isPerson ? (inTeam ? [...personPlaces, teamPlace] : personPlaces) : guestPlaces
  const { pathname } = useLocation()
  const menu = useCurrentInSight(pathname)
  const due = useDueNotices()
  const mayBePushed = usePushAllowed()
  return (
    <MaskContext value={mask !== null}>
      <LazyBoundary>{mask && <MaskBar mask={mask} goTo={goTo} />}</LazyBoundary>
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
          <nav ref={menu} className={classes.menu} aria-label="Главное меню">
            {places.map(([address, name]) => (
              <NavLink key={address} to={address} className={classes.link}>
                {name}
                {address === '/leads' && user && <LeadsBadge />}
              </NavLink>
            ))}
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
            <PageAlive />
          </Suspense>
        </PageBoundary>
      </main>
      {isPerson && !isPublic(findPage(pathname).name) ? <ShortFooter /> : <SiteFooter />}
      <LazyBoundary>{due.length > 0 && <DueNotices due={due} />}</LazyBoundary>
      <LazyBoundary>{user && mayBePushed && !mask && <BrowserListener key={user.id} />}</LazyBoundary>
      <AuthDialogs networks={(intent, wish) => <AuthNetworks intent={intent} wish={wish} beforeLeaving={wishKept} />} />
    </MaskContext>
  )
}

/** On a phone the places are more than the line is wide: the one that is open is not to be out of sight. */
function useCurrentInSight(pathname: string) {
  const menu = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = menu.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!menu.current || !current) return
    const { offsetLeft, offsetWidth } = current
    const { clientWidth, scrollLeft } = menu.current
    const start = offsetLeft - menu.current.offsetLeft
    if (start < scrollLeft || start + offsetWidth > scrollLeft + clientWidth) menu.current.scrollLeft = start
  }, [pathname])
  return menu
}

/** To the message the reader was on last, or the first one; to the page while there is none. */
function goToMessages(): void {
  const content = document.getElementById('content')
  const messages = content?.querySelector<HTMLElement>('[data-item][tabindex="0"]')
  ;(messages ?? content)?.focus()
}

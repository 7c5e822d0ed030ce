import { createNotificationsStore, notifications, Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useNavigate, type NavigateFunction } from 'react-router'
import { onWordOfWorker, usePushOn } from '../../../../kit/device/push-here.ts'
import { isOwnAddress, TARGET, TARGET_CACHE } from '../../../../kit/device/worker-words.ts'
import { useConnection } from '../../../../kit/live/use-connection.ts'
import { Row } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import { confirmBrowser } from './subscribe-browser.ts'
import { watchVersions } from './versions.ts'

/** Apart from the toasts of actions: it may come on any page, and stays. */
const store = createNotificationsStore()
/** What a press was to lead to so long ago is forgotten. */
const TARGET_MS = 60_000
/** How often a newer version is looked for. */
const LOOK_MS = 3_600_000

/** On every page of anyone whose browser is notified by the system: keeps its subscription, and goes where a pressed notice leads. */
export function BrowserListener() {
  const navigate = useNavigate()
  const on = usePushOn()
  const { state, number } = useConnection()
  useEffect(() => {
    // With each connection: a new password ends the session that the subscription was sent in.
    if (state === 'online') confirmBrowser().catch(() => {})
  }, [state, number])

  useEffect(() => {
    const wake = (): void => {
      if (!document.hidden) void goToTarget(navigate)
    }
    wake()
    document.addEventListener('visibilitychange', wake)
    const unheard = onWordOfWorker((word) => {
      if (!('go' in word) || !isOwnAddress(word.go)) return
      void caches.delete(TARGET_CACHE)
      goTo(navigate, word.go)
    })
    return () => {
      document.removeEventListener('visibilitychange', wake)
      unheard()
    }
  }, [navigate])

  useEffect(() => {
    let end = (): void => {}
    let ended = false
    void navigator.serviceWorker.getRegistration().then((registration) => {
      if (registration && !ended) end = keepUpToDate(registration)
    })
    return () => {
      ended = true
      end()
    }
  }, [on])
  return <Notifications store={store} position="bottom-right" limit={1} zIndex={345} containerWidth={360} />
}

/** Where a press led while no page could hear of it. */
async function goToTarget(navigate: NavigateFunction): Promise<void> {
  const kept = await caches.match(TARGET, { cacheName: TARGET_CACHE })
  if (!kept) return
  await caches.delete(TARGET_CACHE)
  const { url, at } = (await kept.json()) as { url: unknown; at: number }
  if (isOwnAddress(url) && Date.now() - at < TARGET_MS) goTo(navigate, url)
}

/** It may come both ways. */
function goTo(navigate: NavigateFunction, url: string): void {
  const { pathname, search } = window.location
  if (url !== pathname + search) void navigate(url)
}

/** Browsers look for a newer worker when a page is opened; ours stay open for days. */
function keepUpToDate(registration: ServiceWorkerRegistration): () => void {
  const look = (): void => {
    if (!document.hidden) registration.update().catch(() => {})
  }
  const unwatch = watchVersions(registration, {
    isOwn: isOwnBuild,
    announce: showNewerVersion,
    reload: () => window.location.reload(),
  })
  document.addEventListener('visibilitychange', look)
  const timer = setInterval(look, LOOK_MS)
  return () => {
    unwatch()
    document.removeEventListener('visibilitychange', look)
    clearInterval(timer)
  }
}

/** The page's own script stands in its document under a name of its build. */
const isOwnBuild = (build: string): boolean =>
  [...document.scripts].some(({ src }) => src !== '' && new URL(src).pathname === build)

function showNewerVersion(update: () => void): void {
  const id = 'newer-version'
  notifications.hide(id, store)
  notifications.show(
    {
      id,
      autoClose: false,
      withBorder: true,
      radius: 'md',
      color: 'sea',
      role: 'status',
      message: (
        <Row as="span" gap={[0, 3]} align="center">
          <span>Доступна новая версия</span>
          <button type="button" className={typography.link} onClick={update}>
            Обновить
          </button>
        </Row>
      ),
    },
    store,
  )
}

/**
 * The service worker: shows notices while no page of ours is open, and does what is pressed on them. It hears nothing else: without a `fetch` handler
 * no page is ever older than the server, and a worker that fails takes nothing with it. Built to `/sw.js` (tools/web/service-worker.ts).
 */
import type { Answer } from '../../contract/call.ts'
import { marks } from '../../contract/reading/marks.ts'
import { notices } from '../../contract/reach/notices.ts'
import type { PushAction } from '../../contract/reach/push-message.ts'
import { requestOf } from '../../contract/request.ts'
import { noticeActionTitles } from '../../rules/notices/words.ts'
import { TARGET, TARGET_CACHE, type ToPage, type ToWorker } from '../kit/device/worker-words.ts'
import { readPush, type ReadPush } from './read-push.ts'

declare const self: ServiceWorkerGlobalScope
/** The page's own script as this build has it; put in by the build. */
declare const BUILD: string

/** What stands in a notice's `data`. */
type Shown = Pick<ReadPush, 'url' | 'messageId' | 'count'>

/** Not all of them are known to the types, or to every browser. */
interface Options extends NotificationOptions {
  actions?: { action: string; title: string }[]
  renotify?: boolean
}

const actions = {
  favorite: { call: marks.setFavorite, failed: 'Не получилось добавить в избранное' },
  notMine: { call: marks.setDislike, failed: 'Не получилось отметить «Не моё»' },
} satisfies Record<PushAction, unknown>

self.addEventListener('push', (event) => {
  // Safari takes the subscription away from anyone who shows nothing: whatever came, something is shown.
  event.waitUntil(show(readPush(event.data?.text() ?? '')))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(press(event.action, event.notification.data as Shown))
})

self.addEventListener('notificationclose', (event) => event.waitUntil(countOnIcon()))

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(subscribeAgain(event as Event as PushSubscriptionChangeEvent))
})

self.addEventListener('message', (event) => {
  const { ask } = event.data as ToWorker
  if (ask === 'build') event.ports[0]?.postMessage(BUILD)
  else event.waitUntil(self.skipWaiting())
})

async function show({ title, body, tag, actions: offered, url, messageId, count }: ReadPush): Promise<void> {
  const options: Options = {
    body,
    tag,
    lang: 'ru',
    icon: '/icons/192.png',
    badge: '/icons/badge.png',
    // The next one of a filter is heard too, though it takes the place of the one before.
    renotify: true,
    data: { url, messageId, count } satisfies Shown,
    actions: offered.map((action) => ({ action, title: noticeActionTitles[action] })),
  }
  await self.registration.showNotification(title, options)
  await countOnIcon()
  for (const page of await pages()) page.postMessage({ shown: tag } satisfies ToPage)
}

async function press(action: string, { url, messageId }: Shown): Promise<void> {
  if (messageId !== null && (action === 'favorite' || action === 'notMine')) await perform(action, messageId, url)
  else await go(url)
  await countOnIcon()
}

async function perform(action: PushAction, messageId: number, url: string): Promise<void> {
  const { call, failed } = actions[action]
  const error = await ask(call, { id: messageId, value: true })
  if (error === null) return
  await self.registration.showNotification(failed, {
    body: `${error}. Нажмите, чтобы открыть сообщение.`,
    tag: `action-${messageId}`,
    lang: 'ru',
    icon: '/icons/192.png',
    badge: '/icons/badge.png',
    data: { url, messageId: null, count: 0 } satisfies Shown,
  })
}

/** In the name of anyone who is signed in in this browser. @returns why it was not done, as a sentence without its end; null: it was */
async function ask(call: Parameters<typeof requestOf>[0], input: Record<string, unknown>): Promise<string | null> {
  const { method, url, body } = requestOf(call, input)
  try {
    const response = await fetch(url, {
      method,
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Answer
    return answer.status === 'ok' ? null : answer.message
  } catch {
    return 'Проблема сети'
  }
}

const pages = (): Promise<readonly WindowClient[]> =>
  self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** To a page that is open, without loading it again; else to a new one. */
async function go(url: string): Promise<void> {
  // A page of an installed app that the system has put to sleep hears nothing, and reads it when it wakes.
  const cache = await caches.open(TARGET_CACHE)
  await cache.put(TARGET, Response.json({ url, at: Date.now() }))
  const open = await pages()
  const page = open.find(({ focused }) => focused) ?? open.find(({ visibilityState }) => visibilityState === 'visible')
  try {
    const focused = await (page ?? open[0])?.focus()
    if (focused) return focused.postMessage({ go: url } satisfies ToPage)
  } catch {
    // Some have a page that can not be brought forward: another one can.
  }
  await self.clients.openWindow(url)
}

/** On the icon of the installed app stands how many messages the notices on the screen announce. */
async function countOnIcon(): Promise<void> {
  const { setAppBadge } = self.navigator as { setAppBadge?: (count: number) => Promise<void> }
  if (!setAppBadge) return
  const shown = await self.registration.getNotifications()
  const count = shown.reduce((sum, { data }) => sum + (Number((data as Partial<Shown> | null)?.count) || 0), 0)
  await setAppBadge.call(self.navigator, count).catch(() => {})
}

/** The browser took its subscription back: the server hears of the next one, at the latest when a page is opened. */
async function subscribeAgain({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const options = oldSubscription?.options
  const subscription =
    newSubscription ?? (options?.applicationServerKey ? await self.registration.pushManager.subscribe(options) : null)
  const { endpoint, keys } = subscription?.toJSON() ?? {}
  if (endpoint === undefined || keys === undefined) return
  const { p256dh = '', auth = '' } = keys
  await ask(notices.linkBrowser, { endpoint, p256dh, auth, replaces: oldSubscription?.endpoint, again: true })
}

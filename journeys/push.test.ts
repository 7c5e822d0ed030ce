/**
 * Notices by the system, with the real service worker: from the push service, which is simulated, over the worker to the page. The browser has no push service
 * of its own and may show nothing; both stand still at that edge, and what the worker would show is looked at.
 */
import type { CDPSession, Page, Worker } from 'playwright-core'
import { expect } from 'vitest'
import { browserChannel } from '../server/features/reach/notices/channels/browser.ts'
import { openPushService, type PushService } from '../server/features/reach/notices/channels/push-service.simulator.ts'
import { message, noticeOf } from '../server/features/reach/notices/notice.samples.ts'
import { feedOf } from '../server/features/reading/feed/items/feed-of.samples.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import { cards, story, untilLive } from './browser.ts'

interface Shown {
  title: string
  body: string
  tag: string
  data: { url: string }
  actions: { action: string; title: string }[]
}

const pushed = story.extend('service', async ({ world }, { onCleanup }) => {
  const service = await openPushService()
  world.config.pushHosts.push(service.host)
  onCleanup(() => service.close())
  return service
})

/** What a browser with a push service would answer. It is asked for permission, and gives it. */
const withService = ({ endpoint, p256dh, auth }: ReturnType<PushService['subscribe']>, key: string): string => `{
  const bytes = Uint8Array.from(atob('${key}'.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
  const subscription = {
    options: { applicationServerKey: bytes.buffer },
    toJSON: () => (${JSON.stringify({ endpoint, keys: { p256dh, auth } })}),
    unsubscribe: async () => (localStorage.removeItem('subscribed'), true),
  }
  PushManager.prototype.getSubscription = async () => (localStorage.getItem('subscribed') ? subscription : null)
  PushManager.prototype.subscribe = async () => (localStorage.setItem('subscribed', 'yes'), subscription)
  Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem('permission') ?? 'default' })
  Notification.requestPermission = async () => (localStorage.setItem('permission', 'granted'), 'granted')
  // Where there are no icons to write on, this browser ends what asks for it.
  Navigator.prototype.setAppBadge = async () => {}
}`

/** In the worker: what it shows is kept, and a page comes forward without a press of a real finger. */
const kept = `{
  self.shown = []
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => void self.shown.push({ title, ...options })
  ServiceWorkerRegistration.prototype.getNotifications = async () => self.shown
  WorkerNavigator.prototype.setAppBadge = async (count) => void (self.onIcon = count)
  WindowClient.prototype.focus = async function () { return this }
  // On the first it showed.
  self.press = (action) => {
    const event = new ExtendableEvent('notificationclick')
    const notification = { data: self.shown[0].data, close: () => {} }
    return new Promise((done) => {
      event.waitUntil = (work) => done(work)
      Object.assign(event, { action, notification })
      self.dispatchEvent(event)
    })
  }
}`
const shownBy = (worker: Worker): Promise<Shown[]> => worker.evaluate<Shown[]>('self.shown')
const press = (worker: Worker, action: string): Promise<unknown> =>
  worker.evaluate(`self.press(${JSON.stringify(action)})`)

/** Hands what came to the service to the browser's worker. */
async function deliver(devtools: CDPSession, registrationId: string, origin: string, data: string): Promise<void> {
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

async function send(world: TestWorld, { userId, filterId }: TestUser, messageId: number): Promise<void> {
  const { id, address } = await world.db
    .selectFrom('noticeAddresses')
    .select(['id', 'address'])
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const filter = { id: filterId, name: 'Дефолтная' }
  const notice = noticeOf([message(messageId, 'Ищу фотографа на свадьбу')], { filter })
  const recipient = { deliveryId: 1, addressId: id, address, userId }
  expect(await browserChannel.send(world, recipient, notice)).toEqual({ state: 'sent' })
}

const livingOf = async (world: TestWorld, { userId }: TestUser): Promise<string[]> => {
  const of = world.db.selectFrom('noticeAddresses').select('title').where('userId', '=', userId)
  return (await of.where('endedAt', 'is', null).execute()).map(({ title }) => title)
}
const isSubscribed = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>("localStorage.getItem('subscribed') !== null")

pushed('a notice of the system is turned on, comes, is acted on and turned off', async ({ world, open, service }) => {
  await world.looksFor('photographers', 'ищу фотографа')
  const anna = await world.customer('anna', paid('photographers'))
  await feedOf(world, 'Ищу фотографа на свадьбу')
  const { messages } = await anna.asks('feed', 'queryFeed', {})
  const messageId = messages[0]?.id ?? 0
  const { key } = await anna.asks('notices', 'getPushKey', {})
  const browser = service.subscribe(key)

  const page = await open('/favicon.svg', { as: anna, width: 1_100, expects: [/status of 401/] })
  const context = page.context()
  await context.addInitScript(withService(browser, key))
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await page.goto('/notices')
  await page.getByRole('button', { name: 'Включить здесь' }).click()
  await page.getByRole('button', { name: 'Выключить здесь' }).waitFor()
  await expect.poll(() => livingOf(world, anna)).toEqual([expect.stringContaining('Chrome')])
  await expect.poll(async () => (await anna.asks('feed', 'getFeedSettings', {})).push).toBe(true)

  await expect.poll(() => context.serviceWorkers().length).toBe(1)
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no service worker has started')
  expect(new URL(worker.url()).pathname).toBe('/sw.js')
  await worker.evaluate(kept)
  await send(world, anna, messageId)
  await deliver(devtools, await registered, world.web.address, browser.received[0]?.text ?? '')
  await expect
    .poll(() => shownBy(worker))
    .toMatchObject([
      {
        title: 'Дефолтная: Ищу фотографа на свадьбу',
        tag: `feed-push-${anna.filterId}`,
        data: { url: `/feed?filter=${anna.filterId}&message=${messageId}` },
        actions: [{ action: 'favorite' }, { action: 'notMine' }],
      },
    ])
  await expect.poll(() => worker.evaluate('self.onIcon')).toBe(1)

  await page.goto('/feed')
  await untilLive(page)
  await press(worker, 'favorite')
  await cards(page).getByRole('button', { name: 'Избранное', pressed: true }).waitFor()

  await page.evaluate('window.isSame = true')
  await press(worker, '')
  await expect.poll(() => new URL(page.url()).searchParams.get('message')).toBe(String(messageId))
  expect(await page.evaluate('window.isSame')).toBe(true)

  // What no one can read is shown too.
  await deliver(devtools, await registered, world.web.address, 'ни слова JSON')
  await expect.poll(async () => (await shownBy(worker)).at(-1)?.body).toBe('Есть новые сообщения')

  await page.goto('/notices')
  await page.getByRole('button', { name: 'Выключить здесь' }).click()
  await page.getByRole('button', { name: 'Включить здесь' }).click()
  await page.getByRole('button', { name: 'Выключить здесь' }).waitFor()
  await page.goto('/logout')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  await expect.poll(() => isSubscribed(page)).toBe(false)

  // What no one may do is said.
  await press(worker, 'notMine')
  await expect
    .poll(async () => (await shownBy(worker)).at(-1))
    .toMatchObject({
      title: 'Не получилось отметить «Не моё»',
      body: 'Войдите, чтобы продолжить. Нажмите, чтобы открыть сообщение.',
      data: { url: `/feed?filter=${anna.filterId}&message=${messageId}` },
    })
})

story(
  'the worker, the manifest and the icons of the installed app are served as browsers want them',
  async ({ world, open }) => {
    const page = await open('/')
    const devtools = await page.context().newCDPSession(page)
    const { errors, url } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const manifest = (await (await fetch(url)).json()) as { icons: { src: string }[] }
    for (const { src } of manifest.icons) {
      const icon = await fetch(new URL(src, url))
      expect([icon.status, icon.headers.get('content-type')], src).toEqual([200, 'image/png'])
    }
    const worker = await fetch(`${world.web.address}/sw.js`)
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    expect(worker.headers.get('content-type')).toMatch(/javascript/)
    expect(worker.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(await worker.text()).not.toMatch(/addEventListener\(.fetch/)
  },
)

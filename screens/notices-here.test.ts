/** Notices in the browser that is at hand: what it can, and what it answers to a press. What works stands in journeys/push.test.ts. */
import { expect, onTestFinished } from 'vitest'
import { newName } from '../server/features/reading/feed/items/feed-of.samples.ts'
import type { TestWorld } from '../server/testing/test-world.ts'
import { story } from './story.ts'

/** Until the end of the story. */
function has(target: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(target, name)
  Object.defineProperty(target, name, { value, configurable: true })
  onTestFinished(() => {
    if (before) Object.defineProperty(target, name, before)
    else Reflect.deleteProperty(target, name)
  })
}

/** A browser with all it takes, but for a push service that answers. */
function browserWithPermission(permission: 'denied' | 'granted'): void {
  has(globalThis, 'Notification', { permission: 'default', requestPermission: () => Promise.resolve(permission) })
  has(window, 'PushManager', class {})
  const pushManager = {
    getSubscription: () => Promise.resolve(null),
    subscribe: () => Promise.reject(new DOMException('Registration failed - push service error', 'AbortError')),
  }
  has(navigator, 'serviceWorker', {
    register: () => Promise.resolve(),
    ready: Promise.resolve({ pushManager }),
    getRegistration: () => Promise.resolve(undefined),
    addEventListener: () => {},
    removeEventListener: () => {},
  })
}

const someone = (world: TestWorld) => world.customer(newName('vera'))

story('a browser that cannot show notices says so', async ({ world, open }) => {
  const page = await open('/notices', { as: await someone(world) })
  await page.getByText('Этот браузер не умеет показывать уведомления.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Включить здесь' }).count()).toBe(0)
})

story('on an iPhone the way to the home screen is shown', async ({ world, open }) => {
  has(navigator, 'userAgent', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15')
  has(navigator, 'standalone', false)
  const page = await open('/notices', { as: await someone(world) })
  await page.getByText('На iPhone и iPad они приходят, когда Эхолот стоит на экране «Домой»').waitFor()
  await page.getByText('Нажмите в Safari «Поделиться»').waitFor()
})

story('what the browser refuses is explained, and nothing is linked', async ({ world, open }) => {
  browserWithPermission('denied')
  const vera = await someone(world)
  const page = await open('/notices', { as: vera })
  await page.getByRole('button', { name: 'Включить здесь' }).click()
  await page.getByRole('alert').getByText('Браузер запретил уведомления для этого сайта.').waitFor()
  browserWithPermission('granted')
  await page.getByRole('button', { name: 'Включить здесь' }).click()
  await page.getByRole('alert').getByText('его служба уведомлений не ответила').waitFor()
  expect((await vera.asks('notices', 'getNoticeSettings', {})).settings.addresses).toEqual([])
})

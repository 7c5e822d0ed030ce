/** Someone comes in through VK ID or Apple, whose pages are other sites; what needs no browser stands in `screens/networks.test.ts`. */
import type { Page, Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import { shownCode } from '../server/features/people/accounts/show-code.samples.ts'
import { openSocialTown, seatSomebodyNew } from '../server/features/people/social/social.samples.ts'
import { resultOf } from '../server/testing/read-answer.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { PASSWORD, type TestWorld } from '../server/testing/test-world.ts'
import { story as plainStory } from './browser.ts'

const story = plainStory
  .extend('social', { scope: 'file' }, async ({}, { onCleanup }) => {
    const social = await openSocialTown({ forRealBrowsers: true })
    onCleanup(() => social.close())
    return social
  })
  .extend('world', { scope: 'file' }, ({ social }) => social.world)

const corner = (page: Page) => page.getByRole('banner')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const order = (page: Page) => page.getByRole('region', { name: 'Ваш заказ' })
const allow = (page: Page) => page.getByRole('button', { name: 'Разрешить' }).click()

/** Has an app give codes too. @returns the one it shows now */
async function protect(world: TestWorld, { userId, ip }: TestUser): Promise<() => string> {
  const asker = { token: await world.signIn(userId, ip), ip }
  const { secret } = resultOf(await world.ask('accounts', 'startSecondFactor', { password: PASSWORD }, asker))
  const code = () => shownCode(secret, world.clock.now())
  resultOf(await world.ask('accounts', 'confirmSecondFactor', { code: code() }, asker))
  return code
}

describe('Apple', () => {
  story('sends a form from its own site, and whoever registers with it is in', async ({ social, open }) => {
    social.apple.person = {
      sub: 'sofia.1',
      firstName: 'София',
      lastName: 'Новикова',
      email: 'sofia@example.ru',
      email_verified: 'true',
      is_private_email: 'false',
    }
    const page = await open('/')
    await corner(page).getByRole('button', { name: 'Регистрация' }).click()
    await dialog(page, 'Регистрация').getByRole('link', { name: 'Войти через Apple' }).click()
    await page.getByRole('heading', { name: 'Вход с Apple' }).waitFor()
    expect(new URL(page.url()).hostname).not.toBe(new URL(social.world.web.address).hostname)
    await allow(page)
    await page.waitForURL('**/order')
    await corner(page).getByRole('button', { name: 'Меню: София Новикова' }).waitFor()
  })
})

describe('what was chosen', () => {
  for (const [ending, end] of [
    ['stands in the cart', (route: Route) => route.continue()],
    ['could not be put into the cart', (route: Route) => route.abort()],
  ] as const) {
    story(`goes along to the network, and not before it ${ending}`, async ({ social, open }) => {
      seatSomebodyNew(social)
      const page = await open('/category/photographers', { expects: [/ERR_FAILED.*\/api\/cart/] })
      const asked = Promise.withResolvers<void>()
      const letGo = Promise.withResolvers<void>()
      let isHeld = false
      await page.route('**/api/cart', async (route) => {
        if (isHeld || route.request().method() !== 'PUT') return route.continue()
        isHeld = true
        asked.resolve()
        await letGo.promise
        return end(route)
      })
      const steps: string[] = []
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/auth/network/vk') steps.push('left')
      })
      await page.getByRole('main').getByRole('link', { name: 'Попробовать бесплатно' }).first().click()
      await asked.promise
      await dialog(page, 'Регистрация').getByRole('link', { name: 'Войти через VK ID' }).click()
      // What follows from the press alone has begun by then.
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))')
      steps.push(ending)
      letGo.resolve()
      await allow(page)
      await page.waitForURL('**/order')
      expect(steps).toEqual([ending, 'left'])
      await order(page).getByText('Фотографы').waitFor()
      await page.getByRole('radio', { name: /^Пробный/, checked: true }).waitFor({ state: 'attached' })
    })
  }
})

describe('VK ID', () => {
  story('is linked in the profile, and is a way in from then on', async ({ social, world, open }) => {
    seatSomebodyNew(social)
    const anna = await world.customer('anna')
    const page = await open('/profile', { as: anna })
    await page.getByRole('link', { name: 'Привязать VK ID' }).click()
    await dialog(page, 'Привязать VK ID').getByLabel('Текущий пароль', { exact: true }).fill(PASSWORD)
    await dialog(page, 'Привязать VK ID').getByRole('button', { name: 'Продолжить' }).click()
    await allow(page)
    await page.waitForURL('**/profile')
    await page.getByRole('button', { name: 'Отвязать VK ID' }).waitFor()

    const elsewhere = await open('/')
    await corner(elsewhere).getByRole('button', { name: 'Войти' }).click()
    await dialog(elsewhere, 'Вход').getByRole('link', { name: 'Войти через VK ID' }).click()
    await allow(elsewhere)
    await elsewhere.waitForURL('**/feed')
    await corner(elsewhere).getByRole('button', { name: 'Меню: anna' }).waitFor()

    // With a second factor the network is only the first step; who was signed in before is not any longer.
    await Promise.all([page.close(), elsewhere.close()])
    const code = await protect(world, anna)
    world.clock.advance(30_000)
    const again = await open('/')
    await corner(again).getByRole('button', { name: 'Войти' }).click()
    await dialog(again, 'Вход').getByRole('link', { name: 'Войти через VK ID' }).click()
    await allow(again)
    const step = dialog(again, 'Подтвердите вход')
    await step.getByLabel('Код из приложения').fill(code())
    await step.getByRole('button', { name: 'Войти' }).click()
    await corner(again).getByRole('button', { name: 'Меню: anna' }).waitFor()
  })
})

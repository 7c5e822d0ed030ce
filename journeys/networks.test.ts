/** Someone comes in through VK ID or Apple, whose pages are other sites. */
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { openSocialTown } from '../server/features/people/social/social.samples.ts'
import { PASSWORD } from '../server/testing/test-world.ts'
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
const decide = (page: Page, decision: 'Разрешить' | 'Отмена') => page.getByRole('button', { name: decision }).click()

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
    await decide(page, 'Разрешить')
    await page.waitForURL('**/order')
    await corner(page).getByRole('button', { name: 'Меню: София Новикова' }).waitFor()

    await page.goto('/profile')
    await page.getByRole('button', { name: 'Отвязать Apple' }).click()
    await page.getByText('Это единственный способ войти. Сначала создайте пароль').waitFor()
  })
})

describe('VK ID', () => {
  story('is linked in the profile, and is a way in from then on', async ({ world, open }) => {
    const anna = await world.customer('anna')
    const page = await open('/profile', { as: anna })
    await page.getByRole('link', { name: 'Привязать VK ID' }).click()
    await dialog(page, 'Привязать VK ID').getByLabel('Текущий пароль', { exact: true }).fill(PASSWORD)
    await dialog(page, 'Привязать VK ID').getByRole('button', { name: 'Продолжить' }).click()
    await decide(page, 'Разрешить')
    await page.waitForURL('**/profile')
    await page.getByRole('button', { name: 'Отвязать VK ID' }).waitFor()

    const elsewhere = await open('/')
    await corner(elsewhere).getByRole('button', { name: 'Войти' }).click()
    await dialog(elsewhere, 'Вход').getByRole('link', { name: 'Войти через VK ID' }).click()
    await decide(elsewhere, 'Разрешить')
    await elsewhere.waitForURL('**/feed')
    await corner(elsewhere).getByRole('button', { name: 'Меню: anna' }).waitFor()

    // With a second factor the network is only the first step.
    await page.getByRole('button', { name: 'Включить двухфакторную защиту' }).click()
    const setUp = dialog(page, 'Двухфакторная защита')
    await setUp.getByLabel('Текущий пароль', { exact: true }).fill(PASSWORD)
    await setUp.getByRole('button', { name: 'Продолжить' }).click()
    await setUp.getByRole('img', { name: 'QR-код для приложения' }).waitFor()
    const secret = ((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', '')
    const phone = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = () => phone.generate({ timestamp: world.clock.now().getTime() })
    await setUp.getByLabel('Код из приложения').fill(code())
    await setUp.getByRole('button', { name: 'Включить' }).click()
    await setUp.getByRole('list', { name: 'Резервные коды' }).waitFor()
    expect(await setUp.getByRole('list', { name: 'Резервные коды' }).getByRole('listitem').count()).toBe(10)
    await setUp.getByRole('button', { name: 'Я сохранил коды' }).click()
    await page.getByRole('button', { name: 'Выключить двухфакторную защиту' }).waitFor()

    world.clock.advance(30_000)
    const again = await open('/')
    await corner(again).getByRole('button', { name: 'Войти' }).click()
    await dialog(again, 'Вход').getByRole('link', { name: 'Войти через VK ID' }).click()
    await decide(again, 'Разрешить')
    const step = dialog(again, 'Подтвердите вход')
    await step.getByLabel('Код из приложения').fill(code())
    await step.getByRole('button', { name: 'Войти' }).click()
    await corner(again).getByRole('button', { name: 'Меню: anna' }).waitFor()
  })

  story('says so when somebody thinks better of it, or is not known here', async ({ social, open }) => {
    social.vk.person = { user_id: 77, first_name: 'Некто', last_name: 'Неизвестный' }
    const page = await open('/')
    for (const [decision, sentence] of [
      ['Отмена', 'Вы отменили вход'],
      ['Разрешить', 'Такого аккаунта ещё нет. Зарегистрируйтесь'],
    ] as const) {
      await corner(page).getByRole('button', { name: 'Войти' }).click()
      await dialog(page, 'Вход').getByRole('link', { name: 'Войти через VK ID' }).click()
      await decide(page, decision)
      await page.getByText(sentence).waitFor()
      expect(new URL(page.url()).search).toBe('')
    }
  })
})

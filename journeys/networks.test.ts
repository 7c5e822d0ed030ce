/** Someone comes in through VK ID or Apple, whose pages are other sites. */
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { openSocialTown } from '../server/features/people/social/social.samples.ts'
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
    await decide(page, 'Разрешить')
    await page.waitForURL('**/profile')
    await page.getByRole('button', { name: 'Отвязать VK ID' }).waitFor()

    const elsewhere = await open('/')
    await corner(elsewhere).getByRole('button', { name: 'Войти' }).click()
    await dialog(elsewhere, 'Вход').getByRole('link', { name: 'Войти через VK ID' }).click()
    await decide(elsewhere, 'Разрешить')
    await elsewhere.waitForURL('**/feed')
    await corner(elsewhere).getByRole('button', { name: 'Меню: anna' }).waitFor()
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

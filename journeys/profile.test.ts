/** Someone looks after their account: who they are, how they come in, what they hold, what is kept of them. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { unzip } from '../server/features/reading/exports/read-files.samples.ts'
import { DAY } from '../server/kit/clock.ts'
import { heldBefore } from '../server/features/access/subscriptions/ended.samples.ts'
import { PASSWORD, paid, trial } from '../server/testing/test-world.ts'
import { story } from './browser.ts'
import { checkLandmarks, checkLooks, phoneScreen } from './check-looks.ts'

const NEW_PASSWORD = 'ещё более правильный пароль'

const card = (page: Page, name: string) => page.getByRole('region', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const untilSignedOut = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Войти' }).waitFor()

async function changePassword(page: Page, password: string, newPassword: string): Promise<void> {
  const form = dialog(page, 'Изменить пароль')
  await form.getByRole('textbox', { name: 'Текущий пароль' }).fill(password)
  await form.getByRole('textbox', { name: 'Новый пароль' }).fill(newPassword)
  await form.getByRole('button', { name: 'Изменить пароль' }).click()
}

/** Each width and each theme, and the narrowest in both. */
describe('on every screen', () => {
  story('the profile, its dialogs and all subscriptions are seen whole', async ({ world, open }) => {
    const anna = await world.customer(`${'konstantinopolskaya-'.repeat(2)}looks`, paid('photographers'), trial('vets'))
    await heldBefore(world, anna, 'event-hosts')
    const page = await open('/profile', { ...phoneScreen, as: anna })
    await card(page, 'Подписки').getByText('Ветеринары').waitFor()
    await checkLandmarks(page, 'Профиль')
    for (const name of ['Личные данные', 'Контакты', 'Вход и безопасность', 'Данные и аккаунт'])
      await card(page, name).waitFor()
    await checkLooks(page)

    for (const [button, name] of [
      ['Изменить пароль', 'Изменить пароль'],
      ['Открыть историю входов', 'История входов'],
      ['История подписок', 'История подписок'],
      ['Удалить аккаунт', 'Удалить аккаунт?'],
    ] as const) {
      await press(page, button)
      await dialog(page, name).waitFor()
      if (name === 'История входов') await dialog(page, name).getByText('это устройство').waitFor()
      if (name === 'Удалить аккаунт?') {
        await dialog(page, name).getByRole('button', { name: 'Удалить аккаунт' }).click()
        await dialog(page, name).getByText('Введите пароль').waitFor()
      }
      await checkLooks(page)
      await page.keyboard.press('Escape')
      await dialog(page, name).waitFor({ state: 'detached' })
      // Anyone who works by keyboard goes on where they were.
      await page
        .getByRole('main')
        .getByRole('button', { name: button, exact: true })
        .and(page.locator(':focus'))
        .waitFor()
    }

    await world.db
      .updateTable('users')
      .set({
        pendingEmail: `${'new-'.repeat(12)}@example.ru`,
        phone: '79161234567',
        phoneApprove: false,
        deletionAt: new Date(world.clock.now().getTime() + 14 * DAY),
      })
      .where('id', '=', anna.userId)
      .execute()
    await page.reload()
    await card(page, 'Контакты').getByRole('button', { name: 'Подтвердить: телефон' }).waitFor()
    await card(page, 'Данные и аккаунт').getByText('удаляется').waitFor()
    await checkLooks(page)

    await page.getByRole('link', { name: 'Все подписки' }).click()
    const all = page.getByRole('region', { name: 'Все подписки' })
    await expect.poll(() => all.getByRole('listitem').count()).toBe(3)
    await checkLooks(page)
  })
})

story('another password signs out another browser at once, and not this one', async ({ world, open }) => {
  const boris = await world.customer('boris')
  const elsewhere = { ...boris, token: await boris.signIn() }
  const page = await open('/profile', { as: boris, expects: [/status of 4\d\d/] })
  const other = await open('/feed', { as: elsewhere, expects: [/status of 401/] })
  await other.getByRole('button', { name: 'Меню: boris' }).waitFor()
  const sameBrowser = await page.context().newPage()
  await sameBrowser.goto('/profile')
  await card(sameBrowser, 'Контакты').waitFor()

  await press(page, 'Изменить пароль')
  await changePassword(page, 'неправильный пароль', NEW_PASSWORD)
  await dialog(page, 'Изменить пароль').getByText('Неверный текущий пароль').waitFor()
  await changePassword(page, PASSWORD, 'password123')
  await dialog(page, 'Изменить пароль').getByText('Такой пароль легко подобрать').waitFor()
  await changePassword(page, PASSWORD, NEW_PASSWORD)
  await page.getByText('Пароль изменён').waitFor()
  await untilSignedOut(other)

  // The session of this browser is another one too; neither of its tabs lost the person.
  await press(page, 'Открыть историю входов')
  await dialog(page, 'История входов').getByText('это устройство').waitFor()
  expect(await boris.isRefused('filters', 'listFilters', {})).toBe('UNAUTHORIZED')
  await sameBrowser.getByRole('button', { name: 'Изменить пароль' }).click()
  await changePassword(sameBrowser, NEW_PASSWORD, PASSWORD)
  await sameBrowser.getByText('Пароль изменён').waitFor()
  await page.getByRole('button', { name: 'Меню: boris', includeHidden: true }).waitFor()
})

describe('the history of sign-ins', () => {
  story('tells devices in words, and ends one of them', async ({ world, open }) => {
    const vera = await world.customer('vera')
    const elsewhere = { ...vera, token: await vera.signIn() }
    await world.db
      .updateTable('sessions')
      .set({
        userAgent:
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      })
      .where('userId', '=', vera.userId)
      .where('id', 'in', (sessions) =>
        sessions
          .selectFrom('sessions')
          .select(({ fn }) => fn.max('id').as('id'))
          .where('userId', '=', vera.userId),
      )
      .execute()
    const page = await open('/profile', { as: vera })
    const phone = await open('/feed', { as: elsewhere, expects: [/status of 401/] })
    await phone.getByRole('button', { name: 'Меню: vera' }).waitFor()

    await press(page, 'Открыть историю входов')
    const history = dialog(page, 'История входов')
    const iphone = history.getByRole('listitem').filter({ hasText: 'iPhone' })
    await iphone.getByText(/Safari/).waitFor()
    await iphone.getByText('домашняя сеть').waitFor()
    expect(await history.getByRole('listitem').filter({ hasText: 'это устройство' }).getByRole('button').count()).toBe(
      0,
    )

    await iphone.getByRole('button', { name: /^Завершить вход: .*iPhone/ }).click()
    await iphone.getByText('завершён').waitFor()
    await untilSignedOut(phone)
    await page.getByRole('button', { name: 'Меню: vera', includeHidden: true }).waitFor()
  })
})

story('what is kept of a person comes as an archive that can be read', async ({ world, open }) => {
  const zoya = await world.customer('zoya', paid('photographers'))
  const page = await open('/profile', { as: zoya })
  const coming = page.waitForEvent('download')
  await press(page, 'Скачать мои данные')
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^Мои данные \d{4}-\d\d-\d\d\.zip$/)
  const parts = unzip(await readFile(await file.path()))
  expect([...parts.keys()]).toContain('Что здесь.txt')
  expect([...parts.values()].join('\n')).toContain('zoya@example.ru')
  for (const [name, text] of parts) if (name.endsWith('.json')) JSON.parse(text)
})

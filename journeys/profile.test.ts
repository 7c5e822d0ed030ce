/** Someone's account as it is drawn, and what is kept of them as it is downloaded; what needs no browser stands in `screens/profile.test.ts`. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { unzip } from '../server/features/reading/exports/read-files.samples.ts'
import { DAY } from '../server/kit/clock.ts'
import { heldBefore } from '../server/features/access/subscriptions/ended.samples.ts'
import { paid, trial } from '../server/testing/test-world.ts'
import { story } from './browser.ts'
import { checkLandmarks, checkLooks, phoneScreen } from './check-looks.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()

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

    await checkArchive(page)

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

/** What is kept of the person comes as an archive that can be read. */
async function checkArchive(page: Page): Promise<void> {
  const coming = page.waitForEvent('download')
  await press(page, 'Скачать мои данные')
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^Мои данные \d{4}-\d\d-\d\d\.zip$/)
  const parts = unzip(await readFile(await file.path()))
  expect([...parts.keys()]).toContain('Что здесь.txt')
  expect([...parts.values()].join('\n')).toContain('-looks@example.ru')
  for (const [name, text] of parts) if (name.endsWith('.json')) JSON.parse(text)
}

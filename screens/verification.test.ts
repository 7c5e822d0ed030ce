/** Someone shows that an e-mail and a phone are theirs. */
import { describe, expect, vi } from 'vitest'
import { openSmsRuSimulator } from '../server/features/people/verification/phone/sms-ru.simulator.ts'
import { StandingClock } from '../server/kit/clock.ts'
import { openTestWorld } from '../server/testing/test-world.ts'
import type { DomLocator } from './dom/locator.ts'
import { story as plainStory, type DomPage } from './story.ts'

const story = plainStory
  .extend('gateway', { scope: 'file' }, async ({}, { onCleanup }) => {
    const gateway = await openSmsRuSimulator({ apiId: 'ours', clock: new StandingClock() })
    onCleanup(() => gateway.close())
    return gateway
  })
  .extend('world', { scope: 'file' }, async ({ gateway }, { onCleanup }) => {
    const smsc = { url: '', login: '', password: '' }
    const world = await openTestWorld({
      config: { phone: { gateway: 'smsru', prefixes: ['79'], smsRu: { url: gateway.url, apiId: 'ours' }, smsc } },
    })
    onCleanup(() => world.close())
    return world
  })

async function enter(page: DomPage, code: string): Promise<void> {
  await page.getByLabel('Цифра 1 из 4').click()
  await page.keyboard.type(code)
}

/** jsdom has no clipboard. */
const paste = (dialog: DomLocator, text: string): Promise<void> =>
  dialog.getByLabel('Цифра 1 из 4').evaluate((input, pasted) => {
    const clipboardData = { getData: () => pasted }
    input.dispatchEvent(Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData }))
  }, text)

const wrong = (dialog: DomLocator) => dialog.getByRole('alert').getByText('Код не подошёл. Проверьте и введите ещё раз')

describe('a phone', () => {
  story('is confirmed by the number that called, after two wrong codes', async ({ world, gateway, open }) => {
    const boris = await world.customer('boris')
    const page = await open('/profile', { as: boris, width: 360 })
    // The page's clock goes as the world's does.
    vi.setSystemTime(world.clock.now())
    await page.getByRole('button', { name: /: телефон$/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Подтверждение телефона' })
    const number = dialog.getByRole('textbox', { name: 'Номер телефона' })
    const call = dialog.getByRole('button', { name: 'Позвоните мне' })
    await call.click()
    await dialog.getByText('Введите номер телефона.').waitFor()
    await number.fill('8 (495) 123-45-67')
    await call.click()
    await dialog.getByText('Проверьте номер: нужен мобильный телефон с кодом +7').waitFor()

    gateway.nextCode = '0042'
    await number.fill('8 (925) 507-06-02')
    await call.click()
    await dialog.getByText('Звоним на +7 925 507-06-02').waitFor()
    await dialog.getByText('2:00').waitFor()
    expect(gateway.calls.map(({ phone }) => phone)).toEqual(['79255070602'])

    await enter(page, '1111')
    await wrong(dialog).waitFor()
    await enter(page, '2222')
    await wrong(dialog).waitFor()
    await paste(dialog, '+7 495 000-00-42')
    await dialog.getByRole('status').getByText('+7 925 507-06-02 подтверждён').waitFor()
    await dialog.getByRole('button', { name: 'Готово' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('main').getByText('+7 925 507-06-02').waitFor()
  })
})

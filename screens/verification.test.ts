/** Someone shows that an e-mail and a phone are theirs. */
import { describe, expect, vi } from 'vitest'
import { openSmsRuSimulator } from '../server/features/people/verification/phone/sms-ru.simulator.ts'
import { DAY, MINUTE, SECOND } from '../server/kit/clock.ts'
import { StandingClock } from '../server/testing/standing-clock.ts'
import { openTestWorld, PASSWORD, type TestWorld } from '../server/testing/test-world.ts'
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

/** The page's clock goes as the world's does. */
const setClock = (world: TestWorld) => vi.setSystemTime(world.clock.now())

const titles = {
  email: 'Подтверждение email',
  'другой email': 'Изменить email',
  телефон: 'Подтверждение телефона',
}
async function openDialog(page: DomPage, what: keyof typeof titles): Promise<DomLocator> {
  await page.getByRole('button', { name: new RegExp(`: ${what.split(' ').at(-1)}$`) }).click()
  return page.getByRole('dialog', { name: titles[what] })
}

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

/** Another code than this one. */
const not = (code: string): string => (code === '0000' ? '1111' : '0000')

describe('an e-mail', () => {
  story('is changed by a code; the countdown survives a reload, and a second tab follows', async ({ world, open }) => {
    const anna = await world.customer('anna')
    const page = await open('/profile', { as: anna })
    setClock(world)
    let dialog = await openDialog(page, 'email')
    await dialog.getByText('Отправим код на anna@example.ru').waitFor()
    await dialog.getByRole('button', { name: 'Указать другой email' }).click()
    await dialog.getByRole('button', { name: 'Получить код' }).click()
    await dialog.getByText('Введите Email.').waitFor()
    await dialog.getByRole('textbox', { name: 'Email' }).fill('anna')
    await dialog.getByRole('button', { name: 'Получить код' }).click()
    await dialog.getByText('Некорректно введен email').waitFor()
    await dialog.getByRole('textbox', { name: 'Email' }).fill('new@example.ru')
    const password = dialog.getByLabel('Текущий пароль', { exact: true })
    await dialog.getByText('Введите текущий пароль').waitFor()
    await password.fill('не тот пароль')
    await dialog.getByRole('button', { name: 'Получить код' }).click()
    await dialog.getByText('Неверный текущий пароль').waitFor()
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true')
    await password.fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Получить код' }).click()
    await dialog.getByText('Мы отправили письмо с кодом на new@example.ru').waitFor()
    const first = await world.letterTo('new@example.ru')

    await dialog.getByText('0:30').waitFor()
    await expect.poll(() => dialog.getByRole('button', { name: 'Отправить ещё раз' }).count()).toBe(0)
    world.clock.advance(12 * SECOND)
    setClock(world)
    await dialog.getByText('0:18').waitFor()
    await page.reload()
    dialog = await openDialog(page, 'email')
    await dialog.getByText('Мы отправили письмо с кодом на new@example.ru').waitFor()
    await dialog.getByText('0:18').waitFor()

    world.clock.advance(18 * SECOND)
    setClock(world)
    await dialog.getByRole('button', { name: 'Отправить ещё раз' }).click()
    await dialog.getByText('0:30').waitFor()
    const second = await world.letterTo('new@example.ru')
    expect(second.id).not.toBe(first.id)
    await enter(page, not(second.code))
    await wrong(dialog).waitFor()
    await expect.poll(() => dialog.getByLabel('Цифра 1 из 4').inputValue()).toBe('')
    await paste(dialog, `Ваш код: ${second.code}`)
    await isConfirmed(page, 'new@example.ru')

    // Of what is confirmed nothing is left to do but to take another, and the dialog says so until it is closed.
    world.clock.advance(MINUTE)
    setClock(world)
    dialog = await openDialog(page, 'другой email')
    await dialog.getByText('Сейчас вы входите с new@example.ru').waitFor()
    await dialog.getByRole('textbox', { name: 'Email' }).fill('newer@example.ru')
    await dialog.getByLabel('Текущий пароль', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Получить код' }).click()
    await dialog.getByText('Мы отправили письмо с кодом на newer@example.ru').waitFor()
    await enter(page, (await world.letterTo('newer@example.ru')).code)
    await isConfirmed(page, 'newer@example.ru', 'Изменить email')

    const dina = await world.customer('dina')
    await dina.asks('verification', 'sendApproveEmail', { email: 'tab@example.ru', password: PASSWORD })
    const tab = await open('/profile', { as: dina })
    const there = await openDialog(tab, 'email')
    await there.getByText('Мы отправили письмо с кодом на tab@example.ru').waitFor()
    const { code } = await world.letterTo('tab@example.ru')
    const { flag } = await dina.asks('verification', 'verifyEmail', { pin: not(code) })
    expect(flag).toBe(2)
    await expect.poll(() => wrong(there).count()).toBe(0)
    await dina.asks('verification', 'verifyEmail', { pin: code })
    await isConfirmed(tab, 'tab@example.ru')
  })

  async function isConfirmed(page: DomPage, email: string, name = 'Подтверждение email'): Promise<void> {
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByRole('status').getByText(`${email} подтверждён`).waitFor()
    await dialog.getByRole('button', { name: 'Готово' }).click()
    await page.getByRole('main').getByText(email).first().waitFor()
    await expect.poll(() => page.getByRole('main').getByText('не подтверждён').count()).toBe(0)
  }
})

describe('a phone', () => {
  story('is confirmed by the number that called, after two wrong codes', async ({ world, gateway, open }) => {
    const boris = await world.customer('boris')
    const page = await open('/profile', { as: boris, width: 360 })
    setClock(world)
    const dialog = await openDialog(page, 'телефон')
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

  story(
    'is not guessed: the fifth wrong code closes the entry until another call',
    async ({ world, gateway, open }) => {
      // Anyone who was called before them was called from the same address.
      world.clock.advance(DAY)
      const vera = await world.customer('vera')
      const page = await open('/profile', { as: vera })
      setClock(world)
      const dialog = await openDialog(page, 'телефон')
      gateway.nextCode = '4821'
      await dialog.getByRole('textbox', { name: 'Номер телефона' }).fill('+7 916 000-00-01')
      await dialog.getByRole('button', { name: 'Позвоните мне' }).click()
      for (const code of ['0001', '0002', '0003', '0004']) {
        await enter(page, code)
        await wrong(dialog).waitFor()
        await expect.poll(() => dialog.getByLabel('Цифра 1 из 4').inputValue()).toBe('')
      }
      await enter(page, '0005')
      await dialog.getByText('Этот код больше не действует. Запросите новый').waitFor()
      await expect.poll(() => dialog.getByLabel('Цифра 1 из 4').isDisabled()).toBe(true)

      world.clock.advance(120 * SECOND)
      setClock(world)
      gateway.nextCode = '7733'
      await dialog.getByRole('button', { name: 'Позвонить ещё раз' }).click()
      await dialog.getByText('2:00').waitFor()
      await enter(page, '7733')
      await dialog.getByRole('status').getByText('+7 916 000-00-01 подтверждён').waitFor()
    },
  )
})

/** Someone shows that an e-mail and a phone are theirs. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { openSmsRuSimulator } from '../server/features/people/verification/phone/sms-ru.simulator.ts'
import { DAY, SECOND, StandingClock } from '../server/kit/clock.ts'
import { openTestWorld, PASSWORD, type TestWorld } from '../server/testing/test-world.ts'
import { story as plainStory } from './browser.ts'
import { checkLooks, phoneScreen } from './check-looks.ts'

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

/** The browser tells of every refused request that did not go through the socket. */
const refused = [/status of 4(03|22|29)/]

/** The browser's clock goes as the town's does. */
const setClock = (page: Page, world: TestWorld) => page.context().clock.setFixedTime(world.clock.now())

async function openDialog(page: Page, what: 'email' | 'телефон'): Promise<Locator> {
  await page.getByRole('button', { name: new RegExp(`: ${what}$`) }).click()
  return page.getByRole('dialog', { name: what === 'email' ? 'Подтверждение email' : 'Подтверждение телефона' })
}

async function enter(dialog: Locator, code: string): Promise<void> {
  await dialog.getByLabel('Цифра 1 из 4').click()
  await dialog.page().keyboard.type(code)
}

async function paste(dialog: Locator, text: string): Promise<void> {
  await dialog.getByLabel('Цифра 1 из 4').evaluate((input, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

/** Another code than this one. */
const not = (code: string): string => (code === '0000' ? '1111' : '0000')

/** Asked for when someone was called twice today, here or from this address. */
const robot = (dialog: Locator) => dialog.getByRole('checkbox', { name: 'Я не робот' })
async function passCaptcha(dialog: Locator): Promise<void> {
  await robot(dialog).click()
  await dialog.getByText('Проверено').waitFor()
}

const wrong = (dialog: Locator) => dialog.getByRole('alert').getByText('Код не подошёл. Проверьте и введите ещё раз')

describe('an e-mail', () => {
  story('is changed by a code; the countdown survives a reload, and a second tab follows', async ({ world, open }) => {
    const anna = await world.customer('anna')
    const page = await open('/profile', { as: anna, expects: refused })
    await setClock(page, world)
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
    expect(await password.getAttribute('aria-invalid')).toBe('true')
    await password.fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Получить код' }).click()
    await dialog.getByText('Мы отправили письмо с кодом на new@example.ru').waitFor()
    const first = await world.letterTo('new@example.ru')

    await dialog.getByText('0:30').waitFor()
    expect(await dialog.getByRole('button', { name: 'Отправить ещё раз' }).count()).toBe(0)
    world.clock.advance(12 * SECOND)
    await setClock(page, world)
    await dialog.getByText('0:18').waitFor()
    await page.reload()
    dialog = await openDialog(page, 'email')
    await dialog.getByText('0:18').waitFor()

    const other = await open('/profile', { as: anna })
    const there = await openDialog(other, 'email')
    await there.getByText('Мы отправили письмо с кодом на new@example.ru').waitFor()

    world.clock.advance(18 * SECOND)
    await setClock(page, world)
    await dialog.getByRole('button', { name: 'Отправить ещё раз' }).click()
    await dialog.getByText('0:30').waitFor()
    const second = await world.letterTo('new@example.ru')
    expect(second.id).not.toBe(first.id)

    await enter(dialog, not(second.code))
    await wrong(dialog).waitFor()
    expect(await dialog.getByLabel('Цифра 1 из 4').inputValue()).toBe('')
    expect(await wrong(there).count()).toBe(0)
    await paste(dialog, `Ваш код: ${second.code}`)
    await dialog.getByRole('status').getByText('new@example.ru подтверждён').waitFor()
    await there.getByRole('status').getByText('new@example.ru подтверждён').waitFor()

    for (const tab of [page, other]) {
      await tab.getByRole('dialog').getByRole('button', { name: 'Готово' }).click()
      await tab.getByRole('main').getByText('new@example.ru').first().waitFor()
      expect(await tab.getByRole('main').getByText('не подтверждён').count()).toBe(0)
    }
  })
})

describe('a phone', () => {
  story(
    'is not guessed: the fifth wrong code closes the entry until another call',
    async ({ world, gateway, open }) => {
      // Anyone who was called before them was called from the same address.
      world.clock.advance(DAY)
      const [vera, neighbour] = [await world.customer('vera'), await world.customer('neighbour')]
      await neighbour
        .connects()
        .then((browser) => browser.asks('verification', 'approveCall', { phone: '+7 916 000-00-04' }))
      const page = await open('/profile', { as: vera, expects: refused })
      await setClock(page, world)
      const dialog = await openDialog(page, 'телефон')
      gateway.nextCode = '4821'
      await dialog.getByRole('textbox', { name: 'Номер телефона' }).fill('+7 916 000-00-01')
      await dialog.getByRole('button', { name: 'Позвоните мне' }).click()
      for (const code of ['0001', '0002', '0003', '0004']) {
        await enter(dialog, code)
        await wrong(dialog).waitFor()
        await expect.poll(() => dialog.getByLabel('Цифра 1 из 4').inputValue()).toBe('')
      }
      await enter(dialog, '0005')
      await dialog.getByText('Этот код больше не действует. Запросите новый').waitFor()
      expect(await dialog.getByLabel('Цифра 1 из 4').isDisabled()).toBe(true)

      world.clock.advance(120 * SECOND)
      await setClock(page, world)
      gateway.nextCode = '7733'
      const rang = gateway.calls.length
      await dialog.getByRole('button', { name: 'Позвонить ещё раз' }).click()
      await dialog.getByText('Поставьте галочку «Я не робот», чтобы продолжить').waitFor()
      expect(gateway.calls).toHaveLength(rang)
      await passCaptcha(dialog)
      await dialog.getByRole('button', { name: 'Позвонить ещё раз' }).click()
      await dialog.getByText('2:00').waitFor()
      expect(await robot(dialog).count()).toBe(0)
      await enter(dialog, '7733')
      await dialog.getByRole('status').getByText('+7 916 000-00-01 подтверждён').waitFor()
    },
  )
})

describe('on every screen', () => {
  story('the password and the captcha are seen whole, and let through', async ({ world, gateway, open }) => {
    world.clock.advance(DAY)
    const gleb = await world.customer('gleb-looks')
    const page = await open('/profile', { as: gleb, ...phoneScreen, expects: refused })
    await setClock(page, world)
    const email = await openDialog(page, 'email')
    await email.getByRole('button', { name: 'Указать другой email' }).click()
    await email.getByRole('button', { name: 'Получить код' }).click()
    await email.getByText('Введите текущий пароль').waitFor()
    await checkLooks(page)
    await page.keyboard.press('Escape')

    // Two others were called from this address today.
    for (const name of ['dina', 'egor']) {
      const other = await world.customer(`${name}-looks`)
      await other.connects().then((browser) =>
        browser.asks('verification', 'approveCall', {
          phone: name === 'dina' ? '+7 916 000-00-02' : '+7 916 000-00-05',
        }),
      )
    }
    const phone = await openDialog(page, 'телефон')
    await phone.getByRole('textbox', { name: 'Номер телефона' }).fill('+7 916 000-00-03')
    await phone.getByRole('button', { name: 'Позвоните мне' }).click()
    await phone.getByText('Поставьте галочку «Я не робот», чтобы продолжить').waitFor()
    await checkLooks(page)
    // Without it nothing is asked for.
    await phone.getByRole('button', { name: 'Позвоните мне' }).click()
    const rang = gateway.calls.length
    await passCaptcha(phone)
    await phone.getByRole('button', { name: 'Позвоните мне' }).click()
    await phone.getByText('Звоним на +7 916 000-00-03').waitFor()
    expect(gateway.calls).toHaveLength(rang + 1)
    expect(await robot(phone).count()).toBe(0)
  })
})

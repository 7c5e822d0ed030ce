/** What a phone that shall be theirs asks a person for in a browser: the captcha; `screens/verification.test.ts` has the rest. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { openSmsRuSimulator } from '../server/features/people/verification/phone/sms-ru.simulator.ts'
import { DAY, SECOND } from '../server/kit/clock.ts'
import { StandingClock } from '../server/testing/standing-clock.ts'
import { openTestWorld, type TestWorld } from '../server/testing/test-world.ts'
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

/** The browser reports every refused request that did not go through the socket. */
const refused = [/status of 4(03|22|29)/]

/** The browser's clock goes as the town's does. */
const setClock = (page: Page, world: TestWorld) => page.context().clock.setFixedTime(world.clock.now())

async function openDialog(page: Page, what: 'email' | 'телефон'): Promise<Locator> {
  await page.getByRole('button', { name: new RegExp(`: ${what}$`) }).click()
  return page.getByRole('dialog', { name: what === 'email' ? 'Подтверждение email' : 'Подтверждение телефона' })
}

/** Asked for when someone was called twice today, here or from this address. */
const robot = (dialog: Locator) => dialog.getByRole('checkbox', { name: 'Я не робот' })
async function passCaptcha(dialog: Locator): Promise<void> {
  await robot(dialog).click()
  await dialog.getByText('Проверено').waitFor()
}

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
    await expect.poll(() => robot(phone).count()).toBe(0)

    world.clock.advance(120 * SECOND)
    await setClock(page, world)
    await phone.getByRole('button', { name: 'Позвонить ещё раз' }).click()
    await phone.getByText('Поставьте галочку «Я не робот», чтобы продолжить').waitFor()
    expect(gateway.calls).toHaveLength(rang + 1)
    await passCaptcha(phone)
    await phone.getByRole('button', { name: 'Позвонить ещё раз' }).click()
    await phone.getByText('2:00').waitFor()
    await expect.poll(() => robot(phone).count()).toBe(0)
  })
})

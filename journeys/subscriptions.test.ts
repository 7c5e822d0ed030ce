/** What was paid for, printed and counted, and the looks of it; `screens/subscriptions.test.ts` has what is done with it. */
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { buys } from '../server/features/commerce/payments/cart-orders.samples.ts'
import { DAY } from '../server/kit/clock.ts'
import { openTestWorld, trial } from '../server/testing/test-world.ts'
import { story } from './browser.ts'
import { checkLandmarks, checkLooks, phoneScreen } from './check-looks.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const held = (page: Page, name: string) => card(page, 'Подписки').getByRole('listitem').filter({ hasText: name })
const seenInFeed = (page: Page) => page.getByRole('complementary', { name: 'Что вы слушаете' })

async function choose(page: Page, name: string, act: string): Promise<void> {
  await held(page, name)
    .getByRole('button', { name: `Ещё: ${name}` })
    .click()
  await page.getByRole('menuitem', { name: act }).click()
}

story('what was paid for is looked back at, and printed', async ({ world, open }) => {
  const egor = await world.customer('egor-buys')
  const accounts: string[] = []
  for (let count = 0; count < 11; count++) {
    accounts.push(
      await buys(world, egor, { slugs: ['photographers', 'video', 'vets', 'event-hosts'].slice(0, 1 + (count % 4)) }),
    )
    world.clock.advance(DAY)
  }
  const page = await open('/profile', { as: egor })
  const purchases = card(page, 'Покупки')
  await expect.poll(() => purchases.getByRole('listitem').count()).toBe(10)
  await purchases.getByRole('link', { name: 'Следующая страница' }).click()
  await expect.poll(() => purchases.getByRole('listitem').count()).toBe(1)
  expect(new URL(page.url()).hash).toBe('#page-purchases=2')

  await purchases.getByRole('link', { name: /^Счёт: Фотографы/ }).click()
  await checkLandmarks(page, `Счёт № ${accounts[0]}`)
  expect(new URL(page.url()).pathname).toBe(`/invoice/${accounts[0]}`)
  const { lines, purchase } = await egor.asks('payments', 'getInvoice', { account: accounts[0] ?? '' })
  await expect.poll(() => page.getByRole('main').getByRole('row').count()).toBe(lines.length + 2)
  await page
    .getByRole('row', { name: /Итого/ })
    .getByText(`${purchase.sum.toLocaleString('ru').replaceAll(/\s/g, '\u00A0')}\u00A0руб.`)
    .waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('banner').isVisible()).toBe(false)
  await expect.poll(() => page.getByRole('button', { name: 'Распечатать' }).isVisible()).toBe(false)
  await expect.poll(() => page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)

  const stranger = await world.customer('stranger-looks')
  const other = await open(`/invoice/${accounts[0]}`, { as: stranger, expects: [/status of 404/] })
  await other.getByRole('heading', { name: 'Такого счёта нет' }).waitFor()
})

story('a payment is a goal of the counter, once, where there is one', async ({ open }) => {
  const world = await openTestWorld({ config: { metrikaId: '101' } })
  try {
    const lev = await world.customer('lev-counted')
    await buys(world, lev, { slugs: ['photographers'] })
    const page = await open('/profile', { as: lev, address: world.web.address })
    // A town of its own has a clock of its own.
    await page.clock.setFixedTime(world.clock.now())
    const { sum } = (await lev.asks('payments', 'listPurchases', {})).docs[0] ?? { sum: 0 }
    const goals: unknown[] = []
    await page.exposeFunction('hear', (goal: unknown) => void goals.push(goal))
    await page.route('https://mc.yandex.ru/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'for (const goal of window.ym.a) window.hear(goal); window.ym.a.push = (goal) => window.hear(goal)',
      }),
    )
    await page.goto('/feed#payment_success')
    await expect
      .poll(() => goals)
      .toMatchObject([
        [101, 'init', {}],
        [101, 'reachGoal', 'payment', { order_price: sum, currency: 'RUB' }],
      ])
    await page.goto('/profile')
    await page.goto('/feed#payment_success')
    await seenInFeed(page).getByText('Фотографы').waitFor()
    await expect.poll(() => new URL(page.url()).hash).toBe('')
    expect(goals).toHaveLength(2)
    await page.context().close()
  } finally {
    await world.close()
  }
})

/** Each width and each theme, and the narrowest in both. */
describe('on every screen', () => {
  story('subscriptions, purchases and their dialogs are seen whole', async ({ world, open }) => {
    const ivan = await world.customer('ivan-looks', trial('vets'))
    const account = await buys(world, ivan, { slugs: ['photographers', 'video', 'event-hosts'] })
    await buys(world, ivan, { product: 'group', quantity: 20 })
    const [frozen] = (await ivan.asks('subscriptions', 'listSubscriptions', {})).subscriptions.filter(
      ({ Category }) => Category?.name === 'Фотографы',
    )
    await ivan.asks('subscriptions', 'freezeSubscription', { id: frozen?.id ?? 0 })
    const page = await open('/profile', { ...phoneScreen, as: ivan })
    await held(page, 'Фотографы').getByText('заморожена', { exact: true }).waitFor()
    await expect.poll(() => card(page, 'Покупки').getByRole('listitem').count()).toBe(2)
    await checkLandmarks(page, 'Профиль')
    await checkLooks(page)

    await held(page, 'Фотографы').getByRole('button', { name: 'Разморозить: Фотографы' }).click()
    await dialog(page, 'Разморозить подписку?').waitFor()
    await checkLooks(page)
    await page.keyboard.press('Escape')
    for (const [name, act, title] of [
      ['Видеосъёмка и монтаж', 'Заморозить', 'Заморозить подписку?'],
      ['Видеосъёмка и монтаж', 'Сменить категорию', 'Сменить категорию'],
      ['Группы', 'Купить больше мест', 'Купить больше мест для групп'],
    ] as const) {
      await choose(page, name, act)
      await dialog(page, title).getByRole('button', { name: 'Отмена' }).waitFor()
      await checkLooks(page)
      await page.keyboard.press('Escape')
      await dialog(page, title).waitFor({ state: 'detached' })
    }

    await page.goto(`/invoice/${account}`)
    await checkLandmarks(page, `Счёт № ${account}`)
    await checkLooks(page)
    await page.goto('/feed#payment_success')
    await page.getByText('Спасибо за покупку!').waitFor()
    await checkLooks(page)
  })
})

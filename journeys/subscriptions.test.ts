/** Someone looks after what they bought: lets it stand still, changes it, adds to it, and looks back at what they paid. */
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { TariffProduct, TariffType } from '../contract/access/tariffs.ts'
import { DAY } from '../server/kit/clock.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { openTestWorld, trial, type TestWorld } from '../server/testing/test-world.ts'
import { story } from './browser.ts'
import { checkLandmarks, checkLooks, phoneScreen } from './check-looks.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const held = (page: Page, name: string) => card(page, 'Подписки').getByRole('listitem').filter({ hasText: name })
const seenInFeed = (page: Page) => page.getByRole('complementary', { name: 'Что вы слушаете' })

interface Bought {
  product?: TariffProduct
  type?: TariffType
  /** Slugs of categories. */
  slugs?: string[]
  quantity?: number
  /** Months. */
  duration?: number
}

/** As the order page would, without its clicks. @returns the number of the order, which is not paid yet */
async function orders(
  world: TestWorld,
  person: TestUser,
  { product = 'category', type = 'regular', slugs = [], quantity, duration = 1 }: Bought,
): Promise<string> {
  const { list } = await person.asks('tariffs', 'listTariffs', {})
  const tariff = list.find(
    (each) =>
      each.product === product && each.type === type && each.durationUnit === 'month' && each.duration === duration,
  )
  if (!tariff) throw new Error(`no ${type} tariff of ${product} for ${duration} months is on sale`)
  const value = await Promise.all(slugs.map((slug) => world.categoryId(slug)))
  await person.asks('cart', 'updateCart', { tariff: tariff.id, ...(quantity && { quantity }) })
  await person.asks('cart', 'setCartItems', { value })
  return (await person.asks('payments', 'orderCart', { gateway: 'test' })).account
}

/** @returns the number of the order */
async function buys(world: TestWorld, person: TestUser, bought: Bought): Promise<string> {
  const account = await orders(world, person, bought)
  await person.asks('payments', 'payInTestMode', { account })
  await world.settle()
  return account
}

async function choose(page: Page, name: string, act: string): Promise<void> {
  await held(page, name)
    .getByRole('button', { name: `Ещё: ${name}` })
    .click()
  await page.getByRole('menuitem', { name: act }).click()
}

story('a subscription stands still, and runs again', async ({ world, open }) => {
  const anna = await world.customer('anna-freezes')
  await buys(world, anna, { slugs: ['photographers'] })
  world.clock.advance(2 * DAY)
  const page = await open('/profile', { as: anna })
  await held(page, 'Фотографы')
    .getByText(/осталось? \d+ д/)
    .waitFor()

  await choose(page, 'Фотографы', 'Заморозить')
  const freezing = dialog(page, 'Заморозить подписку?')
  await freezing.getByText('сообщений нет в ленте').waitFor()
  await freezing.getByText('Заморозить можно ещё 2 раза, в сумме на 30 дней').waitFor()
  await freezing.getByRole('button', { name: 'Отмена' }).click()
  await freezing.waitFor({ state: 'detached' })
  // Anyone who works by keyboard goes on where they were.
  await held(page, 'Фотографы').getByRole('button', { name: 'Ещё: Фотографы' }).and(page.locator(':focus')).waitFor()

  await choose(page, 'Фотографы', 'Заморозить')
  await freezing.getByRole('button', { name: 'Заморозить' }).click()
  await page.getByText('Подписка заморожена').waitFor()
  await held(page, 'Фотографы').getByText('заморожена').waitFor()
  await held(page, 'Фотографы').getByText('Пойдёт дальше сама').waitFor()
  await held(page, 'Фотографы').and(page.locator(':focus')).waitFor()
  expect((await anna.asks('subscriptions', 'listSubscriptions', {})).products).toEqual([])

  await page.goto('/feed')
  await seenInFeed(page).getByText('Пока ни одной').waitFor()

  await page.goto('/profile')
  await held(page, 'Фотографы').getByRole('button', { name: 'Разморозить: Фотографы' }).click()
  const running = dialog(page, 'Разморозить подписку?')
  await running.getByText('Дни снова пойдут').waitFor()
  await running.getByRole('button', { name: 'Разморозить' }).click()
  await page.getByText('Подписка снова действует').waitFor()
  await held(page, 'Фотографы').getByText('заморожена').waitFor({ state: 'detached' })
  await held(page, 'Фотографы').getByRole('link', { name: 'Продлить: Фотографы' }).waitFor()
  expect((await anna.asks('subscriptions', 'listSubscriptions', {})).subscriptions).toMatchObject([
    { frozenAt: null, freeze: { times: 1 } },
  ])
})

story('what can not be unfrozen is for support', async ({ world, open }) => {
  const boris = await world.customer('boris-freezes')
  await buys(world, boris, { slugs: ['photographers'] })
  const [subscription] = (await boris.asks('subscriptions', 'listSubscriptions', {})).subscriptions
  await boris.asks('subscriptions', 'freezeSubscription', { id: subscription?.id ?? 0 })
  const page = await open('/profile', { as: boris, expects: [/status of 409/] })
  await held(page, 'Фотографы').getByRole('button', { name: 'Разморозить: Фотографы' }).click()
  await boris.asks('subscriptions', 'unfreezeSubscription', { id: subscription?.id ?? 0 })
  await dialog(page, 'Разморозить подписку?').getByRole('button', { name: 'Разморозить' }).click()
  await dialog(page, 'Разморозить подписку?').getByText('Ошибка, обратитесь в техподдержку').waitFor()
})

describe('another category', () => {
  story('takes the place of the one that was bought, once', async ({ world, open }) => {
    const vera = await world.customer('vera-changes')
    await buys(world, vera, { slugs: ['photographers', 'video'] })
    const page = await open('/profile', { as: vera })
    await choose(page, 'Фотографы', 'Сменить категорию')
    const changing = dialog(page, 'Сменить категорию')
    await changing.getByRole('button', { name: 'Сменить', exact: true }).click()
    await changing.getByText('Выберите категорию').waitFor()
    const choice = changing.getByRole('combobox', { name: 'Новая категория' })
    await choice.fill('Видео')
    // What is held already is not offered.
    await page.getByText('Такой категории нет').waitFor()
    await choice.fill('Ветер')
    await page.getByRole('option', { name: 'Ветеринары' }).click()
    await changing.getByRole('button', { name: 'Сменить', exact: true }).click()
    await page.getByText('Теперь это «Ветеринары»').waitFor()
    await held(page, 'Ветеринары').waitFor()
    await held(page, 'Фотографы').waitFor({ state: 'detached' })

    await choose(page, 'Ветеринары', 'Сменить категорию')
    await changing.getByText('Лимит изменений по этой подписке исчерпан').waitFor()
    await changing.getByRole('button', { name: 'Понятно' }).click()
    await changing.waitFor({ state: 'detached' })
  })

  story('is not to be had for whoever has them all', async ({ world, open }) => {
    const galina = await world.customer('galina-has-all')
    const categories = await world.db.selectFrom('categories').select('slug').execute()
    await buys(world, galina, { slugs: categories.map(({ slug }) => slug) })
    const page = await open('/profile', { as: galina })
    await card(page, 'Подписки')
      .getByRole('button', { name: `Ещё ${categories.length - 6}` })
      .click()
    await choose(page, 'Фотографы', 'Сменить категорию')
    await dialog(page, 'Сменить категорию').getByText('Добавлены все доступные категории').waitFor()
  })
})

story('groups are added to the subscription that runs', async ({ world, open }) => {
  const dina = await world.customer('dina-adds')
  await buys(world, dina, { product: 'group', quantity: 20 })
  const page = await open('/profile', { as: dina })
  await held(page, 'Группы').getByText('до 20 групп').waitFor()
  await choose(page, 'Группы', 'Купить больше мест')
  const adding = dialog(page, 'Купить больше мест для групп')
  const quantity = adding.getByRole('textbox', { name: 'Сколько групп добавить' })
  await quantity.fill('10')
  const { total, maxQuantity } = await dina.asks('subscriptions', 'estimatePackage', { quantity: 10 })
  await adding.getByText(`${total.toLocaleString('ru').replaceAll(/\s/g, '\u00A0')}\u00A0руб.`).waitFor()
  await adding.getByText('10 групп до конца подписки').waitFor()
  await quantity.fill(String(maxQuantity + 1))
  await adding.getByText(new RegExp(`Можно добавить не больше ${maxQuantity} групп`)).waitFor()
  expect(await adding.getByRole('button', { name: 'Оплатить' }).isDisabled()).toBe(true)

  await quantity.fill('10')
  await adding.getByRole('button', { name: 'Оплатить' }).click()
  await dialog(page, 'Тестовая оплата').getByRole('button', { name: 'Оплатить' }).click()
  await page.getByText('Оплата прошла, групп стало больше').waitFor()
  await held(page, 'Группы').getByText('до 30 групп').waitFor()
  await expect.poll(() => card(page, 'Покупки').getByRole('listitem').count()).toBe(2)
})

story('no groups are added to a trial, nor more than there may be', async ({ world, open }) => {
  const fedor = await world.customer('fedor-tries')
  const startsAt = world.clock.now()
  const own = {
    userId: fedor.userId,
    productType: 'group',
    productId: 1,
    startsAt,
    expiresAt: new Date(startsAt.getTime() + 3 * DAY),
  }
  await world.db
    .insertInto('subscriptions')
    .values({ ...own, tariffType: 'trial' })
    .execute()
  const page = await open('/profile', { as: fedor, expects: [/status of 409/] })
  await choose(page, 'Группы', 'Купить больше мест')
  const adding = dialog(page, 'Купить больше мест для групп')
  await adding.getByText('Сперва оформите платную подписку на странице заказа').waitFor()
  expect(await adding.getByRole('link', { name: 'Выбрать тариф' }).getAttribute('href')).toBe('/order?product=group')

  await buys(world, fedor, { product: 'group', quantity: 20 })
  await world.db
    .deleteFrom('subscriptions')
    .where('userId', '=', fedor.userId)
    .where('tariffType', '=', 'trial')
    .execute()
  await world.db.updateTable('subscriptions').set({ maxSize: 1_000_000 }).where('userId', '=', fedor.userId).execute()
  await page.reload()
  await choose(page, 'Группы', 'Купить больше мест')
  await adding.getByText('Больше групп к этой подписке не добавить').waitFor()
})

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
  expect(await page.getByRole('main').getByRole('row').count()).toBe(lines.length + 2)
  await page
    .getByRole('row', { name: /Итого/ })
    .getByText(`${purchase.sum.toLocaleString('ru').replaceAll(/\s/g, '\u00A0')}\u00A0руб.`)
    .waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('banner').isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Распечатать' }).isVisible()).toBe(false)
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)

  const stranger = await world.customer('stranger-looks')
  const other = await open(`/invoice/${accounts[0]}`, { as: stranger, expects: [/status of 404/] })
  await other.getByRole('heading', { name: 'Такого счёта нет' }).waitFor()
})

story('whoever comes back from paying is thanked, once', async ({ world, open }) => {
  const zoya = await world.customer('zoya-pays')
  const account = await buys(world, zoya, { slugs: ['photographers'] })
  const page = await open('/feed#payment_success', { as: zoya })
  const thanks = page.getByRole('status').filter({ hasText: 'Спасибо за покупку!' })
  await thanks.getByText('Фотографы').waitFor()
  await expect.poll(() => new URL(page.url()).hash).toBe('')
  expect(await thanks.getByRole('link', { name: 'Счёт' }).getAttribute('href')).toBe(`/invoice/${account}`)
  await thanks.getByRole('button', { name: 'Закрыть' }).click()
  await thanks.waitFor({ state: 'detached' })

  await page.goto('/feed#payment_success')
  await page.reload()
  await seenInFeed(page).getByText('Фотографы').waitFor()
  await expect.poll(() => new URL(page.url()).hash).toBe('')
  expect(await page.getByText('Спасибо за покупку!').count()).toBe(0)

  // The next order is another one.
  await buys(world, zoya, { slugs: ['video'] })
  await page.goto('/feed?again#payment_success')
  await thanks.getByText('Видеосъёмка и монтаж').waitFor()
})

story('whoever is back before his bank has answered is told so, and then thanked', async ({ world, open }) => {
  const kira = await world.customer('kira-waits')
  const account = await orders(world, kira, { slugs: ['photographers'] })
  const page = await open('/feed#payment_success', { as: kira })
  await page.getByText('Ждём, пока банк подтвердит оплату').waitFor()
  await seenInFeed(page).getByText('Пока ни одной').waitFor()
  await kira.asks('payments', 'payInTestMode', { account })
  await page.getByText('Спасибо за покупку!').waitFor()
  await seenInFeed(page).getByText('Фотографы').waitFor()
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
    const told: unknown[] = []
    await page.exposeFunction('hear', (goal: unknown) => void told.push(goal))
    await page.route('https://mc.yandex.ru/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'for (const told of window.ym.a) window.hear(told); window.ym.a.push = (told) => window.hear(told)',
      }),
    )
    await page.goto('/feed#payment_success')
    await expect
      .poll(() => told)
      .toMatchObject([
        [101, 'init', {}],
        [101, 'reachGoal', 'payment', { order_price: sum, currency: 'RUB' }],
      ])
    await page.goto('/profile')
    await page.goto('/feed#payment_success')
    await seenInFeed(page).getByText('Фотографы').waitFor()
    await expect.poll(() => new URL(page.url()).hash).toBe('')
    expect(told).toHaveLength(2)
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
    await held(page, 'Фотографы').getByText('заморожена').waitFor()
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

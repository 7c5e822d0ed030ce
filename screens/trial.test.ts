/** Someone tries the product, and someone whose subscription stands still or is over: what the feed says, and the way on. */
import { describe, expect } from 'vitest'
import { buys } from '../server/features/commerce/payments/cart-orders.samples.ts'
import { DAY, HOUR } from '../server/kit/clock.ts'
import { groups, paid, trial, type TestWorld } from '../server/testing/test-world.ts'
import { cards, story, untilLive, type DomPage } from './story.ts'

const hidden = (page: DomPage) => page.getByRole('region', { name: 'Последние три дня' })
const LIVE = 'Новые сообщения появятся здесь'
const LATE = 'На пробном доступе новые сообщения видны через три дня'

async function postedAgo(world: TestWorld, age: number, text: string): Promise<void> {
  const at = world.clock.now().getTime() - age
  await world.post(text, {
    publishedAt: new Date(at),
    author: { externalId: text, name: text, avatar: null, url: null, city: null },
  })
}

async function photographed(world: TestWorld): Promise<void> {
  await world.forgetMessages()
  await world.looksFor('photographers', 'фотограф')
  await postedAgo(world, 5 * DAY, 'Ищу фотографа на юбилей')
  await postedAgo(world, 2 * DAY, 'Нужен фотограф на выпускной')
  await postedAgo(world, DAY, 'Посоветуйте фотографа в роддом')
  await postedAgo(world, 3 * HOUR, 'Кто знает хорошего фотографа?')
  await postedAgo(world, HOUR, 'Фотограф на завтра, срочно')
}

describe('a trial', () => {
  story('shows what it hides, and pays for exactly that', async ({ world, open }) => {
    await photographed(world)
    const boris = await world.customer('boris-tries', trial('photographers'))
    // What was left in the cart is not bought along.
    await boris.asks('cart', 'setCartItems', { value: [await world.categoryId('vets')] })
    const page = await open('/feed', { as: boris })
    await hidden(page).getByRole('heading', { name: '4 человека искали фотографа за три дня' }).waitFor()
    await expect.poll(() => hidden(page).getByRole('listitem').count()).toBe(3)
    await hidden(page).getByText('И ещё 1 сообщение').waitFor()
    await hidden(page).getByText('Последние три дня скрыты.').waitFor()
    await page.getByText(LATE).waitFor()
    await expect.poll(() => page.getByText(LIVE).count()).toBe(0)
    await expect.poll(() => cards(page).count()).toBe(1)
    await expect.poll(() => hidden(page).getByText('выпускной').count()).toBe(0)

    await hidden(page)
      .getByRole('button', { name: /^Открыть за .*: Фотографы$/ })
      .click()
    await page.getByRole('heading', { name: 'Тарифы', level: 1 }).waitFor()
    const offered = (await boris.asks('feed', 'getVeiled', {})).veiled[0]?.offer
    await expect
      .poll(async () => {
        const { cart, estimation } = await boris.asks('cart', 'getCart', {})
        return [cart.items, cart.tariff, estimation.total]
      })
      .toEqual([[await world.categoryId('photographers')], offered?.tariff, offered?.total])
    await page.getByText('Фотографы', { exact: true }).waitFor()

    const { account } = await boris.asks('payments', 'orderCart', { gateway: 'test' })
    await boris.asks('payments', 'payInTestMode', { account })
    await world.settle()
    await page.goto('/feed')
    await untilLive(page)
    await expect.poll(() => cards(page).count()).toBe(5)
    await expect.poll(() => hidden(page).count()).toBe(0)
  })

  story('is counted by the filter that is read', async ({ world, open }) => {
    await photographed(world)
    const vera = await world.customer('vera-tries', trial('photographers'))
    await vera.asks('filters', 'updateFilter', { id: vera.filterId, includedWords: ['выпускной'] })
    const page = await open('/feed', { as: vera })
    await hidden(page)
      .getByRole('heading', { name: 'По этому фильтру: 1 человек искал фотографа за три дня' })
      .waitFor()
    await expect.poll(() => hidden(page).getByRole('listitem').count()).toBe(0)
    await page.getByRole('heading', { name: 'Под фильтр ничего не подошло' }).waitFor()
    await page.getByText('На пробном доступе новые подходящие видны через три дня.').waitFor()
  })

  story('beside what is paid for leaves the feed live', async ({ world, open }) => {
    await photographed(world)
    const galina = await world.customer('galina-tries', trial('photographers'), paid('vets'))
    const page = await open('/feed', { as: galina })
    await hidden(page).getByRole('heading', { name: '4 человека искали фотографа за три дня' }).waitFor()
    await untilLive(page)

    const [id, vets] = [galina.filterId, await world.categoryId('vets')]
    await galina.asks('filters', 'updateFilter', { id, categories: [vets] })
    await page.reload()
    await untilLive(page)
    await expect.poll(() => hidden(page).count()).toBe(0)
    await galina.asks('filters', 'updateFilter', { id, categories: [await world.categoryId('photographers')] })
    await page.reload()
    await page.getByText(LATE).waitFor()
    await hidden(page).waitFor()
  })

  story('with nothing older than three days says where the rest is', async ({ world, open }) => {
    await world.forgetMessages()
    const dasha = await world.customer('dasha-tries', trial('photographers'))
    const page = await open('/feed', { as: dasha })
    await hidden(page).getByRole('heading', { name: 'За три дня сообщений «Фотографы» не было' }).waitFor()
    await page.getByRole('heading', { name: 'Пока тихо' }).waitFor()
    await page.getByText('Сообщений старше трёх дней пока нет').waitFor()
  })

  story('of groups without any leads to the list', async ({ world, open }) => {
    const egor = await world.customer('egor-tries', { ...groups(10), tariffType: 'trial' })
    const page = await open('/feed', { as: egor })
    await page.getByRole('heading', { name: 'В списке пока нет групп' }).waitFor()
    await page.getByRole('link', { name: 'Добавить группы' }).click()
    await page.getByRole('heading', { name: 'Группы', level: 1 }).waitFor()
  })
})

describe('who sees nothing', () => {
  story('is a newcomer with one way in', async ({ world, open }) => {
    const nikita = await world.customer('nikita')
    const page = await open('/feed', { as: nikita })
    await page.getByRole('heading', { name: 'Подписок пока нет' }).waitFor()
    await expect.poll(() => page.getByText(LIVE).count()).toBe(0)
    await expect.poll(() => page.getByRole('complementary', { name: 'Что вы слушаете' }).count()).toBe(0)
    const tariffs = page.getByRole('main').getByRole('link', { name: 'Тарифы' })
    await expect.poll(() => tariffs.getAttribute('href')).toBe('/order')
    await page.getByRole('link', { name: 'Попробовать бесплатно' }).click()
    await page.getByRole('button', { name: 'Выбрать категорию' }).waitFor()
  })

  story('whose trial is over is told since when, and has the category in the cart', async ({ world, open }) => {
    const olga = await world.customer('olga-tried', trial('photographers', 3))
    world.clock.advance(3 * DAY)
    const page = await open('/feed', { as: olga })
    const day = world.clock.now().toLocaleDateString('ru', { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' })
    await page.getByRole('heading', { name: `Пробный доступ закончился ${day}` }).waitFor()
    await expect.poll(() => page.getByText(LIVE).count()).toBe(0)
    await page.getByRole('link', { name: 'Подключить' }).click()
    await page.getByRole('heading', { name: 'Тарифы', level: 1 }).waitFor()
    await expect
      .poll(async () => (await olga.asks('cart', 'getCart', {})).cart)
      .toMatchObject({ items: [await world.categoryId('photographers')], tariffDetails: { type: 'regular' } })
  })

  story('whose subscription stands still unfreezes it on the spot', async ({ world, open }) => {
    const inna = await world.customer('inna-froze')
    await buys(world, inna, { slugs: ['photographers'] })
    const [held] = (await inna.asks('subscriptions', 'listSubscriptions', {})).subscriptions
    await inna.asks('subscriptions', 'freezeSubscription', { id: held?.id ?? 0 })
    const page = await open('/feed', { as: inna })
    const day = world.clock.now().toLocaleDateString('ru', { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' })
    await page.getByRole('heading', { name: `Заморожена с ${day}` }).waitFor()
    await page.getByText('она продолжится').waitFor()
    await page.getByRole('button', { name: 'Разморозить' }).click()
    await page
      .getByRole('dialog', { name: 'Разморозить подписку?' })
      .getByRole('button', { name: 'Разморозить' })
      .click()
    await untilLive(page)
    await page.getByRole('complementary', { name: 'Что вы слушаете' }).getByText('Фотографы').waitFor()
  })

  story('with several that stand still chooses among them', async ({ world, open }) => {
    const lena = await world.customer('lena-froze')
    await buys(world, lena, { slugs: ['photographers', 'vets'] })
    for (const { id } of (await lena.asks('subscriptions', 'listSubscriptions', {})).subscriptions)
      await lena.asks('subscriptions', 'freezeSubscription', { id })
    const page = await open('/feed', { as: lena })
    await page.getByRole('heading', { name: 'Подписки заморожены' }).waitFor()
    await page.getByRole('button', { name: 'Разморозить: Ветеринары' }).click()
    await page
      .getByRole('dialog', { name: 'Разморозить подписку?' })
      .getByRole('button', { name: 'Разморозить' })
      .click()
    await untilLive(page)
  })

  story('is no one who sees by their team or their role', async ({ world, open }) => {
    await world.forgetMessages()
    const owner = await world.customer('owner-of-team', { ...paid('photographers'), tariffType: 'team' })
    const member = await world.customer('member-of-team')
    await world.team(owner, member)
    for (const person of [member, await world.somebody('looks-at-all', ['moderator'])]) {
      const page = await open('/feed', { as: person })
      await page.getByRole('heading', { name: 'Пока тихо' }).waitFor()
      await page.getByText('Ещё не пришло ни одного сообщения').waitFor()
      await untilLive(page)
    }
  })
})

story('a trial is not offered for sale beside the same that is paid for', async ({ world, open }) => {
  const yana = await world.customer('yana-tried', trial('photographers', 3), trial('vets', 3))
  await buys(world, yana, { slugs: ['photographers'] })
  const page = await open('/profile', { as: yana })
  const rows = page.getByRole('region', { name: 'Подписки' })
  await rows.getByRole('link', { name: 'Купить: Ветеринары' }).waitFor()
  await rows.getByRole('link', { name: 'Продлить: Фотографы' }).waitFor()
  await expect.poll(() => rows.getByRole('link', { name: 'Купить: Фотографы' }).count()).toBe(0)
})

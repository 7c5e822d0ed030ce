/** Someone looks after what they bought: lets it stand still, changes it, adds to it, and looks back at what they paid. */
import { describe, expect } from 'vitest'
import { buys, orders } from '../server/features/commerce/payments/cart-orders.samples.ts'
import { DAY } from '../server/kit/clock.ts'
import { story, type DomPage } from './story.ts'

const card = (page: DomPage, name: string) => page.getByRole('region', { name })
const dialog = (page: DomPage, name: string) => page.getByRole('dialog', { name })
const held = (page: DomPage, name: string) => card(page, 'Подписки').getByRole('listitem').filter({ hasText: name })
const seenInFeed = (page: DomPage) => page.getByRole('complementary', { name: 'Что вы слушаете' })

async function choose(page: DomPage, name: string, act: string): Promise<void> {
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
  const product = seenInFeed(page).getByRole('link', { name: 'Фотографы' })
  await product.getByText('заморожена').waitFor()
  await product.click()
  await page.getByRole('heading', { name: 'Подписка заморожена' }).waitFor()

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
  const page = await open('/profile', { as: boris })
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
  await expect.poll(() => adding.getByRole('button', { name: 'Оплатить' }).isDisabled()).toBe(true)

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
  const page = await open('/profile', { as: fedor })
  await choose(page, 'Группы', 'Купить больше мест')
  const adding = dialog(page, 'Купить больше мест для групп')
  await adding.getByText('Сперва оформите платную подписку на странице заказа').waitFor()
  await expect
    .poll(() => adding.getByRole('link', { name: 'Выбрать тариф' }).getAttribute('href'))
    .toBe('/order?product=group')

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

story('whoever comes back from paying is thanked, once', async ({ world, open }) => {
  const zoya = await world.customer('zoya-pays')
  const account = await buys(world, zoya, { slugs: ['photographers'] })
  const page = await open('/feed#payment_success', { as: zoya })
  const thanks = page.getByRole('status').filter({ hasText: 'Спасибо за покупку!' })
  await thanks.getByText('Фотографы').waitFor()
  await expect.poll(() => new URL(page.url()).hash).toBe('')
  await expect.poll(() => thanks.getByRole('link', { name: 'Счёт' }).getAttribute('href')).toBe(`/invoice/${account}`)
  await thanks.getByRole('button', { name: 'Закрыть' }).click()
  await thanks.waitFor({ state: 'detached' })

  await page.goto('/feed#payment_success')
  await page.reload()
  await seenInFeed(page).getByText('Фотографы').waitFor()
  await expect.poll(() => new URL(page.url()).hash).toBe('')
  await expect.poll(() => page.getByText('Спасибо за покупку!').count()).toBe(0)

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
  await seenInFeed(page).getByText('Пока ничего').waitFor()
  await kira.asks('payments', 'payInTestMode', { account })
  await page.getByText('Спасибо за покупку!').waitFor()
  await seenInFeed(page).getByText('Фотографы').waitFor()
})

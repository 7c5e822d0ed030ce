/** Presents, trials from the promo page, the admin who sets prices and codes, and letters to us. */
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { insertOrder } from '../server/features/commerce/payments/payments.samples.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, trial, type TestWorld } from '../server/testing/test-world.ts'
import { story, untilLive } from './browser.ts'
import { checkLandmarks, checkLooks, phoneScreen } from './check-looks.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const path = (page: Page): string => new URL(page.url()).pathname

/** The browser tells of every refused request that did not go through the socket. */
const refused = [/status of 4\d\d/]

const approveEmail = ({ db }: TestWorld, { userId }: TestUser) =>
  db.updateTable('users').set({ emailApprove: true }).where('id', '=', userId).execute()

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page
    .getByRole('combobox', { name: field })
    .or(page.getByRole('textbox', { name: field }))
    .first()
    .click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

describe('the present for the first purchase', () => {
  story('is one click away from the cart', async ({ world, open }) => {
    const anna = await world.customer('anna', trial('photographers'))
    const page = await open('/feed', { as: anna })
    await page.getByRole('button', { name: /^Подарок: скидка 20/ }).click()
    const gift = dialog(page, 'Скидка на первую покупку')
    const { promoCode, expiresAt } = await anna.asks('promo', 'getGiftPromoCode', {})
    expect(expiresAt).not.toBeNull()
    const code = promoCode?.code ?? ''
    await gift.getByText(code, { exact: true }).waitFor()
    await gift.getByText(/Действует до \d+ \S+ в \d\d:\d\d/).waitFor()
    await gift.getByRole('button', { name: 'Применить' }).click()

    await page.getByRole('heading', { level: 1, name: 'Тарифы' }).waitFor()
    expect(path(page)).toBe('/order')
    await page.getByText(code, { exact: true }).waitFor()
    await page
      .getByText(/^скидка 20/i)
      .first()
      .waitFor()
    expect((await anna.asks('cart', 'getCart', {})).cart.promoCode).toBe(code)

    // The profile shows it too.
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Забрать' }).click()
    await gift.getByText(code, { exact: true }).waitFor()
  })

  story('is out of sight for whoever does not want to see it, or has it no more', async ({ world, open }) => {
    const boris = await world.customer('boris', trial('photographers'))
    const page = await open('/feed', { as: boris })
    const bonus = page.getByRole('button', { name: /^Подарок:/ })
    await bonus.waitFor()
    await page.getByRole('button', { name: 'Настройки ленты' }).click()
    await dialog(page, 'Настройки ленты').getByRole('switch', { name: 'Кнопка подарка' }).click()
    await bonus.waitFor({ state: 'detached' })
    await page.reload()
    await untilLive(page)
    expect((await boris.asks('feed', 'getFeedSettings', {})).bonus_btn).toBe(false)
    expect(await bonus.count()).toBe(0)

    await boris.asks('feed', 'setFeedSetting', { key: 'bonus_btn', value: true })
    await world.db
      .updateTable('promoCodes')
      .set({ endsAt: world.clock.now() })
      .where('userId', '=', boris.userId)
      .execute()
    expect(await boris.asks('promo', 'getGiftPromoCode', {})).toEqual({ promoCode: null, expiresAt: null })
    await page.reload()
    await untilLive(page)
    expect(await bonus.count()).toBe(0)
  })
})

describe('the promo page', () => {
  story('asks a guest to come in, and greets by name', async ({ open }) => {
    const page = await open(`/promo?greetings=${encodeURIComponent('Ольга')}`)
    await page.getByText('Здравствуйте, Ольга!').waitFor()
    await page.getByRole('button', { name: 'Выбрать категорию' }).click()
    await dialog(page, 'Регистрация').waitFor()
  })

  story('gives a trial once the e-mail is confirmed and a category is chosen', async ({ world, open }) => {
    const vera = await world.customer('vera')
    const page = await open('/promo', { as: vera, expects: refused })
    await page.getByRole('button', { name: 'Выбрать категорию' }).click()
    const wish = dialog(page, 'Попробовать категорию')
    await wish.getByRole('button', { name: 'Попробовать бесплатно' }).click()
    await wish.getByText('Подтвердите свой email', { exact: true }).waitFor()
    await wish.getByText('Выберите категорию', { exact: true }).waitFor()

    await wish.getByRole('button', { name: 'Подтвердить' }).click()
    const email = dialog(page, 'Подтверждение email')
    await email.getByRole('button', { name: 'Отправить код' }).click()
    await email.getByLabel('Цифра 1 из 4').click()
    await page.keyboard.type((await world.letterTo(vera.email)).code)
    await email.getByText('vera@example.ru подтверждён').waitFor()
    await page.keyboard.press('Escape')
    await email.waitFor({ state: 'detached' })
    await wish.getByText('Подтвердите свой email', { exact: true }).waitFor({ state: 'detached' })

    await choose(page, 'Категория', 'Фотографы')
    await wish.getByText('Выберите категорию', { exact: true }).waitFor({ state: 'detached' })
    await wish.getByRole('button', { name: 'Попробовать бесплатно' }).click()
    await page.getByText('Пробный доступ открыт').waitFor()
    expect(path(page)).toBe('/feed')
    await page.getByText('Последние три дня скрыты.').waitFor()
    expect((await vera.asks('subscriptions', 'listSubscriptions', {})).products).toMatchObject([
      { name: 'Фотографы', trial: true },
    ])
  })

  story('knows the category that the address names, and gives no second trial', async ({ world, open }) => {
    const galina = await world.customer('galina')
    await approveEmail(world, galina)
    const address = `/promo?ctg=${await world.categoryId('photographers')}`
    const page = await open(address, { as: galina, expects: refused })
    const wish = dialog(page, 'Попробовать категорию')
    await expect.poll(() => wish.getByLabel('Категория').inputValue()).toBe('Фотографы')
    await world.db.deleteFrom('trialUses').execute()
    await galina.asks('cart', 'subscribeByPromo', {
      fp: 'another device',
      incognito: false,
      more: { product: 'category', category: await world.categoryId('vets') },
    })
    await wish.getByRole('button', { name: 'Попробовать бесплатно' }).click()
    await wish.getByText('Пробный доступ даётся один раз').waitFor()
    await wish.getByRole('link', { name: 'Посмотреть тарифы' }).click()
    await page.getByRole('heading', { level: 1, name: 'Тарифы' }).waitFor()
  })

  story('lets groups be tried only with a confirmed e-mail', async ({ world, open }) => {
    const dina = await world.customer('dina')
    const page = await open('/promo', { as: dina })
    await page.getByRole('button', { name: 'Попробовать группы' }).click()
    const wish = dialog(page, 'Попробовать группы')
    await wish.getByRole('button', { name: 'Попробовать бесплатно' }).click()
    await wish.getByText('Подтвердите свой email', { exact: true }).waitFor()
    expect((await dina.asks('subscriptions', 'listSubscriptions', {})).subscriptions).toEqual([])
  })
})

describe('an admin', () => {
  story('changes a price, and it is the price', async ({ world, open }) => {
    const admin = await world.somebody('admin', ['admin'])
    const page = await open('/feed', { as: admin })
    await page.getByRole('button', { name: 'Меню: admin' }).click()
    await page.getByRole('menuitem', { name: 'Админ' }).click()
    const tariff = page.getByRole('table', { name: 'Тарифы: Категории' }).getByRole('row', { name: /обычный.*1 месяц/ })
    await tariff.getByRole('button', { name: /^Изменить тариф/ }).click()
    const form = dialog(page, 'Изменить тариф')
    await form.getByLabel('Ставка за месяц, руб.').fill('много')
    await form.getByRole('button', { name: 'Сохранить' }).click()
    await form.getByText('Сумма в рублях').waitFor()
    await form.getByLabel('Ставка за месяц, руб.').fill('1 234,50')
    await form.getByRole('button', { name: 'Сохранить' }).click()
    await form.waitFor({ state: 'detached' })
    await tariff.getByText(/1\s234,50\sруб\. в месяц/).waitFor()
    const { list } = await world.web.app
      .inject({ url: '/api/tariff/list' })
      .then((response) => response.json().result as { list: { rate: number }[] })
    expect(list.map(({ rate }) => rate)).toContain(1234.5)
  })

  story('makes a promo code, which then works and can be switched off', async ({ world, open }) => {
    const admin = await world.somebody('boss', ['admin'])
    const page = await open('/admin', { as: admin, expects: refused })
    await page.getByRole('link', { name: 'Промокоды' }).click()
    await page.getByRole('button', { name: 'Новый промокод' }).click()
    const form = dialog(page, 'Новый промокод')
    await form.getByRole('button', { name: 'Создать' }).click()
    await form.getByText('От 3 до 40 букв').waitFor()
    await form.getByRole('textbox', { name: 'Код' }).fill('ВЕСНА-26')
    await form.getByRole('textbox', { name: 'Сколько, %', exact: true }).fill('15')
    await form.getByLabel('Раз всего').fill('100')
    await form.getByRole('button', { name: 'Создать' }).click()
    await form.waitFor({ state: 'detached' })
    const made = page.getByRole('table', { name: 'Промокоды' }).getByRole('row', { name: /ВЕСНА-26/ })
    await made.getByText(/скидка 15\s%/).waitFor()
    await made.getByText('0 из 100').waitFor()

    // Another one of the same name, in small letters.
    await page.getByRole('button', { name: 'Новый промокод' }).click()
    await form.getByRole('textbox', { name: 'Код' }).fill('весна-26')
    await form.getByRole('textbox', { name: 'Сколько, %', exact: true }).fill('20')
    await form.getByRole('button', { name: 'Создать' }).click()
    await form.getByText('Такой промокод уже есть').waitFor()
    await page.keyboard.press('Escape')

    const egor = await world.customer('egor')
    const order = await open('/order', { as: egor })
    await order.getByRole('button', { name: 'Есть промокод?' }).click()
    await order.getByLabel('Промокод', { exact: true }).fill('весна-26')
    await order.keyboard.press('Enter')
    await order
      .getByText(/^скидка 15\s%/i)
      .first()
      .waitFor()

    await page.getByRole('searchbox', { name: 'Найти промокод' }).fill('осень')
    await page.getByRole('heading', { name: 'Такого промокода нет' }).waitFor()
    await page.getByRole('searchbox', { name: 'Найти промокод' }).fill('весна')
    await made.getByRole('button', { name: 'Изменить промокод: ВЕСНА-26' }).click()
    await dialog(page, 'Изменить промокод').getByRole('switch', { name: 'Выключен' }).click()
    await dialog(page, 'Изменить промокод').getByRole('button', { name: 'Сохранить' }).click()
    await made.getByText('выключен').waitFor()
    await order.reload()
    await order.getByText('Такого промокода нет').first().waitFor()
  })

  story('is nobody else: others are told so', async ({ world, open }) => {
    const zoya = await world.customer('zoya', paid('photographers'))
    const page = await open('/admin', { as: zoya })
    await page.getByRole('heading', { level: 1, name: 'Недостаточно прав' }).waitFor()
    await page.getByRole('button', { name: 'Меню: zoya' }).click()
    await page.getByRole('menuitem', { name: 'Профиль' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Админ' }).count()).toBe(0)
    const guest = await open('/admin')
    await dialog(guest, 'Вход').waitFor()
  })
})

describe('a letter to us', () => {
  story('is written by a guest, with what the address fills in', async ({ world, open }) => {
    const page = await open(
      `/contacts?subj=${encodeURIComponent('Тестовый доступ')}&msg=${encodeURIComponent('Прошу открыть доступ. ')}`,
      { expects: refused },
    )
    expect(await page.getByRole('textbox', { name: 'Тема' }).inputValue()).toBe('Тестовый доступ')
    const message = page.getByRole('textbox', { name: 'Сообщение' })
    expect(await message.inputValue()).toBe('Прошу открыть доступ. ')
    await page.getByRole('button', { name: 'Отправить' }).click()
    await page.getByText('Некорректно введен email').waitFor()
    await page.getByLabel('Email для ответа').fill('olga@example.ru')
    await message.fill('Прошу открыть доступ. Спасибо!')
    await page.getByRole('button', { name: 'Отправить' }).click()
    await page.getByRole('heading', { name: 'Спасибо! Письмо у нас' }).and(page.locator(':focus')).waitFor()
    await page.getByText('olga@example.ru').waitFor()
    const kept = await world.db
      .selectFrom('feedback')
      .selectAll()
      .where('email', '=', 'olga@example.ru')
      .executeTakeFirstOrThrow()
    expect(kept).toMatchObject({ userId: null, subject: 'Тестовый доступ', message: 'Прошу открыть доступ. Спасибо!' })
    expect(kept.cameFrom).toContain('/contacts?subj=')

    await page.getByRole('button', { name: 'Написать ещё' }).click()
    expect(await page.getByLabel('Email для ответа').inputValue()).toBe('olga@example.ru')
    expect(await message.inputValue()).toBe('')
  })

  story('knows who is signed in', async ({ world, open }) => {
    const lev = await world.customer('lev')
    const page = await open('/', { as: lev })
    await page.getByRole('contentinfo').getByRole('link', { name: 'Контакты' }).click()
    await expect.poll(() => page.getByLabel('Как к вам обращаться').inputValue()).toBe('lev')
    expect(await page.getByLabel('Email для ответа').inputValue()).toBe('lev@example.ru')
    await page.getByRole('button', { name: 'Отправить' }).click()
    await page.getByText('Напишите сообщение').waitFor()
    await page.getByRole('textbox', { name: 'Сообщение' }).fill('Здравствуйте!')
    await page.getByRole('button', { name: 'Отправить' }).click()
    await page.getByText('Спасибо! Письмо у нас').waitFor()
    expect(await world.db.selectFrom('feedback').select('name').where('userId', '=', lev.userId).execute()).toEqual([
      { name: 'lev' },
    ])
  })
})

/** Each width and each theme, and the narrowest in both. */
describe('on every screen', () => {
  story('everything of this is seen whole', async ({ world, open }) => {
    const name = 'looker-looks'
    const kira = await world.somebody(name, ['admin'], trial('photographers'))
    await kira.asks('promo', 'createPromoCode', {
      code: `${name.toUpperCase()}-ДЛИННЫЙ`,
      product: 'category',
      tariffType: 'paid',
      categories: [await world.categoryId('vets')],
      discountType: 'percent_off',
      discountValue: 12.5,
      discountValue2: 5,
      startsAt: '2026-11-01T00:00:00Z',
      endsAt: '2027-01-01T00:00:00Z',
      maxUses: 1000,
      maxUsesEach: 1,
      firstPurchase: true,
    })
    const page = await open('/feed', { ...phoneScreen, as: kira })
    await page.getByRole('button', { name: /^Подарок:/ }).click()
    await dialog(page, 'Скидка на первую покупку').waitFor()
    await checkLooks(page)
    await page.keyboard.press('Escape')
    await dialog(page, 'Скидка на первую покупку').waitFor({ state: 'detached' })
    await checkLooks(page)
    await page.getByRole('button', { name: 'Настройки ленты' }).click()
    await dialog(page, 'Настройки ленты').getByRole('switch', { name: 'Кнопка подарка' }).waitFor()
    await checkLooks(page)

    await page.goto('/profile')
    await page.getByRole('button', { name: 'Забрать' }).waitFor()
    await checkLooks(page)
    await page.goto('/promo?greetings=1')
    await checkLandmarks(page, 'Узнайте бесплатно, кто вас ищет')
    await checkLooks(page)
    await page.getByRole('button', { name: 'Выбрать категорию' }).click()
    await dialog(page, 'Попробовать категорию').getByRole('button', { name: 'Попробовать бесплатно' }).click()
    await checkLooks(page)

    await page.goto('/contacts')
    await checkLandmarks(page, 'Напишите нам')
    await page.getByRole('button', { name: 'Отправить' }).click()
    await checkLooks(page)
    await page.getByRole('textbox', { name: 'Сообщение' }).fill('Здравствуйте!')
    await page.getByRole('button', { name: 'Отправить' }).click()
    await page.getByText('Спасибо! Письмо у нас').waitFor()
    await checkLooks(page)

    await page.goto('/admin')
    await page.getByRole('table', { name: 'Тарифы: Категории' }).waitFor()
    await checkLandmarks(page, 'Админ')
    await checkLooks(page)
    await page.getByRole('button', { name: 'Новый тариф' }).click()
    await dialog(page, 'Новый тариф').getByRole('button', { name: 'Создать' }).click()
    await checkLooks(page)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Промокоды' }).click()
    await page.getByRole('table', { name: 'Промокоды' }).waitFor()
    await checkLooks(page)
    await page
      .getByRole('button', { name: /^Изменить промокод/ })
      .first()
      .click()
    await dialog(page, 'Изменить промокод').getByText('Только для выбранных категорий: 1').waitFor()
    await checkLooks(page)
    await page.keyboard.press('Escape')

    // An order whose gateway takes no request for a refund.
    const { account } = await insertOrder(world, kira, { gateway: 'cent', status: 'paid' })
    await page.goto(`/admin?tab=orders#page-orders=2`)
    await page.getByRole('button', { name: 'К последним' }).click()
    const order = page.getByRole('table', { name: 'Заказы' }).getByRole('row', { name: new RegExp(account) })
    await order.getByText('оплачен').waitFor()
    await checkLooks(page)
    await order.getByRole('button', { name: /^Вернуть в кабинете платёжной системы/ }).click()
    const refund = dialog(page, 'Отметить возврат')
    await refund.getByRole('button', { name: 'Деньги возвращены' }).click()
    await refund.getByText('Напишите причину возврата').waitFor()
    await checkLooks(page)
    await refund.getByLabel('Причина').fill('передумала')
    await refund.getByRole('button', { name: 'Деньги возвращены' }).click()
    await refund.waitFor({ state: 'detached' })
    await order.getByText('деньги возвращены').waitFor()
  })
})

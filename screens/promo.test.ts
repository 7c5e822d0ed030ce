/** Presents, trials from the promo page, the admin who sets prices and codes, and letters to us. */
import { describe, expect } from 'vitest'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, trial, type TestWorld } from '../server/testing/test-world.ts'
import { story, type DomPage, type Open } from './story.ts'

const dialog = (page: DomPage, name: string | RegExp) => page.getByRole('dialog', { name })
/** In two places, of which a style sheet shows the one that fits the width. */
const bonus = (page: DomPage, name: RegExp) => page.getByRole('button', { name })
const path = (page: DomPage): string => new URL(page.url()).pathname

const approveEmail = ({ db }: TestWorld, { userId }: TestUser) =>
  db.updateTable('users').set({ emailApprove: true }).where('id', '=', userId).execute()

async function choose(page: DomPage, field: string, option: string): Promise<void> {
  await page
    .getByRole('combobox', { name: field })
    .or(page.getByRole('textbox', { name: field }))
    .first()
    .click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const typesCode = async (world: TestWorld, page: DomPage, email: string): Promise<void> => {
  await dialog(page, 'Код из письма').getByText(email).waitFor()
  await page.getByLabel('Цифра 1 из 6').click()
  await page.keyboard.type((await world.letterTo(email)).code)
}

async function registers(world: TestWorld, page: DomPage, email: string): Promise<void> {
  const form = dialog(page, 'Регистрация')
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Продолжить' }).click()
  await typesCode(world, page, email)
}

/** One press from done. */
async function isFilledIn(page: DomPage, category: string): Promise<void> {
  const order = page.getByRole('region', { name: 'Ваш заказ' })
  await order.getByText(category).waitFor()
  await order.getByRole('button', { name: 'Попробовать бесплатно' }).waitFor()
  await expect.poll(() => page.getByRole('radio', { name: /^Пробный/ }).isChecked()).toBe(true)
}

async function opensPromoCodes(open: Open, admin: TestUser): Promise<DomPage> {
  const page = await open('/admin', { as: admin })
  await page.getByRole('link', { name: 'Промокоды' }).click()
  return page
}

const springCode = (page: DomPage) =>
  page.getByRole('table', { name: 'Промокоды' }).getByRole('row', { name: /ВЕСНА-26/ })

/** Waits until the feed of a trial is there. */
const untilRead = (page: DomPage) => page.getByText('На пробном доступе новые сообщения видны через три дня').waitFor()

describe('the present for the first purchase', () => {
  story('is one click away from the cart', async ({ world, open }) => {
    const anna = await world.customer('anna', trial('photographers'))
    const page = await open('/feed', { as: anna })
    await bonus(page, /^Подарок: скидка 20/)
      .first()
      .click()
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

  story('is out of sight for anyone who does not want to see it, or has it no more', async ({ world, open }) => {
    const boris = await world.customer('boris', trial('photographers'))
    const page = await open('/feed', { as: boris })
    const present = bonus(page, /^Подарок:/)
    await present.first().waitFor()
    await page.getByRole('button', { name: 'Настройки ленты' }).click()
    await dialog(page, 'Настройки ленты').getByRole('switch', { name: 'Кнопка подарка' }).click()
    await present.waitFor({ state: 'detached' })
    // A page that is loaded again at once may take back what it had not sent.
    await expect.poll(async () => (await boris.asks('feed', 'getFeedSettings', {})).bonus_btn).toBe(false)
    await page.reload()
    await untilRead(page)
    await expect.poll(() => present.count()).toBe(0)

    await boris.asks('feed', 'setFeedSetting', { key: 'bonus_btn', value: true })
    await world.db
      .updateTable('promoCodes')
      .set({ endsAt: world.clock.now() })
      .where('userId', '=', boris.userId)
      .execute()
    expect(await boris.asks('promo', 'getGiftPromoCode', {})).toEqual({ promoCode: null, expiresAt: null })
    await page.reload()
    await untilRead(page)
    await expect.poll(() => present.count()).toBe(0)
  })
})

describe('the promo page', () => {
  story(
    'lets a guest choose first, greets by name, and leads by registration to the order',
    async ({ world, open }) => {
      const page = await open(`/promo?greetings=${encodeURIComponent('Ольга')}`)
      await page.getByText('Здравствуйте, Ольга!').waitFor()
      await page.getByRole('button', { name: 'Выбрать категорию' }).click()
      const wish = dialog(page, 'Попробовать категорию')
      await wish.getByText('Кто вы? Покажем, кто вас ищет.').waitFor()
      await wish.getByRole('button', { name: 'Попробовать бесплатно' }).click()
      await wish.getByText('Выберите категорию', { exact: true }).waitFor()
      await choose(page, 'Категория', 'Ветеринары')
      await wish.getByRole('button', { name: 'Попробовать бесплатно' }).click()
      await registers(world, page, 'olga-promo@example.ru')
      await page.waitForURL(/\/order$/)
      await isFilledIn(page, 'Ветеринары')
    },
  )

  story('leads a guest who was led to a category on to it, over a reload and another tab', async ({ world, open }) => {
    const page = await open(`/promo?ctg=${await world.categoryId('photographers')}`)
    const offer = page.getByRole('region', { name: 'Фотографы' })
    await offer.getByRole('link', { name: 'Попробовать бесплатно' }).click()
    await dialog(page, 'Регистрация').waitFor()
    // Anyone who only looks at the price list instead finds it chosen there.
    const kept = () =>
      world.db.selectFrom('carts').select('items').where('userId', 'is', null).where('type', '=', 'trial').execute()
    await expect.poll(kept).toEqual([{ items: [await world.categoryId('photographers')] }])
    await page.goto('/order')
    await isFilledIn(page, 'Фотографы')

    await page.goto(`/promo?ctg=${await world.categoryId('photographers')}`)
    await page.getByRole('banner').getByRole('button', { name: 'Регистрация' }).click()
    await dialog(page, 'Регистрация').getByLabel('Email').fill('fedor-promo@example.ru')
    await dialog(page, 'Регистрация').getByRole('button', { name: 'Продолжить' }).click()
    await dialog(page, 'Код из письма').waitFor()
    await page.reload()
    await typesCode(world, page, 'fedor-promo@example.ru')
    await page.waitForURL(/\/order$/)
    await isFilledIn(page, 'Фотографы')
    await page.getByRole('region', { name: 'Ваш заказ' }).getByRole('button', { name: 'Попробовать бесплатно' }).click()
    await page.waitForURL(/\/feed$/)
    await page.getByRole('complementary', { name: 'Что вы слушаете' }).getByText('Фотографы').waitFor()
  })

  story('does not offer a trial that was had, and leads on to the category', async ({ world, open }) => {
    const raya = await world.customer('raya-promo')
    await approveEmail(world, raya)
    const photographers = await world.categoryId('photographers')
    await raya.asks('cart', 'subscribeByPromo', {
      fp: 'c'.repeat(32),
      incognito: false,
      more: { product: 'category', category: await world.categoryId('vets') },
    })
    const page = await open(`/promo?ctg=${photographers}`, { as: raya })
    await page.getByText('Пробный доступ вы уже брали').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('link', { name: 'Посмотреть тарифы' }).first().click()
    const order = page.getByRole('region', { name: 'Ваш заказ' })
    await order.getByText('Фотографы').waitFor()
    await order.getByRole('button', { name: /^Оплатить 990/ }).waitFor()
  })

  story('gives a trial once the e-mail is confirmed and a category is chosen', async ({ world, open }) => {
    const vera = await world.customer('vera')
    // The story before was on this device too.
    await world.db.deleteFrom('trialUses').execute()
    const page = await open('/promo', { as: vera })
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
    const page = await open(address, { as: galina })
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
    const tariff = page
      .getByRole('table', { name: 'Тарифы: Поиск клиентов' })
      .getByRole('row', { name: /обычный.*1 месяц/ })
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
    const page = await opensPromoCodes(open, admin)
    await page.getByRole('button', { name: 'Новый промокод' }).click()
    const form = dialog(page, 'Новый промокод')
    await form.getByRole('button', { name: 'Создать' }).click()
    await form.getByText('От 3 до 40 букв').waitFor()
    await form.getByRole('textbox', { name: 'Код' }).fill('ВЕСНА-26')
    await form.getByRole('textbox', { name: 'Сколько, %', exact: true }).fill('15')
    await form.getByLabel('Раз всего').fill('100')
    await form.getByRole('button', { name: 'Создать' }).click()
    await form.waitFor({ state: 'detached' })
    await springCode(page)
      .getByText(/скидка 15\s%/)
      .waitFor()
    await springCode(page).getByText('0 из 100').waitFor()

    // Another one of the same name, in small letters.
    await page.getByRole('button', { name: 'Новый промокод' }).click()
    await form.getByRole('textbox', { name: 'Код' }).fill('весна-26')
    await form.getByRole('textbox', { name: 'Сколько, %', exact: true }).fill('20')
    await form.getByRole('button', { name: 'Создать' }).click()
    await form.getByText('Такой промокод уже есть').waitFor()

    const egor = await world.customer('egor')
    const order = await open('/order', { as: egor })
    await order.getByRole('button', { name: 'Есть промокод?' }).click()
    await order.getByLabel('Промокод', { exact: true }).fill('весна-26')
    await order.keyboard.press('Enter')
    await order
      .getByText(/^скидка 15\s%/i)
      .first()
      .waitFor()

    const again = await opensPromoCodes(open, admin)
    await again.getByRole('searchbox', { name: 'Найти промокод' }).fill('осень')
    await again.getByRole('heading', { name: 'Такого промокода нет' }).waitFor()
    await again.getByRole('searchbox', { name: 'Найти промокод' }).fill('весна')
    await springCode(again).getByRole('button', { name: 'Изменить промокод: ВЕСНА-26' }).click()
    await dialog(again, 'Изменить промокод').getByRole('switch', { name: 'Выключен' }).click()
    await dialog(again, 'Изменить промокод').getByRole('button', { name: 'Сохранить' }).click()
    await springCode(again).getByText('выключен').waitFor()

    const refused = await open('/order', { as: egor })
    await refused.getByText('Такого промокода нет').first().waitFor()
  })

  story('is nobody else: others are told so', async ({ world, open }) => {
    const zoya = await world.customer('zoya', paid('photographers'))
    const page = await open('/admin', { as: zoya })
    await page.getByRole('heading', { level: 1, name: 'Недостаточно прав' }).waitFor()
    await page.getByRole('button', { name: 'Меню: zoya' }).click()
    await page.getByRole('menuitem', { name: 'Профиль' }).waitFor()
    await expect.poll(() => page.getByRole('menuitem', { name: 'Админ' }).count()).toBe(0)
    const guest = await open('/admin')
    await guest.getByRole('main').getByRole('heading', { level: 1, name: 'Войдите, чтобы продолжить' }).waitFor()
  })
})

describe('a letter to us', () => {
  story('is written by a guest, with what the address fills in', async ({ world, open }) => {
    const page = await open(
      `/contacts?subj=${encodeURIComponent('Тестовый доступ')}&msg=${encodeURIComponent('Прошу открыть доступ. ')}`,
    )
    await expect.poll(() => page.getByRole('textbox', { name: 'Тема' }).inputValue()).toBe('Тестовый доступ')
    const message = page.getByRole('textbox', { name: 'Сообщение' })
    await expect.poll(() => message.inputValue()).toBe('Прошу открыть доступ. ')
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
    await expect.poll(() => page.getByLabel('Email для ответа').inputValue()).toBe('olga@example.ru')
    await expect.poll(() => message.inputValue()).toBe('')
  })

  story('knows who is signed in', async ({ world, open }) => {
    const lev = await world.customer('lev')
    const page = await open('/', { as: lev })
    await page.getByRole('contentinfo').getByRole('link', { name: 'Контакты' }).click()
    await expect.poll(() => page.getByLabel('Как к вам обращаться').inputValue()).toBe('lev')
    await expect.poll(() => page.getByLabel('Email для ответа').inputValue()).toBe('lev@example.ru')
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

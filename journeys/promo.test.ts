/** The looks of presents, the promo page, the admin who sets prices and codes, and letters to us; `screens/promo.test.ts` has what they do. */
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { insertOrder } from '../server/features/commerce/payments/payments.samples.ts'
import { trial } from '../server/testing/test-world.ts'
import { story } from './browser.ts'
import { checkLandmarks, checkLooks, onEveryWidth, phoneScreen } from './check-looks.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

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
    const present = page.getByRole('button', { name: /^Подарок:/ })
    await present.waitFor()
    // In the one of its two places that fits the width.
    await onEveryWidth(page, async () => expect.poll(() => present.count()).toBe(1))
    await present.click()
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
    await page.getByRole('table', { name: 'Тарифы: Поиск клиентов' }).waitFor()
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

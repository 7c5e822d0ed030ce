/** From the price list to a feed, and how it looks; `screens/order.test.ts` has all else that becomes of a cart. */
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { story } from './browser.ts'
import { checkLandmarks, checkLooks, phoneScreen } from './check-looks.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const order = (page: Page) => page.getByRole('region', { name: 'Ваш заказ' })
/** The sum the page asks for; thousands are parted by spaces that don't break. */
const total = (page: Page) => order(page).locator('dt:text("Итого") + dd')
const plain = (text: string | null): string => (text ?? '').replaceAll('\u00A0', ' ')

async function choose(page: Page, ...names: string[]): Promise<void> {
  const cart = page.getByRole('dialog', { name: /^Как(ие|ую) категори/ })
  for (const name of names) {
    await cart.getByLabel('Найти категорию').fill(name)
    await cart.getByLabel(name, { exact: true }).check()
  }
  await cart.getByRole('button', { name: 'Готово' }).click()
  await cart.waitFor({ state: 'detached' })
}

describe('a guest', () => {
  story('fills a cart, registers with the code of the letter, pays, and sees his feed', async ({ world, open }) => {
    await world.looksFor('photographers', 'ищу фотографа')
    await world.post('Ищу фотографа на свадьбу в мае')
    await world.settle()

    const page = await open('/')
    await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Тарифы' }).click()
    await page.getByRole('link', { name: 'Перейти к заказу' }).click()
    await order(page).getByRole('button', { name: 'Выбрать категории' }).first().click()
    await choose(page, 'Фотографы', 'Ветеринары')
    await expect.poll(async () => plain(await total(page).textContent())).toContain('1 930,50 руб.')
    await order(page).getByText('Скидка за категории').waitFor()
    await page.getByRole('radio', { name: /^Обычный, 3 месяца, 890/ }).check()
    // 890 × 3 and 5 % less of it.
    await expect.poll(async () => plain(await total(page).textContent())).toContain('5 206,50 руб.')

    await order(page)
      .getByRole('button', { name: /^Оплатить/ })
      .click()
    await dialog(page, 'Осталось представиться').getByRole('button', { name: 'Зарегистрироваться' }).click()
    const form = dialog(page, 'Регистрация')
    await form.getByLabel('Email').fill('maria@example.ru')
    await form.getByRole('button', { name: 'Продолжить' }).click()
    const entry = dialog(page, 'Код из письма')
    await entry.getByLabel('Цифра 1 из 6').click()
    await page.keyboard.type((await world.letterTo('maria@example.ru')).code)
    await entry.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/order')

    // The cart came along.
    await page.getByRole('button', { name: 'Меню: maria' }).waitFor()
    await order(page).getByText('Ветеринары').waitFor()
    await order(page)
      .getByRole('button', { name: /^Оплатить/ })
      .click()
    const bank = dialog(page, 'Тестовая оплата')
    expect(plain(await bank.textContent())).toContain('5 206,50 руб.')
    await page.evaluate('scrollTo(0, 300)')
    await bank.getByRole('button', { name: 'Оплатить' }).click()
    await page.waitForURL('**/feed**')
    await page.getByText('Ищу фотографа на свадьбу в мае').waitFor()
    // From the top, where the thanks are, however far down the order was.
    await page.getByText('Спасибо за покупку!').waitFor()
    await expect.poll(() => page.evaluate('scrollY')).toBe(0)

    await page.goto('/order')
    await order(page).getByRole('button', { name: 'Выбрать категории' }).first().waitFor()
  })
})

describe('a tariff', () => {
  story('is chosen by a press anywhere on its card, and by how many are in the team', async ({ world, open }) => {
    const oleg = await world.customer('oleg-cards')
    const page = await open('/order', { as: oleg })
    const radio = (name: RegExp) => page.getByRole('radio', { name }).and(page.locator(':checked'))
    await radio(/^Обычный, 1 месяц/).waitFor({ state: 'attached' })
    // Its end, under all that it says.
    const card = page.getByRole('region', { name: 'Пробный' })
    const { width, height } = (await card.boundingBox()) ?? { width: 0, height: 0 }
    await card.click({ position: { x: width / 2, y: height - 24 } })
    await radio(/^Пробный/).waitFor({ state: 'attached' })
    await page.getByRole('radio', { name: 'до 5 человек', exact: true }).check()
    await radio(/^Командный до 5 человек, 1 месяц/).waitFor({ state: 'attached' })
  })
})

describe('after the bank has refused', () => {
  for (const screen of [{ width: 1280, height: 620 }, phoneScreen]) {
    story(`the page stands at its top, its title whole, ${screen.width} px wide`, async ({ world, open }) => {
      const nina = await world.customer(`nina-refused-${screen.width}`)
      await nina.asks('cart', 'setCartItems', { value: [await world.categoryId('photographers')] })
      const page = await open('/order', { ...screen, as: nina })
      const pay = page.getByRole('button', { name: /^Оплатить/ })
      await pay.scrollIntoViewIfNeeded()
      await page.mouse.wheel(0, 300)
      await pay.click()
      await dialog(page, 'Тестовая оплата').getByRole('button', { name: 'Отказ банка' }).click()
      await page.getByRole('alert').getByText('Оплата не завершена').waitFor()
      await dialog(page, 'Тестовая оплата').waitFor({ state: 'detached' })
      await expect.poll(() => page.evaluate<number>('window.scrollY')).toBe(0)
      // Whatever moves when the dialog has gone has moved by then.
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))')
      expect(await page.evaluate<number>('window.scrollY')).toBe(0)
      await page.getByRole('alert').locator('p:focus').getByText('Оплата не завершена').waitFor()
      const header = await page.getByRole('banner').boundingBox()
      const title = await page.getByRole('heading', { level: 1 }).boundingBox()
      expect(title?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
    })
  }
})

describe('on every screen', () => {
  story('the price list, the cart and the bill are seen whole', async ({ world, open }) => {
    const maria = await world.customer('maria-looks')
    const ids = await Promise.all(
      ['photographers', 'vets', 'event-hosts', 'hairdressers'].map((slug) => world.categoryId(slug)),
    )
    await maria.asks('cart', 'setCartItems', { value: ids })
    await maria.asks('cart', 'updateCart', { promoCode: 'оченьдлинныйпромокодкоторогонет' })
    const page = await open('/order#payment_fail', { ...phoneScreen, as: maria, expects: [/status of 409/] })
    await checkLandmarks(page, 'Тарифы')
    await total(page).waitFor()
    await checkLooks(page)
    await page
      .getByRole('radio', { name: /^Командный до 3/ })
      .first()
      .check()
    await order(page).getByText('Команда до 3 человек').waitFor()
    await checkLooks(page)
    await order(page).getByRole('button', { name: 'Добавить' }).click()
    await dialog(page, 'Какие категории слушать').getByLabel('Ветеринары', { exact: true }).waitFor()
    await checkLooks(page)
    await page.keyboard.press('Escape')
    await dialog(page, 'Какие категории слушать').waitFor({ state: 'detached' })
    // What the code was to give is not given, and so it has to be said once more before money is taken.
    const pay = page.getByRole('button', { name: /^Оплатить/ })
    await pay.click()
    await page.getByRole('alert').getByRole('button', { name: 'Убрать промокод' }).click()
    await order(page).getByRole('button', { name: 'Есть промокод?' }).waitFor()
    await pay.click()
    await dialog(page, 'Тестовая оплата').waitFor()
    await checkLooks(page)
  })
})

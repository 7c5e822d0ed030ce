/** From the price list to a feed: what people choose, how they pay for it, and what becomes of it when they do not. */
import { describe, expect } from 'vitest'
import { DAY } from '../server/kit/clock.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import type { TestWorld } from '../server/testing/test-world.ts'
import { story, type DomPage } from './story.ts'

const dialog = (page: DomPage, name: string) => page.getByRole('dialog', { name })
const order = (page: DomPage) => page.getByRole('region', { name: 'Ваш заказ' })
/** The sum the page asks for; thousands are parted by spaces that don't break. */
const total = (page: DomPage) => order(page).locator('dl > div').filter({ hasText: 'Итого' }).locator('dd')
const plain = (text: string | null): string => (text ?? '').replaceAll('\u00A0', ' ')

async function choose(page: DomPage, ...names: string[]): Promise<void> {
  const cart = page.getByRole('dialog', { name: /^Как(ие|ую) категори/ })
  for (const name of names) {
    await cart.getByLabel('Найти категорию').fill(name)
    await cart.getByLabel(name, { exact: true }).check()
  }
  await cart.getByRole('button', { name: 'Готово' }).click()
  await cart.waitFor({ state: 'detached' })
}

async function makePromoCode(world: TestWorld, code: string, more: object = {}): Promise<void> {
  const admin = await world.somebody(`admin-${code.toLowerCase()}`, ['admin'])
  await admin.asks('promo', 'createPromoCode', {
    code,
    product: null,
    tariffType: 'paid',
    categories: [],
    discountType: 'percent_off',
    discountValue: 10,
    discountValue2: null,
    startsAt: null,
    endsAt: null,
    maxUses: null,
    maxUsesEach: null,
    firstPurchase: false,
    ...more,
  })
}

describe('a guest', () => {
  story('comes by an address that says what he wants', async ({ world, open }) => {
    const [photographers, vets] = await Promise.all([world.categoryId('photographers'), world.categoryId('vets')])
    const page = await open(
      `/order?product=category&type=team&category=${photographers}&category=${vets}&category=oops`,
    )
    await order(page).getByText('Фотографы').waitFor()
    await order(page).getByText('Ветеринары').waitFor()
    await expect
      .poll(() => page.getByRole('radio', { name: /^Командный до 3.человек, 1 месяц/ }).isChecked())
      .toBe(true)
    await order(page).getByText('Командный тариф, 1 месяц').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await order(page).getByRole('button', { name: 'Убрать: Ветеринары' }).click()
    // The server's word: what is still on its way may be lost with the page.
    await expect.poll(async () => plain(await total(page).textContent())).toBe('2 480 руб.')
    await page.reload()
    await order(page).getByText('Фотографы').waitFor()
    await expect.poll(() => order(page).getByText('Ветеринары').count()).toBe(0)
  })
})

describe('a customer', () => {
  story('is told when the bank refuses, keeps his cart, and tries again', async ({ world, open }) => {
    const anna = await world.customer('anna')
    await anna.asks('cart', 'setCartItems', { value: [await world.categoryId('photographers')] })
    const page = await open('/order', { as: anna })
    await order(page).getByRole('button', { name: 'Оплатить 990 руб.' }).click()
    await dialog(page, 'Тестовая оплата').getByRole('button', { name: 'Отказ банка' }).click()
    await page.getByRole('alert').getByText('Оплата не завершена').waitFor()
    expect(new URL(page.url()).hash).toBe('#payment_fail')
    await page.getByRole('button', { name: 'Понятно' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await order(page).getByRole('button', { name: 'Оплатить 990 руб.' }).click()
    await dialog(page, 'Тестовая оплата').getByRole('button', { name: 'Оплатить' }).click()
    await page.waitForURL(/\/feed/)
  })

  story('is told why a promo code does nothing, and sees what a good one does', async ({ world, open }) => {
    await makePromoCode(world, 'GROUPS10', { product: 'group' })
    await makePromoCode(world, 'VESNA10')
    const boris = await world.customer('boris')
    await boris.asks('cart', 'setCartItems', { value: [await world.categoryId('photographers')] })
    const page = await open('/order', { as: boris })
    await order(page).getByRole('button', { name: 'Есть промокод?' }).click()
    await page.keyboard.type('нетакого')
    await page.keyboard.press('Enter')
    await order(page).getByText('Такого промокода нет').waitFor()
    await order(page).getByRole('button', { name: 'Ввести другой' }).click()
    await order(page).getByLabel('Промокод', { exact: true }).fill('groups10')
    await page.keyboard.press('Enter')
    await order(page).getByText('Промокод действует только для групп').waitFor()
    expect(plain(await total(page).textContent())).toContain('990 руб.')

    await order(page).getByRole('button', { name: 'Убрать промокод' }).click()
    await order(page).getByRole('button', { name: 'Есть промокод?' }).click()
    await order(page).getByLabel('Промокод', { exact: true }).fill('vesna10')
    await order(page).getByRole('button', { name: 'Применить' }).click()
    await order(page).getByText('скидка 10 %').waitFor()
    await order(page).getByRole('button', { name: 'Оплатить 891 руб.' }).click()
    await dialog(page, 'Тестовая оплата').getByRole('button', { name: 'Оплатить' }).click()
    await page.waitForURL(/\/feed/)
  })

  story('is told each reason for which a promo code does nothing', async ({ world, open }) => {
    const days = (count: number): string => new Date(world.clock.now().getTime() + count * DAY).toISOString()
    const vets = await world.categoryId('vets')
    const tried: [code: string, fields: object, sentence: string | RegExp][] = [
      ['PROJECTS', { product: 'project' }, 'Промокод действует только для проектов'],
      ['FREE', { tariffType: 'trial' }, 'Промокод действует только для пробного доступа'],
      ['TEAM', { tariffType: 'team' }, 'Промокод не подходит к этому типу тарифа'],
      ['VETS', { categories: [vets] }, 'Промокод действует только для категории «Ветеринары»'],
      ['EARLY', { startsAt: days(5) }, /Промокод начнёт действовать \d\d\.\d\d\.\d{4}/],
      ['LATE', { startsAt: days(-5), endsAt: days(-1) }, 'Срок действия промокода истёк'],
      ['ONCE', { maxUsesEach: 1 }, 'Вы уже использовали этот промокод'],
      ['SPENT', { maxUses: 1 }, 'Промокод уже использован столько раз, сколько было можно'],
      ['FIRST', { firstPurchase: true }, 'Промокод действует только для первой покупки'],
    ]
    for (const [code, fields] of tried) await makePromoCode(world, code, fields)
    const buys = async (who: TestUser, promoCode: string | null): Promise<void> => {
      await who.asks('cart', 'setCartItems', { value: [vets] })
      await who.asks('cart', 'updateCart', { tariff: await world.tariffId('category-month'), promoCode })
      const { account } = await who.asks('payments', 'orderCart', {})
      await who.asks('payments', 'payInTestMode', { account })
    }
    await buys(await world.customer('quick'), 'SPENT')
    const olga = await world.customer('olga')
    await buys(olga, 'ONCE')
    await olga.asks('cart', 'setCartItems', { value: [await world.categoryId('photographers')] })
    await olga.asks('cart', 'updateCart', { tariff: await world.tariffId('category-month'), promoCode: null })
    const page = await open('/order', { as: olga })
    let opener = 'Есть промокод?'
    for (const [code, , sentence] of tried) {
      await order(page).getByRole('button', { name: opener }).click()
      await order(page).getByLabel('Промокод', { exact: true }).fill(code)
      await page.keyboard.press('Enter')
      await order(page).getByText(sentence).waitFor()
      opener = 'Ввести другой'
    }
  })

  story('takes a trial of one category, once', async ({ world, open }) => {
    const vera = await world.customer('vera')
    await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', vera.userId).execute()
    const ids = await Promise.all([world.categoryId('hairdressers'), world.categoryId('photographers')])
    const page = await open(`/order?type=trial&category=${ids.join('&category=')}`, { as: vera })
    await order(page).getByRole('button', { name: 'Попробовать бесплатно' }).click()
    await page.getByText('Бесплатно можно взять только одну категорию').waitFor()
    await choose(page, 'Парикмахеры')
    await order(page).getByRole('button', { name: 'Попробовать бесплатно' }).click()
    await page.waitForURL(/\/feed$/)
    await page.getByRole('complementary', { name: 'Что вы слушаете' }).getByText('Парикмахеры').waitFor()

    // It is said before anything is pressed, and what was wanted stands there to be bought.
    await page.goto(`/order?type=trial&category=${ids[0]}`)
    await page.getByText('Пробный доступ вы уже брали: он даётся один раз.').waitFor()
    await order(page).getByText('Парикмахеры').waitFor()
    await order(page).getByRole('button', { name: 'Оплатить 990 руб.' }).waitFor()
    await expect.poll(() => page.getByRole('radio', { name: /^Пробный/ }).isDisabled()).toBe(true)
    await expect.poll(() => page.getByRole('radio', { name: /^Обычный, 1 месяц/ }).isChecked()).toBe(true)
    expect(plain(await page.getByRole('radio', { name: /^Обычный, 3 месяца/ }).getAttribute('aria-label'))).toMatch(
      /всего [\d ]+ руб\.$/,
    )
  })

  story('confirms his e-mail before a trial', async ({ world, open }) => {
    const gleb = await world.customer('gleb')
    await world.db.updateTable('users').set({ emailApprove: false }).where('id', '=', gleb.userId).execute()
    const page = await open(`/order?type=trial&category=${await world.categoryId('hairdressers')}`, { as: gleb })
    await order(page).getByRole('button', { name: 'Попробовать бесплатно' }).click()
    await dialog(page, 'Подтверждение email').waitFor()
  })

  story('asks for a trial of a project, and pays for groups by their number', async ({ world, open }) => {
    const zoya = await world.customer('zoya')
    const page = await open('/order?product=project&type=trial', { as: zoya })
    await order(page).getByRole('button', { name: 'Запросить доступ' }).waitFor()
    await page
      .getByRole('radiogroup', { name: 'Что слушать' })
      .getByLabel(/Группы/)
      .check()
    await page.getByRole('radio', { name: /^Обычный, 1 месяц/ }).check()
    await order(page).getByLabel('Сколько групп').fill('120')
    // 120 × (20 + 10)
    await expect.poll(async () => plain(await total(page).textContent())).toContain('3 600 руб.')
    await page
      .getByRole('radiogroup', { name: 'Что слушать' })
      .getByLabel(/Упоминания/)
      .check()
    await page.getByRole('radio', { name: /^Пробный/ }).check()
    await order(page).getByRole('button', { name: 'Запросить доступ' }).click()
    await page.waitForURL(/\/contacts\?subj=/)
  })
})

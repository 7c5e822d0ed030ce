/** From the terms and a short link to money at the partner's: everyone in a browser of their own. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { payoutCodeOf } from '../server/features/commerce/partner/partner.samples.ts'
import { releaseCommissions } from '../server/features/commerce/partner/release.ts'
import { DAY } from '../server/kit/clock.ts'
import { story } from './browser.ts'
import { checkLandmarks, checkLooks } from './check-looks.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const order = (page: Page) => page.getByRole('region', { name: 'Ваш заказ' })
const EMAIL = 'galina@example.ru'

story(
  'someone becomes a partner; who comes by their short link registers and pays; the partner earns, asks, and is paid',
  async ({ world, open }) => {
    // Number one is the house itself.
    await world.customer('house')
    const admin = await world.somebody('admin', ['admin'])
    const partner = await world.customer('partner')
    // Payouts are asked for by a code to a confirmed e-mail.
    await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', partner.userId).execute()
    // By phone: a payment from the device that the partner works at would be suspected.
    const terms = await open('/partner-terms', { as: partner, width: 390, height: 844, touch: true })
    await terms.getByRole('button', { name: 'Стать партнёром' }).click()
    await terms.getByText('Подтвердите свое согласие с условиями программы.').waitFor()
    await terms.getByLabel('Я согласен с условиями программы').check()
    await terms.getByRole('button', { name: 'Стать партнёром' }).click()
    await terms.waitForURL('**/partner')
    await terms.getByRole('region', { name: 'Деньги' }).waitFor()
    const photographers = await world.categoryId('photographers')
    const { link } = await partner.asks('partner', 'createShortLink', { data: `/order?category=${photographers}` })

    const guest = await open(new URL(link.url).pathname)
    await order(guest).getByText('Фотографы').waitFor()
    const refId = (await guest.context().cookies()).find(({ name }) => name === 'ref_id')?.value
    expect(refId).toBe(String(partner.userId))
    await order(guest)
      .getByRole('button', { name: /^Оплатить/ })
      .click()
    await dialog(guest, 'Осталось представиться').getByRole('button', { name: 'Зарегистрироваться' }).click()
    await dialog(guest, 'Регистрация').getByLabel('Email').fill(EMAIL)
    await dialog(guest, 'Регистрация').getByRole('button', { name: 'Продолжить' }).click()
    const entry = dialog(guest, 'Код из письма')
    await entry.getByLabel('Цифра 1 из 6').click()
    await guest.keyboard.type((await world.letterTo(EMAIL)).code)
    await entry.waitFor({ state: 'detached' })
    await guest.getByRole('button', { name: 'Меню: galina' }).waitFor()
    await order(guest)
      .getByRole('button', { name: /^Оплатить 990/ })
      .click()
    await dialog(guest, 'Тестовая оплата').getByRole('button', { name: 'Оплатить' }).click()
    await guest.waitForURL(/\/feed/)
    await world.settle()

    expect((await partner.asks('partner', 'listShortLinks', {})).docs).toMatchObject([{ visits: 1, registrations: 1 }])
    const { docs } = await partner.asks('partner', 'listReferrals', {})
    expect(docs).toMatchObject([{ email: 'ga***@example.ru', by: 'link', paid: 990, earned: 198 }])
    const money = async () => (await partner.asks('partner', 'getPartner', {})).money
    expect(await money()).toMatchObject({ held: 198, available: 0 })
    const smaller = { rate: 20, months: 12, holdDays: 14, smallestPayout: 100, discount: 10 }
    await admin.asks('partner', 'setPartnerTerms', smaller)
    world.clock.advance(14 * DAY)
    await releaseCommissions(world)
    expect(await money()).toMatchObject({ held: 0, available: 198 })

    const token = await payoutCodeOf(world, partner)
    const asked = { method: 'sbp' as const, wallet: '+7 912 345-67-89', other: '', sum: 198, token }
    const { payout } = await partner.asks('partner', 'requestPayout', asked)

    const page = await open('/admin?tab=partners', { as: admin })
    const row = page.getByRole('table', { name: 'Заявки на выплату' }).getByRole('row', { name: /partner@example.ru/ })
    await row.getByText('+7 912 345-67-89').waitFor()
    await checkLandmarks(page, 'Админ')
    await checkLooks(page)
    await row.getByRole('button', { name: 'Карточка партнёра: partner@example.ru' }).click()
    await dialog(page, `Партнёр № ${partner.userId}`).getByText('Проверять нечего.').waitFor()
    await checkLooks(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Условия программы' }).click()
    await dialog(page, 'Условия программы')
      .getByLabel(/^Партнёру от оплаты/)
      .waitFor()
    await checkLooks(page)
    await page.keyboard.press('Escape')

    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Скачать CSV' }).click()
    expect((await coming).suggestedFilename()).toBe('Эхолот, партнёрская программа, заявки на выплату.csv')

    await row.getByRole('button', { name: `Изменить состояние: заявка № ${payout.id}` }).click()
    const paying = dialog(page, `Заявка № ${payout.id}`)
    await paying.getByRole('combobox', { name: 'Новое состояние' }).click()
    await page.getByRole('option', { name: 'Выплачена', exact: true }).click()
    await paying.getByRole('button', { name: 'Сохранить' }).click()
    await paying.getByText(/уже у партнёра/).waitFor()
    await checkLooks(page)
    await paying.getByRole('button', { name: 'Да, выплачена' }).click()
    await row.getByText('выплачена').waitFor()

    expect((await partner.asks('partner', 'listPayouts', {})).docs).toMatchObject([
      { id: payout.id, sum: 198, status: 10 },
    ])
    expect(await money()).toMatchObject({ available: 0, requested: 0, paid: 198 })
  },
)

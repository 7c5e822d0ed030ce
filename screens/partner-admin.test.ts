/** What admins do with partners: pay them, decide about what is suspected, set the terms. */
import { expect } from 'vitest'
import { becomePartner, broughtBy, payoutCodeOf, pays } from '../server/features/commerce/partner/partner.samples.ts'
import { releaseCommissions } from '../server/features/commerce/partner/release.ts'
import { DAY } from '../server/kit/clock.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import type { TestWorld } from '../server/testing/test-world.ts'
import { story, type DomPage } from './story.ts'

const dialog = (page: DomPage, name: string | RegExp) => page.getByRole('dialog', { name })
const payouts = (page: DomPage) => page.getByRole('table', { name: 'Заявки на выплату' })
const rowOf = (page: DomPage, { email }: TestUser) => payouts(page).getByRole('row', { name: new RegExp(email) })
const plain = (text: string | null): string => (text ?? '').replaceAll('\u00A0', ' ')

/** A partner who asked for two thousand roubles. */
async function asksPayout(world: TestWorld, nickname: string): Promise<{ partner: TestUser; payout: number }> {
  const partner = await becomePartner(world, nickname)
  await pays(world, await broughtBy(world, partner, `${nickname}-brought`), { total: 1_000_000 })
  world.clock.advance(14 * DAY)
  await releaseCommissions(world)
  const token = await payoutCodeOf(world, partner)
  const asked = { method: 'card' as const, wallet: '4111 1111 1111 1111', other: '', sum: 2000, token }
  const { payout } = await partner.asks('partner', 'requestPayout', asked)
  return { partner, payout: payout.id }
}

async function chooses(page: DomPage, payout: number, status: string): Promise<void> {
  const asks = dialog(page, `Заявка № ${payout}`)
  await asks.getByRole('combobox', { name: /Новое состояние/ }).click()
  await page.getByRole('option', { name: status, exact: true }).click()
}

story('payouts are found, read whole, refused with a word and paid after a question', async ({ world, open }) => {
  await world.customer('house')
  const admin = await world.somebody('admin', ['admin'])
  let page = await open('/admin?tab=partners', { as: admin })
  await page.getByText('Заявок на выплату пока нет').waitFor()

  const polina = await asksPayout(world, 'polina')
  const pavel = await asksPayout(world, 'pavel')
  page = await open('/admin?tab=partners', { as: admin })
  await rowOf(page, polina.partner).getByText('4111 1111 1111 1111').waitFor()
  await rowOf(page, pavel.partner).getByText('новая').waitFor()

  await page.getByLabel('Найти заявки партнёра').fill('pavel@')
  await expect.poll(() => rowOf(page, polina.partner).count()).toBe(0)
  await page.getByLabel('Найти заявки партнёра').fill(String(polina.partner.userId))
  await rowOf(page, polina.partner).waitFor()
  await page.getByRole('button', { name: `Карточка партнёра № ${polina.partner.userId}` }).waitFor()
  await page.getByLabel('Найти заявки партнёра').fill('')

  const change = (id: number) => page.getByRole('button', { name: `Изменить состояние: заявка № ${id}` })
  const refused = dialog(page, `Заявка № ${polina.payout}`)
  await change(polina.payout).click()
  await refused.getByRole('button', { name: 'Сохранить' }).click()
  await refused.getByText('Выберите состояние').waitFor()
  await refused.getByRole('combobox', { name: /Новое состояние/ }).click()
  await expect
    .poll(() => page.getByRole('option').allTextContents())
    .toEqual(['На проверке', 'Одобрена', 'Отправлена', 'Отклонена', 'Выплачена', 'Отменена'])
  await page.getByRole('option', { name: 'Отклонена', exact: true }).click()
  await refused.getByRole('button', { name: 'Сохранить' }).click()
  await refused.getByText('Напишите партнёру, почему').waitFor()
  await refused.getByLabel(/^Комментарий/).fill('карта чужая')
  await refused.getByRole('button', { name: 'Сохранить' }).click()
  await refused.getByText(/снова станут доступны партнёру/).waitFor()
  await refused.getByRole('button', { name: 'Да, отклонена' }).and(page.locator(':focus')).click()
  await refused.waitFor({ state: 'detached' })
  await rowOf(page, polina.partner).getByText('карта чужая').waitFor()
  expect((await polina.partner.asks('partner', 'getPartner', {})).money).toMatchObject({
    available: 2000,
    requested: 0,
  })
  // What has ended stays.
  await expect.poll(() => change(polina.payout).count()).toBe(0)

  // A colleague was faster: the admin gets the whole sentence, and sees it.
  await change(pavel.payout).click()
  await chooses(page, pavel.payout, 'На проверке')
  await admin.asks('partner', 'updatePartnerOrder', { order: pavel.payout, status: 3 })
  await dialog(page, `Заявка № ${pavel.payout}`).getByRole('button', { name: 'Сохранить' }).click()
  await dialog(page, `Заявка № ${pavel.payout}`)
    .getByRole('alert')
    .getByText(/"code":"PAYOUT_STATUS_NOT_ALLOWED"/)
    .waitFor()
  await page.keyboard.press('Escape')
  await rowOf(page, pavel.partner).getByText('отправлена').waitFor()

  await change(pavel.payout).click()
  await chooses(page, pavel.payout, 'Выплачена')
  const paying = dialog(page, `Заявка № ${pavel.payout}`)
  await paying.getByRole('button', { name: 'Сохранить' }).click()
  await paying.getByRole('button', { name: 'Отмена' }).click()
  await paying.getByRole('button', { name: 'Сохранить' }).click()
  await paying.getByRole('button', { name: 'Да, выплачена' }).click()
  await rowOf(page, pavel.partner).getByText('выплачена').waitFor()
  expect((await pavel.partner.asks('partner', 'listPayouts', {})).docs).toMatchObject([{ status: 10 }])

  await page.getByRole('combobox', { name: 'Состояние' }).click()
  await page.getByRole('option', { name: 'На проверке', exact: true }).click()
  await page.getByText('Таких заявок нет').waitFor()
  await page.getByRole('combobox', { name: 'Состояние' }).click()
  await page.getByRole('option', { name: 'Любое состояние', exact: true }).click()
  await rowOf(page, pavel.partner).waitFor()
  await page.goto('/admin?tab=partners#page-payouts=7')
  await page.getByRole('button', { name: 'К первым' }).click()
  await rowOf(page, pavel.partner).waitFor()
})

story('what is suspected is decided in the card of the partner, with the reasons at hand', async ({ world, open }) => {
  const admin = await world.somebody('judge', ['admin'])
  const partner = await becomePartner(world, 'twofold')
  const buyer = await broughtBy(world, partner, 'twofold-brought')
  const fp = 'e'.repeat(32)
  await partner.asks('partner', 'saveFp', { fp })
  await buyer.asks('accounts', 'checkDevice', { fp, incognito: false })
  const [accepted, refused] = [await pays(world, buyer), await pays(world, buyer, { total: 50_000 })]
  const page = await open('/admin?tab=partners', { as: admin })
  await page.getByText(/2 начисления на 300/).waitFor()
  await page.getByRole('button', { name: `Проверить: ${partner.email}` }).click()
  const card = dialog(page, `Партнёр № ${partner.userId}`)
  await expect.poll(async () => plain(await card.textContent())).toContain('На проверке300 руб.')
  await expect.poll(() => card.getByText('С того же устройства, с которого работает партнёр').count()).toBe(2)

  await card.getByRole('button', { name: `Не засчитывать: заказ ${refused}` }).click()
  await card.getByLabel(`Комментарий к заказу ${refused}`).and(page.locator(':focus')).waitFor()
  await card.getByRole('button', { name: 'Не засчитывать', exact: true }).click()
  await card.getByText('Напишите партнёру, почему').waitFor()
  await page.keyboard.type('свой же заказ')
  await card.getByRole('button', { name: 'Не засчитывать', exact: true }).click()
  await expect.poll(() => card.getByText(refused).count()).toBe(0)
  await card.getByRole('button', { name: `Зачесть: заказ ${accepted}` }).click()
  await card.getByRole('button', { name: 'Зачесть', exact: true }).click()
  await card.getByText('Проверять нечего.').waitFor()
  await expect.poll(async () => plain(await card.textContent())).toContain('Ждёт срока возврата200 руб.')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('heading', { name: 'Ждут решения' }).count()).toBe(0)
  expect((await partner.asks('partner', 'listCommissions', {})).docs).toMatchObject([
    { account: refused, state: 'refused', why: 'Не зачтено после проверки: свой же заказ' },
    { account: accepted, state: 'held' },
  ])
})

story('the terms are shown as they are, and changed for the future', async ({ world, open }) => {
  const admin = await world.somebody('lawyer', ['admin'])
  const page = await open('/admin?tab=partners', { as: admin })
  await page.getByRole('button', { name: 'Условия программы' }).click()
  const terms = dialog(page, 'Условия программы')
  await terms.getByText(/действуют только на будущее/).waitFor()
  await expect.poll(() => terms.getByLabel(/^Партнёру от оплаты/).inputValue()).toBe('20')
  await terms.getByLabel(/^Партнёру от оплаты/).fill('120')
  await terms.getByRole('button', { name: 'Сохранить' }).click()
  await terms.getByText('От 0 до 100').waitFor()
  await terms.getByLabel(/^Партнёру от оплаты/).fill('25,5')
  world.clock.advance(1000)
  await terms.getByRole('button', { name: 'Сохранить' }).click()
  await terms.waitFor({ state: 'detached' })
  expect(await world.ask('partner', 'getPartnerTerms', {})).toMatchObject({
    result: { terms: { rate: 25.5, months: 12 } },
  })
})

story('what fails is shown as it came, with a way to ask again', async ({ world, open }) => {
  const admin = await world.somebody('unlucky', ['admin'])
  await asksPayout(world, 'petr')
  const page = await open('/admin?tab=partners', { as: admin })
  await page.getByLabel('Найти заявки партнёра').fill('999999')
  await page.getByRole('button', { name: 'Карточка партнёра № 999999' }).click()
  const card = dialog(page, 'Партнёр № 999999')
  await card
    .getByRole('alert')
    .getByText(/"code":"PARTNER_NOT_FOUND"/)
    .waitFor()
  await card.getByRole('button', { name: 'Повторить' }).waitFor()
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Карточка партнёра № 999999' }).and(page.locator(':focus')).waitFor()
  await page.getByLabel('Найти заявки партнёра').fill('petr@')
  const takesFile = () =>
    world.web.app.inject({
      url: '/api/admin/partner-orders/export?format=csv',
      headers: { cookie: `echolot=${admin.token}` },
    })
  while ((await takesFile()).statusCode === 200);
  await page.getByRole('button', { name: 'Скачать XLSX' }).click()
  await page
    .getByRole('alert')
    .getByText(/"code":"RATE_LIMIT_EXCEEDED"/)
    .waitFor()
})

story('a customer is not shown the tab', async ({ world, open }) => {
  const page = await open('/admin?tab=partners', { as: await world.customer('curious') })
  await page.getByText('Эта страница открыта только администраторам.').waitFor()
  await expect.poll(() => payouts(page).count()).toBe(0)
})

/** A day at the support desk: someone is found by their order, helped, and what was done is seen and taken back. */
import { expect } from 'vitest'
import { paid } from '../server/testing/test-world.ts'
import {
  insertOrder,
  noticeOf,
  orderNow,
  testGateway,
  tillOf,
} from '../server/features/commerce/payments/payments.samples.ts'
import { takeNotice } from '../server/features/commerce/payments/take-notice.ts'
import { story, type DomPage } from './story.ts'

const card = (page: DomPage) => page.getByRole('complementary', { name: 'Карточка человека' })
const people = (page: DomPage) => page.getByRole('table', { name: 'Люди' })
const place = (page: DomPage, name: string) =>
  card(page).getByRole('navigation', { name: 'Что показать' }).getByRole('link', { name, exact: true })
const plain = (text: string | null): string => (text ?? '').replaceAll('\u00A0', ' ')

story('by an order to its person, a trial for them, and back', async ({ world, open }) => {
  const support = await world.somebody('support', ['support'])
  const anna = await world.customer('anna', paid('vets'))
  const boris = await world.customer('boris')
  const order = await insertOrder(world, anna)
  await takeNotice(tillOf(world), testGateway(world), noticeOf(world, await orderNow(world, order)))

  const page = await open('/support', { as: support })
  await people(page).getByRole('link', { name: 'boris', exact: true }).waitFor()
  await page.keyboard.press('/')
  await page.getByLabel('Найти человека').and(page.locator(':focus')).waitFor()
  await page.getByLabel('Найти человека').fill(order.account)
  await expect.poll(() => people(page).getByRole('link').count()).toBe(1)
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(order.account)
  await people(page).getByRole('link', { name: 'anna', exact: true }).click()
  await card(page).getByRole('heading', { name: 'anna', exact: true }).waitFor()
  await place(page, 'Покупки').click()
  await card(page).getByText('Платёжная система сообщила об оплате').waitFor()
  await place(page, 'Подписки').click()
  await expect.poll(() => card(page).getByText('действует', { exact: true }).count()).toBe(2)

  // What is missing is said; what would change is seen before it does.
  await card(page).getByRole('button', { name: 'Выполнить действие' }).click()
  const dialog = page.getByRole('dialog', { name: 'Действие: anna' })
  await dialog.getByRole('button', { name: 'Выполнить' }).click()
  await dialog.getByText('Выберите действие').waitFor()
  await dialog.getByText('Напишите, почему: это останется в журнале').waitFor()
  await dialog.getByRole('combobox', { name: /^Действие/ }).click()
  await page.getByRole('option', { name: 'Открыть командную подписку', exact: true }).click()
  await dialog.getByRole('combobox', { name: /^Какую/ }).click()
  await page.getByRole('option', { name: 'Фотографы', exact: true }).click()
  await dialog.getByRole('button', { name: 'Открыть командную подписку', exact: true }).click()
  await dialog.getByText('Укажите размер команды для тарифа "Командный"').waitFor()
  await dialog.getByRole('combobox', { name: /^Действие/ }).click()
  await page.getByRole('option', { name: 'Открыть пробный доступ', exact: true }).click()
  await dialog.getByRole('combobox', { name: /^Что открыть/ }).click()
  await page.getByRole('option', { name: 'Проект', exact: true }).click()
  await dialog.getByLabel(/^Дней/).fill('900')
  await dialog.getByLabel(/^Почему/).click()
  await dialog.getByLabel(/^Почему/).fill('просила показать')
  await dialog.getByText('В ленте появится: Проект 1').waitFor()
  await dialog.getByText(/^Проект «Проект 1»: до /).waitFor()
  await expect.poll(() => dialog.getByLabel(/^Дней/).inputValue()).toBe('365')
  await dialog.getByRole('button', { name: 'Открыть пробный доступ', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('status').getByRole('button', { name: 'Отменить' }).waitFor()
  expect((await anna.asks('projects', 'listProjects', {})).projects).toHaveLength(1)

  // The log records it, with why, and takes it back.
  await place(page, 'Журнал').click()
  const log = card(page).getByRole('list', { name: 'Журнал' })
  await log.getByText('«просила показать»').waitFor()
  await log.getByRole('button', { name: /^Отменить: Открыт пробный доступ: Проект «Проект 1», 365 дней/ }).click()
  await log.getByText('Поддержка закрыла то, что открывала').waitFor()
  await expect.poll(() => log.getByRole('button').count()).toBe(0)
  expect((await anna.asks('subscriptions', 'listSubscriptions', {})).products.map(({ name }) => name)).not.toContain(
    'Проект 1',
  )

  // A deletion is asked once more.
  await page.goto(`/support?user=${boris.userId}`)
  await card(page).getByRole('button', { name: 'Выполнить действие' }).click()
  const asking = page.getByRole('dialog', { name: 'Действие: boris' })
  await asking.getByRole('combobox', { name: /^Действие/ }).click()
  await page.getByRole('option', { name: 'Удалить аккаунт', exact: true }).click()
  await asking.getByText(/^Аккаунт и всё, что в нём есть, удалится /).waitFor()
  await asking.getByLabel(/^Почему/).fill('просил письмом')
  await asking.getByRole('button', { name: 'Удалить аккаунт', exact: true }).click()
  await asking.getByText('Удалить аккаунт boris@example.ru?').waitFor()
  expect((await boris.asks('accounts', 'getMe', {})).user?.deletionAt).toBeNull()
  await asking.getByRole('button', { name: 'Да, удалить аккаунт' }).and(page.locator(':focus')).click()
  await card(page)
    .getByText(/^удаляется /)
    .waitFor()
  await page.getByRole('status').getByRole('button', { name: 'Отменить' }).click()
  await expect
    .poll(() =>
      card(page)
        .getByText(/^удаляется /)
        .count(),
    )
    .toBe(0)
  expect((await boris.asks('accounts', 'getMe', {})).user?.deletionAt).toBeNull()

  // Esc closes, the arrows go on, and the address holds what is looked for.
  await page.keyboard.press('Escape')
  await expect.poll(() => card(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Фильтры', exact: true }).click()
  const filters = page.getByRole('region', { name: 'Фильтры людей' })
  await filters.getByRole('combobox', { name: 'Оплаты' }).click()
  await page.getByRole('option', { name: 'Не платил ни разу', exact: true }).click()
  await expect.poll(() => people(page).getByText('anna@example.ru').count()).toBe(0)
  await page.getByRole('button', { name: 'Фильтры: 1' }).click()
  await page.getByRole('heading', { name: 'Тех поддержка' }).click()
  await page.keyboard.press('j')
  await people(page).getByRole('link', { name: 'boris', exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('j')
  await people(page).getByRole('link', { name: 'support', exact: true }).and(page.locator(':focus')).click()
  await card(page).getByText('Аккаунты сотрудников, и свой тоже, поддержка не меняет.').waitFor()
  await page.keyboard.press('k')
  await card(page).getByRole('heading', { name: 'boris', exact: true }).waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe(`?paid=never&user=${boris.userId}`)
  await page.goto('/support?search=никого-такого')
  await page.getByText('Никого не нашлось').waitFor()
  await page.goto('/support#page=7')
  await page.getByRole('button', { name: 'К первым' }).click()
  await expect.poll(async () => plain(await page.getByRole('main').textContent())).toContain('Найдено 3 человека')
})

story('the desk is open to support alone, and their menu leads there', async ({ world, open }) => {
  let page = await open('/support', { as: await world.somebody('chief', ['admin']) })
  await page.getByText('Эта страница открыта только поддержке.').waitFor()
  const support = await world.somebody('helper', ['support'])
  page = await open('/', { as: support })
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Меню: / })
    .click()
  await page.getByRole('menuitem', { name: 'Тех поддержка' }).click()
  await people(page).getByRole('link', { name: 'helper', exact: true }).waitFor()
})

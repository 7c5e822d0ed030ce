/** What an owner needs to run the service without a programmer: what was sold, what happened, who works here, how the networks are heard. */
import { expect } from 'vitest'
import { insertOrder, tillOf } from '../server/features/commerce/payments/payments.samples.ts'
import { settleOrder } from '../server/features/commerce/payments/settle-order.ts'
import { hearSome } from '../server/features/watching/sources/sources.samples.ts'
import { story } from './story.ts'

story('an owner reads the report, an order’s journal and the log, and gives a role', async ({ world, open }) => {
  const admin = await world.somebody('admin', ['admin'])
  const anna = await world.customer('anna')
  const { account, total } = await insertOrder(world, anna, { total: 150_000 })
  const payment = {
    gateway: 'test' as const,
    account,
    externalId: 'payment-1',
    amount: total,
    currency: 'RUB',
    test: true,
  }
  await world.db.transaction().execute((tx) => settleOrder(tx, tillOf(world), payment))
  await hearSome(world)

  const today = world.clock.now().toISOString().slice(0, 10).split('-').toReversed().join('.')
  const page = await open(`/admin?tab=report&from=01.11.2026&to=${today}`, { as: admin })
  const sales = page.getByRole('table', { name: 'Продажи' })
  await sales.getByRole('row', { name: /Фотографы.*1 500/ }).waitFor()
  await sales.getByRole('row', { name: /Всего.*1 500/ }).waitFor()
  await page.getByRole('radio', { name: 'По промокодам' }).click()
  await sales.getByRole('row', { name: /Без промокода/ }).waitFor()
  await expect.poll(() => page.url()).toContain('by=promo')

  await page.getByRole('link', { name: 'Заказы', exact: true }).click()
  await page.getByRole('button', { name: `Журнал: заказ ${account}` }).click()
  const journal = page.getByRole('dialog', { name: `Журнал заказа ${account}` })
  await journal
    .getByRole('table', { name: 'В книгах' })
    .getByRole('row', { name: /Оплата.*payment-1/ })
    .waitFor()
  await journal.getByText('Платёжная система ничего не сообщала.').waitFor()
  await page.keyboard.press('Escape')
  await journal.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Роли', exact: true }).click()
  await page.getByRole('button', { name: 'Дать роль' }).click()
  const roles = page.getByRole('dialog', { name: 'Дать роль' })
  await roles.getByLabel('Email аккаунта').fill('nobody@example.org')
  await roles.getByRole('button', { name: 'Сохранить' }).click()
  await roles.getByText('Выберите хотя бы одну роль').waitFor()
  await roles.getByRole('checkbox', { name: 'Поддержка' }).click()
  await roles.getByRole('button', { name: 'Сохранить' }).click()
  // The error itself as well as its sentence.
  await roles.getByText('"code":"PERSON_NOT_FOUND"').waitFor()
  await roles.getByLabel('Email аккаунта').fill(anna.email)
  await roles.getByRole('button', { name: 'Сохранить' }).click()
  const staff = page.getByRole('table', { name: 'Сотрудники' })
  await staff.getByRole('row', { name: new RegExp(`${anna.email}.*Поддержка`) }).waitFor()

  await page.getByRole('link', { name: 'Журнал', exact: true }).click()
  const log = page.getByRole('table', { name: 'Журнал' })
  await page.getByRole('checkbox', { name: 'Только действия с чужими аккаунтами' }).click()
  await log
    .getByRole('row', { name: new RegExp(`Роли: добавлено: поддержка.*${admin.email}.*${anna.email}`) })
    .waitFor()
  await page.getByLabel('Кто или чей аккаунт').fill('no@one.example')
  await page.getByText('Таких записей нет').waitFor()
  await expect.poll(() => page.url()).toContain('who=no%40one.example')

  await page.getByRole('link', { name: 'Источники', exact: true }).click()
  await page.getByText('429 Too Many Requests').waitFor()
  await page.getByText('За это время ещё ничего не записано', { exact: false }).waitFor()
})

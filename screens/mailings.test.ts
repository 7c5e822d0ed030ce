/** What an admin does to write to many, and what the many do about it. */
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, vi } from 'vitest'
import { mailingsPoll } from '../contract/office/mailings.ts'
import { addPeople, form, sendDue } from '../server/features/office/mailings/mailings.samples.ts'
import { MINUTE } from '../server/kit/clock.ts'
import { story, type DomPage } from './story.ts'

const made = (page: DomPage) => page.getByRole('table', { name: 'Рассылки' })
const dialog = (page: DomPage, name: string) => page.getByRole('dialog', { name })

async function chooses(page: DomPage, field: RegExp, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

story('a mailing is filled in, looked at, tried, sent, paused and let go on', async ({ world, open }) => {
  const admin = await world.somebody('admin', ['admin'])
  await world.db.updateTable('users').set({ emailApprove: true }).execute()
  await addPeople(world, ['vera@example.ru', 'gleb@example.ru'])
  await world.customer('unconfirmed')
  let page = await open('/admin?tab=mailings', { as: admin })
  await page.getByText('Рассылок пока нет').waitFor()

  await page.getByRole('button', { name: 'Отправить…' }).click()
  for (const lacks of [
    'не выбран тип рассылки',
    'не выбрана группа получателей',
    'не указана тема сообщения',
    'не задано тело сообщения',
  ])
    await page.getByText(lacks, { exact: true }).waitFor()

  await chooses(page, /^Тип/, 'Новости сервиса')
  await chooses(page, /^Кому/, 'Список адресов')
  await page.getByRole('button', { name: 'Отправить…' }).click()
  await page.getByText('не указаны email получателей', { exact: true }).waitFor()
  await chooses(page, /^Кому/, 'Никогда не покупали')
  await page.getByText('Получат 3 из 4 человек', { exact: true }).waitFor()
  await page.getByText('email не подтверждён: 1', { exact: true }).waitFor()

  await page.getByRole('textbox', { name: /^Тема/ }).fill('Новая сеть')
  await page.getByRole('textbox', { name: /^Текст письма/ }).fill('{{имя}}, слушаем ещё одну сеть')
  await page.getByRole('button', { name: 'Отправить…' }).click()
  await page
    .getByText(/Напишите, что подставить вместо {{имя}}/)
    .first()
    .waitFor()
  await page.getByRole('textbox', { name: /^Текст письма/ }).fill('{{имя|Друг}}, слушаем ещё одну сеть')
  // Nothing of it is lost when the page is.
  await page.reload()
  await expect.poll(() => page.getByRole('textbox', { name: /^Тема/ }).inputValue()).toBe('Новая сеть')
  await page.getByText('Текст', { exact: true }).click()
  await page.getByText(/admin, слушаем ещё одну сеть/).waitFor()

  await page.getByRole('button', { name: 'Пробное письмо себе' }).click()
  await page.getByText(`Пробное письмо отправлено на ${admin.email}`).waitFor()
  expect((await world.letterTo(admin.email)).subject).toBe('[Проба] Новая сеть')

  await page.getByRole('button', { name: 'Отправить…' }).click()
  await dialog(page, 'Отправить рассылку?').getByRole('button', { name: 'Отправить', exact: true }).click()
  await made(page).getByText('ждёт начала').waitFor()
  await made(page).getByText('0 из 3').waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: /^Тема/ }).inputValue()).toBe('')

  await made(page).getByRole('button', { name: 'Пауза: Новая сеть' }).click()
  await made(page).getByText('на паузе').waitFor()
  await sendDue(world)
  await made(page).getByRole('button', { name: 'Продолжить: Новая сеть' }).click()
  await made(page).getByText('отправляется').waitFor()
  await sendDue(world)
  // The signal says so.
  await made(page).getByText('завершена').waitFor()
  await made(page).getByText('3 из 3').waitFor()
  await expect
    .poll(() =>
      made(page)
        .getByRole('button', { name: /^(Пауза|Продолжить)/ })
        .count(),
    )
    .toBe(0)
  await made(page).getByRole('button', { name: 'Подробно: Новая сеть' }).click()
  await dialog(page, 'Новая сеть').getByText('Отправлено').waitFor()
  expect((await world.letterTo('vera@example.ru')).plain).toContain('vera, слушаем ещё одну сеть')

  await world.db
    .insertInto('mailHolds')
    .values({ holder: 'yandex', why: '554 spam', since: world.clock.now() })
    .execute()
  page = await open('/admin?tab=mailings', { as: admin })
  await page.getByRole('button', { name: 'Продолжить отправку: Яндекс Почта' }).click()
  await expect.poll(() => page.getByText('554 spam').count()).toBe(0)
})

story(
  'a mailing on its way is asked about every five seconds, and says when the server is not there',
  async ({ world, open }) => {
    const every = globalThis.setInterval
    const clocks = vi.spyOn(globalThis, 'setInterval').mockImplementation((work, after, ...given) =>
      // Five seconds are not waited for.
      every(work as () => void, after === mailingsPoll ? 300 : after, ...given),
    )
    const { server } = world.web.app
    const { port } = server.address() as AddressInfo
    const connections = new Set<Socket>()
    server.on('connection', (connection) => connections.add(connection))
    // Calls are counted by the minute.
    world.clock.advance(MINUTE)
    onTestFinished(() => clocks.mockRestore())
    const admin = await world.somebody('watches', ['admin'])
    await world.db.deleteFrom('mailings').execute()
    await admin.asks('mailings', 'sendEmail', form({ recGroup: 'any', recAny: 'a@one.example', subj: 'Раз' }))
    const page = await open('/admin?tab=mailings', { as: admin })
    await made(page).getByText('ждёт начала').waitFor()
    expect(mailingsPoll).toBe(5_000)
    expect(clocks.mock.calls.map(([, after]) => after)).toContain(mailingsPoll)

    const gone = new Promise((resolve) => server.close(resolve))
    // Those of before this story as well; sockets are none of them.
    server.closeAllConnections()
    for (const connection of connections) connection.destroy()
    await page.getByText('Нет связи с сервером', { exact: true }).waitFor()
    await made(page).getByText('ждёт начала').waitFor()
    await gone
    await sendDue(world)
    await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
    await made(page).getByText('завершена').waitFor()
    await expect.poll(() => page.getByText('Нет связи с сервером', { exact: true }).count()).toBe(0)
  },
)

story('one leaves a mailing by its link, and comes back in the profile', async ({ world, open }) => {
  const admin = await world.somebody('sender', ['admin'])
  const reader = await world.customer('reader')
  await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', reader.userId).execute()
  const fields = { type: 'info', recGroup: 'any', recAny: reader.email, subj: 'Новости', body: 'Текст' }
  await admin.asks('mailings', 'sendEmail', fields)
  await sendDue(world)
  const [token = ''] = /(?<=\/unsubscribe#)[\w.-]+/.exec((await world.letterTo(reader.email)).plain ?? '') ?? []
  let page = await open(`/unsubscribe#${token}`)
  await page.getByRole('heading', { name: 'Больше не присылать новости сервиса?' }).waitFor()
  expect((await reader.asks('mailings', 'getMailingChoices', {})).info).toBe(true)
  await page.getByRole('button', { name: 'Отписаться', exact: true }).click()
  await page.getByRole('heading', { name: 'Рассылки больше не придут' }).waitFor()
  expect((await reader.asks('mailings', 'getMailingChoices', {})).info).toBe(false)
  page = await open('/unsubscribe#stray')
  await page.getByText('Эта ссылка скопирована не целиком').waitFor()

  page = await open('/profile', { as: reader })
  await page.getByRole('switch', { name: 'Новости сервиса' }).click()
  await expect.poll(async () => (await reader.asks('mailings', 'getMailingChoices', {})).info).toBe(true)
  await expect.poll(() => page.getByRole('switch', { name: 'Предложения и скидки' }).isChecked()).toBe(false)
  await page.getByRole('switch', { name: 'Предложения и скидки' }).click()
  await page.getByText(/^Вы согласились/).waitFor()
  expect((await reader.asks('mailings', 'getMailingChoices', {})).advertising).toBe(true)
})

/** Leads on the cards of the feed: one of a team does something, the other sees it. What needs two browsers stands in `journeys/leads.test.ts`. */
import { beforeEach, describe, expect } from 'vitest'
import { feedOf, newName } from '../server/features/reading/feed/items/feed-of.samples.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paidForTeam, type TestWorld } from '../server/testing/test-world.ts'
import { window } from './dom/window.ts'
import { cards, story, untilLive, type DomPage, type Open } from './story.ts'

beforeEach<{ world: TestWorld }>(({ world }) => world.looksFor('photographers', 'ищу фотографа'))

const jobs = ['на свадьбу', 'для каталога', 'на крестины']

/** Oleg, who pays for the team, and Vera; the page is Oleg's. */
async function openTeam(world: TestWorld, open: Open) {
  const oleg = await world.somebody(newName('oleg'), ['teamOwner'], paidForTeam('photographers'))
  const vera = await world.customer(newName('vera'))
  await world.team(oleg, { ...vera, called: newName('Вера из продаж ') })
  await feedOf(world, ...jobs.map((job) => `Ищу фотографа ${job}`))
  const page = await open('/feed', { as: oleg })
  await expect.poll(() => cards(page).count()).toBe(jobs.length)
  await untilLive(page)
  return { oleg, vera, page }
}

const card = (page: DomPage, job: string) => cards(page).filter({ hasText: job })
const sign = (page: DomPage, job: string, words: string) =>
  card(page, job).getByRole('img', { name: words, exact: true })
const detail = (page: DomPage) => page.locator('[data-detail]')
const toast = (page: DomPage, words: string) => page.getByRole('status').filter({ hasText: words })
/** As the team calls them. */
const calledBy = async (person: TestUser, member: TestUser) =>
  (await person.asks('team', 'getTeam', {})).team?.members.find(({ id }) => id === member.userId)?.name ?? ''
const nameOf = (person: TestUser) => calledBy(person, person)

async function messageOf(person: TestUser, job: string) {
  const { messages } = await person.asks('feed', 'queryFeed', { filter: { spam: 'ignore' } })
  const message = messages.find(({ text }) => text.includes(job))
  if (!message) throw new Error(`no message ${job}`)
  return message
}
/** As the server has it. Asked seldom enough for the rate limit. */
const leadIs = (person: TestUser, job: string, lead: object | null) => {
  const asked = expect.poll(async () => (await messageOf(person, job)).lead, { interval: 250 })
  return lead === null ? asked.toBeNull() : asked.toMatchObject(lead)
}

describe('a lead', () => {
  story('is taken by one key, let go by the same, and each is taken back', async ({ world, open }) => {
    const { oleg, page } = await openTeam(world, open)
    await card(page, 'на свадьбу').focus()
    await page.keyboard.press('w')
    await sign(page, 'на свадьбу', 'В работе, вы').waitFor()
    await leadIs(oleg, 'на свадьбу', { status: 'inWork', assignee: { id: oleg.userId } })
    await toast(page, 'Взято в работу').waitFor()
    await page.keyboard.press('w')
    await sign(page, 'на свадьбу', 'В работе, вы').waitFor({ state: 'detached' })
    await leadIs(oleg, 'на свадьбу', { status: 'new', assignee: null })
    await toast(page, 'Возвращено в новые').getByRole('button', { name: 'Отменить' }).click()
    await sign(page, 'на свадьбу', 'В работе, вы').waitFor()
    await leadIs(oleg, 'на свадьбу', { status: 'inWork', assignee: { id: oleg.userId } })

    await card(page, 'на крестины').getByRole('button', { name: 'Взять', exact: false }).click()
    await leadIs(oleg, 'на крестины', { status: 'inWork' })
    await page.keyboard.press('z')
    await leadIs(oleg, 'на крестины', { status: 'new', assignee: null })
    await sign(page, 'на крестины', 'В работе, вы').waitFor({ state: 'detached' })
  })

  story('that a mate takes is seen at once, and who is second is told who was first', async ({ world, open }) => {
    const { oleg, vera, page } = await openTeam(world, open)
    const name = await nameOf(vera)
    world.bus.holdBack()
    const { id } = await messageOf(vera, 'на свадьбу')
    await vera.asks('leads', 'takeLead', { id })
    await card(page, 'на свадьбу').focus()
    await page.keyboard.press('w')
    await page
      .getByRole('alert')
      .filter({ hasText: `Уже взял(а): ${name}` })
      .waitFor()
    await sign(page, 'на свадьбу', `В работе, ${name}`).waitFor()
    await leadIs(oleg, 'на свадьбу', { assignee: { id: vera.userId } })
    world.bus.release()

    await vera.asks('leads', 'takeLead', { id: (await messageOf(vera, 'на крестины')).id })
    await sign(page, 'на крестины', `В работе, ${name}`).waitFor()
    // Nothing was done that could be taken back.
    await page.keyboard.press('z')
    await sign(page, 'на свадьбу', `В работе, ${name}`).waitFor()
  })

  story('gets another status and another assignee from its menu, by a press and by keys', async ({ world, open }) => {
    const { oleg, vera, page } = await openTeam(world, open)
    const name = await nameOf(vera)
    const { id } = await messageOf(vera, 'на свадьбу')
    await vera.asks('leads', 'takeLead', { id })
    await sign(page, 'на свадьбу', `В работе, ${name}`).waitFor()
    const menu = page.getByRole('menu', { name: 'Статус и ответственный' })

    await card(page, 'на свадьбу').getByRole('button', { name: 'Статус и ответственный' }).click()
    await menu.getByRole('menuitemradio', { name: 'Я', exact: true }).click()
    await sign(page, 'на свадьбу', 'В работе, вы').waitFor()
    await leadIs(vera, 'на свадьбу', { status: 'inWork', assignee: { id: oleg.userId } })

    await card(page, 'на свадьбу').focus()
    await page.keyboard.press('m')
    await menu.waitFor()
    await page.keyboard.press('4')
    await menu.waitFor({ state: 'detached' })
    await sign(page, 'на свадьбу', 'Сделка, вы').waitFor()
    await leadIs(vera, 'на свадьбу', { status: 'won' })
    await toast(page, 'Статус: сделка').getByRole('button', { name: 'Отменить' }).click()
    await sign(page, 'на свадьбу', 'В работе, вы').waitFor()
    await leadIs(vera, 'на свадьбу', { status: 'inWork', assignee: { id: oleg.userId } })

    await card(page, 'на свадьбу').getByRole('button', { name: 'Статус и ответственный' }).click()
    await menu.getByRole('menuitemradio', { name: await calledBy(oleg, vera), exact: true }).click()
    await sign(page, 'на свадьбу', `В работе, ${name}`).waitFor()
    await leadIs(vera, 'на свадьбу', { assignee: { id: vera.userId } })
    await page.keyboard.press('z')
    await leadIs(vera, 'на свадьбу', { assignee: { id: oleg.userId } })
  })

  story('is answered by its status as by the mark, and both go back together', async ({ world, open }) => {
    const { vera, page } = await openTeam(world, open)
    await card(page, 'для каталога').focus()
    await page.keyboard.press('m')
    await page.getByRole('menuitemradio', { name: 'Ответили' }).click()
    await card(page, 'для каталога').getByText('вы ответили за').waitFor()
    await leadIs(vera, 'для каталога', { status: 'answered' })
    expect((await messageOf(vera, 'для каталога')).answers).toHaveLength(1)
    await toast(page, 'Статус: ответили').getByRole('button', { name: 'Отменить' }).click()
    await card(page, 'для каталога').getByText('вы ответили за').waitFor({ state: 'detached' })
    await leadIs(vera, 'для каталога', { status: 'new', assignee: null })
    expect((await messageOf(vera, 'для каталога')).answers).toEqual([])
  })

  story('several are taken at once', async ({ world, open }) => {
    const { oleg, page } = await openTeam(world, open)
    for (const job of ['на свадьбу', 'на крестины']) await card(page, job).getByRole('checkbox').click()
    await page.keyboard.press('w')
    await toast(page, 'Взято в работу: 2 сообщения').waitFor()
    await leadIs(oleg, 'на свадьбу', { status: 'inWork' })
    await leadIs(oleg, 'на крестины', { status: 'inWork' })
  })
})

describe('all of a lead stands in its message whole', () => {
  story('comments come and go, and a mate’s come by themselves', async ({ world, open }) => {
    const { oleg, vera, page } = await openTeam(world, open)
    await card(page, 'на свадьбу').locator('[data-message-text]').click()
    await detail(page).getByRole('button', { name: 'Взять в работу', exact: true }).click()
    await detail(page).getByLabel('Комментарий', { exact: true }).fill('Просит смету')
    await detail(page).getByRole('button', { name: 'Добавить' }).click()
    const comments = detail(page).getByRole('list', { name: 'Комментарии' })
    await comments.getByText('Просит смету').waitFor()
    const leadId = (await messageOf(oleg, 'на свадьбу')).lead?.id ?? 0
    const texts = async () => (await vera.asks('leads', 'getLead', { id: leadId })).comments.map(({ text }) => text)
    expect(await texts()).toEqual(['Просит смету'])
    await vera.asks('leads', 'createLeadComment', { id: leadId, text: 'Отправила' })
    await comments.getByText('Отправила').waitFor()
    await comments
      .getByRole('listitem')
      .filter({ hasText: 'Просит смету' })
      .getByRole('button', { name: 'Удалить комментарий' })
      .click()
    await comments.getByText('Просит смету').waitFor({ state: 'detached' })
    expect(await texts()).toEqual(['Отправила'])
    await toast(page, 'Комментарий удалён').getByRole('button', { name: 'Отменить' }).click()
    await comments.getByText('Просит смету').waitFor()
  })

  story('who may only look reads all of it, and is offered nothing', async ({ world, open }) => {
    const { oleg } = await openTeam(world, open)
    const inna = await world.customer(newName('inna'))
    await world.team(oleg, { ...inna, right: 'view' })
    const { id } = await messageOf(oleg, 'на свадьбу')
    const { lead } = await oleg.asks('leads', 'updateLeadOf', { id, status: 'won' })
    await oleg.asks('leads', 'updateLead', { id: lead.id, sum: 15_000_00 })
    await oleg.asks('leads', 'createLeadComment', { id: lead.id, text: 'Просит смету' })
    const page = await open('/feed', { as: inna })
    await card(page, 'на свадьбу').locator('[data-message-text]').click()
    await detail(page).getByText('Статус: сделка').waitFor()
    await detail(page)
      .getByText(`Ответственный: ${await nameOf(oleg)}`, { exact: true })
      .waitFor()
    await detail(page).getByText('Сумма сделки: 15 000 руб.').waitFor()
    await detail(page).getByRole('list', { name: 'Комментарии' }).getByText('Просит смету').waitFor()
    await detail(page).getByRole('list', { name: 'История лида' }).getByText('Новый → Сделка').waitFor()
    for (const offered of [
      detail(page).getByRole('radiogroup', { name: 'Статус лида' }),
      detail(page).getByLabel('Ответственный'),
      detail(page).getByLabel('Сумма сделки, руб.'),
      detail(page).getByRole('group', { name: 'Напомнить' }),
      detail(page).getByLabel('Комментарий', { exact: true }),
    ])
      await expect.poll(() => offered.count()).toBe(0)
    // It goes on before their eyes all the same.
    await oleg.asks('leads', 'updateLead', { id: lead.id, status: 'lost' })
    await detail(page).getByText('Статус: отказ').waitFor()
  })

  story('its reminder, its sum and the way it went', async ({ world, open }) => {
    const { oleg, vera, page } = await openTeam(world, open)
    await card(page, 'на свадьбу').locator('[data-message-text]').click()
    await detail(page).getByRole('button', { name: 'Взять в работу', exact: true }).click()
    await detail(page).getByRole('button', { name: 'Завтра в 9' }).click()
    await detail(page).getByText('Напомним: завтра, 09:00').waitFor()
    // Nine o'clock in Moscow, on the day after that of the page.
    await expect
      .poll(async () => (await messageOf(oleg, 'на свадьбу')).lead?.remindAt, { interval: 250 })
      .toMatch(/T06:00:00\.000Z$/)
    await detail(page).getByRole('button', { name: 'Убрать напоминание' }).click()
    await detail(page).getByRole('button', { name: 'Через час' }).waitFor()
    await leadIs(oleg, 'на свадьбу', { remindAt: null })

    await detail(page).getByRole('radio', { name: 'Сделка' }).click()
    await detail(page).getByLabel('Сумма сделки, руб.').fill('15000,50')
    await detail(page).getByRole('button', { name: 'Сохранить' }).click()
    await toast(page, 'Сумма: 15 000,50 руб.').waitFor()
    const history = detail(page).getByRole('list', { name: 'История лида' })
    for (const line of ['Новый → В работе', 'В работе → Сделка', 'сумма: 15 000,50 руб.'])
      await history.getByText(line).waitFor()
    const { id } = (await messageOf(oleg, 'на свадьбу')).lead ?? { id: 0 }
    expect((await vera.asks('leads', 'getLead', { id })).lead).toMatchObject({ status: 'won', sum: 15_000_50 })
    await detail(page).getByLabel('Ответственный').selectOption(String(vera.userId))
    await leadIs(oleg, 'на свадьбу', { status: 'won', assignee: { id: vera.userId } })
    await expect.poll(() => detail(page).getByRole('link', { name: 'Все лиды' }).getAttribute('href')).toBe('/leads')
  })
})

story(
  'who looks at a message is seen on its card, and on it whole, until they go on',
  async ({ world, open, onTestFinished }) => {
    const { oleg, vera, page } = await openTeam(world, open)
    const name = await nameOf(vera)
    const [first, second] = [await messageOf(vera, 'на свадьбу'), await messageOf(vera, 'на крестины')]
    const hers = await vera.connects()
    const look = (messageId: number | null) => hers.asks('leads', 'setLooking', { messageId })
    await look(first.id)
    await sign(page, 'на свадьбу', `смотрит ${name}`).waitFor()
    await look(second.id)
    await sign(page, 'на крестины', `смотрит ${name}`).waitFor()
    await sign(page, 'на свадьбу', `смотрит ${name}`).waitFor({ state: 'detached' })
    await card(page, 'на крестины').locator('[data-message-text]').click()
    await detail(page).getByText(`Сейчас это смотрит ${name}`).waitFor()
    // She is shown what is before the reader, and that it is no more.
    const seen = () => hers.heard['leads.looking'].at(-1)
    await expect.poll(seen).toMatchObject({ messageId: second.id, users: [{ id: oleg.userId }] })
    await page.keyboard.press('j')
    await expect.poll(seen).not.toMatchObject({ users: [{ id: oleg.userId }], messageId: second.id })
    await expect.poll(seen).toMatchObject({ users: [{ id: oleg.userId }] })
    const setVisibility = (visibility: 'hidden' | 'visible') => {
      Object.defineProperty(window.document, 'visibilityState', { configurable: true, value: visibility })
      window.document.dispatchEvent(new window.Event('visibilitychange'))
    }
    onTestFinished(() => setVisibility('visible'))
    setVisibility('hidden')
    await expect.poll(seen).toMatchObject({ users: [] })
    setVisibility('visible')
    await expect.poll(seen).toMatchObject({ users: [{ id: oleg.userId }] })
    hers.close()
    await sign(page, 'на крестины', `смотрит ${name}`).waitFor({ state: 'detached' })
  },
)

describe('the filter', () => {
  story(
    'knows the status and the assignee, says how many there are, and is sent by its address',
    async ({ world, open }) => {
      const { oleg, vera, page } = await openTeam(world, open)
      const name = await calledBy(oleg, vera)
      await vera.asks('leads', 'takeLead', { id: (await messageOf(vera, 'на свадьбу')).id })
      await oleg.asks('leads', 'updateLeadOf', { id: (await messageOf(oleg, 'на крестины')).id, status: 'won' })
      const add = async (title: string) => {
        await page.getByRole('button', { name: 'Условие', exact: true }).click()
        await page.getByRole('option', { name: title }).click()
      }
      await add('Статус лида')
      const counted = (value: string, count: string) =>
        page.locator(`label[data-count="${count}"]`).filter({ hasText: value }).waitFor()
      await counted('В работе', '1')
      await counted('Новый', '1')
      await page.getByRole('checkbox', { name: 'В работе' }).click()
      await expect.poll(() => cards(page).count()).toBe(1)
      await page.getByRole('button', { name: 'Статус лида — в работе' }).waitFor()
      await page.keyboard.press('Escape')
      await add('Ответственный')
      await page.getByRole('checkbox', { name, exact: true }).click()
      await page.getByRole('button', { name: `Ответственный — ${name}` }).waitFor()
      await expect.poll(() => cards(page).count()).toBe(1)

      const sent = await open(`/feed?lead=inWork&assignee=${vera.userId},none`, { as: oleg })
      await expect.poll(() => cards(sent).count()).toBe(1)
      await sent.getByRole('button', { name: `Ответственный — ${name} или никто` }).waitFor()
      // What is the reader's own by now fits no longer: a line stands in its place.
      await card(sent, 'на свадьбу').focus()
      await sent.keyboard.press('m')
      await sent.getByRole('menuitemradio', { name: 'Я', exact: true }).click()
      await sent.getByText('Скрыто: сменился ответственный').waitFor()
      await sent.getByRole('article').getByRole('button', { name: 'Отменить' }).click()
      await card(sent, 'на свадьбу').waitFor()
      await leadIs(oleg, 'на свадьбу', { assignee: { id: vera.userId } })
    },
  )

  story('says of what it hides which status it has', async ({ world, open }) => {
    const { oleg, page } = await openTeam(world, open)
    await oleg.asks('leads', 'updateLeadOf', { id: (await messageOf(oleg, 'на крестины')).id, status: 'lost' })
    await page.goto('/feed?lead=new')
    await expect.poll(() => cards(page).count()).toBe(2)
    await page.getByRole('button', { name: 'Ещё: выгрузка, скрытое, чёрный список' }).click()
    await page.getByRole('menuitem', { name: 'Что скрыто' }).click()
    const hidden = page.getByRole('region', { name: 'Что скрыто' })
    await hidden.getByText('скрыто: статус «Отказ»').waitFor()
    await hidden.getByRole('button', { name: 'Показывать этот статус' }).click()
    await hidden.waitFor({ state: 'detached' })
    await expect.poll(() => cards(page).count()).toBe(3)
    await page.getByRole('button', { name: 'Статус лида — новый или отказ' }).waitFor()
  })
})

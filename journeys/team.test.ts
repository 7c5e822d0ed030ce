/** Two people who answer together, each in their own browser; `screens/team.test.ts` has the rest. */
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { settleTeams } from '../server/features/access/subscriptions/own-teams.ts'
import { feedOf } from '../server/features/reading/feed/items/feed-of.samples.ts'
import { sessionCookieName } from '../server/gate/cookies.ts'
import { MINUTE } from '../server/kit/clock.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paidForTeam, type TestWorld } from '../server/testing/test-world.ts'
import { cards, story, untilLive, type Open } from './browser.ts'
import { checkLandmarks, checkLooks, checkLooksAt, phoneScreen } from './check-looks.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Участники' })
    .locator('li')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Главное меню' })

/** Where the letter leads that invites this e-mail. */
async function invitationOf(world: TestWorld, email: string): Promise<string> {
  const { pathname, hash } = new URL((await world.letterTo(email)).link)
  return pathname + hash
}

const jobs = ['на свадьбу', 'для каталога обуви', 'на крестины', 'на юбилей бабушки']
const card = (page: Page, job: string) => cards(page).filter({ hasText: job })
const sign = (page: Page, job: string, words: string) => card(page, job).getByRole('img', { name: words, exact: true })
const whole = (page: Page) => page.getByRole('region', { name: 'Сообщение целиком' })
const places = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('[data-item]')].map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect()
    return [x, y, width, height].join()
  })`)

/** Who has come in on this page, for another browser of theirs. */
async function whoIs(world: TestWorld, page: Page, email: string): Promise<{ token: string; userId: number }> {
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === sessionCookieName(world.config))?.value ?? ''
  const { id } = await world.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return { token, userId: id }
}

/** The owner pays and invites; she registers by the letter and is in. */
async function join(world: TestWorld, open: Open, oleg: TestUser): Promise<{ his: Page; hers: Page }> {
  const category = await world.categoryId('photographers')
  const his = await open(`/order?product=category&type=team&category=${category}`, { as: oleg })
  await his.getByRole('region', { name: 'Ваш заказ' }).getByRole('button', { name: 'Оплатить 2 480 руб.' }).click()
  await dialog(his, 'Тестовая оплата').getByRole('button', { name: 'Оплатить' }).click()
  await his.waitForURL('**/team**')
  await his.getByText(/Спасибо за покупку!.*осталось пригласить коллег/).waitFor()
  await his.getByText('Занято 1 из 3 мест').waitFor()
  await his.getByRole('button', { name: 'Пригласить', exact: true }).click()
  const form = dialog(his, 'Пригласить в команду')
  await form.getByLabel('Email').fill('vera@example.ru')
  await form.getByLabel('Имя').fill('Вера Белова')
  await form.getByRole('button', { name: 'Пригласить' }).click()
  await row(his, 'Вера Белова').getByText('Ждём ответа').waitFor()

  // She reads her letters on a phone, and goes on at her desk.
  const phone = await open(await invitationOf(world, 'vera@example.ru'), { ...phoneScreen, touch: true })
  await phone.getByRole('heading', { name: 'oleg зовёт вас в команду' }).waitFor()
  await phone.getByRole('button', { name: 'Зарегистрироваться' }).click()
  await dialog(phone, 'Регистрация').getByRole('button', { name: 'Продолжить' }).click()
  await dialog(phone, 'Код из письма').getByLabel('Цифра 1 из 6').click()
  await phone.keyboard.type((await world.letterTo('vera@example.ru')).code)
  await phone.getByRole('button', { name: 'Принять приглашение' }).click()
  await phone.waitForURL('**/feed')
  await expect.poll(() => cards(phone).count()).toBe(jobs.length)
  await untilLive(phone)
  const mine = card(phone, 'на крестины').getByRole('button', { name: 'В работе, вы', exact: true })
  await card(phone, 'на крестины').getByRole('button', { name: 'Взять в работу', exact: true }).tap()
  await mine.waitFor()
  await card(phone, 'на крестины').getByRole('button', { name: 'Взять', exact: true, pressed: true }).tap()
  await mine.waitFor({ state: 'detached' })
  const hers = await open('/feed', { as: await whoIs(world, phone, 'vera@example.ru') })
  await phone.close()
  await expect.poll(() => cards(hers).count()).toBe(jobs.length)
  await untilLive(hers)
  // It is heard of in the other browser.
  await row(his, 'Вера Белова').getByText('В команде', { exact: true }).waitFor()
  await his.getByText('Занято 2 из 3 мест').waitFor()
  return { his, hers }
}

/** What either does stands before the other at once: a filter, a note. */
async function share(his: Page, hers: Page): Promise<void> {
  await menu(his).getByRole('link', { name: 'Лента' }).click()
  await untilLive(his)
  await his.getByRole('button', { name: 'Новый фильтр' }).click()
  await dialog(his, 'Новый фильтр').getByLabel('Название').fill('Юбилеи')
  await dialog(his, 'Новый фильтр').getByText('Вся команда').click()
  await dialog(his, 'Новый фильтр').getByRole('button', { name: 'Создать' }).click()
  await hers
    .getByRole('navigation', { name: 'Фильтры' })
    .getByRole('link', { name: /Юбилеи/ })
    .waitFor()
  await menu(his).getByRole('link', { name: 'Лента' }).click()
  await expect.poll(() => cards(his).count()).toBe(jobs.length)

  await card(hers, 'на юбилей').focus()
  await hers.keyboard.press('KeyN')
  await dialog(hers, 'Заметка').getByLabel('Ваша заметка').fill('позвоню сама в пятницу')
  await dialog(hers, 'Заметка').getByRole('button', { name: 'Сохранить' }).click()
  await card(his, 'на юбилей').focus()
  await his.keyboard.press('Enter')
  await whole(his).getByText('позвоню сама в пятницу').waitFor()
  await his.keyboard.press('Escape')
  await whole(his).waitFor({ state: 'detached' })
}

/** One request: taken by one and seen by the other with nothing moved, handed on, and won. */
async function win(his: Page, hers: Page): Promise<void> {
  const before = await places(hers)
  await card(his, 'на свадьбу').focus()
  await his.keyboard.press('KeyW')
  await sign(his, 'на свадьбу', 'В работе, вы').waitFor()
  await sign(hers, 'на свадьбу', 'В работе, oleg').waitFor()
  expect(await places(hers)).toEqual(before)
  expect(before.every((place) => place.endsWith(',47'))).toBe(true)

  // She is told who was first; then it is given to her, by the name the team has for her, and won.
  await card(hers, 'на свадьбу').focus()
  await hers.keyboard.press('KeyW')
  await hers.getByRole('alert').filter({ hasText: 'Уже взял(а): oleg' }).waitFor()
  await his.keyboard.press('KeyM')
  await his.getByRole('menuitemradio', { name: 'Вера Белова', exact: true }).click()
  await sign(his, 'на свадьбу', 'В работе, Вера Белова').waitFor()
  await sign(hers, 'на свадьбу', 'В работе, вы').waitFor()
  await hers.keyboard.press('Enter')
  await whole(hers).getByRole('radiogroup', { name: 'Статус лида' }).getByText('Сделка').click()
  await whole(hers).getByLabel('Сумма сделки, руб.').fill('15 000')
  await whole(hers).getByRole('button', { name: 'Сохранить' }).click()
  await whole(hers).getByRole('list', { name: 'История лида' }).getByText('сумма: 15 000 руб.').waitFor()
  await sign(his, 'на свадьбу', 'Сделка, Вера Белова').waitFor()
  await card(his, 'на свадьбу').focus()
  await his.keyboard.press('Enter')
  await expect.poll(() => whole(his).getByLabel('Сумма сделки, руб.').inputValue()).toBe('15000')
  await hers.keyboard.press('Escape')
}

/** The tariff ends, and is paid for again, while her tab stays as it is. */
async function endAndRenew(world: TestWorld, oleg: TestUser, hers: Page): Promise<void> {
  const expiresAt = new Date(world.clock.now().getTime() + MINUTE)
  await world.db.updateTable('subscriptions').set({ expiresAt }).where('userId', '=', oleg.userId).execute()
  world.clock.advance(2 * MINUTE)
  await settleTeams(world)
  await world.settle()
  await hers.getByText(/Команда «oleg» сейчас не оплачена/).waitFor()
  await expect.poll(() => cards(hers).count()).toBe(0)
  await world.hold(oleg.userId, { ...paidForTeam('photographers', 30), teamSize: 3 })
  await world.settle()
  await expect.poll(() => cards(hers).count()).toBe(jobs.length)
  await expect.poll(() => hers.getByText(/сейчас не оплачена/).count()).toBe(0)
}

/** She is taken out while she works: what she had is no one's again, what she noted stays. */
async function takeOut(his: Page, hers: Page): Promise<void> {
  await untilLive(hers)
  await card(hers, 'на крестины').focus()
  await hers.keyboard.press('KeyW')
  await sign(his, 'на крестины', 'В работе, Вера Белова').waitFor()
  await menu(his).getByRole('link', { name: 'Команда' }).click()
  await row(his, 'Вера Белова').getByRole('button', { name: 'Убрать: Вера Белова' }).click()
  await dialog(his, 'Убрать из команды?').getByRole('button', { name: 'Убрать' }).click()
  await expect.poll(() => row(his, 'Вера Белова').count()).toBe(0)
  await hers.getByText('Вы больше не в команде «oleg»').waitFor()
  await expect.poll(() => cards(hers).count()).toBe(0)
  await menu(his).getByRole('link', { name: 'Лента' }).click()
  await card(his, 'на юбилей').focus()
  await his.keyboard.press('Enter')
  await whole(his).getByText('позвоню сама в пятницу').waitFor()
}

story(
  'a team is bought, joined by letter, worked in together, over its end and its renewal, and left',
  async ({ world, open }) => {
    await world.looksFor('photographers', 'ищу фотографа')
    await feedOf(world, ...jobs.map((job) => `Ищу фотографа ${job}. Нужен кто-то спокойный, кто умеет снимать детей`))
    const oleg = await world.customer('oleg')
    const { his, hers } = await join(world, open, oleg)
    await share(his, hers)
    await win(his, hers)
    await endAndRenew(world, oleg, hers)
    await takeOut(his, hers)
    await world.settle()
    await expect.poll(() => sign(his, 'на крестины', 'В работе, Вера Белова').count()).toBe(0)
    // The deal stays a deal.
    const { leads } = await oleg.asks('leads', 'listLeads', {})
    expect(leads.map(({ status, assignee }) => [status, assignee])).toEqual([
      ['won', null],
      ['new', null],
    ])
  },
)

describe('on every screen', () => {
  story('the team, its dialogs, the invitation and the page of a member are seen whole', async ({ world, open }) => {
    const owner = await world.customer('owner-looks', { ...paidForTeam('photographers', 10), teamSize: 4 })
    await world.hold(owner.userId, { ...paidForTeam('video', 30), teamSize: 2 })
    const members = [await world.customer('vera-with-a-rather-long-address'), await world.customer('gleb-looks')]
    await world.team(owner, ...members)
    const [, last] = (await owner.asks('team', 'listMembershipCards', {})).cards
    await owner.asks('team', 'updateMembershipCard', { id: last?.id ?? 0, username: 'Глеб Константинопольский' })
    const email = 'zoya@example.ru'
    await owner.asks('team', 'createMembershipCard', { email, username: 'Зоя', right: 'manage' })
    const token = (await invitationOf(world, email)).split('#token=')[1] ?? ''
    await members[0]?.asks('team', 'leaveTeam', {})
    await members[0]?.asks('team', 'acceptInvitation', { token })

    const page = await open('/team', { as: owner })
    await checkLandmarks(page, 'Команда')
    await page.getByText(/останется без места|хватит всем/).waitFor()
    await page.getByRole('button', { name: 'Принять' }).waitFor()
    await checkLooks(page)
    for (const [button, title] of [
      ['Пригласить', 'Пригласить в команду'],
      ['Изменить: Зоя', 'Изменить приглашение'],
      ['Убрать: Глеб Константинопольский', 'Убрать из команды?'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click()
      await dialog(page, title).waitFor()
      await checkLooks(page)
      await page.keyboard.press('Escape')
      await dialog(page, title).waitFor({ state: 'detached' })
    }

    const guest = await open(`/team-invitation#token=${token}`)
    await checkLandmarks(guest, 'owner-looks зовёт вас в команду')
    await checkLooks(guest)
    // What stands in the way of it, of who is in another team and of who has one.
    const other = await world.customer('other-owner-looks', { ...paidForTeam('vets', 10), teamSize: 4 })
    const theirs = await world.customer('in-another-looks')
    await world.team(other, theirs)
    const joined = await open(`/team-invitation#token=${token}`, { as: theirs })
    await joined.getByText('Вы уже в другой команде').waitFor()
    await checkLooks(joined)
    const owning = await open(`/team-invitation#token=${token}`, { ...phoneScreen, as: other })
    await owning.getByText('У вас своя команда').waitFor()
    await checkLooksAt(owning, phoneScreen.width)
    const over = await open('/team-invitation')
    await checkLandmarks(over, 'Приглашения здесь нет')
    await checkLooks(over)
    const member = await open('/team', { as: members[1] ?? owner })
    await member.getByRole('region', { name: 'Кто в команде' }).waitFor()
    await checkLooks(member)
    const nobody = await open('/team', { as: await world.customer('alone-looks') })
    await nobody.getByText('вы приглашаете коллег по email').waitFor()
    await checkLooks(nobody)
  })
})

/** Two people who answer together, each in their own browser; `screens/team.test.ts` has the rest. */
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { DAY } from '../server/kit/clock.ts'
import { paidForTeam, type TestWorld } from '../server/testing/test-world.ts'
import { cards, story, untilLive } from './browser.ts'
import { checkDialog, checkLandmarks, checkLooks, onEveryWidth } from './check-looks.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Участники' })
    .locator('li')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
/** Not so wide that messages are rows. */
const cardsWide = { width: 1100 }
const closed = (page: Page) => page.getByText(/сейчас для вас закрыта/)

/** Where the letter leads that invites this e-mail. */
async function invitationOf(world: TestWorld, email: string): Promise<string> {
  const { pathname, hash } = new URL((await world.letterTo(email)).link)
  return pathname + hash
}

describe('a team', () => {
  story('is bought, joined by letter, worked in together, and left', async ({ world, open }) => {
    await world.looksFor('photographers', 'ищу фотографа')
    await world.post('Ищу фотографа на юбилей бабушки')
    await world.settle()
    const oleg = await world.customer('oleg')
    const category = await world.categoryId('photographers')

    const his = await open(`/order?product=category&type=team&category=${category}`, { as: oleg, ...cardsWide })
    await his.getByRole('region', { name: 'Ваш заказ' }).getByRole('button', { name: 'Оплатить 2 480 руб.' }).click()
    await dialog(his, 'Тестовая оплата').getByRole('button', { name: 'Оплатить' }).click()
    await his.waitForURL('**/team**')
    await his.getByText(/Спасибо за покупку!.*осталось пригласить коллег/).waitFor()
    await his.getByText('Занято 1 из 3 мест').waitFor()
    await his.getByRole('button', { name: 'Пригласить', exact: true }).click()
    const form = dialog(his, 'Пригласить в команду')
    await form.getByLabel('Email').fill('vera@example.ru')
    await form.getByLabel('Имя').fill('Вера')
    await form.getByRole('button', { name: 'Пригласить' }).click()
    await row(his, 'Вера').getByText('Ждём ответа').waitFor()

    const hers = await open(await invitationOf(world, 'vera@example.ru'), cardsWide)
    await hers.getByRole('heading', { name: 'oleg зовёт вас в команду' }).waitFor()
    await hers.getByRole('button', { name: 'Зарегистрироваться' }).click()
    await dialog(hers, 'Регистрация').getByRole('button', { name: 'Продолжить' }).click()
    await dialog(hers, 'Код из письма').getByLabel('Цифра 1 из 6').click()
    await hers.keyboard.type((await world.letterTo('vera@example.ru')).code)
    await hers.getByRole('button', { name: 'Принять приглашение' }).click()
    await hers.waitForURL('**/feed')
    await cards(hers).getByText('Ищу фотографа на юбилей бабушки').waitFor()
    await untilLive(hers)
    // It is heard of in the other browser.
    await row(his, 'Вера').getByText('В команде', { exact: true }).waitFor()
    await his.getByText('Занято 2 из 3 мест').waitFor()

    await his.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Лента' }).click()
    await untilLive(his)
    await his.getByRole('button', { name: 'Новый фильтр' }).click()
    await dialog(his, 'Новый фильтр').getByLabel('Название').fill('Юбилеи')
    await dialog(his, 'Новый фильтр').getByText('Вся команда').click()
    await dialog(his, 'Новый фильтр').getByRole('button', { name: 'Создать' }).click()
    await hers
      .getByRole('navigation', { name: 'Фильтры' })
      .getByRole('link', { name: /Юбилеи/ })
      .waitFor()

    await cards(hers).first().getByRole('button', { name: 'Заметка' }).click()
    await dialog(hers, 'Заметка').getByLabel('Ваша заметка').fill('позвоню сама в пятницу')
    await dialog(hers, 'Заметка').getByRole('button', { name: 'Сохранить' }).click()
    await cards(his).first().getByText('позвоню сама в пятницу').waitFor()

    await his.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Команда' }).click()
    await row(his, 'Вера').getByRole('button', { name: 'Убрать: Вера' }).click()
    await dialog(his, 'Убрать из команды?').getByRole('button', { name: 'Убрать' }).click()
    await expect.poll(() => row(his, 'Вера').count()).toBe(0)
    await hers.getByText('Вы больше не в команде «oleg»').waitFor()
    await expect.poll(() => cards(hers).count()).toBe(0)
    // What was noted stays with the team.
    await his.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Лента' }).click()
    await cards(his).first().getByText('позвоню сама в пятницу').waitFor()
  })

  story(
    'shows nothing of the owner once its tariff is over, and all of it when it is renewed',
    async ({ world, open }) => {
      await world.forgetMessages()
      await world.looksFor('photographers', 'ищу фотографа')
      const owner = await world.customer('owner-ends', { ...paidForTeam('photographers', 5), teamSize: 3 })
      const gleb = await world.customer('gleb-ends')
      await world.team(owner, gleb)
      await world.post('Ищу фотографа на выпускной')
      await world.settle()
      const page = await open('/feed', { as: gleb })
      await expect.poll(() => cards(page).count()).toBe(1)
      await untilLive(page)
      world.clock.advance(6 * DAY)
      await world.settle()
      await page.reload()
      await closed(page).waitFor()
      await expect.poll(() => cards(page).count()).toBe(0)
      await world.hold(owner.userId, { ...paidForTeam('photographers', 30), teamSize: 3 })
      await world.settle()
      await expect.poll(() => cards(page).count()).toBe(1)
      await expect.poll(() => closed(page).count()).toBe(0)
    },
  )
})

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
      await onEveryWidth(page, (width) => checkDialog(page, width))
      await checkLooks(page)
      await page.keyboard.press('Escape')
      await dialog(page, title).waitFor({ state: 'detached' })
    }

    const guest = await open(`/team-invitation#token=${token}`)
    await checkLandmarks(guest, 'owner-looks зовёт вас в команду')
    await checkLooks(guest)
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

/** People who answer together: a team, the way into it and out of it. */
import { sql } from 'kysely'
import { beforeEach, describe, expect } from 'vitest'
import { orders } from '../server/features/commerce/payments/cart-orders.samples.ts'
import { listOf } from '../server/features/watching/groups/groups.samples.ts'
import { DAY, MINUTE } from '../server/kit/clock.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { groups, paid, paidForTeam, PASSWORD, type TestWorld } from '../server/testing/test-world.ts'
import { cards, story, untilLive, type DomPage, type Open } from './story.ts'

const dialog = (page: DomPage, name: string) => page.getByRole('dialog', { name })
const people = (page: DomPage) => page.getByRole('region', { name: 'Участники' })
const row = (page: DomPage, name: string) =>
  people(page)
    .locator('li')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
const places = (page: DomPage) => page.getByRole('region', { name: 'Места в команде' })
const menu = (page: DomPage) => page.getByRole('navigation', { name: 'Главное меню' })
const plain = (text: string): string => text.replaceAll('\u00A0', ' ')

let named = 0
/** A team of so many places. */
async function ownerOf(world: TestWorld, teamSize: number | null, days = 30): Promise<TestUser> {
  return world.customer(`owner-${++named}`, { ...paidForTeam('photographers', days), teamSize })
}
const nameOf = ({ email }: TestUser): string => email.split('@')[0] ?? ''

async function act(page: DomPage, name: string, action: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `${action}: ${name}` })
    .click()
}

/** Invites by the owner's own call. @returns the path the letter leads to */
async function invited(world: TestWorld, owner: TestUser, email: string, right: 'view' | 'work' | 'manage' = 'work') {
  const { card } = await owner.asks('team', 'createMembershipCard', { email, username: 'Вера', right })
  const { pathname, hash } = new URL((await world.letterTo(email)).link)
  return { card, path: pathname + hash }
}

// Letters and invitations are counted by time.
beforeEach<{ world: TestWorld }>(({ world }) => world.clock.advance(5 * MINUTE))

describe('a team', () => {
  story('is explained to whoever is in none, and is no place of the menu', async ({ world, open }) => {
    const anna = await world.customer('anna', paid('photographers'))
    const page = await open('/team', { as: anna })
    await page.getByText('вы приглашаете коллег по email').waitFor()
    await expect.poll(() => menu(page).getByRole('link', { name: 'Команда' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Командные тарифы' }).click()
    await page.waitForURL(/\/order/)
    const guest = await open('/team')
    await guest.getByText('Команда у каждого своя').waitFor()
  })

  story(
    'thanks who paid for it before their bank has answered, and is theirs under the thanks',
    async ({ world, open }) => {
      const lena = await world.customer('lena-waits')
      const account = await orders(world, lena, { slugs: ['photographers'], type: 'team' })
      const page = await open(`/team?order=${account}#payment_success`, { as: lena })
      await page.getByText('Ждём, пока банк подтвердит оплату').waitFor()
      await page.getByText('вы приглашаете коллег по email').waitFor()
      await lena.asks('payments', 'payInTestMode', { account })
      await page.getByText(/Спасибо за покупку!.*осталось пригласить коллег/).waitFor()
      await places(page).getByText('Занято 1 из').waitFor()
      await page.getByText(/Спасибо за покупку!.*осталось пригласить коллег/).waitFor()
    },
  )

  story('is invited to by letter; places are counted, mistakes reported at their fields', async ({ world, open }) => {
    const oleg = await ownerOf(world, 3)
    const page = await open('/feed', { as: oleg })
    await menu(page).getByRole('link', { name: 'Команда' }).click()
    await places(page).getByText('Занято 1 из 3 мест').waitFor()
    await people(page).getByText('Пока вы здесь одни').waitFor()

    await page.getByRole('button', { name: 'Пригласить' }).click()
    const form = dialog(page, 'Пригласить в команду')
    await form.getByRole('button', { name: 'Пригласить' }).click()
    await form.getByText('Некорректно введен email').waitFor()
    await form.getByText('Введите имя пользователя').waitFor()
    await form.getByLabel('Email').fill(oleg.email)
    await form.getByLabel('Имя').fill('Вера')
    await form.getByRole('button', { name: 'Пригласить' }).click()
    await form.getByText('Участник с таким email уже есть в списке').waitFor()
    await form.getByLabel('Email').fill('vera-invited@example.ru')
    await form.getByLabel('Управление').check()
    await form.getByRole('button', { name: 'Пригласить' }).click()
    await form.waitFor({ state: 'detached' })
    await row(page, 'Вера').getByText('Ждём ответа').waitFor()
    await row(page, 'Вера')
      .getByText(/Управление · Приглашение действует до/)
      .waitFor()
    await places(page).getByText('Занято 2 из 3 мест').waitFor()
    expect((await world.letterTo('vera-invited@example.ru')).link).toContain('/team-invitation#token=')

    await invited(world, oleg, 'third@example.ru')
    await places(page).getByText('Занято 3 из 3 мест').waitFor()
    await page.getByRole('button', { name: 'Пригласить' }).click()
    await form.getByLabel('Email').fill('fourth@example.ru')
    await form.getByLabel('Имя').fill('Четвёртый')
    await form.getByRole('button', { name: 'Пригласить' }).click()
    await form.getByText('Все места в команде заняты').waitFor()
  })

  story('has its invitations changed, sent again and withdrawn', async ({ world, open }) => {
    const oleg = await ownerOf(world, 5)
    const { path } = await invited(world, oleg, 'misspelt@example.ru')
    world.clock.advance(2 * MINUTE)
    const page = await open('/team', { as: oleg })
    const first = await world.letterTo('misspelt@example.ru')
    await row(page, 'Вера').getByRole('button', { name: 'Отправить письмо ещё раз' }).click()
    await expect.poll(async () => (await world.letterTo('misspelt@example.ru')).id).not.toBe(first.id)

    await act(page, 'Вера', 'Изменить')
    const form = dialog(page, 'Изменить приглашение')
    await form.getByLabel('Email').fill('vera-spelt@example.ru')
    await form.getByText('на новый адрес придёт новое').waitFor()
    await form.getByLabel('Имя').fill('Вера Павлова')
    await form.getByRole('button', { name: 'Сохранить' }).click()
    await row(page, 'Вера Павлова').getByText('vera-spelt@example.ru').waitFor()
    expect((await world.letterTo('vera-spelt@example.ru')).link).toContain('/team-invitation#token=')
    const guest = await open(path)
    await guest.getByRole('heading', { name: 'Приглашение отозвано' }).waitFor()

    const again = await open('/team', { as: oleg })
    await act(again, 'Вера Павлова', 'Отозвать')
    await dialog(again, 'Отозвать приглашение?').getByRole('button', { name: 'Отозвать' }).click()
    await expect.poll(() => row(again, 'Вера Павлова').count()).toBe(0)
    await places(again).getByText('Занято 1 из 5 мест').waitFor()
  })

  story('changes of who is in it only the name and the right, and of who refused nothing', async ({ world, open }) => {
    const oleg = await ownerOf(world, 5)
    const gleb = await world.customer('gleb-edited')
    await world.team(oleg, gleb)
    const { path } = await invited(world, oleg, 'refuses@example.ru')
    await world.ask('team', 'declineInvitation', { token: path.split('#token=')[1] ?? '' })
    const page = await open('/team', { as: oleg })
    await row(page, 'Вера').getByText('Приглашение отклонено').waitFor()
    await row(page, 'Вера').getByRole('button', { name: 'Убрать: Вера' }).waitFor()
    await expect.poll(() => row(page, 'Вера').getByRole('button', { name: 'Изменить: Вера' }).count()).toBe(0)

    await act(page, nameOf(gleb), 'Изменить')
    const form = dialog(page, 'Изменить участника')
    await expect.poll(() => form.getByLabel('Email').count()).toBe(0)
    await form.getByLabel('Имя').fill('')
    await form.getByRole('button', { name: 'Сохранить' }).click()
    await form.getByText('Введите имя пользователя').waitFor()
    await form.getByLabel('Имя').fill('Глеб')
    await form.getByLabel('Просмотр').check()
    await form.getByRole('button', { name: 'Сохранить' }).click()
    await row(page, 'Глеб')
      .getByText(/Просмотр · В команде с/)
      .waitFor()
    expect((await gleb.asks('team', 'getTeam', {})).team?.right).toBe('view')
  })

  story('loses the row of whom another tab has put out, when they are changed', async ({ world, open }) => {
    const oleg = await ownerOf(world, 5)
    const { card } = await invited(world, oleg, 'gone@example.ru')
    const page = await open('/team', { as: oleg })
    await act(page, 'Вера', 'Изменить')
    const form = dialog(page, 'Изменить приглашение')
    await form.getByLabel('Имя').fill('Вера Первая')
    await world.db.deleteFrom('membershipCards').where('id', '=', card.id).execute()
    await form.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByText('такого участника больше нет').waitFor()
    await expect.poll(() => row(page, 'Вера').count()).toBe(0)
  })

  story('says what becomes of whom is put out, and shows at once who came', async ({ world, open }) => {
    const oleg = await ownerOf(world, 5)
    const gleb = await world.customer('gleb-out')
    const page = await open('/team', { as: oleg })
    await people(page).getByText('Пока вы здесь одни').waitFor()
    const { path } = await invited(world, oleg, gleb.email)
    await row(page, 'Вера').getByText('Ждём ответа').waitFor()
    await gleb.asks('team', 'acceptInvitation', { token: path.split('#token=')[1] ?? '' })
    await world.settle()
    await row(page, 'Вера')
      .getByText(/В команде с/)
      .waitFor()
    await act(page, 'Вера', 'Убрать')
    const asked = dialog(page, 'Убрать из команды?')
    await asked.getByText(/Заметки и комментарии останутся.*лиды в работе снова станут ничьими/).waitFor()
    await asked.getByRole('button', { name: 'Убрать' }).click()
    await expect.poll(() => row(page, 'Вера').count()).toBe(0)
    expect((await gleb.asks('team', 'getTeam', {})).team).toBeNull()
  })

  story('is told beforehand whom fewer places leave out', async ({ world, open }) => {
    const oleg = await ownerOf(world, 5, 10)
    await world.hold(oleg.userId, { ...paidForTeam('video', 40), teamSize: 2 })
    const [vera, gleb] = [await world.customer('vera-left'), await world.customer('gleb-left')]
    await world.team(oleg, vera)
    world.clock.advance(DAY)
    await world.team(oleg, gleb)
    const page = await open('/team', { as: oleg })
    await places(page).getByText('Занято 3 из 5 мест').waitFor()
    await expect
      .poll(async () => plain(await places(page).innerText()))
      .toMatch(/С \d+ \S+ мест станет 2: gleb-left останется без места/)
    world.clock.advance(10 * DAY)
    await world.settle()
    const later = await open('/team', { as: oleg })
    await row(later, nameOf(gleb)).getByText('Без места').waitFor()
    await places(later).getByText('Занято 3 из 2 мест').waitFor()
    const left = await open('/feed', { as: gleb })
    await left.getByText(/вы сейчас без места: людей больше, чем мест/).waitFor()
    const stays = await open('/feed', { as: vera })
    await stays
      .getByRole('navigation', { name: 'Продукты' })
      .getByRole('region', { name: `Команда «${oleg.email.split('@')[0]}»` })
      .waitFor()
    await expect.poll(() => stays.getByText(/вы сейчас без места/).count()).toBe(0)
  })

  story('rests when its tariff is over, and says how it comes back', async ({ world, open }) => {
    const oleg = await ownerOf(world, 3, 2)
    const vera = await world.customer('vera-over')
    await world.team(oleg, vera)
    world.clock.advance(3 * DAY)
    await world.settle()
    const page = await open('/team', { as: oleg })
    await page.getByRole('heading', { name: 'Командный тариф закончился' }).waitFor()
    await page.getByRole('link', { name: 'Продлить' }).click()
    await page.waitForURL(/\/order/)
    const member = await open('/team', { as: vera })
    await member.getByText(/сейчас не оплачена: её тариф закончился или заморожен/).waitFor()
    await member.getByRole('button', { name: 'Выйти из команды' }).waitFor()
  })
})

describe('the page of a team', () => {
  story('says that what was bought stands still, and is itself again when it goes on', async ({ world, open }) => {
    const oleg = await ownerOf(world, 3)
    const vera = await world.customer('vera-frozen')
    await world.team(oleg, vera)
    const [held] = (await oleg.asks('subscriptions', 'listSubscriptions', {})).subscriptions
    const id = held?.id ?? 0
    const page = await open('/team', { as: oleg })
    await places(page).getByText('Занято 2 из 3 мест').waitFor()
    await oleg.asks('subscriptions', 'freezeSubscription', { id })
    await page.getByRole('heading', { name: 'Командная подписка заморожена' }).waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: 'Пригласить', exact: true }).getAttribute('disabled'))
      .not.toBeNull()
    await row(page, nameOf(vera)).waitFor()
    await page.getByRole('link', { name: 'К подпискам' }).click()
    await page.waitForURL('/subscribes')
    const member = await open('/team', { as: vera })
    await member.getByText(/сейчас не оплачена: её тариф закончился или заморожен/).waitFor()
    await oleg.asks('subscriptions', 'unfreezeSubscription', { id })
    await expect.poll(() => member.getByText(/сейчас не оплачена/).count()).toBe(0)
    await member.getByRole('region', { name: 'Кто в команде' }).waitFor()
  })
})

describe('a team that does not load', () => {
  /** What the server cannot read it cannot answer. Who also holds the bus back hears of nothing by which a page would ask again. */
  async function withoutCards<Seen>(world: TestWorld, look: () => Promise<Seen>): Promise<Seen> {
    await sql`alter table membership_cards rename to membership_cards_away`.execute(world.db)
    try {
      return await look()
    } finally {
      await sql`alter table membership_cards_away rename to membership_cards`.execute(world.db)
    }
  }
  const failed = (page: DomPage) => page.getByRole('heading', { name: 'Команда не загрузилась' })
  const again = (page: DomPage) => page.getByRole('button', { name: 'Повторить' })

  story('says so to its owner, and comes when it is asked for again', async ({ world, open, onTestFinished }) => {
    const oleg = await ownerOf(world, 3)
    onTestFinished(() => world.bus.release())
    world.bus.holdBack()
    const page = await open('/feed', { as: oleg })
    await untilLive(page)
    await withoutCards(world, async () => {
      await menu(page).getByRole('link', { name: 'Команда' }).click()
      await failed(page).waitFor()
    })
    await again(page).click()
    await places(page).getByText('Занято 1 из 3 мест').waitFor()
    await failed(page).waitFor({ state: 'detached' })
  })

  story('says so to who is in it, and comes back', async ({ world, open, onTestFinished }) => {
    const vera = await world.customer('vera-unloaded')
    await world.team(await ownerOf(world, 3), vera)
    onTestFinished(() => world.bus.release())
    world.bus.holdBack()
    const page = await withoutCards(world, async () => {
      const opened = await open('/team', { as: vera })
      await failed(opened).waitFor()
      return opened
    })
    // The page asks by itself too as soon as it hears of what happens: the button may be gone before it is pressed.
    await expect
      .poll(async () => {
        await again(page).evaluateAll((buttons) => buttons.forEach((button) => button.click()))
        return page.getByRole('region', { name: 'Кто в команде' }).count()
      })
      .toBe(1)
  })
})

describe('an invitation', () => {
  const accept = (page: DomPage) => page.getByRole('button', { name: 'Принять приглашение' })
  const refused = (open: Open, path: string, title: string): Promise<void> =>
    open(path).then((page) => page.getByRole('heading', { name: title }).waitFor())

  story('is answered by whoever registers for it, over a reload, with one press', async ({ world, open }) => {
    await world.forgetMessages()
    await world.looksFor('photographers', 'ищу фотографа')
    const oleg = await ownerOf(world, 3)
    await world.post('Ищу фотографа на юбилей')
    await world.settle()
    const { path } = await invited(world, oleg, 'new-vera@example.ru')
    const page = await open(path)
    await page.getByRole('heading', { name: /зовёт вас в команду/ }).waitFor()
    await page.getByText('Аккаунта для new-vera@example.ru ещё нет').waitFor()
    await page.getByRole('button', { name: 'Зарегистрироваться', exact: true }).click()
    const form = dialog(page, 'Регистрация')
    await expect.poll(() => form.getByLabel('Email').inputValue()).toBe('new-vera@example.ru')
    await form.getByRole('button', { name: 'Продолжить' }).click()
    await dialog(page, 'Код из письма').getByText('new-vera@example.ru').waitFor()
    const { code } = await world.letterTo('new-vera@example.ru')
    await page.reload()
    await dialog(page, 'Код из письма').getByLabel('Цифра 1 из 6').click()
    await page.keyboard.type(code)
    await accept(page).click()
    await page.waitForURL('/feed')
    await page.getByText('Ищу фотографа на юбилей').waitFor()
    await menu(page).getByRole('link', { name: 'Команда' }).click()
    await page.getByText('Права меняет владелец').waitFor()
    await refused(open, path, 'Приглашение уже принято')
  })

  story('waits for who registers elsewhere, and for who signs in', async ({ world, open }) => {
    const oleg = await ownerOf(world, 3)
    const gleb = await world.customer('gleb-knows')
    const { path } = await invited(world, oleg, gleb.email)
    const page = await open(path)
    await page.getByText(`У ${gleb.email} уже есть аккаунт`).waitFor()
    await page.getByRole('link', { name: 'Эхолот, на главную' }).click()
    await page.getByRole('banner').getByRole('button', { name: 'Войти' }).click()
    const form = dialog(page, 'Вход')
    await form.getByLabel('Email').fill(gleb.email)
    await form.getByRole('textbox', { name: 'Пароль' }).fill(PASSWORD)
    await form.getByRole('button', { name: 'Войти', exact: true }).click()
    await accept(page).click()
    await page.waitForURL('/feed')
  })

  story('with another e-mail waits for the owner, who says yes or no', async ({ world, open }) => {
    const oleg = await ownerOf(world, 3)
    const gleb = await world.customer('gleb-claims')
    const { path } = await invited(world, oleg, 'gleb-at-work@example.ru')
    const page = await open(path, { as: gleb })
    await page.getByText(/Вы вошли как gleb-claims@example.ru, а приглашение для gleb-at-work@example.ru/).waitFor()
    await page.getByText(/лиды, начатые без команды, скрыты, пока вы в ней/).waitFor()
    await accept(page).click()
    await page.getByText('Мы спросили его, вы ли это').waitFor()
    await page.getByRole('button', { name: 'Отказаться' }).waitFor()
    const owners = await open('/team', { as: oleg })
    await owners.getByText('gleb-claims@example.ru', { exact: true }).waitFor()
    await owners.getByRole('button', { name: 'Отказать' }).click()
    await expect.poll(() => owners.getByRole('button', { name: 'Отказать' }).count()).toBe(0)
    const again = await open(path, { as: gleb })
    await accept(again).click()
    await again.getByText('Мы спросили его, вы ли это').waitFor()
    const asked = await open('/team', { as: oleg })
    await asked.getByRole('button', { name: 'Принять' }).click()
    await row(asked, 'Вера')
      .getByText(/В команде с/)
      .waitFor()
    const feed = await open('/feed', { as: gleb })
    await menu(feed).getByRole('link', { name: 'Команда' }).waitFor()
  })

  story('is refused in two presses, without an account', async ({ world, open }) => {
    const oleg = await ownerOf(world, 3)
    const { path } = await invited(world, oleg, 'says-no@example.ru')
    const page = await open(path)
    await page.getByRole('button', { name: 'Отказаться' }).click()
    await page.getByRole('button', { name: 'Точно отказаться' }).click()
    await page.getByRole('heading', { name: 'Вы отказались от приглашения' }).waitFor()
    const { cards: all } = await oleg.asks('team', 'listMembershipCards', {})
    expect(all.map(({ status }) => status)).toEqual(['rejected'])
  })

  story('that stands no more, or is none, says so', async ({ world, open }) => {
    const oleg = await ownerOf(world, 5, 60)
    const { card, path } = await invited(world, oleg, 'late@example.ru')
    await refused(open, '/team-invitation', 'Приглашения здесь нет')
    await refused(open, '/team-invitation#token=unknown', 'Приглашение отозвано')
    await oleg.asks('team', 'deleteMembershipCard', { id: card.id })
    await refused(open, path, 'Приглашение отозвано')
    const late = await invited(world, oleg, 'late@example.ru')
    world.clock.advance(15 * DAY)
    await refused(open, late.path, 'Срок приглашения вышел')
    const page = await open('/team', { as: oleg })
    await row(page, 'Вера').getByText('Приглашение истекло').waitFor()
  })

  story('is not for who is in a team already, or has one', async ({ world, open }) => {
    const [oleg, other] = [await ownerOf(world, 5), await ownerOf(world, 5)]
    const vera = await world.customer('vera-elsewhere')
    await world.team(other, vera)
    const { path } = await invited(world, oleg, vera.email)
    const page = await open(path, { as: vera })
    await page.getByText('Вы уже в другой команде').waitFor()
    await expect.poll(() => accept(page).count()).toBe(0)
    await page.getByRole('link', { name: 'Выйти из команды' }).click()
    await page.waitForURL('/team')
    const own = await open(path, { as: oleg })
    await own.getByText('приглашение в вашу собственную команду').waitFor()
    await expect.poll(() => own.getByRole('button', { name: 'Отказаться' }).count()).toBe(0)
    // Who cannot accept may still say no.
    const owners = await open(path, { as: other })
    await owners.getByText('У вас своя команда').waitFor()
    await owners.getByRole('button', { name: 'Отказаться' }).click()
    await owners.getByRole('button', { name: 'Точно отказаться' }).click()
    await owners.getByRole('heading', { name: 'Вы отказались от приглашения' }).waitFor()
  })
})

describe('a member', () => {
  story('sees who is in the team and what they may do, and may leave', async ({ world, open }) => {
    const oleg = await ownerOf(world, 5)
    const [vera, gleb] = [await world.customer('vera-leaves'), await world.customer('gleb-stays')]
    await world.team(oleg, { ...vera, right: 'view' }, gleb)
    const page = await open('/team', { as: vera })
    await page.getByText('Вы читаете ленту команды и заметки коллег.').waitFor()
    const inside = page.getByRole('region', { name: 'Кто в команде' })
    await expect.poll(() => inside.locator('li').count()).toBe(3)
    await inside
      .locator('li')
      .filter({ hasText: nameOf(vera) })
      .getByText('Это вы')
      .waitFor()
    await page.getByRole('button', { name: 'Выйти из команды' }).click()
    await dialog(page, 'Выйти из команды?').getByRole('button', { name: 'Выйти' }).click()
    await page.getByText('вы приглашаете коллег по email').waitFor()
    await expect.poll(() => menu(page).getByRole('link', { name: 'Команда' }).count()).toBe(0)
  })

  story('who may only look is offered nothing else, and what they own is theirs', async ({ world, open }) => {
    await world.forgetMessages()
    await world.looksFor('photographers', 'ищу фотографа')
    await world.looksFor('video', 'нужен оператор')
    const oleg = await ownerOf(world, 5)
    const vera = await world.customer('vera-looks', paid('video'))
    await world.team(oleg, { ...vera, right: 'view' })
    await world.receive([world.message('Ищу фотографа на свадьбу'), world.message('Нужен оператор на свадьбу')])
    await world.settle()
    const page = await open('/feed', { as: vera })
    await expect.poll(() => cards(page).count()).toBe(2)
    const card = (text: string) => cards(page).filter({ hasText: text })
    await card('Нужен оператор').getByRole('button', { name: 'Заметка' }).waitFor()
    await card('Ищу фотографа').getByRole('button', { name: 'Избранное' }).waitFor()
    await expect.poll(() => card('Ищу фотографа').getByRole('button', { name: 'Заметка' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Новый фильтр' }).click()
    await dialog(page, 'Новый фильтр').getByLabel('Название').waitFor()
    await expect.poll(() => dialog(page, 'Новый фильтр').getByText('Вся команда').count()).toBe(0)
  })

  story('sees the projects and groups of the team, and changes them with the right to', async ({ world, open }) => {
    const oleg = await world.customer('oleg-watches', {
      thing: { groups: 5 },
      tariffType: 'team',
      teamSize: 5,
      days: 30,
    })
    const vera = await world.customer('vera-watches', groups(3))
    await world.team(oleg, { ...vera, right: 'work' })
    await world.project(oleg, { name: 'Скворечники', keywords: ['скворечник'] }, { tariffType: 'team' })
    await listOf(world, oleg, [{ externalId: 'omsk', name: 'Омск' }])
    await listOf(world, vera, [{ externalId: 'tver', name: 'Тверь' }])

    const project = (page: DomPage) => page.getByRole('region', { name: 'Скворечники' })
    const page = await open('/custom-category', { as: vera })
    await project(page).getByText('команда «oleg-watches»').waitFor()
    await project(page).getByText('Проект меняют владелец команды').waitFor()
    await project(page).getByText('скворечник', { exact: true }).waitFor()
    await expect.poll(() => project(page).getByRole('button', { name: 'Сохранить' }).count()).toBe(0)
    await expect.poll(() => project(page).getByRole('button', { name: 'Обновить: Скворечники' }).count()).toBe(0)

    const lists = await open('/groups', { as: vera })
    await lists.getByText('Тверь').waitFor()
    await lists.getByRole('button', { name: 'Добавить группы' }).waitFor()
    await lists.getByLabel('Команда «oleg-watches»').check()
    await lists.waitForURL('/groups?list=team')
    await lists.getByText('Омск').waitFor()
    await lists.getByText('Список меняют владелец команды').waitFor()
    await expect.poll(() => lists.getByRole('button', { name: 'Добавить группы' }).count()).toBe(0)
    await expect.poll(() => lists.getByRole('switch').count()).toBe(0)

    const [card] = (await oleg.asks('team', 'listMembershipCards', {})).cards
    await oleg.asks('team', 'updateMembershipCard', { id: card?.id ?? 0, right: 'manage' })
    const manages = await open('/groups?list=team', { as: vera })
    await manages
      .locator('label')
      .filter({ has: manages.getByRole('switch', { name: 'Слушать: Омск' }) })
      .click()
    await expect
      .poll(async () => (await oleg.asks('groups', 'listGroups', {})).groups.map(({ enabled }) => enabled))
      .toEqual([false])
    const changes = await open('/custom-category', { as: vera })
    await project(changes).getByRole('button', { name: 'Сохранить' }).waitFor()
  })

  story('who is put out while they read is told so, and sees nothing of the team', async ({ world, open }) => {
    await world.forgetMessages()
    await world.looksFor('photographers', 'ищу фотографа')
    const oleg = await ownerOf(world, 5)
    const vera = await world.customer('vera-put-out')
    await world.team(oleg, vera)
    await world.post('Ищу фотографа на выставку')
    await world.settle()
    const page = await open('/feed', { as: vera })
    await expect.poll(() => cards(page).count()).toBe(1)
    await untilLive(page)
    const [card] = (await oleg.asks('team', 'listMembershipCards', {})).cards
    await oleg.asks('team', 'deleteMembershipCard', { id: card?.id ?? 0 })
    await world.settle()
    await page.getByText(/Вы больше не в команде/).waitFor()
    await expect.poll(() => cards(page).count()).toBe(0)
    await expect.poll(() => menu(page).getByRole('link', { name: 'Команда' }).count()).toBe(0)
  })
})

story('whoever buys a smaller team is told before paying who loses their place', async ({ world, open }) => {
  const oleg = await ownerOf(world, 10)
  const names = ['one-too-many', 'two-too-many', 'three-too-many']
  for (const name of names) await world.team(oleg, await world.customer(name))
  const page = await open('/order?product=category&type=team', { as: oleg })
  const order = page.getByRole('region', { name: 'Ваш заказ' })
  await page.getByRole('radio', { name: 'до 3 человек', exact: true }).check()
  await expect
    .poll(async () => plain(await order.innerText()))
    .toContain('Когда закончится нынешний командный тариф, мест будет 3: three-too-many останется без места.')
  await page.getByRole('radio', { name: 'до 5 человек', exact: true }).check()
  await expect.poll(() => order.getByText(/останется без места/).count()).toBe(0)
})

story(
  'who is in a team is told before paying for one of their own, and before their account goes',
  async ({ world, open }) => {
    const oleg = await ownerOf(world, 5)
    const vera = await world.customer('vera-orders')
    await world.team(oleg, vera)
    const page = await open('/order?product=category&type=team', { as: vera })
    const order = page.getByRole('region', { name: 'Ваш заказ' })
    await order.getByText(`Вы в команде «${nameOf(oleg)}»`).waitFor()
    await order.getByRole('link', { name: 'К команде' }).click()
    await page.waitForURL('/team')

    const profile = await open('/profile', { as: vera })
    await profile.getByRole('button', { name: 'Удалить аккаунт' }).click()
    await dialog(profile, 'Удалить аккаунт?')
      .getByText(`Вы выйдете из команды «${nameOf(oleg)}»`)
      .waitFor()
    const owners = await open('/profile', { as: oleg })
    await owners.getByRole('button', { name: 'Удалить аккаунт' }).click()
    await dialog(owners, 'Удалить аккаунт?').getByText('Ваша команда закончится').waitFor()
  },
)

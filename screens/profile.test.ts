/** Someone looks after their account: who they are, how they come in, what they hold, what is kept of them. */
import { describe, expect } from 'vitest'
import { becomePartner, broughtBy, payoutCodeOf, pays } from '../server/features/commerce/partner/partner.samples.ts'
import { releaseCommissions } from '../server/features/commerce/partner/release.ts'
import { DAY } from '../server/kit/clock.ts'
import { heldBefore } from '../server/features/access/subscriptions/ended.samples.ts'
import { codeOf } from '../server/testing/read-answer.ts'
import { PASSWORD, paid, trial } from '../server/testing/test-world.ts'
import { story, type DomPage } from './story.ts'

const card = (page: DomPage, name: string) => page.getByRole('region', { name })
const dialog = (page: DomPage, name: string) => page.getByRole('dialog', { name })
const NEW_PASSWORD = 'ещё более правильный пароль'

const untilSignedOut = (page: DomPage) => page.getByRole('banner').getByRole('button', { name: 'Войти' }).waitFor()
const press = (page: DomPage, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()

async function changePassword(page: DomPage, password: string, newPassword: string): Promise<void> {
  const form = dialog(page, 'Изменить пароль')
  await form.getByRole('textbox', { name: 'Текущий пароль' }).fill(password)
  await form.getByRole('textbox', { name: 'Новый пароль' }).fill(newPassword)
  await form.getByRole('button', { name: 'Изменить пароль' }).click()
}

/** What another tab of the browser asks, with its cookies. */
async function askInAnotherTab(path: string, body: Record<string, string>): Promise<void> {
  const response = await window.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
}

story('a guest is asked to come in', async ({ open }) => {
  const page = await open('/profile')
  const main = page.getByRole('main')
  await main.getByRole('heading', { level: 1, name: 'Войдите, чтобы продолжить' }).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await main.getByRole('button', { name: 'Войти' }).click()
  await dialog(page, 'Вход').waitFor()
})

story('another name and another time zone are there at once, and stay', async ({ world, open }) => {
  const anna = await world.customer('anna', trial('photographers'))
  const page = await open('/profile', { as: anna })
  const personal = card(page, 'Личные данные')
  const name = personal.getByLabel('Как к вам обращаться')
  await expect.poll(() => personal.getByRole('button', { name: 'Сохранить' }).count()).toBe(0)

  await name.fill('  ')
  await personal.getByRole('button', { name: 'Сохранить' }).click()
  await personal.getByText('Введите имя').waitFor()
  await personal.getByRole('button', { name: 'Отмена' }).click()
  await expect.poll(() => name.inputValue()).toBe('anna')

  await name.fill('Анна Ковалёва')
  await personal.getByRole('combobox', { name: 'Часовой пояс' }).click()
  await personal.getByRole('combobox', { name: 'Часовой пояс' }).fill('челяб')
  await page.getByRole('option', { name: /Челябинск/ }).click()
  await personal.getByText('Поставить пояс этого устройства: Москва').waitFor()
  await personal.getByRole('button', { name: 'Сохранить' }).click()
  await page.getByText('Сохранено').waitFor()
  await page.getByRole('button', { name: 'Меню: Анна Ковалёва' }).waitFor()
  await expect.poll(() => personal.getByRole('button', { name: 'Сохранить' }).count()).toBe(0)

  await page.reload()
  await expect.poll(() => name.inputValue()).toBe('Анна Ковалёва')
  await expect
    .poll(() => personal.getByRole('combobox', { name: 'Часовой пояс' }).inputValue())
    .toContain('Екатеринбург, Челябинск')
  expect((await anna.asks('accounts', 'getMe', {})).user).toMatchObject({
    username: 'Анна Ковалёва',
    timeZone: 'Asia/Yekaterinburg',
  })
})

story('another password signs out another browser at once, and not this one', async ({ world, open }) => {
  const boris = await world.customer('boris')
  const elsewhere = { ...boris, token: await boris.signIn() }
  const page = await open('/profile', { as: boris })
  await press(page, 'Изменить пароль')
  await changePassword(page, 'неправильный пароль', NEW_PASSWORD)
  await dialog(page, 'Изменить пароль').getByText('Неверный текущий пароль').waitFor()
  await changePassword(page, PASSWORD, 'password123')
  await dialog(page, 'Изменить пароль').getByText('Такой пароль легко подобрать').waitFor()
  expect(codeOf(await world.ask('filters', 'listFilters', {}, elsewhere))).toBe('ok')
  await changePassword(page, PASSWORD, NEW_PASSWORD)
  await page.getByText('Пароль изменён').waitFor()
  expect(codeOf(await world.ask('filters', 'listFilters', {}, elsewhere))).toBe('UNAUTHORIZED')

  // The session of this browser is another one too; neither of its tabs loses the person.
  await press(page, 'Открыть историю входов')
  await dialog(page, 'История входов').getByText('это устройство').waitFor()
  expect(await boris.isRefused('filters', 'listFilters', {})).toBe('UNAUTHORIZED')
  await page.keyboard.press('Escape')
  await askInAnotherTab('/api/user/update-pass', { password: NEW_PASSWORD, newPassword: PASSWORD })
  await page.getByRole('button', { name: 'Меню: boris', includeHidden: true }).waitFor()
  await press(page, 'Изменить пароль')
  await changePassword(page, PASSWORD, NEW_PASSWORD)
  await dialog(page, 'Изменить пароль').waitFor({ state: 'detached' })

  const other = { ...boris, token: await world.signIn(boris.userId, boris.ip) }
  const feed = await open('/feed', { as: other })
  await feed.getByRole('button', { name: 'Меню: boris' }).waitFor()
  const third = await world.signIn(boris.userId, boris.ip)
  const answer = await world.ask(
    'accounts',
    'updatePassword',
    { password: NEW_PASSWORD, newPassword: PASSWORD },
    { token: third, ip: boris.ip },
  )
  expect(codeOf(answer)).toBe('ok')
  await untilSignedOut(feed)
})

describe('the history of sign-ins', () => {
  story('names devices in words, and ends one of them', async ({ world, open }) => {
    const vera = await world.customer('vera')
    const elsewhere = { ...vera, token: await vera.signIn() }
    await world.db
      .updateTable('sessions')
      .set({
        userAgent:
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      })
      .where('userId', '=', vera.userId)
      .where('id', 'in', (sessions) =>
        sessions
          .selectFrom('sessions')
          .select(({ fn }) => fn.max('id').as('id'))
          .where('userId', '=', vera.userId),
      )
      .execute()
    const page = await open('/profile', { as: vera })
    await press(page, 'Открыть историю входов')
    const history = dialog(page, 'История входов')
    const iphone = history.getByRole('listitem').filter({ hasText: 'iPhone' })
    await iphone.getByText(/Safari/).waitFor()
    await iphone.getByText('домашняя сеть').waitFor()
    await expect
      .poll(() => history.getByRole('listitem').filter({ hasText: 'это устройство' }).getByRole('button').count())
      .toBe(0)

    await iphone.getByRole('button', { name: /^Завершить вход: .*iPhone/ }).click()
    await iphone.getByText('завершён').waitFor()
    await page.getByRole('button', { name: 'Меню: vera', includeHidden: true }).waitFor()
    const onPhone = async () => codeOf(await world.ask('filters', 'listFilters', {}, elsewhere))
    await expect.poll(onPhone).toBe('UNAUTHORIZED')

    const again = { ...vera, token: await vera.signIn() }
    const phone = await open('/feed', { as: again })
    await phone.getByRole('button', { name: 'Меню: vera' }).waitFor()
    const { docs } = await vera.asks('accounts', 'listAuthHistory', {})
    await vera.asks('accounts', 'endSession', { id: docs.find(({ current, active }) => active && !current)?.id ?? 0 })
    await untilSignedOut(phone)
  })

  story('goes by pages, which the address keeps', async ({ world, open }) => {
    const galina = await world.customer('galina-often')
    const at = world.clock.now().getTime()
    await world.db
      .insertInto('sessions')
      .values(
        Array.from({ length: 24 }, (_, day) => ({
          userId: galina.userId,
          tokenHash: Buffer.from(`sign-in ${day}`),
          createdAt: new Date(at - (day + 1) * DAY),
          lastSeenAt: new Date(at - day * DAY),
          expiresAt: new Date(at - day * DAY),
          ip: '93.184.216.34',
          userAgent: '',
        })),
      )
      .execute()
    const page = await open('/profile', { as: galina })
    await press(page, 'Открыть историю входов')
    const history = dialog(page, 'История входов')
    await expect.poll(() => history.getByRole('listitem').count()).toBe(20)
    await history.getByRole('link', { name: 'Следующая страница' }).click()
    await expect.poll(() => history.getByRole('listitem').count()).toBe(5)
    expect(new URL(page.url()).hash).toBe('#page-auth=2')

    await page.reload()
    await expect.poll(() => history.getByRole('listitem').count()).toBe(5)
    await page.keyboard.press('Escape')
    await history.waitFor({ state: 'detached' })
    expect(new URL(page.url()).hash).toBe('')
  })
})

story('subscriptions that run, and those that are over', async ({ world, open }) => {
  const dina = await world.customer('dina', paid('photographers', 30), trial('vets'))
  await heldBefore(world, dina, 'event-hosts')
  const page = await open('/profile', { as: dina })
  await press(page, 'История подписок')
  const history = dialog(page, 'История подписок')
  const part = (title: string) => history.getByRole('region', { name: title })
  await part('Действуют').getByText('Фотографы').waitFor()
  expect(
    await part('Действуют').getByRole('listitem').filter({ hasText: 'Ветеринары' }).getByText('пробная').count(),
  ).toBe(1)
  expect(
    await part('Действуют').getByRole('listitem').filter({ hasText: 'Ветеринары' }).getByText('осталось 3 дня').count(),
  ).toBe(1)
  await expect.poll(() => part('Закончились').getByRole('listitem').count()).toBe(1)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Все подписки' }).click()
  const all = page.getByRole('region', { name: 'Все подписки' })
  await expect.poll(() => all.getByRole('listitem').count()).toBe(3)
  await all.getByRole('link', { name: /^Купить снова/ }).waitFor()

  const nobody = await world.customer('nobody')
  const empty = await open('/profile', { as: nobody })
  await press(empty, 'История подписок')
  await dialog(empty, 'История подписок').getByRole('heading', { name: 'Подписок ещё не было' }).waitFor()
})

story('a partner is told what goes with the account, and what is still paid', async ({ world, open }) => {
  await world.customer('house')
  const vika = await becomePartner(world, 'vika')
  const brought = await broughtBy(world, vika, 'vika-brought')
  await pays(world, brought, { total: 1_500_000 })
  world.clock.advance(14 * DAY)
  await releaseCommissions(world)
  await pays(world, brought, { total: 100_000 })
  const token = await payoutCodeOf(world, vika)
  const asked = { method: 'sbp' as const, wallet: '+7 912 345-67-89', other: '', sum: 1000, token }
  await vika.asks('partner', 'requestPayout', asked)
  const page = await open('/profile', { as: vika })
  await press(page, 'Удалить аккаунт')
  const asks = dialog(page, 'Удалить аккаунт?')
  await asks.getByText(/^Ссылки и промокод партнёра перестанут работать/).waitFor()
  await asks.getByText(/^Заявки на выплату на 1.000.руб\. мы рассмотрим и после удаления/).waitFor()
  await asks.getByText(/^Доступные к выплате 2.000.руб\. пропадут, если не подать заявку раньше/).waitFor()
  await asks.getByText(/^Начисления, которые ещё ждут, 200.руб\./).waitFor()
  await asks.getByRole('link', { name: 'на странице партнёра' }).click()
  await page.waitForURL('/partner')
})

story('deletion is asked for with the password, and taken back', async ({ world, open }) => {
  const egor = await world.customer('egor')
  const page = await open('/profile', { as: egor })
  await press(page, 'Удалить аккаунт')
  const asked = dialog(page, 'Удалить аккаунт?')
  const submit = asked.getByRole('button', { name: 'Удалить аккаунт' })
  await asked.getByRole('textbox', { name: 'Пароль' }).fill('неправильный пароль')
  await submit.click()
  await asked.getByText('Неверный текущий пароль').waitFor()
  await asked.getByRole('textbox', { name: 'Пароль' }).fill(PASSWORD)
  await submit.click()
  await asked.waitFor({ state: 'detached' })
  await card(page, 'Данные и аккаунт').getByText('удаляется').waitFor()
  expect((await egor.asks('accounts', 'getMe', {})).user?.deletionAt).not.toBeNull()

  await press(page, 'Передумать удалять аккаунт')
  await page.getByRole('main').getByRole('button', { name: 'Удалить аккаунт' }).waitFor()
  expect((await egor.asks('accounts', 'getMe', {})).user?.deletionAt).toBeNull()
})

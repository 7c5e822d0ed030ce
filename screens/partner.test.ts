/** The programme from the partner's side: the way into it, what it brings, how it is paid. */
import { beforeEach, describe, expect } from 'vitest'
import { becomePartner, broughtBy, payoutCodeOf, pays } from '../server/features/commerce/partner/partner.samples.ts'
import { releaseCommissions } from '../server/features/commerce/partner/release.ts'
import { DAY, MINUTE } from '../server/kit/clock.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, PASSWORD, trial, type TestWorld } from '../server/testing/test-world.ts'
import { story, type DomPage } from './story.ts'

const dialog = (page: DomPage, name: string) => page.getByRole('dialog', { name })
const region = (page: DomPage, name: string) => page.getByRole('region', { name, exact: true })
const money = (page: DomPage) => region(page, 'Деньги')
const textOf = async (of: { innerText(): Promise<string> }): Promise<string> =>
  (await of.innerText()).replaceAll(/[\u00A0\s]+/g, ' ')
const rows = (page: DomPage, table: string) => page.getByRole('table', { name: table }).getByRole('row')
const CARD = '4111 1111 1111 1111'

let named = 0
const partnerIn = (world: TestWorld): Promise<TestUser> => becomePartner(world, `partner-${++named}`)

/** Payments of so many roubles, by one person each, whose commissions are the partner's by now. */
async function earned(world: TestWorld, partner: TestUser, ...sums: number[]): Promise<void> {
  for (const sum of sums) {
    const buyer = await broughtBy(world, partner, `buyer-${++named}`)
    await pays(world, buyer, { total: sum * 100 })
  }
  world.clock.advance(14 * DAY)
  await releaseCommissions(world)
}

async function typeCode(page: DomPage, code: string): Promise<void> {
  await page.locator('input[aria-label="Цифра 1 из 4"]:enabled').click()
  await page.keyboard.type(code)
}

/** As a day of a calendar is named. */
const todayIn = (world: TestWorld): string =>
  world.clock.now().toLocaleDateString('ru', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/Moscow',
  })

beforeEach<{ world: TestWorld }>(async ({ world }) => {
  world.clock.advance(5 * MINUTE)
  // Number one is the house itself.
  if (named === 0) await world.customer(`house-${++named}`)
})

describe('the way into the programme', () => {
  story('is read and agreed to by a guest, who signs in, stays and goes in', async ({ world, open }) => {
    const anna = await world.customer('anna-enters')
    const page = await open('/partner-terms')
    await page.getByRole('heading', { level: 1, name: 'Партнёрская программа' }).waitFor()
    await expect.poll(() => page.title()).toContain('Партнёрская программа')
    // 10 % off 3 000 the first time, 20 % of what is paid, twelve months.
    await expect.poll(() => textOf(region(page, 'Пример'))).toContain('2 700 руб. (скидка 10 %)')
    await expect.poll(() => textOf(region(page, 'Пример'))).toContain('7 140 руб. с одного клиента')

    const way = region(page, 'Стать партнёром')
    await way.getByRole('button', { name: 'Стать партнёром' }).click()
    await way.getByText('Подтвердите свое согласие с условиями программы.').waitFor()
    await expect.poll(() => dialog(page, 'Вход').count()).toBe(0)
    await way.getByLabel('Я согласен с условиями программы').check()
    await expect.poll(() => way.getByText('Подтвердите свое согласие').count()).toBe(0)
    await way.getByRole('button', { name: 'Стать партнёром' }).click()
    await dialog(page, 'Вход').getByLabel('Email').fill(anna.email)
    await dialog(page, 'Вход').getByLabel('Пароль', { exact: true }).fill(PASSWORD)
    await dialog(page, 'Вход').getByRole('button', { name: 'Войти', exact: true }).click()
    await dialog(page, 'Вход').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/partner-terms')
    await way.getByText('Сначала понадобится войти').waitFor({ state: 'detached' })
    await way.getByRole('button', { name: 'Стать партнёром' }).click()
    await page.waitForURL('/partner')
    await region(page, 'Ваша ссылка').getByText(`/?ref=${anna.userId}`, { exact: false }).first().waitFor()

    await page.getByRole('button', { name: /^Меню: / }).click()
    await page.getByRole('menuitem', { name: 'Партнёр', exact: true }).waitFor()
    await page.goto('/partner-terms')
    await page.getByText('Вы уже партнёр.').waitFor()
    await page.getByRole('link', { name: 'На страницу партнёра' }).click()
    await page.waitForURL('/partner')
  })

  story('is shown to who is no partner, and has no place in their menu', async ({ world, open }) => {
    const anna = await world.customer('anna-stranger')
    const page = await open('/partner', { as: anna })
    await page.getByRole('heading', { level: 1, name: 'Вы ещё не партнёр' }).waitFor()
    await page.getByRole('button', { name: /^Меню: / }).click()
    await page.getByRole('menuitem', { name: 'Партнёрская программа' }).waitFor()
    await expect.poll(() => page.getByRole('menuitem', { name: 'Партнёр', exact: true }).count()).toBe(0)
    await page.getByRole('link', { name: 'Посмотреть условия' }).click()
    await page.waitForURL('/partner-terms')
    const guest = await open('/partner')
    await guest.getByText('Ссылки и деньги у каждого партнёра свои').waitFor()
  })
})

describe('a payout', () => {
  story('is asked for by a code of a letter, and listed in the history', async ({ world, open }) => {
    const partner = await partnerIn(world)
    await earned(world, partner, 6_000, 6_000)
    const page = await open('/partner', { as: partner })
    await expect.poll(() => textOf(money(page))).toContain('Доступно к выплате2 400 руб.')
    await money(page).getByRole('link', { name: 'История выплат' }).click()
    await region(page, 'История выплат').getByText('Заявок ещё не было').waitFor()

    await money(page).getByRole('button', { name: 'Запросить выплату' }).click()
    const form = dialog(page, 'Запросить выплату')
    await expect.poll(() => form.getByLabel('Сумма').inputValue()).toBe('2400')
    await form.getByLabel('Сумма').fill('1 500,50')
    await form.getByLabel('Номер карты').fill(CARD)
    await form.getByRole('button', { name: 'Получить код' }).click()
    await form.getByText(`Отправили код на ${partner.email}`).waitFor()
    for (const field of ['Куда', 'Сумма', 'Номер карты'])
      await expect.poll(() => form.getByLabel(field).isDisabled()).toBe(true)
    // The letter of before is not half a minute old.
    await form.getByRole('button', { name: 'Отправить ещё раз' }).click()
    await form.getByText(/Ещё раз можно через/).waitFor()

    const { code } = await world.letterTo(partner.email)
    await typeCode(page, code === '0000' ? '1111' : '0000')
    await form.getByText('Неверный код из письма').waitFor()
    expect((await partner.asks('partner', 'listPayouts', {})).docs).toEqual([])
    await typeCode(page, code)
    await form.getByText(/Заявка № \d+ на 1.500,50.руб\. принята/).waitFor()
    await expect.poll(() => form.getByLabel('Сумма').isDisabled()).toBe(true)
    await expect.poll(() => form.getByRole('button', { name: 'Получить код' }).count()).toBe(0)
    await form.getByRole('button', { name: 'Закрыть' }).last().click()
    await form.waitFor({ state: 'detached' })

    await expect.poll(() => textOf(money(page))).toContain('Доступно к выплате899,50 руб.')
    await expect.poll(() => textOf(money(page))).toContain('В заявках1 500,50 руб.')
    await expect.poll(() => textOf(rows(page, 'История выплат').last())).toMatch(/1 500,50 руб\..*•••• 1111.*Новая/)
    // What is left is less than the smallest payout.
    await expect.poll(() => money(page).getByRole('button', { name: 'Запросить выплату' }).isDisabled()).toBe(true)
    await money(page)
      .getByText(/Выплата — от 1.000/)
      .waitFor()
  })

  story(
    'of too much, too little or nowhere is reported at its field before a code is sent',
    async ({ world, open }) => {
      const partner = await partnerIn(world)
      await earned(world, partner, 10_000)
      const page = await open('/partner', { as: partner })
      await money(page).getByRole('button', { name: 'Запросить выплату' }).click()
      const form = dialog(page, 'Запросить выплату')
      await form.getByLabel('Сумма').fill('2000,01')
      await form.getByRole('button', { name: 'Получить код' }).click()
      await form.getByText('Это больше, чем сейчас доступно к выплате').waitFor()
      await form.getByText('Проверьте номер карты').waitFor()
      await form.getByLabel('Сумма').fill('999')
      await form.getByRole('button', { name: 'Получить код' }).click()
      await form
        .getByText(/Наименьшая выплата — 1.000.руб\.$/)
        .last()
        .waitFor()
      await form.getByLabel('Сумма').fill('1000')
      await form.getByLabel('Куда').selectOption('account')
      await form.getByLabel('Расчётный счёт').fill('40702810900000000001')
      await form.getByRole('button', { name: 'Получить код' }).click()
      await form.getByText('В реквизитах нужен ИНН').waitFor()
      await form.getByLabel('Реквизиты').fill('ООО «Пример», ИНН 7707083893')
      await form.getByRole('button', { name: 'Получить код' }).click()
      await form.getByText('В реквизитах нужен БИК').waitFor()
      await form.getByLabel('Реквизиты').fill('ООО «Пример», ИНН 7707083893, БИК 044525225')
      await form.getByRole('button', { name: 'Получить код' }).click()
      await form.getByText('Код из письма').waitFor()
      // The money goes elsewhere meanwhile: the server says so, and the form can be changed.
      await world.db.updateTable('partnerTerms').set({ smallestPayout: 150_000 }).execute()
      await typeCode(page, (await world.letterTo(partner.email)).code)
      await form.getByText('Эта сумма меньше наименьшей выплаты').waitFor()
      await world.db.updateTable('partnerTerms').set({ smallestPayout: 100_000 }).execute()
      await form.getByRole('button', { name: 'Изменить данные' }).click()
      await expect.poll(() => form.getByLabel('Сумма').isDisabled()).toBe(false)
      await expect.poll(() => form.getByText('Код из письма').count()).toBe(0)
    },
  )

  story('that was refused says why, and its money is there again', async ({ world, open }) => {
    const partner = await partnerIn(world)
    const admin = await world.somebody('admin-refuses', ['admin'])
    await earned(world, partner, 10_000)
    const token = await payoutCodeOf(world, partner)
    const wallet = { method: 'sbp' as const, wallet: '+7 900 000-00-01', other: '' }
    const { payout } = await partner.asks('partner', 'requestPayout', { ...wallet, sum: 2_000, token })
    const page = await open('/partner?tab=payouts', { as: partner })
    await expect.poll(() => textOf(money(page))).toContain('Доступно к выплате0 руб.')
    await admin.asks('partner', 'updatePartnerOrder', {
      order: payout.id,
      status: 5,
      comment: 'Телефон другого человека',
    })
    await world.settle()
    await expect.poll(() => textOf(money(page))).toContain('Доступно к выплате2 000 руб.')
    await expect
      .poll(() => textOf(rows(page, 'История выплат').last()))
      .toMatch(/Отклонена Не выплачена, деньги снова доступны.*Телефон другого человека/)
  })

  story('takes the code that another tab asked for a moment ago', async ({ world, open }) => {
    const partner = await partnerIn(world)
    await earned(world, partner, 10_000)
    const page = await open('/partner', { as: partner })
    const code = await payoutCodeOf(world, partner)
    await money(page).getByRole('button', { name: 'Запросить выплату' }).click()
    const form = dialog(page, 'Запросить выплату')
    await form.getByLabel('Номер карты').fill(CARD)
    await form.getByRole('button', { name: 'Получить код' }).click()
    await form.getByText('Отправили код на ваш email').waitFor()
    await form.getByText(/Ещё раз можно через/).waitFor()
    await typeCode(page, code)
    await form.getByText(/принята/).waitFor()
    await form.getByRole('link', { name: 'История выплат' }).click()
    await form.waitFor({ state: 'detached' })
    await expect.poll(() => rows(page, 'История выплат').count()).toBe(2)
  })

  story('waits for an e-mail that is confirmed', async ({ world, open }) => {
    const partner = await partnerIn(world)
    await earned(world, partner, 10_000)
    await world.db.updateTable('users').set({ emailApprove: false }).where('id', '=', partner.userId).execute()
    const page = await open('/partner', { as: partner })
    await money(page).getByText('Подтвердите его в профиле').waitFor()
    await expect.poll(() => money(page).getByRole('button', { name: 'Запросить выплату' }).isDisabled()).toBe(true)
  })
})

describe('the ways to bring people', () => {
  story(
    'short links: an address is asked for, must be ours, and is listed with what it brought',
    async ({ world, open }) => {
      const partner = await partnerIn(world)
      const page = await open('/partner', { as: partner })
      const links = region(page, 'Короткие ссылки')
      await links.getByText('Коротких ссылок ещё нет').waitFor()
      await links.getByRole('button', { name: 'Сократить' }).click()
      await links.getByText('Введите URL-ссылку в поле').waitFor()
      await links.getByLabel('Адрес страницы').fill('https://elsewhere.example/')
      await links.getByRole('button', { name: 'Сократить' }).click()
      await links.getByText('Короткая ссылка ведёт только на страницы нашего сайта').waitFor()
      await links.getByLabel('Адрес страницы').fill('/order?product=category')
      await links.getByRole('button', { name: 'Сократить' }).click()
      await expect
        .poll(() => textOf(rows(page, 'Короткие ссылки').last()))
        .toMatch(/\/r\/\w+\/order\?product=category\d\d\.\d\d\.\d\d00/)
      await expect.poll(() => links.getByLabel('Адрес страницы').inputValue()).toBe('')
    },
  )

  story('links of many pages are paged by the name of the list in the address', async ({ world, open }) => {
    const partner = await partnerIn(world)
    for (let at = 0; at < 21; at++) await partner.asks('partner', 'createShortLink', { data: `/order?n=${at}` })
    const page = await open('/partner#page-links=2', { as: partner })
    await expect.poll(() => rows(page, 'Короткие ссылки').count()).toBe(2)
    await page.getByText('/order?n=0').waitFor()
    await page.getByRole('link', { name: 'Страница 1' }).click()
    await expect.poll(() => rows(page, 'Короткие ссылки').count()).toBe(21)
    await page.goto('/partner#page-links=9')
    await page.getByText('На этой странице ничего нет.').waitFor()
  })

  story(
    'the promo code is changed for another, and the old one is mentioned until it ends',
    async ({ world, open }) => {
      const partner = await partnerIn(world)
      const { promoCode } = await partner.asks('partner', 'getPartner', {})
      const page = await open('/partner', { as: partner })
      const card = region(page, 'Промокод')
      await card.getByText(promoCode.code, { exact: true }).waitFor()
      await card.getByRole('button', { name: 'Создать другой' }).click()
      const asked = dialog(page, 'Создать другой промокод?')
      await asked.getByText(/будет давать скидку ещё 30 дней, до \d\d\.\d\d\.\d\d/).waitFor()
      await asked.getByRole('button', { name: 'Создать' }).click()
      await card.getByText(/действует до \d\d\.\d\d\.\d\d/).waitFor()
      const now = await partner.asks('partner', 'getPartner', {})
      expect(now.promoCode.code).not.toBe(promoCode.code)
      await card.getByText(now.promoCode.code, { exact: true }).waitFor()
      await region(page, 'Ваша ссылка').getByText('Готовые тексты').click()
      await region(page, 'Ваша ссылка').getByText(now.promoCode.code, { exact: false }).first().waitFor()
    },
  )

  story('letters and straight links are switched', async ({ world, open }) => {
    const partner = await partnerIn(world)
    const page = await open('/partner', { as: partner })
    const card = region(page, 'Настройки')
    await expect.poll(() => card.getByLabel('Письма').isChecked()).toBe(true)
    await card.getByLabel('Письма').click()
    await card.getByLabel('Прямые ссылки').click()
    await expect
      .poll(async () => (await partner.asks('partner', 'getPartner', {})).switches)
      .toEqual({ letters: false, freeDirectLinks: true })
    await expect.poll(() => card.getByLabel('Прямые ссылки').isChecked()).toBe(true)
  })
})

describe('what it brought', () => {
  story('a commission is there without a reload, with why', async ({ world, open }) => {
    const partner = await partnerIn(world)
    const page = await open('/partner?tab=commissions', { as: partner })
    await page.getByText('Начислений ещё не было').waitFor()
    const buyer = await broughtBy(world, partner, `buyer-${++named}`)
    await pays(world, buyer, { total: 500_000 })
    await expect
      .poll(() => textOf(rows(page, 'Начисления').last()))
      .toMatch(/5 000 руб\.20 %1 000 руб\.На удержанииПо вашей ссылке.*до \d\d\.\d\d\.\d\d/)
    await expect.poll(() => textOf(money(page))).toContain('На удержании1 000 руб.')
    await page.getByLabel('Какие начисления показать').selectOption('reversed')
    await page.getByText('Таких нет.').waitFor()
    await page.getByLabel('Какие начисления показать').selectOption('held')
    await expect.poll(() => rows(page, 'Начисления').count()).toBe(2)
  })

  story('referrals are found by e-mail, day, category and trial', async ({ world, open }) => {
    const partner = await partnerIn(world)
    const [old, buys] = [
      await broughtBy(world, partner, `olga-${++named}`),
      await broughtBy(world, partner, `pavel-${++named}`),
    ]
    await world.db
      .updateTable('users')
      .set({ createdAt: new Date(world.clock.now().getTime() - 40 * DAY) })
      .where('id', '=', old.userId)
      .execute()
    await world.hold(buys.userId, paid('photographers'))
    await world.hold(old.userId, trial('vets'))
    const page = await open('/partner?tab=referrals', { as: partner })
    const filters = page.getByRole('group', { name: 'Фильтры рефералов' })
    const shown = async (): Promise<string[]> =>
      (await rows(page, 'Рефералы').allInnerTexts()).slice(1).map((row) => row.slice(0, 2))
    await expect.poll(shown).toEqual(['pa', 'ol'])

    await filters.getByLabel('Email').fill('ol')
    await expect.poll(shown).toEqual(['ol'])
    await filters.getByLabel('Email').fill('никто')
    await page.getByText('Таких рефералов нет.').waitFor()
    await filters.getByLabel('Email').fill('')
    await expect.poll(shown).toEqual(['pa', 'ol'])

    await filters.getByLabel('Купили категорию').click()
    await page.getByRole('option', { name: 'Фотографы' }).click()
    await expect.poll(shown).toEqual(['pa'])
    // Chosen again it is given up.
    await filters.getByLabel('Купили категорию').click()
    await page.getByRole('option', { name: 'Фотографы' }).click()
    await expect.poll(shown).toEqual(['pa', 'ol'])
    await filters.getByLabel('Пробуют категорию').click()
    await page.getByRole('option', { name: 'Ветеринары' }).click()
    await expect.poll(shown).toEqual(['ol'])

    await filters.getByLabel('Пробуют категорию').click()
    await page.getByRole('option', { name: 'Ветеринары' }).click()
    await expect.poll(shown).toEqual(['pa', 'ol'])
    await filters.getByRole('button', { name: 'Зарегистрированы' }).click()
    for (let end = 0; end < 2; end++) await page.getByRole('button', { name: todayIn(world) }).click()
    await expect.poll(shown).toEqual(['pa'])
  })

  story(
    'visits are drawn and listed by day, week, link and site, of the days that are chosen',
    async ({ world, open }) => {
      const partner = await partnerIn(world)
      const { link } = await partner.asks('partner', 'createShortLink', { data: '/order' })
      const visit = (referrer: string, daysAgo: number, shortLinkId: number | null = null) =>
        world.db
          .insertInto('referralVisits')
          .values({
            refId: partner.userId,
            refUrl: 'https://echolot.example/',
            referrer,
            params: '{}',
            ip: '127.0.0.1',
            userAgent: '',
            shortLinkId,
            at: new Date(world.clock.now().getTime() - daysAgo * DAY),
          })
          .execute()
      await visit('https://vk.com/wall', 0)
      await visit('https://vk.com/wall', 0)
      await visit('', 1, link.id)
      const page = await open('/partner?tab=traffic', { as: partner })
      const part = region(page, 'Переходы')
      await expect.poll(() => rows(page, 'Переходы').count()).toBe(3)
      const bars = part.getByRole('list', { name: 'Переходы, график' }).getByRole('listitem')
      await expect.poll(() => bars.count()).toBe(30)
      await expect
        .poll(async () => (await bars.allInnerTexts()).slice(-2).map((bar) => bar.split(': ')[1]))
        .toEqual(['1', '2'])

      await part.getByText('По сайтам').click()
      await expect.poll(() => textOf(rows(page, 'Переходы').nth(1))).toMatch(/^vk\.com20/)
      await part.getByText('По ссылкам').click()
      await expect
        .poll(() => textOf(page.getByRole('table', { name: 'Переходы' })))
        .toContain(new URL(link.url).pathname)
      await part.getByText('По времени').click()
      await part.getByText('По месяцам').click()
      await expect.poll(() => bars.count()).toBe(30)

      await part.getByText('По дням').click()
      await part.getByRole('button', { name: 'Дни' }).click()
      for (let end = 0; end < 2; end++) await page.getByRole('button', { name: todayIn(world) }).click()
      await expect.poll(() => bars.count()).toBe(1)
      await expect.poll(() => rows(page, 'Переходы').count()).toBe(2)
      await part.getByText('Регистрации', { exact: true }).first().click()
      await part.getByRole('list', { name: 'Регистрации, график' }).waitFor()
    },
  )
})

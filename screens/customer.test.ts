/** A customer before their feed. */
import { beforeEach, describe, expect, onTestFinished } from 'vitest'
import { DAY, MINUTE } from '../server/kit/clock.ts'
import { arrive, customerWith, down, numbersIn } from '../server/features/reading/feed/items/numbered.samples.ts'
import { codeOf, resultOf } from '../server/testing/read-answer.ts'
import { paid, PASSWORD, trial, type TestWorld } from '../server/testing/test-world.ts'
import { cards, news, story, untilLive, type DomPage } from './story.ts'

/** The numbers of the messages on the screen. */
const shown = async (page: DomPage): Promise<number[]> => numbersIn(await cards(page).allTextContents())
const untilShown = (page: DomPage, from: number, to: number) => expect.poll(() => shown(page)).toEqual(down(from, to))

const pager = (page: DomPage) => page.getByRole('navigation', { name: 'Страницы' })
const hash = (page: DomPage): string => new URL(page.url()).hash

beforeEach<{ world: TestWorld }>(({ world }) => world.looksFor('photographers', 'ищу фотографа'))

describe('a card', () => {
  story('shows who asks, where, when, what fitted and why, and leads to the source', async ({ world, open }) => {
    const anna = await customerWith(world, 0)
    await world.post('Здравствуйте! Срочно ищу хорошего фотографа на крестины', {
      network: 'ok',
      kind: 'comment',
      url: 'https://ok.ru/group/1/topic/2',
      publishedAt: new Date(world.clock.now().getTime() - 7 * MINUTE),
      author: { externalId: '7', name: 'Ольга Белова', url: 'https://ok.ru/profile/7', city: 'Омск' },
      group: { externalId: '1', name: 'Мамы Омска', url: 'https://ok.ru/group/1' },
    })
    const page = await open('/feed', { as: anna, width: 1_100 })
    const card = page.getByRole('article', { name: 'Ольга Белова' })
    await card.waitFor()
    for (const words of [
      'Омск',
      'Одноклассники',
      'комментарий',
      'Фотографы',
      '12 минут назад',
      'Почему здесь: «ищу», «фотографа»',
    ]) {
      await card.getByText(words, { exact: true }).first().waitFor()
    }
    await expect.poll(() => card.locator('mark').allTextContents()).toEqual(['ищу', 'фотографа'])
    const links = await Promise.all(
      (await card.getByRole('link').all()).map((link) =>
        Promise.all([link.textContent(), link.getAttribute('href'), link.getAttribute('rel')]),
      ),
    )
    await card.getByRole('button', { name: /Ольга Белова/ }).waitFor()
    const rel = 'noopener noreferrer nofollow'
    expect(links).toEqual([
      ['Мамы Омска', 'https://ok.ru/group/1', rel],
      ['Фотографы', `/feed?product=category:${await world.categoryId('photographers')}`, null],
      ['Открыть в источнике', 'https://ok.ru/group/1/topic/2', rel],
    ])
    await expect.poll(() => card.getByText('Демо').count()).toBe(0)
    await page.getByText('1 сообщение', { exact: true }).waitFor()
  })

  story('leads someone on trial by /goto, and asks a guest there to come in', async ({ world, open }) => {
    await customerWith(world, 0)
    const vera = await world.customer('vera-goto', trial('photographers'))
    await world.receive([
      world.message('Ищу фотографа на море', {
        url: 'https://ok.ru/group/1/topic/2',
        publishedAt: new Date(world.clock.now().getTime() - 4 * DAY),
      }),
    ])
    const page = await open('/feed', { as: vera, width: 1_100 })
    const link = cards(page).getByRole('link', { name: 'Открыть в источнике' })
    const { pathname } = new URL((await link.getAttribute('href')) ?? '')
    expect(pathname).toMatch(/^\/goto\/\d+$/)
    await page.goto(pathname)
    await page.getByText('https://ok.ru/group/1/topic/2', { exact: true }).waitFor()
    const on = page.getByRole('link', { name: /^Перейти/ })
    await expect.poll(() => on.getAttribute('href')).toBe('https://ok.ru/group/1/topic/2')

    const guest = await open(pathname)
    await guest
      .getByRole('dialog', { name: 'Войдите, чтобы открыть ссылку' })
      .getByRole('button', { name: 'Войти' })
      .click()
    const form = guest.getByRole('dialog', { name: 'Вход' })
    await form.getByLabel('Email').fill(vera.email)
    await form.getByRole('textbox', { name: 'Пароль' }).fill(PASSWORD)
    await form.getByRole('button', { name: 'Войти', exact: true }).click()
    await guest.getByText('https://ok.ru/group/1/topic/2', { exact: true }).waitFor()
    expect(new URL(guest.url()).pathname).toBe(pathname)
  })

  story('shows what people write as text, whatever they write', async ({ world, open }) => {
    const anna = await customerWith(world, 0)
    await world.post('Ищу фотографа <img src=x onerror="document.title=\'взлом\'"> <b>срочно</b>', {
      url: 'javascript:alert(1)',
      author: { externalId: '1', name: '<i>Иван</i>', url: 'javascript:alert(2)' },
    })
    const page = await open('/feed', { as: anna })
    await page.getByRole('article', { name: '<i>Иван</i>' }).getByText('<b>срочно</b>').waitFor()
    await expect.poll(() => cards(page).getByRole('link').allInnerTexts()).toEqual(['Фотографы'])
    await expect.poll(() => page.locator('b, img[src="x"]').count()).toBe(0)
    await expect.poll(() => page.title()).toBe('Лента — Эхолот')
  })
})

describe('new messages', () => {
  story('appear by themselves where there was nothing yet', async ({ world, open }) => {
    const anna = await customerWith(world, 0)
    const page = await open('/feed', { as: anna })
    await page.getByRole('heading', { name: 'Пока тихо' }).waitFor()
    await untilLive(page)
    await arrive(world, 1, 2)
    await untilShown(page, 2, 1)
    await expect.poll(() => page.title()).toBe('Лента — Эхолот')
  })

  story('are counted up to 99, and then said to be more', async ({ world, open }) => {
    const anna = await customerWith(world, 1)
    const page = await open('/feed', { as: anna })
    await untilShown(page, 1, 1)
    await untilLive(page)
    await arrive(world, 2, 100)
    await expect.poll(() => page.title()).toBe('(99) Лента — Эхолот')
    await arrive(world, 101, 121)
    await expect.poll(() => page.title()).toBe('(99+) Лента — Эхолот')
    await expect.poll(() => news(page).innerText()).toMatch(/^99\+ новых сообщений — показать/)
    await news(page).click()
    await untilShown(page, 121, 102)
  })

  story('of another customer are not announced', async ({ world, open }) => {
    const anna = await customerWith(world, 1)
    const boris = await world.customer(`boris${anna.userId}`, paid('vets'))
    const hers = await open('/feed', { as: anna })
    await untilShown(hers, 1, 1)
    await untilLive(hers)
    await arrive(world, 2, 2)
    await news(hers).waitFor()

    const page = await open('/feed', { as: boris })
    await page.getByRole('heading', { name: 'Пока тихо' }).waitFor()
    const elsewhere = await anna.connects()
    onTestFinished(() => elsewhere.close())
    const { filterId } = anna
    await elsewhere.asks('feed', 'setFeedListener', { filters: [{ filterId, since: 0 }] })
    await untilLive(page)
    await arrive(world, 3, 3)
    await expect.poll(() => elsewhere.heard['feed.updates']).not.toEqual([])
    await expect.poll(() => page.title()).toBe('Лента — Эхолот')
    await expect.poll(() => news(page).count()).toBe(0)
  })
})

describe('pages', () => {
  story(
    'stand still while they are turned, in the address and by the buttons of the browser',
    async ({ world, open }) => {
      const anna = await customerWith(world, 65)
      const page = await open('/feed', { as: anna })
      await untilShown(page, 65, 46)
      await untilLive(page)
      await pager(page).getByRole('link', { name: 'Следующая страница' }).click()
      await untilShown(page, 45, 26)
      expect(hash(page)).toBe('#page=2')
      await arrive(world, 66, 70)
      await news(page).waitFor()
      await pager(page).getByRole('link', { name: 'Последняя страница' }).click()
      await untilShown(page, 5, 1)
      expect(hash(page)).toBe('#page=4')
      await expect
        .poll(() => pager(page).getByRole('link', { name: 'Страница 4' }).getAttribute('aria-current'))
        .toBe('page')
      await pager(page).getByRole('link', { name: 'Предыдущая страница' }).click()
      await untilShown(page, 25, 6)

      await page.goBack()
      await untilShown(page, 5, 1)
      await page.goBack()
      await untilShown(page, 45, 26)
      await page.goBack()
      await untilShown(page, 65, 46)
      expect(hash(page)).toBe('')
      await page.goForward()
      await untilShown(page, 45, 26)
      await expect.poll(() => news(page).innerText()).toMatch(/^5 новых/)

      await news(page).click()
      await untilShown(page, 70, 51)
      expect(hash(page)).toBe('')
    },
  )

  story('are shown at once when their address is opened', async ({ world, open }) => {
    const anna = await customerWith(world, 65)
    const page = await open('/feed#page=3', { as: anna })
    await untilShown(page, 25, 6)
    await page.reload()
    await untilShown(page, 25, 6)
    expect(hash(page)).toBe('#page=3')
  })

  story('that cannot be jumped to are ignored', async ({ world, open }) => {
    const anna = await customerWith(world, 65)
    const page = await open('/feed#page=9999', { as: anna })
    await untilShown(page, 65, 46)
    await expect.poll(() => hash(page)).toBe('')
    for (const wish of ['x', '-1', '2.5', '5', '9999', '']) {
      await page.goto('/feed#page=2')
      await untilShown(page, 45, 26)
      await page.goto(`/feed#page=${wish}`)
      await expect.poll(() => hash(page), { message: `#page=${wish}` }).toBe('#page=2')
      await expect.poll(() => shown(page)).toEqual(down(45, 26))
    }
    const other = await open('/feed#page=50', { as: anna })
    await untilShown(other, 65, 46)
    await expect.poll(() => hash(other)).toBe('')
  })

  story('are as long as the reader likes, and stay so', async ({ world, open }) => {
    const anna = await customerWith(world, 65)
    const page = await open('/feed#page=2', { as: anna })
    await untilShown(page, 45, 26)
    await page.getByLabel('Сообщений на странице').selectOption('10')
    await untilShown(page, 65, 56)
    expect(hash(page)).toBe('')
    await page.reload()
    await untilShown(page, 65, 56)
    await page.getByLabel('Сообщений на странице').selectOption('100')
    await untilShown(page, 65, 1)
    await pager(page).waitFor({ state: 'hidden' })
  })
})

story('somebody who turns pages too fast is asked to wait, and keeps what he was reading', async ({ world, open }) => {
  const anna = await customerWith(world, 45)
  const page = await open('/feed', { as: anna })
  await untilShown(page, 45, 26)
  await untilLive(page)
  while ((await anna.isRefused('feed', 'queryFeed', { filterId: anna.filterId })) === 'ok');
  await pager(page).getByRole('link', { name: 'Следующая страница' }).click()
  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'Слишком много запросов. Подождите немного и попробуйте снова' })
  await notice.waitFor()
  await expect.poll(() => shown(page)).toEqual(down(45, 26))
  world.clock.advance(MINUTE)
  await notice.getByRole('button', { name: 'Повторить' }).click()
  await untilShown(page, 25, 6)
  await notice.waitFor({ state: 'hidden' })
})

story(
  'signing out on all devices in another browser ends the feed, which asks to sign in and goes on',
  async ({ world, open }) => {
    const anna = await customerWith(world, 3)
    const elsewhere = { ...anna, token: await anna.signIn() }
    const page = await open('/feed', { as: anna })
    await untilShown(page, 3, 1)
    await untilLive(page)
    const { ended } = resultOf(await world.ask('accounts', 'logoutAllDevices', {}, elsewhere))
    expect(ended).toBeGreaterThan(0)

    const login = page.getByRole('dialog', { name: 'Вход' })
    await login.waitFor()
    await page.getByText('Войдите, чтобы продолжить').waitFor()
    await expect.poll(() => cards(page).count()).toBe(0)
    await login.getByLabel('Email').fill(anna.email)
    await login.getByRole('textbox', { name: 'Пароль' }).fill(PASSWORD)
    await login.getByRole('button', { name: 'Войти', exact: true }).click()
    await untilShown(page, 3, 1)
    await untilLive(page)
    await arrive(world, 4, 4)
    await news(page).waitFor()

    const other = { ...anna, token: await anna.signIn() }
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Меню: / })
      .click()
    await page.getByRole('menuitem', { name: 'Выйти на всех устройствах' }).click()
    await page
      .getByRole('dialog', { name: 'Выйти на всех устройствах?' })
      .getByRole('button', { name: 'Выйти везде' })
      .click()
    await page.waitForURL((url) => url.pathname === '/')
    expect(codeOf(await world.ask('filters', 'listFilters', {}, other))).toBe('UNAUTHORIZED')
  },
)

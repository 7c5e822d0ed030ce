/** A customer before their feed. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect } from 'vitest'
import { DAY, MINUTE } from '../server/kit/clock.ts'
import { arrive, customerWith, down, numbersIn } from '../server/features/reading/feed/items/numbered.samples.ts'
import { paid, PASSWORD, trial, type TestWorld } from '../server/testing/test-world.ts'
import { cards, news, story, untilLive } from './browser.ts'
import { checkLooks } from './check-looks.ts'

/** The numbers of the messages on the screen. */
const shown = async (page: Page): Promise<number[]> => numbersIn(await cards(page).allTextContents())
const untilShown = (page: Page, from: number, to: number) => expect.poll(() => shown(page)).toEqual(down(from, to))

const pager = (page: Page) => page.getByRole('navigation', { name: 'Страницы' })

beforeEach<{ world: TestWorld }>(({ world }) => world.looksFor('photographers', 'ищу фотографа'))

describe('a card', () => {
  story('leads someone on trial by /goto, and asks a guest there to come in', async ({ world, open }) => {
    await customerWith(world, 0)
    const vera = await world.customer('vera-goto', trial('photographers'))
    await world.receive([
      world.message('Ищу фотографа на море', {
        url: 'https://ok.ru/group/1/topic/2',
        publishedAt: new Date(world.clock.now().getTime() - 4 * DAY),
      }),
    ])
    const page = await open('/feed', { as: vera })
    const link = cards(page).getByRole('link', { name: 'Открыть в источнике' })
    const { pathname } = new URL((await link.getAttribute('href')) ?? '')
    expect(pathname).toMatch(/^\/goto\/\d+$/)
    await page.goto(pathname)
    await page.getByText('https://ok.ru/group/1/topic/2', { exact: true }).waitFor()
    const on = page.getByRole('link', { name: /^Перейти/ })
    expect(await on.getAttribute('href')).toBe('https://ok.ru/group/1/topic/2')
    await checkLooks(page)

    const guest = await open(pathname)
    await guest
      .getByRole('dialog', { name: 'Войдите, чтобы открыть ссылку' })
      .getByRole('button', { name: 'Войти' })
      .click()
    const form = guest.getByRole('dialog', { name: 'Вход' })
    await form.getByLabel('Email').fill(vera.email)
    await form.getByRole('textbox', { name: 'Пароль' }).fill(PASSWORD)
    await form.getByRole('button', { name: 'Войти' }).click()
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
    expect(await cards(page).getByRole('link').count()).toBe(0)
    expect(await page.title()).toBe('Лента — Эхолот')
  })
})

describe('new messages', () => {
  story('raise the badge and the title, and move nothing until they are asked for', async ({ world, open }) => {
    const anna = await customerWith(world, 30)
    const page = await open('/feed', { as: anna })
    await untilShown(page, 30, 11)
    await untilLive(page)
    const place = async () => ({
      top: (await cards(page).first().boundingBox())?.y,
      scroll: await page.evaluate<number>('scrollY'),
      shown: await shown(page),
    })
    const above = await place()
    expect(above).toMatchObject({ scroll: 0, shown: down(30, 11) })
    await arrive(world, 31, 31)
    await expect.poll(() => news(page).innerText()).toMatch(/^1 новое сообщение — показать\s+Ищу фотографа №31$/)
    await expect.poll(() => page.title()).toBe('(1) Лента — Эхолот')
    expect(await place()).toEqual(above)

    await page.evaluate('scrollTo(0, 300)')
    const below = await place()
    expect(below.scroll).toBe(300)
    await arrive(world, 32, 33)
    await expect.poll(() => news(page).innerText()).toMatch(/^3 новых сообщения — показать\s+Ищу фотографа №33$/)
    await expect.poll(() => page.title()).toBe('(3) Лента — Эхолот')
    expect(await place()).toEqual(below)

    await news(page).click()
    await untilShown(page, 33, 14)
    expect(await page.title()).toBe('Лента — Эхолот')
    await untilLive(page)
    expect(
      await page
        .getByRole('article')
        .filter({ has: page.getByText('новое', { exact: true }) })
        .allTextContents(),
    ).toHaveLength(3)
    expect((await cards(page).first().boundingBox())?.y).toBeGreaterThan(0)
  })

  story('of another customer are not told of', async ({ world, open }) => {
    const anna = await customerWith(world, 1)
    const boris = await world.customer(`boris${anna.userId}`, paid('vets'))
    const page = await open('/feed', { as: boris })
    await page.getByRole('heading', { name: 'Пока тихо' }).waitFor()
    const hers = await open('/feed', { as: anna })
    await untilShown(hers, 1, 1)
    await Promise.all([untilLive(page), untilLive(hers)])
    await arrive(world, 2, 2)
    await news(hers).waitFor()
    expect(await page.title()).toBe('Лента — Эхолот')
    expect(await news(page).count()).toBe(0)
  })
})

story('J and K go from message to message, in either keyboard layout', async ({ world, open }) => {
  const anna = await customerWith(world, 5)
  const page = await open('/feed', { as: anna })
  await untilShown(page, 5, 1)
  const focused = async () =>
    (await cards(page).and(page.locator(':focus')).allTextContents()).map((text) => /№(\d+)/.exec(text)?.[1]).join()
  const seen: string[] = []
  for (const key of ['KeyJ', 'KeyJ', 'KeyJ', 'KeyK', 'KeyK', 'KeyK']) {
    await page.keyboard.press(key)
    seen.push(await focused())
  }
  expect(seen).toEqual(['5', '4', '3', '4', '5', '5'])
  // The same key while the Russian layout is on.
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'о', code: 'KeyJ', text: 'о' })
  expect(await focused()).toBe('4')
  await page.getByLabel('Сообщений на странице').focus()
  await page.keyboard.press('KeyJ')
  expect(await focused()).toBe('')
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
  expect(await shown(page)).toEqual(down(45, 26))
  await expect.poll(() => notice.boundingBox().then((box) => box && box.y >= 0 && box.y < 900)).toBe(true)
  world.clock.advance(MINUTE)
  await notice.getByRole('button', { name: 'Повторить' }).click()
  await untilShown(page, 25, 6)
  await notice.waitFor({ state: 'hidden' })
})

story(
  'signing out on all devices ends the feed in another browser, which asks to sign in and goes on',
  async ({ world, open }) => {
    const anna = await customerWith(world, 3)
    const page = await open('/feed', { as: anna })
    await untilShown(page, 3, 1)
    await untilLive(page)

    const elsewhere = await open('/feed', { as: { ...anna, token: await anna.signIn() } })
    await elsewhere
      .getByRole('banner')
      .getByRole('button', { name: /^Меню: / })
      .click()
    await elsewhere.getByRole('menuitem', { name: 'Выйти на всех устройствах' }).click()
    await elsewhere
      .getByRole('dialog', { name: 'Выйти на всех устройствах?' })
      .getByRole('button', { name: 'Выйти везде' })
      .click()
    await elsewhere.waitForURL((url) => url.pathname === '/')

    const login = page.getByRole('dialog', { name: 'Вход' })
    await login.waitFor()
    await page.getByText('Войдите, чтобы продолжить').waitFor()
    expect(await cards(page).count()).toBe(0)
    await login.getByLabel('Email').fill(anna.email)
    await login.getByRole('textbox', { name: 'Пароль' }).fill(PASSWORD)
    await login.getByRole('button', { name: 'Войти' }).click()
    await untilShown(page, 3, 1)
    await untilLive(page)
    await arrive(world, 4, 4)
    await news(page).waitFor()
  },
)

/** A customer before their feed, where it is scrolled and seen; what needs no browser stands in `screens/customer.test.ts`. */
import type { Page } from 'playwright-core'
import { beforeEach, expect } from 'vitest'
import { arrive, customerWith, down, numbersIn } from '../server/features/reading/feed/items/numbered.samples.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import type { TestWorld } from '../server/testing/test-world.ts'
import { cards, news, story, untilLive } from './browser.ts'

/** The numbers of the messages on the screen. */
const shown = async (page: Page): Promise<number[]> => numbersIn(await cards(page).allTextContents())
const untilShown = (page: Page, from: number, to: number) => expect.poll(() => shown(page)).toEqual(down(from, to))

const pager = (page: Page) => page.getByRole('navigation', { name: 'Страницы' })

beforeEach<{ world: TestWorld }>(({ world }) => world.looksFor('photographers', 'ищу фотографа'))

story(
  'new messages move nothing until they are asked for; J and K go through them, and what has to wait says so in sight',
  async ({ world, open }) => {
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
    await expect.poll(() => page.title()).toBe('Лента — Эхолот')
    await untilLive(page)
    expect(
      await page
        .getByRole('article')
        .filter({ has: page.getByText('новое', { exact: true }) })
        .allTextContents(),
    ).toHaveLength(3)
    expect((await cards(page).first().boundingBox())?.y).toBeGreaterThan(0)
    await goByKeys(page, ['33', '32', '31'])
    await turnTooFast(page, anna)
  },
)

/** @param from the first ones on the screen */
async function goByKeys(page: Page, [first, second, third]: [string, string, string]): Promise<void> {
  const focused = async () =>
    (await cards(page).and(page.locator(':focus')).allTextContents()).map((text) => /№(\d+)/.exec(text)?.[1]).join()
  const seen: string[] = []
  for (const key of ['KeyJ', 'KeyJ', 'KeyJ', 'KeyK', 'KeyK', 'KeyK']) {
    await page.keyboard.press(key)
    seen.push(await focused())
  }
  expect(seen).toEqual([first, second, third, second, first, first])
  // The same key while the Russian layout is on.
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'о', code: 'KeyJ', text: 'о' })
  await expect.poll(() => focused()).toBe(second)
  await page.getByLabel('Сообщений на странице').focus()
  await page.keyboard.press('KeyJ')
  await expect.poll(() => focused()).toBe('')
}

/** What the sentence says and what comes after it stands in `screens/`. */
async function turnTooFast(page: Page, anna: TestUser): Promise<void> {
  while ((await anna.isRefused('feed', 'queryFeed', { filterId: anna.filterId })) === 'ok');
  await pager(page).getByRole('link', { name: 'Следующая страница' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Слишком много запросов' })
  await expect.poll(() => notice.boundingBox().then((box) => box && box.y >= 0 && box.y < 900)).toBe(true)
}

/** Someone looks at a category while messages go by, and orders it; `screens/category-search.test.ts` has how they find one. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect } from 'vitest'
import { listensToThree, old, storeSome } from '../server/features/watching/categories/category-search.samples.ts'
import type { TestWorld } from '../server/testing/test-world.ts'
import { comeAlive, story } from './browser.ts'
import { checkLandmarks, checkLooks, phoneScreen } from './check-looks.ts'

const found = (page: Page) => page.getByRole('region', { name: 'Подходящие категории' }).getByRole('article')
/** Which categories were found, in their order, and what is said of each. */
const names = (page: Page) => found(page).getByRole('heading', { level: 2 }).allInnerTexts()

beforeEach<{ world: TestWorld }>(({ world }) => listensToThree(world))

describe('a guest', () => {
  story(
    'looks at a category: what it brought, from page to page, what it costs, and orders it',
    async ({ world, open }) => {
      const things = [
        'шкаф',
        'мост',
        'урожай',
        'ковёр',
        'забор',
        'балкон',
        'камин',
        'щенков',
        'аквариум',
        'картину',
        'мотоцикл',
        'яхту',
        'водопад',
      ]
      await world.receive(
        things.map((thing, at) => world.message(`Ищу фотографа снять ${thing}`, old(world, 13 - at / 2))),
      )
      await world.receive([world.message('Ищу фотографа на сегодня', { publishedAt: world.clock.now() })])
      const page = await open('/podbor-kategorii', { motion: true })
      await page.getByRole('link', { name: 'Фотографы' }).click()
      await page.waitForURL('**/category/photographers')
      // Pressed before the scripts have come it is a link to another document, whose scripts wait for a sign.
      await comeAlive(page)
      const latest = page.getByRole('region', { name: 'Недавние сообщения' })
      await expect.poll(() => latest.getByRole('article').count()).toBe(10)
      await expect.poll(() => latest.getByRole('article').first().innerText()).toContain('водопад')
      await expect.poll(() => page.getByText('на сегодня').count()).toBe(0)
      await expect.poll(() => page.title()).toContain('Фотографы')
      await page.getByText(/^от .* в месяц$/).waitFor()
      await page.getByText('Например: ищу фотографа').waitFor()

      // Three of them stand above, and another one comes now and then.
      const moving = page.getByRole('region', { name: 'Примеры сообщений' })
      await expect.poll(() => moving.getByRole('article').count()).toBe(3)
      const before = await moving.innerText()
      // Again and again: what is drawn moves only when its scripts have come.
      await expect
        .poll(async () => {
          await page.clock.fastForward(10_000)
          return moving.innerText()
        })
        .not.toBe(before)
      await moving.getByRole('button', { name: 'Остановить' }).click()
      const stopped = await moving.getByRole('list').innerText()
      await page.clock.fastForward(30_000)
      await expect.poll(() => moving.getByRole('list').innerText()).toBe(stopped)

      await page.getByRole('navigation', { name: 'Страницы' }).getByRole('link', { name: 'Страница 2' }).click()
      await page.waitForURL('**/category/photographers?page=2')
      await expect.poll(() => latest.getByRole('article').count()).toBe(3)
      const second = await open('/category/photographers?page=2')
      await expect
        .poll(() => second.getByRole('region', { name: 'Недавние сообщения' }).getByRole('article').allInnerTexts())
        .toEqual([expect.stringContaining('урожай'), expect.stringContaining('мост'), expect.stringContaining('шкаф')])

      await second.getByRole('link', { name: 'Заказать' }).click()
      await second.waitForURL('**/order**')
      await second.getByRole('region', { name: 'Ваш заказ' }).getByText('Фотографы').waitFor()
    },
  )
})

describe('on every screen', () => {
  story('the search, its findings and a category are seen whole', async ({ world, open }) => {
    await storeSome(world)
    const long = 'ОченьДлинноеСловоБезПробелов'.repeat(4)
    await world.receive(
      Array.from({ length: 12 }, (_, at) =>
        world.message(`Ищу фотографа ${'на свадьбу '.repeat(at)} ${at === 3 ? long : at}`, old(world, 4 + at / 4)),
      ),
    )
    const page = await open('/podbor-kategorii', phoneScreen)
    await page.getByRole('link', { name: 'Ветеринары' }).waitFor()
    await checkLandmarks(page, 'Какая категория приведёт ваших клиентов')
    await checkLooks(page)
    await page.goto(
      `/podbor-kategorii?${new URLSearchParams([
        ['keyword', 'собака'],
        ['keyword', 'свадьба'],
        ['keyword', long.slice(0, 100)],
      ]).toString()}`,
    )
    await expect.poll(() => names(page)).toHaveLength(2)
    await checkLooks(page)
    await page.goto('/podbor-kategorii?keyword=спит')
    await page.getByRole('heading', { name: 'Готовой категории нет' }).waitFor()
    await checkLooks(page)
    // An address that it had before leads there, for anyone who asks without a page too.
    const categoryId = await world.categoryId('photographers')
    await world.db.insertInto('categorySlugs').values({ slug: 'picture-takers', categoryId }).execute()
    const moved = await fetch(`${world.web.address}/category/picture-takers?page=2`, { redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/category/photographers?page=2'])
    await page.goto('/category/picture-takers')
    await page.waitForURL('**/category/photographers')
    await page.getByRole('region', { name: 'Недавние сообщения' }).waitFor()
    await checkLandmarks(page, 'Фотографы')
    await checkLooks(page)
    // The same on the home page, where the picture gives way to it.
    await page.goto('/?category=photographers')
    await page.getByRole('region', { name: 'Кто вас ищет: Фотографы' }).getByRole('article').first().waitFor()
    await checkLandmarks(page, 'Слышит тех, кто ищет вас')
    await checkLooks(page)
  })
})

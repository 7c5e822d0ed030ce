/** Someone wonders which category brings their customers: they ask by words, look at one, and order it. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect } from 'vitest'
import { indexMessages } from '../server/archive/index-messages.ts'
import { DAY, HOUR } from '../server/kit/clock.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import type { RawMessage } from '../server/stream/receive/shared/source.ts'
import { story } from './browser.ts'
import { checkLandmarks, checkLooks, phoneScreen } from './check-looks.ts'

const found = (page: Page) => page.getByRole('region', { name: 'Подходящие категории' }).getByRole('article')
/** Which categories were found, in their order, and what is said of each. */
const names = (page: Page) => found(page).getByRole('heading', { level: 2 }).allInnerTexts()
const counts = async (page: Page, name: string): Promise<string> =>
  (
    await page
      .getByRole('article', { name, exact: true })
      .getByText(/ категории/)
      .first()
      .innerText()
  ).replaceAll('\u00A0', ' ')
const words = (page: Page) => page.getByRole('search').getByLabel('Ключевые слова', { exact: true })
const chips = (page: Page) =>
  page.getByRole('list', { name: 'Ключевые слова: выбрано' }).getByRole('listitem').allInnerTexts()
const search = (page: Page) => page.getByRole('button', { name: 'Подобрать' })
const keywordsOf = (page: Page): string[] => new URL(page.url()).searchParams.getAll('keyword')

/** Older than what a trial hides. */
const old = (world: TestWorld, days: number): Partial<RawMessage> => ({
  publishedAt: new Date(world.clock.now().getTime() - days * DAY),
})

beforeEach<{ world: TestWorld }>(async ({ world }) => {
  await world.database.pool.query(
    'truncate feed_items, messages, message_keys, fingerprints, message_segments, message_postings, indexed_marks, changed_texts',
  )
  await world.db.deleteFrom('categoryQueries').execute()
  await world.looksFor('photographers', 'ищу фотографа')
  await world.looksFor('vets', 'собака болеть', 'посоветуйте ветеринара')
  await world.looksFor('plumbers', 'кран течь')
})

async function storeSome(world: TestWorld): Promise<void> {
  await world.receive([
    world.message('Ищу фотографа для моей собаки, +7 900 123-45-67, Анна', {
      ...old(world, 5),
      url: 'https://vk.com/wall1_1',
      author: { externalId: 'anna', name: 'Анна Тайная' },
    }),
    world.message('Ищу фотографа на свадьбу @masha', old(world, 4)),
    world.message('Ищу фотографа на юбилей', { publishedAt: new Date(world.clock.now().getTime() - HOUR) }),
    world.message('Собака болеет вторую неделю', old(world, 6)),
    world.message('Собака болеет, а на свадьбу ехать завтра', old(world, 7)),
    world.message('Собака спит', old(world, 8)),
    world.message('Кран течёт', old(world, 8)),
  ])
  await indexMessages({ db: world.db, clock: world.clock, language: world.language, days: 14 })
}

describe('a guest', () => {
  story(
    'asks by his words, and sees which categories bring that, and nobody named in what they brought',
    async ({ world, open }) => {
      await storeSome(world)
      const page = await open('/')
      await page.goto('/podbor-kategorii')
      await page.getByRole('heading', { name: 'Или выберите из всех' }).waitFor()
      await page.getByRole('link', { name: 'Ветеринары' }).waitFor()
      // Nothing asked is no mistake.
      await search(page).click()
      expect(await page.getByRole('alert').count()).toBe(0)
      await words(page).fill('собаки')
      await search(page).click()
      await expect.poll(() => names(page)).toEqual(['Ветеринары', 'Фотографы'])
      expect(keywordsOf(page)).toEqual(['собаки'])
      await page.getByText('За последние 8 дней эти слова прозвучали: 4 сообщения').waitFor()
      expect(await counts(page, 'Ветеринары')).toBe('2 из 2 сообщений категории · слова: собаки · есть в её запросах')
      expect(await counts(page, 'Фотографы')).toBe('1 из 3 сообщений категории · слова: собаки')
      const shown = await page.getByRole('article', { name: 'Фотографы', exact: true }).innerText()
      expect(shown).toContain('Ищу фотографа для моей собаки, •••')
      expect(shown).not.toContain('Тайная')
      expect(
        await page.getByRole('article', { name: 'Фотографы', exact: true }).locator('mark').allInnerTexts(),
      ).toEqual(['собаки'])
      expect(await page.locator('a[href*="vk.com/wall"]').count()).toBe(0)

      await page.getByRole('link', { name: 'Фотографы', exact: true }).click()
      await page.waitForURL('**/category/photographers')
      await page.getByRole('heading', { level: 1, name: 'Фотографы' }).waitFor()
      await page.goBack()
      await expect.poll(() => names(page)).toEqual(['Ветеринары', 'Фотографы'])
      await expect.poll(() => chips(page)).toEqual(['собаки'])
    },
  )

  story('comes by an address that asks already; any of the words, or all of them at once', async ({ world, open }) => {
    await storeSome(world)
    const page = await open('/podbor-kategorii?keyword=свадьба&keyword=собака')
    await expect.poll(() => chips(page)).toEqual(['свадьба', 'собака'])
    await expect.poll(() => names(page)).toEqual(['Ветеринары', 'Фотографы'])
    expect(await counts(page, 'Фотографы')).toContain('2 из 3 сообщений')
    await page.getByText('Все слова сразу').click()
    await expect.poll(() => new URL(page.url()).searchParams.get('operator')).toBe('AND')
    await expect.poll(() => names(page)).toEqual(['Ветеринары'])
    expect(await counts(page, 'Ветеринары')).toContain('1 из 2 сообщений')
    // The address tells all of it to anyone who is sent it.
    const other = await open(new URL(page.url()).pathname + new URL(page.url()).search)
    await other
      .getByRole('radio', { name: 'Все слова сразу' })
      .and(other.locator(':checked'))
      .waitFor({ state: 'attached' })
    await expect.poll(() => names(other)).toEqual(['Ветеринары'])
    await page.goBack()
    await expect.poll(() => names(page)).toEqual(['Ветеринары', 'Фотографы'])
    await page
      .getByRole('radio', { name: 'Любое из слов' })
      .and(page.locator(':checked'))
      .waitFor({ state: 'attached' })
  })

  story('is told how many words may be asked at once, and that there is no such category', async ({ world, open }) => {
    await storeSome(world)
    const page = await open('/podbor-kategorii')
    await words(page).fill(Array.from({ length: 11 }, (_, n) => `слово${n}`).join(', '))
    await search(page).click()
    await page.getByText('Укажите не больше 10 ключевых слов').waitFor()
    expect(keywordsOf(page)).toEqual([])
    await words(page).fill(Array.from({ length: 10 }, (_, n) => `слово${n}`).join(', '))
    await search(page).click()
    await page.getByRole('heading', { name: 'Готовой категории нет' }).waitFor()
    expect(keywordsOf(page)).toHaveLength(10)
    await words(page).fill('ещё одно')
    await search(page).click()
    await page.getByText('Укажите не больше 10 ключевых слов').waitFor()

    await page.goto('/podbor-kategorii?keyword=спит')
    await page.getByText('эти слова прозвучали: 1 сообщение. Их найдёт проект').waitFor()
    await page.getByRole('link', { name: 'Посмотреть тарифы на проекты' }).click()
    await page
      .getByRole('radiogroup', { name: 'Что слушать' })
      .getByLabel(/Проекты/)
      .and(page.locator(':checked'))
      .waitFor()
  })

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
      const latest = page.getByRole('region', { name: 'Недавние сообщения' })
      await expect.poll(() => latest.getByRole('article').count()).toBe(10)
      expect(await latest.getByRole('article').first().innerText()).toContain('водопад')
      expect(await page.getByText('на сегодня').count()).toBe(0)
      expect(await page.title()).toContain('Фотографы')
      await page.getByText(/^от .* в месяц$/).waitFor()
      await page.getByText('Например: ищу фотографа').waitFor()

      // Three of them stand above, and another one comes now and then.
      const moving = page.getByRole('region', { name: 'Что она приносит' })
      expect(await moving.getByRole('article').count()).toBe(3)
      const before = await moving.innerText()
      await page.clock.fastForward(10_000)
      await expect.poll(() => moving.innerText()).not.toBe(before)
      await moving.getByRole('button', { name: 'Остановить' }).click()
      const stopped = await moving.getByRole('list').innerText()
      await page.clock.fastForward(30_000)
      expect(await moving.getByRole('list').innerText()).toBe(stopped)

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

  story('is told that there is no such category, and that one brought nothing yet', async ({ open }) => {
    const page = await open('/category/nothing-like-this', { expects: [/status of 404/] })
    await page.getByRole('heading', { level: 1, name: 'Такой категории нет' }).waitFor()
    await page.getByRole('link', { name: 'Подобрать категорию' }).click()
    await page.waitForURL('**/podbor-kategorii')
    await page.goto('/category/vets')
    await page.getByText('Сообщений старше трёх дней пока нет').waitFor()
    await page.getByRole('link', { name: 'Попробовать бесплатно' }).click()
    await page.waitForURL('**/promo?ctg=**')
  })
})

describe('a customer', () => {
  story(
    'finds a category by his words and orders it: it stands in his cart beside what was there',
    async ({ world, open }) => {
      await storeSome(world)
      const anna = await world.customer('anna', paid('plumbers'))
      await anna.asks('cart', 'setCartItems', { value: [await world.categoryId('event-hosts')] })
      const page = await open('/feed', { as: anna })
      await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Подбор' }).click()
      await words(page).fill('посоветуйте ветеринара,')
      await expect.poll(() => chips(page)).toEqual(['посоветуйте ветеринара'])
      await words(page).press('Enter')
      await expect.poll(() => names(page)).toEqual(['Ветеринары'])
      expect(await counts(page, 'Ветеринары')).toBe(
        '0 из 2 сообщений категории · слова: посоветуйте ветеринара · есть в её запросах',
      )
      await page.getByRole('article', { name: 'Ветеринары' }).getByRole('link', { name: 'Заказать' }).click()
      const order = page.getByRole('region', { name: 'Ваш заказ' })
      await order.getByText('Ветеринары').waitFor()
      await page.reload()
      await order.getByText('Ветеринары').waitFor()
    },
  )

  story('asks and looks by keyboard alone', async ({ world, open }) => {
    await storeSome(world)
    const boris = await world.customer('boris')
    const page = await open('/podbor-kategorii', { as: boris })
    await words(page).focus()
    await page.keyboard.type('собаки,')
    await expect.poll(() => chips(page)).toEqual(['собаки'])
    await page.keyboard.type('свадьба')
    await page.keyboard.press('Enter')
    await expect.poll(() => chips(page)).toEqual(['собаки', 'свадьба'])
    await page.keyboard.press('Enter')
    await expect.poll(() => names(page)).toEqual(['Ветеринары', 'Фотографы'])
    await page.getByRole('link', { name: 'Фотографы', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Фотографы' }).waitFor()
  })
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
    await page.goto('/category/photographers')
    await page.getByRole('region', { name: 'Недавние сообщения' }).waitFor()
    await checkLandmarks(page, 'Фотографы')
    await checkLooks(page)
  })
})

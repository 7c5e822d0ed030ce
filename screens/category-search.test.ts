/** Someone wonders which category brings their customers: they ask by words, look at one, and order it. */
import { beforeEach, describe, expect } from 'vitest'
import { listensToThree, storeSome } from '../server/features/watching/categories/category-search.samples.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import { story, type DomPage } from './story.ts'

const found = (page: DomPage) => page.getByRole('region', { name: 'Подходящие категории' }).getByRole('article')
/** Which categories were found, in their order, and what is said of each. */
const names = (page: DomPage) => found(page).getByRole('heading', { level: 2 }).allInnerTexts()
const counts = async (page: DomPage, name: string): Promise<string> =>
  (
    await page
      .getByRole('article', { name, exact: true })
      .getByRole('paragraph')
      .filter({ hasText: / за \d+/ })
      .first()
      .innerText()
  ).replaceAll('\u00A0', ' ')
const words = (page: DomPage) => page.getByRole('search').getByLabel('Ключевые слова', { exact: true })
const chips = (page: DomPage) =>
  page.getByRole('list', { name: 'Ключевые слова: выбрано' }).getByRole('listitem').allInnerTexts()
const search = (page: DomPage) => page.getByRole('button', { name: 'Подобрать' })
const keywordsOf = (page: DomPage): string[] => new URL(page.url()).searchParams.getAll('keyword')

beforeEach<{ world: TestWorld }>(({ world }) => listensToThree(world))

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
      await expect.poll(() => page.getByRole('alert').count()).toBe(0)
      await words(page).fill('собаки')
      await search(page).click()
      await expect.poll(() => names(page)).toEqual(['Ветеринары', 'Фотографы'])
      expect(keywordsOf(page)).toEqual(['собаки'])
      await page.getByText(/За 8\sдней с этими словами 4\sсообщения/).waitFor()
      await expect.poll(() => counts(page, 'Ветеринары')).toBe('2 сообщения за 8 дней')
      await expect.poll(() => counts(page, 'Фотографы')).toBe('1 сообщение за 8 дней')
      const shown = await page.getByRole('article', { name: 'Фотографы', exact: true }).innerText()
      expect(shown).toContain('Ищу фотографа для моей собаки, •••')
      expect(shown).not.toContain('Тайная')
      expect(
        await page.getByRole('article', { name: 'Фотографы', exact: true }).locator('mark').allInnerTexts(),
      ).toEqual(['собаки'])
      await expect.poll(() => page.locator('a[href*="vk.com/wall"]').count()).toBe(0)

      await page.getByRole('link', { name: 'Фотографы', exact: true }).click()
      await page.waitForURL(/\/category\/photographers$/)
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
    await expect.poll(() => counts(page, 'Фотографы')).toBe('2 сообщения за 8 дней')
    await page.getByText('Все слова сразу').click()
    await expect.poll(() => new URL(page.url()).searchParams.get('operator')).toBe('AND')
    await expect.poll(() => names(page)).toEqual(['Ветеринары'])
    await expect.poll(() => counts(page, 'Ветеринары')).toBe('1 сообщение за 8 дней')
    const address = page.url()
    await page.goBack()
    await expect.poll(() => names(page)).toEqual(['Ветеринары', 'Фотографы'])
    await page
      .getByRole('radio', { name: 'Любое из слов' })
      .and(page.locator(':checked'))
      .waitFor({ state: 'attached' })

    // The address holds all of it for anyone who is sent it.
    const other = await open(address)
    await other
      .getByRole('radio', { name: 'Все слова сразу' })
      .and(other.locator(':checked'))
      .waitFor({ state: 'attached' })
    await expect.poll(() => names(other)).toEqual(['Ветеринары'])
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
    await page.getByText(/с этими словами 1\sсообщение за 8\sдней\. Их соберут «Упоминания»/).waitFor()
    await page.getByRole('link', { name: 'Искать по своим словам' }).click()
    await page.getByRole('region', { name: 'Попробуйте слова до оплаты' }).waitFor()
    await expect
      .poll(() => page.getByRole('list', { name: 'Ключевые слова: выбрано' }).getByRole('listitem').allInnerTexts())
      .toEqual(['спит'])
  })

  story('is told that there is no such category, and that one brought nothing yet', async ({ open }) => {
    const page = await open('/category/nothing-like-this')
    await page.getByRole('heading', { level: 1, name: 'Такой категории нет' }).waitFor()
    await page.getByRole('link', { name: 'Подобрать категорию' }).click()
    await page.waitForURL(/\/podbor-kategorii$/)
    await page.goto('/category/vets')
    await page.getByText('Сообщений старше трёх дней пока нет').waitFor()
    // Before the page knows that it is a guest the way leads to the order.
    await page.getByRole('banner').getByRole('button', { name: 'Войти' }).waitFor()
    await page.getByRole('link', { name: 'Попробовать бесплатно' }).click()
    await page.getByRole('dialog', { name: 'Регистрация' }).waitFor()
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
      await expect.poll(() => counts(page, 'Ветеринары')).toBe('2 сообщения за 8 дней, с этими словами пока ни одного')
      await page.getByRole('link', { name: 'Ветеринары', exact: true }).click()
      await page.getByRole('link', { name: 'Заказать' }).click()
      const order = page.getByRole('region', { name: 'Ваш заказ' })
      await order.getByText('Ветеринары').waitFor()
      // What is still on its way may be lost with the page.
      await expect.poll(async () => (await anna.asks('cart', 'getCart', {})).cart.items).toHaveLength(2)
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

/** A person reads one product at a time: each stands beside the feed with what is new, and opens live by one press. */
import { expect } from 'vitest'
import { DAY } from '../server/kit/clock.ts'
import { groups, paid, paidForTeam, trial, type TestWorld } from '../server/testing/test-world.ts'
import { listOf } from '../server/features/watching/groups/groups.samples.ts'
import { cards, news, story, untilLive, type DomPage } from './story.ts'

const products = (page: DomPage) => page.getByRole('navigation', { name: 'Продукты' })
const product = (page: DomPage, name: string | RegExp) => products(page).getByRole('link', { name })
const unread = async (page: DomPage) =>
  (await products(page).getByRole('link').allInnerTexts())
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text.endsWith('новых'))
const shows = (page: DomPage, ...texts: string[]) =>
  expect
    .poll(async () => (await cards(page).allInnerTexts()).map((text) => texts.find((each) => text.includes(each))))
    .toEqual(texts)
async function arrive(world: TestWorld, ...texts: string[]): Promise<void> {
  await world.receive(texts.map((text) => world.message(text)))
  await world.settle()
}

story('each product is a press away, live, with what is new beside its name', async ({ world, open }) => {
  await world.forgetMessages()
  await world.looksFor('photographers', 'ищу фотографа')
  await world.looksFor('video', 'ищу видеографа')
  const anna = await world.customer('views-anna', paid('photographers'), paid('video'))
  const id = await world.project(anna, { name: 'Зонты', keywords: ['зонт'] })
  await world.project(anna)
  await arrive(world, 'Ищу фотографа утром', 'Ищу видеографа утром', 'Купила зонт утром')
  const page = await open('/feed', { as: anna })
  await shows(page, 'Купила зонт утром', 'Ищу видеографа утром', 'Ищу фотографа утром')
  await untilLive(page)
  await expect.poll(() => product(page, 'Все').getAttribute('aria-current')).toBe('page')
  await product(page, /Проект \d+/)
    .getByText('не настроен')
    .waitFor()
  await arrive(world, 'Ищу фотографа днём', 'Купила зонт днём', 'Потеряла зонт днём')
  await expect.poll(() => unread(page)).toEqual(['Все 3 новых', 'Фотографы 1 новых', 'Зонты 2 новых'])

  await product(page, /Зонты/).click()
  await page.getByRole('heading', { name: 'Зонты', level: 1 }).waitFor()
  await shows(page, 'Потеряла зонт днём', 'Купила зонт днём', 'Купила зонт утром')
  expect(page.url()).toMatch(new RegExp(`/feed\\?product=project:${id}$`))
  await expect.poll(() => product(page, 'Зонты').getAttribute('aria-current')).toBe('page')
  await expect.poll(() => page.getByText('не сохранён').count()).toBe(0)
  // What was read of it is new no more; the others keep theirs.
  await expect.poll(() => unread(page)).toEqual(['Все 3 новых', 'Фотографы 1 новых'])
  await untilLive(page)
  await arrive(world, 'Зонт вечером', 'Ищу фотографа вечером')
  await expect.poll(() => page.title()).toBe('(1) Зонты — Эхолот')
  await news(page).click()
  await shows(page, 'Зонт вечером', 'Потеряла зонт днём', 'Купила зонт днём', 'Купила зонт утром')

  await page.keyboard.press('g')
  await page.keyboard.press('2')
  await page.getByRole('heading', { name: 'Фотографы', level: 1 }).waitFor()
  await shows(page, 'Ищу фотографа вечером', 'Ищу фотографа днём', 'Ищу фотографа утром')
  await page.goBack()
  await page.getByRole('heading', { name: 'Зонты', level: 1 }).waitFor()
  await shows(page, 'Зонт вечером', 'Потеряла зонт днём', 'Купила зонт днём', 'Купила зонт утром')
  await cards(page).getByRole('link', { name: 'Зонты' }).first().waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Зонты', level: 1 }).waitFor()
  await product(page, 'Все').click()
  await cards(page).filter({ hasText: 'видеографа' }).getByRole('link', { name: 'Видеосъёмка и монтаж' }).click()
  await shows(page, 'Ищу видеографа утром')
})

story('a product that is narrowed down is a draft of it, and the way back leads to it', async ({ world, open }) => {
  await world.forgetMessages()
  const vera = await world.customer('views-vera')
  const id = await world.project(vera, { name: 'Зонты', keywords: ['зонт'] })
  await arrive(world, 'Красный зонт', 'Синий зонт')
  const page = await open(`/feed?product=project:${id}`, { as: vera })
  await shows(page, 'Синий зонт', 'Красный зонт')
  await page.getByLabel('Сообщений на странице').selectOption('50')
  await page.getByRole('button', { name: 'Условие', exact: true }).click()
  await page.getByLabel('Найти условие').pressSequentially('слова')
  await page.keyboard.press('Enter')
  await page.getByLabel('Слова фильтра').pressSequentially('красный ')
  await shows(page, 'Красный зонт')
  await page.getByText('Из ленты «Зонты» показано не всё.').waitFor()
  await page.getByRole('button', { name: 'Вернуться' }).click()
  await shows(page, 'Синий зонт', 'Красный зонт')
  // What is on a page is kept by the browser: there is no filter to keep it.
  await expect.poll(() => page.getByLabel('Сообщений на странице').inputValue()).toBe('50')
  expect(page.url()).toMatch(/\/feed\?product=project:\d+$/)
  await page.goto('/feed?product=nothing:1')
  await page.getByRole('heading', { name: 'Такой фильтр не существует' }).waitFor()
  await page.goto('/feed?product=project:999999')
  await page.getByRole('heading', { name: 'Этого нет среди ваших подписок' }).waitFor()
})

story('on a phone the products are a menu beside the tabs', async ({ world, open }) => {
  await world.forgetMessages()
  const lena = await world.customer('views-lena')
  await world.project(lena, { name: 'Зонты', keywords: ['зонт'] })
  await world.project(lena, { name: 'Плащи', keywords: ['плащ'] })
  await arrive(world, 'Красный зонт', 'Жёлтый плащ')
  const page = await open('/feed', { as: lena, width: 400 })
  await shows(page, 'Жёлтый плащ', 'Красный зонт')
  await expect.poll(() => products(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Продукты: Все' }).click()
  await page.getByRole('menuitem', { name: 'Зонты' }).click()
  await page.getByRole('button', { name: 'Продукты: Зонты' }).waitFor()
  await shows(page, 'Красный зонт')
  // What is read goes without saying: it is no condition that might be taken away.
  await expect.poll(() => page.getByRole('button', { name: 'Убрать: Зонты' }).count()).toBe(0)
})

story('a member of a team has the products of its owner; a trial and an empty list say so', async ({ world, open }) => {
  await world.forgetMessages()
  const owner = await world.customer('views-owner', paidForTeam('photographers'), { ...groups(5), tariffType: 'team' })
  const gleb = await world.customer('views-gleb', trial('video'), groups(3))
  await listOf(world, owner, [{ externalId: 'omsk', name: 'Омск' }])
  await world.team(owner, gleb)
  await world.project(owner, { name: 'Скворечники', keywords: ['скворечник'] }, { tariffType: 'team' })
  await world.receive([
    world.message('Продам скворечник'),
    world.message('Новости Омска', { group: { externalId: 'omsk', name: 'Омск' } }),
    world.message('Старое видео', { publishedAt: new Date(world.clock.now().getTime() - 4 * DAY) }),
  ])
  await world.settle()
  const page = await open('/feed', { as: gleb })
  await expect
    .poll(async () =>
      (await products(page).getByRole('link').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()),
    )
    .toEqual([
      'Все',
      expect.stringMatching(/^Видеосъёмка и монтаж пробная до /),
      'Группы список пуст',
      'Фотографы',
      'Скворечники',
      'Группы команды',
    ])
  const ofTeam = page.getByRole('region', { name: 'Команда «views-owner»' })
  await expect.poll(() => ofTeam.getByRole('link').count()).toBe(3)
  await product(page, 'Скворечники').click()
  await shows(page, 'Продам скворечник')
  await product(page, 'Группы команды').click()
  await shows(page, 'Новости Омска')
  await product(page, /список пуст/).click()
  await page.getByRole('link', { name: 'Добавить группы' }).waitFor()
})

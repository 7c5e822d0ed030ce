/** Someone sees what their words find before they pay, and has them waiting in what they paid for. */
import { beforeEach, describe, expect } from 'vitest'
import { indexMessages } from '../server/archive/index-messages.ts'
import { DAY, HOUR } from '../server/kit/clock.ts'
import type { TestWorld } from '../server/testing/test-world.ts'
import type { DomLocator } from './dom/locator.ts'
import { add, arrive, chips, panel, plain, popup, preview, save, trial, untilSaved } from './project-page.ts'
import { cards, news, story, untilLive, type DomPage } from './story.ts'

beforeEach<{ world: TestWorld }>(async ({ world }) => {
  await world.forgetMessages()
})

/** Mentions of the last days, the newest of which a guest may not read. */
async function storeMentions(world: TestWorld): Promise<void> {
  const texts = [
    'Были сегодня в кофейне «Зерно», капучино отличный',
    'А кофейня Зерно на Ленина ещё работает? Напишите +7 912 345-67-89',
    'В кофейне «Зерно» опять очередь на полчаса',
    'Лучший раф в городе варят в кофейне «Зерно»',
    'Вакансия: бариста в кофейню «Зерно»',
  ]
  await world.receive(
    texts.map((text, n) =>
      world.message(text, { publishedAt: new Date(world.clock.now().getTime() - HOUR - n * 2 * DAY) }),
    ),
  )
  await indexMessages({ db: world.db, clock: world.clock, language: world.language, days: 14 })
}

const samples = async (page: DomPage): Promise<string[]> =>
  (await preview(page).getByRole('article').allInnerTexts()).map((text) => plain(text))
const buy = (page: DomPage) => trial(page).getByRole('button', { name: /^Следить за/ })

describe('a guest', () => {
  story('reads what the words of the address find, nameless and old enough', async ({ world, open }) => {
    await storeMentions(world)
    const page = await open(`/custom-category?keyword=${encodeURIComponent('кофейня зерно')}`)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Упоминания'])
    await expect.poll(() => chips(page, 'Ключевые слова').allInnerTexts()).toEqual(['кофейня зерно'])
    await preview(page)
      .getByText(/Как мы это поняли: есть кофейня рядом с зерно/)
      .waitFor()
    await expect.poll(() => samples(page)).toHaveLength(3)
    const shown = (await samples(page)).join('\n')
    expect(shown).not.toContain('капучино')
    expect(shown).not.toContain('912')
    // The one link is that to the tariffs, and no one is asked to sign in.
    await expect.poll(() => preview(page).getByRole('link').allTextContents()).toEqual(['Посмотреть тарифы'])
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(async () => plain((await buy(page).textContent()) ?? '')).toBe('Следить за 2 990 руб.')
    await trial(page).getByText('Цена за 1 месяц').waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  story(
    'has what was typed kept: over a reload, in another tab, and until other words are asked for',
    async ({ open }) => {
      const page = await open('/custom-category?keyword=зерно')
      await add(page, 'Контекст', 'кофе')
      await add(page, 'Стоп-слова', 'вакансия')
      await page.getByRole('switch', { name: 'Нейрофильтр' }).check()
      await page.reload()
      const typed = async () =>
        Promise.all(['Ключевые слова', 'Контекст', 'Стоп-слова'].map((field) => chips(page, field).allInnerTexts()))
      await expect.poll(typed).toEqual([['зерно'], ['кофе'], ['вакансия']])
      await expect.poll(() => page.getByRole('switch', { name: 'Нейрофильтр' }).isChecked()).toBe(true)
      // The same words asked for once more begin no other draft.
      await page.goto('/custom-category?keyword=Зерно')
      await expect.poll(typed).toEqual([['зерно'], ['кофе'], ['вакансия']])
      await page.goto('/custom-category?keyword=самовар&keyword=чайник')
      await expect.poll(typed).toEqual([['самовар', 'чайник'], [], []])
    },
  )

  story('of whose brand no one wrote is told so, and what can be done', async ({ world, open }) => {
    await storeMentions(world)
    const page = await open(`/custom-category?keyword=${encodeURIComponent('самоварня')}`)
    const nothing = preview(page).getByRole('region', { name: 'Пока никто не писал' })
    await nothing.getByText(/^За\s\d+\sдн\S+ так никто не писал/).waitFor()
    await expect.poll(() => nothing.getByRole('listitem').count()).toBe(3)
    // There is nothing to draw.
    await expect.poll(() => preview(page).getByRole('list', { name: 'Сообщений по дням' }).count()).toBe(0)
    await buy(page).waitFor()

    // Someone wrote, and it is too new for a guest.
    await page.goto(`/custom-category?keyword=${encodeURIComponent('капучино')}`)
    await preview(page)
      .getByText(/в примерах только сообщения старше трёх дней/)
      .waitFor()
    await preview(page).getByRole('link', { name: 'Посмотреть тарифы' }).waitFor()
  })

  story('is told the limit of a guest', async ({ open }) => {
    const page = await open('/custom-category')
    const ten = Array.from({ length: 10 }, (_, n) => `слово${n}`)
    await page.getByLabel('Ключевые слова', { exact: true }).fill(ten.join(', '))
    await page.keyboard.press('Enter')
    await expect.poll(() => chips(page, 'Ключевые слова').count()).toBe(10)
    await page.getByLabel('Ключевые слова', { exact: true }).fill('одиннадцатое')
    await page.keyboard.press('Enter')
    await page.getByText('Ключевые слова: не больше 10 фраз').waitFor()
  })
})

/** Presses, and counts what was pressed. */
function counted() {
  const presses: string[] = []
  return {
    presses,
    async press(what: string, button: DomLocator): Promise<void> {
      presses.push(what)
      await button.click()
    },
  }
}

/** From the home page to the mentions of a word. */
async function comeWithWord(page: DomPage, word: string, press: ReturnType<typeof counted>['press']): Promise<void> {
  const mentions = page.getByRole('main')
  await mentions.getByLabel('Название бренда').fill(word)
  await press('Посмотреть упоминания', mentions.getByRole('button', { name: 'Посмотреть упоминания' }))
  // The word goes from the address into the form.
  await page.waitForURL((url) => url.pathname === '/custom-category')
  await expect.poll(() => chips(page, 'Ключевые слова').allInnerTexts()).toEqual([word])
}

async function register(page: DomPage, world: TestWorld, email: string): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Регистрация' })
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Продолжить' }).click()
  await page.getByRole('dialog', { name: 'Код из письма' }).getByText(email).waitFor()
  await page.getByLabel('Цифра 1 из 6').click()
  await page.keyboard.type((await world.letterTo(email)).code)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Меню:/ })
    .waitFor()
}

async function pay(page: DomPage): Promise<void> {
  await page
    .getByRole('region', { name: 'Ваш заказ' })
    .getByRole('button', { name: /^Оплатить/ })
    .click()
  await page.getByRole('dialog', { name: 'Тестовая оплата' }).getByRole('button', { name: 'Оплатить' }).click()
}

story(
  'a brand manager reads mentions in two presses at most before paying, and has a live project in two at most after it',
  async ({ world, open }) => {
    await storeMentions(world)
    const page = await open('/faq#12')
    // The number in the address opens that question, and another one the next.
    const open12 = page.locator('details[open] [id="12"]')
    await open12.getByText(/10 слов контекста и 30 стоп-слов/).waitFor()
    await expect.poll(() => page.locator('details[open]').count()).toBe(1)
    await page.goto('/faq#33')
    await page
      .locator('details[open] [id="33"]')
      .getByText(/назовите номер заказа/)
      .waitFor()

    const search = page.getByLabel('Найти среди вопросов')
    await search.fill('промокод перестал петь')
    await page.getByRole('heading', { name: 'Такого вопроса пока нет' }).waitFor()
    await search.fill('проверить слова')
    await expect
      .poll(() => page.locator('details summary mark').allTextContents())
      .toEqual(expect.arrayContaining(['проверить', 'слова']))

    await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Упоминания' }).click()
    await page.getByRole('heading', { level: 1, name: /Знайте, что о вас говорят/ }).waitFor()
    const before = counted()
    await comeWithWord(page, 'кофейня зерно', before.press)
    await preview(page).getByRole('article').filter({ hasText: 'Лучший раф' }).waitFor()
    expect(before.presses.length).toBeLessThanOrEqual(2)

    await buy(page).click()
    await page.waitForURL(/\/order/)
    await register(page, world, 'brand@example.ru')
    // The order is filled in: nothing is left to choose.
    await expect
      .poll(() =>
        page
          .getByRole('radiogroup', { name: 'Что слушать' })
          .getByLabel(/Проекты|Упоминания/)
          .isChecked(),
      )
      .toBe(true)
    await pay(page)
    await page.waitForURL(/\/custom-category/)
    const thanks = page.getByRole('status').filter({ hasText: 'Спасибо за покупку!' })
    await thanks.getByText('Осталось назвать слова.').waitFor()
    await panel(page, 'Проект 1').getByText('не настроен', { exact: true }).waitFor()
    await expect.poll(() => chips(page, 'Ключевые слова').allInnerTexts()).toEqual(['кофейня зерно'])

    const after = counted()
    await after.press('Сохранить', save(page))
    await untilSaved(page)
    await world.settle()
    await page.getByRole('dialog', { name: 'Проект сохранён' }).waitFor()
    await after.press('Открыть в ленте', popup(page).getByRole('link', { name: 'Открыть в ленте' }))
    // All five, the newest and the contacts too.
    await expect.poll(() => cards(page).count()).toBe(5)
    await cards(page).filter({ hasText: 'капучино' }).waitFor()
    expect(after.presses.length).toBeLessThanOrEqual(2)
    // Read again: the one of the project is live already, and has the same cards.
    await page.goto('/feed')
    await expect.poll(() => cards(page).count()).toBe(5)
    await untilLive(page)
    await arrive(world, 'Новая кофейня «Зерно» на набережной')
    await news(page).click()
    await cards(page).filter({ hasText: 'на набережной' }).waitFor()

    // The words are used up: another guest of this browser finds none.
    await page.goto('/logout')
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/custom-category')
    await preview(page).getByText('Пока нечего искать').waitFor()
    await expect.poll(() => chips(page, 'Ключевые слова').count()).toBe(0)
  },
)

describe('whoever is signed in', () => {
  story('takes over what they typed as a guest; from then on no one else sees it', async ({ world, open }) => {
    const page = await open('/custom-category?keyword=самовар')
    await expect.poll(() => chips(page, 'Ключевые слова').allInnerTexts()).toEqual(['самовар'])
    await page.getByRole('banner').getByRole('button', { name: 'Регистрация' }).click()
    await register(page, world, 'taker@example.ru')
    await page.waitForURL(/\/order/)
    await page.goto('/custom-category')
    await expect.poll(() => chips(page, 'Ключевые слова').allInnerTexts()).toEqual(['самовар'])
    await page.goto('/logout')
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/custom-category')
    await preview(page).getByText('Пока нечего искать').waitFor()
    await expect.poll(() => chips(page, 'Ключевые слова').count()).toBe(0)
  })

  story('and has projects already may try other words beside them', async ({ world, open }) => {
    const olga = await world.customer('olga')
    await world.project(olga, { name: 'Чайники', keywords: ['чайник'] })
    const page = await open('/custom-category?keyword=самовар', { as: olga })
    await page.getByRole('region', { name: 'Новый проект' }).waitFor()
    await expect.poll(() => chips(page, 'Ключевые слова').first().innerText()).toBe('самовар')
    // The next project costs her less: how much, the order says.
    await trial(page).getByRole('button', { name: 'Следить', exact: true }).waitFor()
    await panel(page, 'Чайники').waitFor()
    const other = await open('/custom-category', { as: olga })
    await panel(other, 'Чайники').waitFor()
    await expect.poll(() => trial(other).count()).toBe(0)
  })

  story('and has a place that waits finds the words in it', async ({ world, open }) => {
    const yana = await world.customer('yana')
    await world.project(yana)
    const page = await open('/custom-category?keyword=самовар', { as: yana })
    await panel(page, 'Проект 1').getByText('Осталось сохранить').waitFor()
    await expect.poll(() => chips(page, 'Ключевые слова').allInnerTexts()).toEqual(['самовар'])
    await page.getByRole('button', { name: 'Отменить изменения' }).click()
    await expect.poll(() => chips(page, 'Ключевые слова').count()).toBe(0)
    await page.reload()
    await panel(page, 'Проект 1').getByText('Проект ещё не настроен').waitFor()
  })
})

describe('the thanks', () => {
  story('of groups stand where groups are added, and name what is left of both', async ({ world, open }) => {
    const rita = await world.customer('rita')
    const project = await world.project(rita)
    const page = await open('/order?product=group', { as: rita })
    await expect.poll(() => page.getByLabel('Сколько групп').inputValue()).toBe('10')
    await pay(page)
    await page.waitForURL(/\/groups/)
    const thanks = page.getByRole('status').filter({ hasText: 'Спасибо за покупку!' })
    await thanks.getByText('Осталось добавить группы и назвать слова.').waitFor()
    await page
      .getByRole('region', { name: 'Добавьте первые группы' })
      .getByRole('textbox', { name: 'Ссылки' })
      .waitFor()
    await thanks.getByRole('link', { name: 'Назвать слова' }).click()
    await panel(page, 'Проект 1').getByText('Проект ещё не настроен').waitFor()
    expect(project).toBeGreaterThan(0)
    // Thanked once.
    await expect.poll(() => page.getByText('Спасибо за покупку!').count()).toBe(0)
  })

  story('on the feed, where some gateways lead, lead on to what is left', async ({ world, open }) => {
    const sveta = await world.customer('sveta')
    await sveta.asks('cart', 'updateCart', { tariff: await world.tariffId('project-month') })
    const { account } = await sveta.asks('payments', 'orderCart', {})
    await sveta.asks('payments', 'payInTestMode', { account })
    await world.settle()
    const page = await open('/feed#payment_success', { as: sveta })
    const thanks = page.getByRole('status').filter({ hasText: 'Спасибо за покупку!' })
    await thanks.getByText('Осталось назвать слова.').waitFor()
    await thanks.getByRole('link', { name: 'Назвать слова' }).click()
    await panel(page, 'Проект 1').getByText('Проект ещё не настроен').waitFor()
  })
})

story('a trial of a project that finds nothing yet says why, and what can be done', async ({ world, open }) => {
  await storeMentions(world)
  const zoya = await world.customer('zoya')
  const id = await world.project(zoya, { name: 'Самоварня', keywords: ['самоварня'] }, { tariffType: 'trial' })
  const page = await open(`/feed?product=project:${id}`, { as: zoya })
  await page.getByText(/На пробном доступе видны сообщения старше трёх дней, а таких здесь ещё нет/).waitFor()
  await expect
    .poll(() => page.getByRole('link', { name: 'Видеть новые сразу' }).getAttribute('href'))
    .toBe('/order?product=project')
  await page.getByRole('link', { name: 'Проверить слова проекта' }).click()
  await page.waitForURL('/custom-category')
  await panel(page, 'Самоварня').getByRole('region', { name: 'Пока никто не писал' }).waitFor()
})

/** Someone says what is to be listened for, sees what that would find, saves it, and reads it in their feed. */
import { beforeEach, describe, expect } from 'vitest'
import type { ProjectFields } from '../contract/watching/projects.ts'
import { indexMessages } from '../server/archive/index-messages.ts'
import { DAY, HOUR } from '../server/kit/clock.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import { searchBack } from '../server/stream/search-back/search-back.ts'
import type { DomLocator } from './dom/locator.ts'
import { cards, news, story, untilLive, type DomPage } from './story.ts'

const panel = (page: DomPage, name: RegExp | string = /^Проект \d+$/) => page.getByRole('region', { name, exact: true })
const preview = (page: DomPage) => page.getByRole('region', { name: 'Что найдётся' })
const popup = (page: DomPage) => page.getByRole('dialog', { name: 'Сохраняем проект' })
const save = (page: DomPage) => page.getByRole('button', { name: 'Сохранить' })
const plain = (text: string): string => text.replaceAll('\u00A0', ' ')
/** The server has it, and has not begun to search: that `settle` does. */
const untilSaved = (page: DomPage) => popup(page).getByText('Проверяем и сохраняем настройки: готово').waitFor()
/** How the steps stand: what a screen reader says of each. */
const steps = async (page: DomPage): Promise<string[]> =>
  (await popup(page).getByRole('listitem').allTextContents()).map((text) => plain(text))
const chips = (page: DomPage, field: string): DomLocator =>
  page.getByRole('list', { name: `${field}: выбрано` }).getByRole('listitem')

async function add(page: DomPage, field: string, ...phrases: string[]): Promise<void> {
  const input = page.getByLabel(field, { exact: true })
  for (const phrase of phrases) {
    await input.fill(phrase)
    await input.press('Enter')
  }
}
async function shows(page: DomPage, ...texts: string[]): Promise<void> {
  await expect
    .poll(async () => {
      const all = await cards(page).allInnerTexts()
      return all.map((each) => texts.find((text) => each.includes(text)) ?? each)
    })
    .toEqual(texts)
}

async function arrive(world: TestWorld, ...texts: string[]): Promise<void> {
  await world.receive(texts.map((text) => world.message(text)))
  await world.settle()
}

/** Everything is stored, and most of it in segments, as it is after a while. */
async function storeDays(world: TestWorld, texts: string[], days: number): Promise<void> {
  await world.receive(
    texts.map((text, at) =>
      world.message(text, {
        publishedAt: new Date(world.clock.now().getTime() - HOUR - (at * days * DAY) / texts.length),
      }),
    ),
  )
  await indexMessages({ db: world.db, clock: world.clock, language: world.language, days: 14 })
}

beforeEach<{ world: TestWorld }>(async ({ world }) => {
  await world.forgetMessages()
})

const visits = [
  'Были сегодня в кофейне «Зерно», капучино отличный',
  'А кофейня Зерно на Ленина ещё работает?',
  'В кофейне «Зерно» опять очередь на полчаса',
  'Лучший раф в городе варят в кофейне «Зерно»',
  'Кто знает, есть ли в кофейне Зерно розетки',
  'Забыла зонт в кофейне «Зерно», вернули',
]
const vacancies = [
  'Вакансия: бариста в кофейню «Зерно»',
  'В кофейню «Зерно» нужен повар, вакансия открыта до мая',
  'Открыта вакансия администратора, кофейня «Зерно», график два через два',
  'Кофейня «Зерно»: вакансия курьера с личным автомобилем',
  'Вакансия уборщицы на утро, кофейня «Зерно» у вокзала',
  'Студентам: вакансия в кофейне «Зерно», обучаем с нуля',
  'Ещё одна вакансия от кофейни «Зерно»: кондитер на полставки',
  'Кофейня «Зерно» снова набирает людей, вакансия без опыта и резюме',
]

describe('whoever bought a project', () => {
  story('finds it where projects are, and nothing in it yet', async ({ world, open }) => {
    const anna = await world.customer('buys')
    const page = await open('/custom-category', { as: anna })
    await page.getByRole('link', { name: 'Посмотреть тарифы' }).click()
    await page.getByRole('radio', { name: /^Обычный, 1 месяц/ }).check()
    await page
      .getByRole('region', { name: 'Ваш заказ' })
      .getByRole('button', { name: /^Оплатить/ })
      .click()
    await page.getByRole('dialog', { name: 'Тестовая оплата' }).getByRole('button', { name: 'Оплатить' }).click()
    await page.getByText('Спасибо за покупку!').waitFor()
    await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Проекты' }).click()
    await panel(page).getByText('Проект ещё не настроен').waitFor()
  })

  story(
    'says what it looks for, sees what that finds, saves it, and reads the first messages',
    async ({ world, open }) => {
      const vera = await world.customer('vera')
      await world.project(vera)
      // Few words of the others are those of the found.
      const others = Array.from({ length: 160 }, (_, n) => `Погода за окном номер ${n}: дождь, ветер и опять дождь`)
      await storeDays(
        world,
        [...visits, ...vacancies, ...others, 'Кофейня «Зерно» закрылась, пиздец', 'Купил зерно для кофейни'],
        4,
      )

      const page = await open('/feed', { as: vera })
      await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Проекты' }).click()
      await panel(page).getByText('Проект ещё не настроен').waitFor()
      await panel(page).getByText('остановлен', { exact: true }).waitFor()
      expect(await page.getByRole('button', { name: /^Обновить/ }).count()).toBe(0)
      await preview(page).getByText('Пока нечего искать').waitFor()
      expect(await save(page).isDisabled()).toBe(true)

      await page.getByLabel('Название').fill('Зерно')
      await add(page, 'Ключевые слова', '"кофейня зерно"', '(кофейня')
      // A mistake is reported where it is, and the rest is looked for all the same.
      await chips(page, 'Ключевые слова').filter({ hasText: '(кофейня' }).getByText('Скобка не закрыта').waitFor()
      await preview(page)
        .getByText(/Как мы это поняли: есть кофейня зерно \(точно так\)/)
        .waitFor()
      expect(await chips(page, 'Ключевые слова').first().getByText('Скобка не закрыта').count()).toBe(0)
      // A press on the phrase takes it back to be mended.
      await page.getByRole('button', { name: '(кофейня: исправить' }).click()
      await expect.poll(() => page.getByLabel('Ключевые слова', { exact: true }).inputValue()).toBe('(кофейня')
      await page.getByLabel('Ключевые слова', { exact: true }).fill('кофейня зерно')
      await page.keyboard.press('Enter')
      await preview(page).getByText('В самый раз').waitFor()
      await preview(page)
        .getByRole('status')
        .filter({ hasText: /^\s*4\s+сообщения в день/ })
        .waitFor()
      expect(await preview(page).getByRole('list', { name: 'Сообщений по дням' }).getByRole('listitem').count()).toBe(5)
      await expect.poll(() => preview(page).getByRole('article').count()).toBe(5)
      await preview(page).getByRole('button', { name: 'Показать ещё 5' }).click()
      await expect.poll(() => preview(page).getByRole('article').count()).toBe(10)
      await preview(page).getByText('фильтр грубых слов (выключен)').waitFor()
      expect(
        plain(
          (
            await preview(page)
              .getByRole('article')
              .filter({ hasText: 'Вакансия' })
              .first()
              .locator('mark')
              .allTextContents()
          ).join(' '),
        ),
      ).toBe('кофейню Зерно')

      // The noisiest word goes into the stop-words by one press.
      const before = await preview(page).getByRole('status').textContent()
      await preview(page)
        .getByRole('button', { name: /^вакансия/ })
        .click()
      await expect.poll(() => chips(page, 'Минус-слова').allInnerTexts()).toEqual(['вакансия'])
      await expect.poll(() => preview(page).getByRole('status').textContent()).not.toBe(before)
      await preview(page)
        .getByText(/нет вакансия/)
        .waitFor()
      await expect.poll(() => preview(page).getByRole('article').filter({ hasText: 'Вакансия' }).count()).toBe(0)

      await page.getByRole('switch', { name: 'Грубые слова' }).check()
      await preview(page).getByText('скроет фильтр грубых слов').waitFor()
      await preview(page)
        .getByText(/Лишнего: \d+\s% — фильтр грубых слов\./)
        .waitFor()

      await save(page).click()
      await expect
        .poll(() => steps(page))
        .toEqual([
          expect.stringMatching(/Проверяем и сохраняем настройки: готово/),
          expect.stringMatching(/Ищем в сообщениях за прошлые дни: идёт/),
          expect.stringMatching(/Слушаем новые сообщения: ещё впереди/),
        ])
      // Nothing closes it before its end.
      expect(await popup(page).getByRole('button', { name: 'Закрыть' }).isDisabled()).toBe(true)
      await page.keyboard.press('Escape')
      await page.locator('.mantine-Modal-overlay').click()
      expect(await popup(page).count()).toBe(1)
      // It is being searched: not once more at the same time.
      expect(await page.getByRole('button', { name: /^Обновить/ }).isDisabled()).toBe(true)
      await world.settle()
      await expect
        .poll(() => steps(page))
        .toEqual([
          expect.stringMatching(/готово/),
          expect.stringMatching(/Ищем в сообщениях за последние 4 дня: готово.*Найдено: 8 сообщений/),
          expect.stringMatching(/Слушаем новые сообщения: готово/),
        ])
      await popup(page).getByText('В ленте уже 7 сообщений, ещё 1 скрыто фильтрами').waitFor()
      await page.keyboard.press('Escape')
      await popup(page).waitFor({ state: 'detached' })
      await panel(page, 'Зерно').getByText('слушает', { exact: true }).waitFor()
      await page.getByText('Изменения сохранены').waitFor()
      await panel(page, 'Зерно').getByText('Скрыто из ленты: 1 с грубыми словами').waitFor()

      await panel(page, 'Зерно').getByRole('link', { name: '7 сообщений' }).click()
      await expect.poll(() => cards(page).count()).toBe(7)
      expect(await cards(page).filter({ hasText: 'пиздец' }).count()).toBe(0)
      await cards(page).filter({ hasText: 'Забыла зонт' }).locator('mark').filter({ hasText: 'кофейне' }).waitFor()
      await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Лента' }).click()
      await untilLive(page)
      await arrive(world, 'Новая кофейня «Зерно» на набережной', 'Вакансия в кофейне «Зерно»', 'Другая кофейня')
      await news(page).click()
      await cards(page).filter({ hasText: 'на набережной' }).waitFor()
      expect(await cards(page).count()).toBe(8)
    },
  )
})

interface Life {
  vera: TestUser
  id: number
}
let people = 0
async function life(world: TestWorld, fields: Partial<ProjectFields> = {}): Promise<Life> {
  people += 1
  const vera = await world.customer(`vera-${people}`)
  return { vera, id: await world.project(vera, { name: 'Велосипеды', ...fields }) }
}
const bicycles = (page: DomPage) => panel(page, 'Велосипеды')
const found = (page: DomPage) => bicycles(page).getByRole('link', { name: /сообщени/ })

describe('whoever changes the words', () => {
  story('and not what is stored has it left as it is; later he has it searched after all', async ({ world, open }) => {
    await arrive(world, 'Куплю велосипед', 'Отдам самокат')
    const { vera } = await life(world, { keywords: ['велосипед'] })
    const page = await open('/custom-category', { as: vera })
    // The name alone has nothing searched.
    await page.getByLabel('Название').fill('Велосипеды ')
    expect(await page.getByRole('checkbox', { name: /Сразу найти/ }).count()).toBe(0)
    await page.getByLabel('Название').fill('Велосипеды')
    await page.getByRole('button', { name: 'Убрать: велосипед' }).click()
    // Without Enter: what stands in the field is taken as the focus leaves it, and the press that takes it does what it does.
    await page.getByLabel('Ключевые слова', { exact: true }).fill('самокат')
    // A preview that comes in while the mouse is down would move the checkbox from under it.
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
    await page.getByRole('checkbox', { name: /Сразу найти/ }).uncheck()
    await expect.poll(() => chips(page, 'Ключевые слова').allInnerTexts()).toEqual(['самокат'])
    await bicycles(page).getByText('Новые слова подействуют только на новые сообщения').waitFor()
    await save(page).click()
    await expect
      .poll(() => steps(page))
      .toEqual([
        expect.stringMatching(/готово/),
        expect.stringMatching(/пропущено.*старые сообщения остаются как есть/),
        expect.stringMatching(/идёт/),
      ])
    await world.settle()
    await popup(page).getByText('Новые сообщения придут в ленту сами').waitFor()
    await popup(page).getByRole('link', { name: 'Открыть в ленте' }).click()
    await shows(page, 'Куплю велосипед')
    const menu = page.getByRole('navigation', { name: 'Главное меню' })
    await menu.getByRole('link', { name: 'Лента' }).click()
    await untilLive(page)
    await arrive(world, 'Ещё велосипед', 'Ещё самокат')
    await news(page).click()
    await shows(page, 'Ещё самокат', 'Куплю велосипед')

    await menu.getByRole('link', { name: 'Проекты' }).click()
    const refresh = page.getByRole('button', { name: 'Обновить: Велосипеды' })
    await refresh.click()
    await bicycles(page).getByText('ищет за прошлые дни').waitFor()
    expect(await refresh.isDisabled()).toBe(true)
    await world.settle()
    await bicycles(page).getByText('слушает', { exact: true }).waitFor()
    expect(await refresh.isDisabled()).toBe(false)
    await found(page).click()
    await shows(page, 'Отдам самокат', 'Ещё самокат')
  })

  story('too widely is told how much that would be, and may mend it', async ({ world, open }) => {
    await arrive(world, ...Array.from({ length: 6 }, (_, n) => `Велосипед номер ${n}`), 'Отдам самокат')
    const { vera, id } = await life(world, { keywords: ['самокат'] })
    const page = await open('/custom-category', { as: vera })
    await add(page, 'Ключевые слова', 'велосипед')
    await save(page).click()
    await expect
      .poll(() => steps(page))
      .toEqual([expect.stringMatching(/готово/), expect.stringMatching(/идёт/), expect.stringMatching(/ещё впереди/)])
    const { version } = await world.db
      .selectFrom('monitoredProjects')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { db, database, clock, log, language, config } = world
    await searchBack({ db, database, clock, log, language, config }, id, version, 5)
    await popup(page)
      .getByText(/Нашлось слишком много: \d сообщени\S+\. Уточните ключевые слова/)
      .waitFor()
    await popup(page).getByRole('button', { name: 'Закрыть' }).click()
    await popup(page).waitFor({ state: 'detached' })
    expect(await page.getByText('Изменения сохранены').count()).toBe(0)
    // Without Enter: what stands in the field is taken by the press on the button.
    await page.getByLabel('Минус-слова', { exact: true }).fill('номер')
    await save(page).click()
    await untilSaved(page)
    await world.settle()
    await popup(page).getByText('В ленте уже 1 сообщение').waitFor()
  })

  story('and looks at another page meanwhile finds them as he left them', async ({ world, open }) => {
    const { vera } = await life(world, { keywords: ['самокат'] })
    const page = await open('/custom-category', { as: vera })
    await add(page, 'Ключевые слова', 'велосипед')
    await page.getByLabel('Контекст').fill('куплю')
    await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Лента' }).click()
    await page.getByRole('heading', { name: 'Лента' }).waitFor()
    await page.goBack()
    await expect.poll(() => chips(page, 'Ключевые слова').allInnerTexts()).toEqual(['самокат', 'велосипед'])
    await expect.poll(() => chips(page, 'Контекст').allInnerTexts()).toEqual(['куплю'])
    await page.getByRole('button', { name: 'Отменить изменения' }).click()
    await expect.poll(() => chips(page, 'Ключевые слова').allInnerTexts()).toEqual(['самокат'])
    expect(await chips(page, 'Контекст').count()).toBe(0)
  })
})

story(
  'the filters hide and say how many; what is hidden is shown with the reason, and comes back when they are switched off',
  async ({ world, open }) => {
    await arrive(
      world,
      'Велосипед хороший',
      'Велосипед ебучий',
      'Велосипед х*й знает',
      'Велосипеды в кредит! Заработок без вложений, пиши в ЛС, доход от 5000 в день, переходи по ссылке https://t.me/zarabotok_bot',
    )
    const { vera } = await life(world, { keywords: ['велосипед'], censorFilter: true, neuralFilter: true })
    const page = await open('/custom-category', { as: vera })
    await bicycles(page).getByText('Скрыто из ленты: 2 с грубыми словами, 1 нейрофильтром').waitFor()
    await found(page).click()
    await shows(page, 'Велосипед хороший')
    await page.getByRole('button', { name: 'Ещё: выгрузка, скрытое, чёрный список' }).click()
    await page.getByRole('menuitem', { name: 'Что скрыто' }).click()
    const hidden = page.getByRole('region', { name: 'Что скрыто' })
    await hidden
      .getByRole('article')
      .filter({ hasText: 'ебучий' })
      .getByText('скрыто: грубые слова: их скрывает проект')
      .waitFor()
    await hidden
      .getByRole('article')
      .filter({ hasText: 'х*й' })
      .getByText('скрыто: грубые слова: их скрывает проект')
      .waitFor()
    await hidden
      .getByRole('article')
      .filter({ hasText: 'Заработок' })
      .getByText('скрыто: это не упоминание, решила нейросеть проекта')
      .waitFor()
    await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Проекты' }).click()
    await page.getByRole('switch', { name: 'Грубые слова' }).uncheck()
    await save(page).click()
    await untilSaved(page)
    await world.settle()
    await popup(page).getByRole('link', { name: 'Открыть в ленте' }).click()
    await expect.poll(() => cards(page).count()).toBe(3)
  },
)

story(
  'one of several is opened and closed by keyboard, saved with Enter, and gives the focus back',
  async ({ world, open }) => {
    const { vera } = await life(world, { keywords: ['велосипед'] })
    await world.project(vera, { name: 'Самокаты', keywords: ['самокат'] })
    const page = await open('/custom-category', { as: vera })
    const toggle = panel(page, 'Самокаты').getByRole('button', { expanded: false })
    await bicycles(page).getByLabel('Название').waitFor()
    expect(await panel(page, 'Самокаты').getByLabel('Название').count()).toBe(0)
    await toggle.focus()
    await page.keyboard.press('Enter')
    await panel(page, 'Самокаты').getByLabel('Название').fill('Самокаты и ролики')
    await page.keyboard.press('Enter')
    await untilSaved(page)
    await world.settle()
    await expect.poll(() => popup(page).getByRole('button', { name: 'Закрыть' }).isEnabled()).toBe(true)
    await page.keyboard.press('Escape')
    await popup(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.locator(':focus').inputValue()).toBe('Самокаты и ролики')
    await panel(page, 'Самокаты и ролики').getByRole('button', { expanded: true }).focus()
    await page.keyboard.press('Space')
    await panel(page, 'Самокаты и ролики').getByLabel('Название').waitFor({ state: 'detached' })
  },
)

story(
  'without a project, and with one whose subscription has ended, the page says what to do',
  async ({ world, open }) => {
    const nobody = await world.customer('nobody', paid('photographers'))
    const page = await open('/custom-category', { as: nobody })
    await page.getByText('Проектов пока нет').waitFor()
    await page.getByRole('link', { name: 'Посмотреть тарифы' }).click()
    await page
      .getByRole('radiogroup', { name: 'Что слушать' })
      .getByLabel(/Проекты/)
      .and(page.locator(':checked'))
      .waitFor()

    const late = await world.customer('late')
    await arrive(world, 'Куплю велосипед')
    await world.project(late, { name: 'Старый', keywords: ['велосипед'] })
    const [startsAt, expiresAt] = [2, 1].map((days) => new Date(world.clock.now().getTime() - days * DAY))
    await world.db.updateTable('subscriptions').set({ startsAt, expiresAt }).where('userId', '=', late.userId).execute()
    const his = await open('/custom-category', { as: late })
    await panel(his, 'Старый').getByText('остановлен', { exact: true }).waitFor()
    await panel(his, 'Старый').getByText('Подписка на проект не действует').waitFor()
    expect(
      await panel(his, 'Старый')
        .getByRole('button', { name: /^Обновить/ })
        .count(),
    ).toBe(0)
    await add(his, 'Ключевые слова', 'самокат')
    await save(his).click()
    await popup(his).getByText('Подписка на этот проект не действует').waitFor()
    await popup(his).getByRole('button', { name: 'Закрыть' }).click()
    // What they typed is not lost by a refusal.
    await expect.poll(() => chips(his, 'Ключевые слова').allInnerTexts()).toEqual(['велосипед', 'самокат'])
    const guest = await open('/custom-category')
    await guest.getByRole('dialog', { name: 'Вход' }).waitFor()
    expect(await guest.locator('h1').allTextContents()).toEqual(['Войдите, чтобы продолжить'])
  },
)

/** Someone says what is to be listened for, sees what that would find, saves it, and reads it in their feed. */
import { beforeEach, describe, expect } from 'vitest'
import { indexMessages } from '../server/archive/index-messages.ts'
import { DAY, HOUR } from '../server/kit/clock.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import {
  add,
  arrive,
  bicycles,
  chips,
  found,
  life,
  panel,
  plain,
  popup,
  preview,
  save,
  shows,
  steps,
  trial,
  untilSaved,
} from './project-page.ts'
import { cards, news, story, untilLive } from './story.ts'

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
    await trial(page)
      .getByRole('button', { name: /^Следить за/ })
      .click()
    await page.getByRole('radio', { name: /^Обычный, 1 месяц/ }).check()
    await page
      .getByRole('region', { name: 'Ваш заказ' })
      .getByRole('button', { name: /^Оплатить/ })
      .click()
    await page.getByRole('dialog', { name: 'Тестовая оплата' }).getByRole('button', { name: 'Оплатить' }).click()
    await page.getByText('Спасибо за покупку!').waitFor()
    await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Упоминания' }).click()
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
      await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Упоминания' }).click()
      await panel(page).getByText('Проект ещё не настроен').waitFor()
      await panel(page).getByText('не настроен', { exact: true }).waitFor()
      await expect.poll(() => page.getByRole('button', { name: /^Обновить/ }).count()).toBe(0)
      await preview(page).getByText('Пока нечего искать').waitFor()
      await expect.poll(() => save(page).isDisabled()).toBe(true)

      await page.getByLabel('Название').fill('Зерно')
      await add(page, 'Ключевые слова', '"кофейня зерно"', '(кофейня')
      // A mistake is reported where it is, and the rest is looked for all the same.
      await chips(page, 'Ключевые слова').filter({ hasText: '(кофейня' }).getByText('Скобка не закрыта').waitFor()
      await preview(page)
        .getByText(/Как мы это поняли: есть кофейня зерно \(точно так\)/)
        .waitFor()
      await expect.poll(() => chips(page, 'Ключевые слова').first().getByText('Скобка не закрыта').count()).toBe(0)
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
      await expect
        .poll(() => preview(page).getByRole('list', { name: 'Сообщений по дням' }).getByRole('listitem').count())
        .toBe(5)
      await expect.poll(() => preview(page).getByRole('article').count()).toBe(5)
      await preview(page).getByRole('button', { name: 'Показать ещё 5' }).click()
      await expect.poll(() => preview(page).getByRole('article').count()).toBe(10)
      const censor = preview(page).getByText(/^Фильтр грубых слов/)
      await expect
        .poll(async () => plain((await censor.textContent()) ?? ''))
        .toMatch(/скрыл бы \d+ из \d+\. Включить$/)
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
      await expect.poll(() => chips(page, 'Стоп-слова').allInnerTexts()).toEqual(['вакансия'])
      await expect.poll(() => preview(page).getByRole('status').textContent()).not.toBe(before)
      await preview(page)
        .getByText(/нет вакансия/)
        .waitFor()
      await expect.poll(() => preview(page).getByRole('article').filter({ hasText: 'Вакансия' }).count()).toBe(0)

      await censor.getByRole('button', { name: 'Включить' }).click()
      await expect.poll(() => page.getByRole('switch', { name: 'Грубые слова' }).isChecked()).toBe(true)
      await preview(page).getByText('скроет фильтр грубых слов').waitFor()
      await expect.poll(async () => plain((await censor.textContent()) ?? '')).toMatch(/скрывает \d+ из \d+\. $/)

      await save(page).click()
      await expect
        .poll(() => steps(page))
        .toEqual([
          expect.stringMatching(/Проверяем и сохраняем настройки: готово/),
          expect.stringMatching(/Ищем в сообщениях за прошлые дни: идёт/),
          expect.stringMatching(/Слушаем новые сообщения: ещё впереди/),
        ])
      // Nothing closes it before its end.
      await expect.poll(() => popup(page).getByRole('button', { name: 'Закрыть' }).isDisabled()).toBe(true)
      await page.keyboard.press('Escape')
      await page.locator('.mantine-Modal-overlay').click()
      await expect.poll(() => popup(page).count()).toBe(1)
      // It is being searched: not once more at the same time.
      await expect.poll(() => page.getByRole('button', { name: /^Обновить/ }).isDisabled()).toBe(true)
      await world.settle()
      await expect
        .poll(() => steps(page))
        .toEqual([
          expect.stringMatching(/готово/),
          expect.stringMatching(/Ищем в сообщениях за последние 4 дня: готово.*Найдено: 8 сообщений/),
          expect.stringMatching(/Слушаем новые сообщения: готово/),
        ])
      await page.getByRole('dialog', { name: 'Проект сохранён' }).waitFor()
      await popup(page)
        .getByText('В ленте уже 7 сообщений, остальное из 8 — копии, спам и скрытое фильтрами проекта.')
        .waitFor()
      await page.keyboard.press('Escape')
      await popup(page).waitFor({ state: 'detached' })
      await panel(page, 'Зерно').getByText('слушает', { exact: true }).waitFor()
      await page.getByText('Изменения сохранены').waitFor()
      await panel(page, 'Зерно').getByText('Скрыто из ленты: 1 с грубыми словами').waitFor()

      await panel(page, 'Зерно').getByRole('link', { name: '7 сообщений' }).click()
      await expect.poll(() => cards(page).count()).toBe(7)
      await expect.poll(() => cards(page).filter({ hasText: 'пиздец' }).count()).toBe(0)
      await cards(page).filter({ hasText: 'Забыла зонт' }).locator('mark').filter({ hasText: 'кофейне' }).waitFor()
      // Read again: the one of the project is live already, and has the same cards.
      await page.goto('/feed')
      await expect.poll(() => cards(page).count()).toBe(7)
      await untilLive(page)
      await arrive(world, 'Новая кофейня «Зерно» на набережной', 'Вакансия в кофейне «Зерно»', 'Другая кофейня')
      await news(page).click()
      await cards(page).filter({ hasText: 'на набережной' }).waitFor()
      await expect.poll(() => cards(page).count()).toBe(8)
    },
  )
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
    await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Упоминания' }).click()
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
    await expect.poll(() => panel(page, 'Самокаты').getByLabel('Название').count()).toBe(0)
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
    await trial(page).getByText('Попробуйте слова до оплаты').waitFor()
    await trial(page).getByRole('link', { name: 'Попросить тестовый доступ' }).waitFor()
    await trial(page)
      .getByRole('button', { name: /^Следить за/ })
      .click()
    await page
      .getByRole('radiogroup', { name: 'Что слушать' })
      .getByLabel(/Упоминания/)
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
    await his.getByRole('dialog', { name: 'Проект не сохранён' }).waitFor()
    await popup(his).getByRole('button', { name: 'Закрыть' }).click()
    // What they typed is not lost by a refusal.
    await expect.poll(() => chips(his, 'Ключевые слова').allInnerTexts()).toEqual(['велосипед', 'самокат'])
  },
)

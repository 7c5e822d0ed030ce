/** A person narrows their feed down, and sends a filter to someone. */
import { beforeEach, expect, onTestFinished } from 'vitest'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import { cards, news, story, untilLive, type DomPage } from './story.ts'

let people = 0

/** Someone new before four messages: two posts and two comments. */
async function reader(world: TestWorld): Promise<TestUser> {
  await world.forgetMessages()
  people += 1
  const anna = await world.customer(`filters${people}`, paid('photographers'))
  const texts = ['на свадьбу', 'на крестины', 'для каталога', 'для паспорта']
  await world.receive(
    texts.map((text, at) => world.message(`Ищу фотографа ${text}`, { kind: at % 2 === 0 ? 'post' : 'comment' })),
  )
  await world.settle()
  return anna
}

const shows = (page: DomPage, count: number) => expect.poll(() => cards(page).count()).toBe(count)
const filterTab = (page: DomPage, name: string) =>
  page.getByRole('navigation', { name: 'Фильтры' }).getByRole('link', { name })

/** What the browser says when it is asked for notices. */
function browserAnswers(permission: 'denied' | 'granted'): void {
  const answers = { permission, requestPermission: () => Promise.resolve(permission) }
  Object.defineProperty(globalThis, 'Notification', { value: answers, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'Notification'))
}

beforeEach<{ world: TestWorld }>(({ world }) => world.looksFor('photographers', 'ищу фотографа'))

const bar = (page: DomPage) => page.getByRole('region', { name: 'Фильтр', exact: true })
const press = (page: DomPage, name: string) => bar(page).getByRole('button', { name, exact: true }).click()

/** Opens a condition as someone at the keyboard does. */
async function condition(page: DomPage, typed: string): Promise<void> {
  await press(page, 'Условие')
  await page.getByLabel('Найти условие').pressSequentially(typed)
  await page.keyboard.press('Enter')
}

async function saved(anna: TestUser) {
  const [filter] = (await anna.asks('filters', 'listFilters', {})).filters
  return filter
}

story(
  'what is changed narrows the feed at once, stays after a reload and on the way to another filter, and is saved when the person says so',
  async ({ world, open }) => {
    const anna = await reader(world)
    await anna.asks('filters', 'createFilter', { name: 'Другой' })
    const page = await open('/feed', { as: anna })
    await shows(page, 4)
    await condition(page, 'слова')
    await page.getByLabel('Слова фильтра').pressSequentially('свадьбы крестины !каталоги ')
    await shows(page, 2)
    await page.keyboard.press('Escape')
    await bar(page).getByRole('button', { name: 'Слова — «свадьбы» или «крестины»' }).waitFor()
    await condition(page, 'вид')
    await page.getByText('Комментарии', { exact: true }).click()
    await shows(page, 1)
    await page.keyboard.press('Escape')
    expect(await saved(anna)).toMatchObject({ includedWords: [], excludedWords: [], kind: 'all' })

    await page.reload()
    await shows(page, 1)
    await filterTab(page, 'Другой').click()
    await shows(page, 4)
    await expect.poll(() => filterTab(page, 'Дефолтная').innerText()).toMatch(/изменён/)
    await filterTab(page, 'Дефолтная').click()
    await shows(page, 1)
    await press(page, 'Убрать условие: Вид')
    await shows(page, 2)
    await press(page, 'Сохранить')
    await expect
      .poll(() => saved(anna))
      .toMatchObject({
        includedWords: ['свадьбы', 'крестины'],
        excludedWords: ['каталоги'],
        kind: 'all',
      })
    await expect.poll(() => filterTab(page, 'Дефолтная').innerText()).not.toMatch(/изменён/)
    await shows(page, 2)
  },
)

story('the list of conditions is closed by Escape before the focus is in it', async ({ world, open }) => {
  const page = await open('/feed', { as: await reader(world) })
  await press(page, 'Условие')
  await page.getByLabel('Найти условие').waitFor()
  await bar(page).getByRole('button', { name: 'Условие', exact: true }).press('Escape')
  await expect.poll(() => page.getByLabel('Найти условие').count()).toBe(0)
})

story('changes are forgotten, brought back, and saved as another filter', async ({ world, open }) => {
  const anna = await reader(world)
  const page = await open('/feed', { as: anna })
  await condition(page, 'стоп')
  await page.getByRole('textbox', { name: 'Стоп-слова' }).pressSequentially('каталоги "для паспорта" ')
  await shows(page, 2)
  await page.keyboard.press('Escape')
  await press(page, 'Отменить')
  await shows(page, 4)
  await page.getByRole('status').getByRole('button', { name: 'Отменить' }).click()
  await shows(page, 2)
  await press(page, 'Сохранить как…')
  await page.getByLabel('Название').fill('Без бумаг')
  await page.getByRole('button', { name: 'Создать' }).click()
  await filterTab(page, 'Без бумаг').waitFor()
  await shows(page, 2)
  await filterTab(page, 'Дефолтная').click()
  await shows(page, 4)
  const { filters } = await anna.asks('filters', 'listFilters', {})
  expect(filters).toMatchObject([
    { name: 'Дефолтная', excludedWords: [] },
    { name: 'Без бумаг', excludedWords: ['каталоги', '"для паспорта"'] },
  ])
})

story('all of the words may be asked for, and what was found by them is marked', async ({ world, open }) => {
  const page = await open('/feed', { as: await reader(world) })
  await shows(page, 4)
  await condition(page, 'слова')
  await page.getByLabel('Слова фильтра').pressSequentially('для паспорт ')
  await shows(page, 2)
  await page.getByText('Все слова', { exact: true }).click()
  await shows(page, 1)
  await bar(page).getByRole('button', { name: 'Слова — «для» и «паспорт»' }).waitFor()
  await expect.poll(() => cards(page).locator('mark[data-quiet]').allInnerTexts()).toEqual(['для', 'паспорта'])
})

story('a search narrows the list that is read, and changes nothing', async ({ world, open }) => {
  const anna = await reader(world)
  const page = await open('/feed', { as: anna })
  await shows(page, 4)
  await page.keyboard.press('/')
  const field = page.getByLabel('Поиск в списке')
  await expect.poll(() => field.and(page.locator(':focus')).count()).toBe(1)
  await page.keyboard.type('свадьбе паспорт')
  await shows(page, 2)
  await expect.poll(() => cards(page).locator('mark[data-quiet]').allInnerTexts()).toEqual(['паспорта', 'свадьбу'])
  await page.reload()
  await shows(page, 2)
  await page.getByLabel('Поиск в списке').fill('нетакого')
  await page.getByRole('heading', { name: 'Ничего не нашлось' }).waitFor()
  await page.getByLabel('Поиск в списке').press('Escape')
  await shows(page, 4)
  expect(new URL(page.url()).search).toBe('')
  await expect.poll(() => bar(page).getByRole('button', { name: 'Сохранить', exact: true }).count()).toBe(0)
  expect(await saved(anna)).toMatchObject({ includedWords: [] })
})

story('a list that is narrowed for a while announces what comes for it, and nothing else', async ({ world, open }) => {
  const anna = await reader(world)
  const page = await open('/feed?find=%D1%81%D0%B2%D0%B0%D0%B4%D1%8C%D0%B1%D0%B0', { as: anna })
  await shows(page, 1)
  await untilLive(page)
  const arrives = async (...texts: string[]): Promise<void> => {
    await world.receive(texts.map((text) => world.message(text)))
    await world.settle()
  }
  await arrives('Ищу фотографа на выпускной', 'Ищу фотографа на свадьбу в мае')
  await news(page).getByText('1 новое сообщение').waitFor()
  await news(page).click()
  await shows(page, 2)

  // The same of a change that is not saved.
  await page.getByLabel('Поиск в списке').press('Escape')
  await page.getByLabel('Поиск в списке').fill('')
  await shows(page, 6)
  await condition(page, 'стоп')
  await page.getByRole('textbox', { name: 'Стоп-слова' }).pressSequentially('свадьба ')
  await page.keyboard.press('Escape')
  await shows(page, 4)
  await untilLive(page)
  await arrives('Ищу фотографа на свадьбу в июне', 'Ищу фотографа на юбилей')
  await news(page).getByText('1 новое сообщение').waitFor()
  await news(page).click()
  await shows(page, 5)
})

story('a value shows as many messages as stand beside it, and what is hidden is counted', async ({ world, open }) => {
  const page = await open('/feed', { as: await reader(world) })
  await shows(page, 4)
  await expect
    .poll(() =>
      bar(page)
        .getByText(/Скрыто/)
        .count(),
    )
    .toBe(0)
  await condition(page, 'вид')
  const count = (kind: string) =>
    page
      .getByRole('radiogroup', { name: 'Посты и комментарии' })
      .getByText(kind, { exact: true })
      .getAttribute('data-count')
  await expect.poll(() => count('Посты')).toBe('2')
  await page.getByText('Посты', { exact: true }).click()
  await shows(page, 2)
  await expect.poll(() => count('Комментарии')).toBe('2')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Скрыто фильтром: 2' }).click()
  await page.getByRole('heading', { name: 'Что скрыто' }).waitFor()
  await shows(page, 2)
})

story('dates are taken away with everything else, and do not follow into another filter', async ({ world, open }) => {
  const anna = await reader(world)
  const page = await open('/feed', { as: anna })
  await shows(page, 4)
  await press(page, 'Все условия')
  const dates = page.getByRole('radio', { name: 'Даты' })
  await page.getByText('Даты', { exact: true }).click()
  await page.getByRole('button', { name: 'Предыдущий месяц' }).waitFor()
  await page.getByText('Посты', { exact: true }).click()
  await shows(page, 2)
  await press(page, 'Сбросить всё')
  await shows(page, 4)
  await expect.poll(() => dates.isChecked()).toBe(false)
})

story('whether new messages are reported is said in the filter and saved at once', async ({ world, open }) => {
  const anna = await reader(world)
  const page = await open('/feed', { as: anna })
  await press(page, 'Все условия')
  const notices = page.getByRole('switch', { name: 'Уведомлять о новых' })
  browserAnswers('denied')
  await notices.click()
  await page.getByText('Разрешите их в настройках браузера').waitFor()
  await expect.poll(() => notices.isChecked()).toBe(false)
  browserAnswers('granted')
  await notices.click()
  await page.getByText('Уведомления включены и в настройках ленты.').waitFor()
  await expect.poll(async () => (await anna.asks('feed', 'getFeedSettings', {})).push).toBe(true)
  await expect.poll(() => saved(anna)).toMatchObject({ push: true, open: true })
})

story(
  'a filter is made, renamed, deleted and brought back; an unknown one is said to be none',
  async ({ world, open }) => {
    const page = await open('/feed', { as: await reader(world) })
    await page.getByRole('button', { name: 'Новый фильтр' }).click()
    await page.getByLabel('Название').fill('Свадьбы')
    await page.getByRole('button', { name: 'Создать' }).click()
    await filterTab(page, 'Свадьбы').waitFor()
    const act = async (filter: string, name: string): Promise<void> => {
      await page.getByRole('button', { name: `Действия с фильтром «${filter}»` }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await act('Свадьбы', 'Переименовать')
    await page.getByLabel('Название').fill('Праздники')
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await filterTab(page, 'Праздники').waitFor()
    const address = page.url()
    await act('Праздники', 'Удалить')
    await page.getByText('Фильтр «Праздники» удалён').waitFor()
    await filterTab(page, 'Праздники').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Вернуть', exact: true }).click()
    await filterTab(page, 'Праздники').waitFor()
    await act('Праздники', 'Удалить')
    await filterTab(page, 'Праздники').waitFor({ state: 'hidden' })
    await page.goto(address)
    await page.getByRole('heading', { name: 'Такой фильтр не существует' }).waitFor()
    await page.getByRole('button', { name: 'К фильтру «Дефолтная»' }).click()
    await shows(page, 4)
  },
)

story('a sent address shows what it says, and is saved as a filter of one’s own', async ({ world, open }) => {
  const page = await open('/feed?name=Детям&words=крестины,паспорт&type=comment&nothing=known', {
    as: await reader(world),
  })
  await shows(page, 2)
  await page.getByText('Это ссылка на фильтр «Детям»').waitFor()
  await bar(page).getByRole('button', { name: 'Слова — «крестины» или «паспорт»' }).click()
  await page.getByRole('button', { name: 'Убрать слово паспорт' }).click()
  await shows(page, 1)
  await page.getByRole('button', { name: 'Сохранить как новый' }).click()
  await page.getByRole('button', { name: 'Создать' }).click()
  await expect.poll(() => page.url()).toMatch(/\/feed\?filter=\d+$/)
  await shows(page, 1)
  await filterTab(page, 'Дефолтная').click()
  await shows(page, 4)
})

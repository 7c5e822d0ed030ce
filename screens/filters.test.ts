/** A person narrows their feed down, and sends a filter to someone. */
import { beforeEach, expect, onTestFinished } from 'vitest'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import { cards, story, type DomPage } from './story.ts'

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

story(
  'words and kinds narrow the feed at once; a change is taken back, and stays after a reload',
  async ({ world, open }) => {
    const anna = await reader(world)
    const page = await open('/feed', { as: anna })
    await shows(page, 4)
    const words = page.getByLabel('Слова фильтра')
    await words.pressSequentially('свадьбы крестины !каталоги ')
    await shows(page, 2)
    await page.getByText('Комментарии', { exact: true }).click()
    await shows(page, 1)
    await page.getByRole('button', { name: 'Отменить' }).click()
    await shows(page, 2)

    const notices = page.getByRole('switch', { name: 'Уведомлять о новых' })
    browserAnswers('denied')
    await notices.click()
    await page.getByText('Разрешите их в настройках браузера').waitFor()
    await expect.poll(() => notices.isChecked()).toBe(false)
    browserAnswers('granted')
    await notices.click()
    await page.getByText('Уведомления включены и в настройках ленты.').waitFor()
    await expect.poll(async () => (await anna.asks('feed', 'getFeedSettings', {})).push).toBe(true)
    await page.reload()
    await page.getByRole('button', { name: 'Убрать исключённое слово каталоги' }).waitFor()
    await page.getByRole('button', { name: 'Фильтр', exact: true }).click()
    await page.getByText('Есть «свадьбы» или «крестины», нет «каталоги», без спама').waitFor()
    await page.getByRole('button', { name: 'Сбросить всё' }).click()
    await shows(page, 4)
  },
)

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
  await page.getByRole('button', { name: 'Убрать слово паспорт' }).click()
  await shows(page, 1)
  await page.getByRole('button', { name: 'Сохранить как новый' }).click()
  await page.getByRole('button', { name: 'Создать' }).click()
  await expect.poll(() => page.url()).toMatch(/\/feed\?filter=\d+$/)
  await shows(page, 1)
  await filterTab(page, 'Дефолтная').click()
  await shows(page, 4)
})

/** People are done with messages, one by one and together; what needs a browser stands in `journeys/flow.test.ts`. */
import { beforeEach, expect, onTestFinished } from 'vitest'
import { feedOf, newName } from '../server/features/reading/feed/items/feed-of.samples.ts'
import { customerWith, down, numbersIn } from '../server/features/reading/feed/items/numbered.samples.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import { holdAnswersBack } from '../web/kit/live/late-answers.samples.ts'
import { cards, story, untilLive, type DomPage, type Open } from './story.ts'

const jobs = ['на свадьбу', 'для каталога', 'на крестины', 'на выставку кошек']

async function openFeed(world: TestWorld, open: Open): Promise<{ anna: TestUser; page: DomPage }> {
  const anna = await world.customer(newName('vera'), paid('photographers'))
  await feedOf(world, ...jobs.map((job) => `Ищу фотографа ${job}`))
  const page = await open('/feed', { as: anna })
  await shows(page, 4)
  await untilLive(page)
  return { anna, page }
}

/** So many cards stand there, and so many messages are left. */
async function shows(page: DomPage, count: number, left = count): Promise<void> {
  await expect.poll(() => cards(page).count()).toBe(count)
  await page
    .getByText(`${left} ${left === 1 ? 'сообщение' : left < 5 ? 'сообщения' : 'сообщений'}`, { exact: true })
    .waitFor()
}
const card = (page: DomPage, job: string) => cards(page).filter({ hasText: job })
const toast = (page: DomPage, action: string) => page.getByRole('status').filter({ hasText: action })
async function choose(page: DomPage, job: string, action: string): Promise<void> {
  await card(page, job).getByRole('button', { name: 'Ещё действия', exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
/** What a view with this word about handled messages holds. */
async function total(anna: TestUser, handled: 'hide' | 'only'): Promise<number> {
  return (await anna.asks('feed', 'queryFeed', { filter: { handled } })).total
}

beforeEach<{ world: TestWorld }>(({ world }) => world.looksFor('photographers', 'ищу фотографа'))

story(
  'what was handled goes from the list, is counted off, and is found among what is hidden',
  async ({ world, open }) => {
    const { anna, page } = await openFeed(world, open)
    await card(page, 'на крестины').getByRole('button', { name: 'Разобрано', exact: true }).click()
    await shows(page, 3)
    await expect.poll(() => total(anna, 'only')).toBe(1)
    await toast(page, 'Разобрано').getByRole('button', { name: 'Отменить' }).click()
    await shows(page, 4)
    await expect.poll(() => total(anna, 'only')).toBe(0)

    await card(page, 'на крестины').getByRole('button', { name: 'Разобрано', exact: true }).click()
    await shows(page, 3)
    await page.getByRole('button', { name: 'Ещё: выгрузка, скрытое, чёрный список' }).click()
    await page.getByRole('menuitem', { name: 'Что скрыто' }).click()
    const hidden = page.getByRole('region', { name: 'Что скрыто' })
    await hidden.getByText('скрыто: разобрано вами').waitFor()
    await hidden.getByRole('button', { name: 'Вернуть в ленту', exact: true }).click()
    await hidden.getByText('Ничего не скрыто').waitFor()
    await hidden.getByRole('button', { name: 'Вернуться в ленту' }).click()
    await shows(page, 4)
  },
)

story(
  'all above one message, and several that are chosen, are handled by one action and taken back by one',
  async ({ world, open }) => {
    const { anna, page } = await openFeed(world, open)
    await choose(page, 'для каталога', 'Прочитать всё выше')
    await toast(page, 'Отмечено прочитанным: 2 сообщения').waitFor()
    await choose(page, 'для каталога', 'Разобрать всё выше')
    await shows(page, 2)
    await toast(page, 'Разобрано: 2 сообщения').getByRole('button', { name: 'Отменить' }).click()
    await shows(page, 4)
    await expect.poll(() => total(anna, 'hide')).toBe(4)

    for (const job of ['на свадьбу', 'на крестины']) await card(page, job).getByRole('checkbox').click()
    await page.keyboard.press('e')
    await shows(page, 2)
    await expect.poll(() => total(anna, 'only')).toBe(2)
    await page.keyboard.press('z')
    await shows(page, 4)
    await expect.poll(() => total(anna, 'only')).toBe(0)
  },
)

story(
  'in another tab what was handled folds to a line, and what came back there is whole again',
  async ({ world, open }) => {
    const { anna, page } = await openFeed(world, open)
    const [, handled] = (await anna.asks('feed', 'queryFeed', {})).messages
    const set = (value: boolean) => anna.asks('marks', 'setHandled', { id: handled?.id ?? 0, value })
    await set(true)
    await cards(page).getByText('Скрыто: разобрано').waitFor()
    await shows(page, 4, 3)
    await set(false)
    await card(page, 'на крестины').waitFor()
    await shows(page, 4)

    // Handled here, and taken back there.
    await card(page, 'на крестины').getByRole('button', { name: 'Разобрано', exact: true }).click()
    await shows(page, 3)
    await expect.poll(() => total(anna, 'only')).toBe(1)
    await set(false)
    await shows(page, 4)
  },
)

story(
  'what another tab did between an action and its answer stands on the page when the answer has come',
  async ({ world, open }) => {
    const { anna, page } = await openFeed(world, open)
    const [, handled] = (await anna.asks('feed', 'queryFeed', {})).messages
    const late = await holdAnswersBack('marks.setHandled')
    onTestFinished(late.letCome)
    await card(page, 'на крестины').getByRole('button', { name: 'Разобрано', exact: true }).click()
    await shows(page, 3)
    await expect.poll(() => total(anna, 'only')).toBe(1)
    await anna.asks('marks', 'setHandled', { id: handled?.id ?? 0, value: false })
    await expect.poll(() => late.signals).toContain('feed.message')
    late.letCome()
    await shows(page, 4)
  },
)

story('an action that leaves a line is taken back there and nowhere else', async ({ world, open }) => {
  const { page } = await openFeed(world, open)
  await card(page, 'на свадьбу').getByRole('button', { name: 'Спам', exact: true }).click()
  await toast(page, 'Отмечено как спам').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Отменить', exact: true }).count()).toBe(1)
  await expect.poll(() => toast(page, 'Отмечено как спам').getByRole('button', { name: 'Отменить' }).count()).toBe(0)
  await cards(page).filter({ hasText: 'Скрыто: отмечено как спам' }).getByRole('button', { name: 'Отменить' }).click()
  await card(page, 'на свадьбу').waitFor()
  await shows(page, 4)
})

story(
  'the last one of the view is the end of the work, and what comes then is shown when it is asked for',
  async ({ world, open }) => {
    const { page } = await openFeed(world, open)
    for (const [place, job] of jobs.entries()) {
      await card(page, job).getByRole('button', { name: 'Разобрано', exact: true }).click()
      if (place < jobs.length - 1) await shows(page, jobs.length - 1 - place)
    }
    await page.getByRole('heading', { name: 'Всё разобрано' }).waitFor()
    await page.getByText('Разобрано 4 сообщения. Следующие придут сами.').waitFor()
    await untilLive(page)
    await world.post('Ищу фотографа на регату')
    await world.settle()
    await page.getByText('Пока вы разбирали, пришло 1 сообщение.').waitFor()
    await page.getByRole('button', { name: 'Показать 1 новое', exact: true }).click()
    await shows(page, 1)
    await card(page, 'на регату').getByRole('button', { name: 'Разобрано', exact: true }).click()
    await page.getByRole('link', { name: 'Показать разобранное' }).click()
    await expect.poll(() => cards(page).count()).toBe(5)
    await page.getByText('5 сообщений', { exact: true }).waitFor()
    const handled = card(page, 'на регату').getByRole('button', { name: 'Разобрано', exact: true })
    await expect.poll(() => handled.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => handled.getAttribute('data-tip')).toContain('Вернуть в ленту')
    await handled.click()
    await expect.poll(() => cards(page).count()).toBe(4)
  },
)

story(
  'a later page that is worked through is followed by what is older, and the last one by what was left before it',
  async ({ world, open }) => {
    const anna = await customerWith(world, 45)
    const page = await open('/feed#page=2', { as: anna })
    const numbers = (from: number, to: number) =>
      expect.poll(async () => numbersIn(await cards(page).allInnerTexts())).toEqual(down(from, to))
    const handleAll = async (): Promise<void> => {
      await cards(page).first().getByRole('checkbox').click()
      const bar = page.getByRole('toolbar', { name: 'Выбранные сообщения' })
      await bar.getByRole('button', { name: 'Вся страница' }).click()
      await bar.getByRole('button', { name: 'Разобрано' }).click()
    }
    await numbers(25, 6)
    await handleAll()
    await numbers(5, 1)
    await page.getByText('25 сообщений', { exact: true }).waitFor()
    await handleAll()
    await numbers(45, 26)
    await page.getByText('20 сообщений', { exact: true }).waitFor()
    await expect.poll(() => total(anna, 'only')).toBe(25)
  },
)

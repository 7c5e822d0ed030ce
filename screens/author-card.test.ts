/** Someone wants to know who wrote: the card of an author, from a card of the feed and from the message whole. */
import { beforeEach, expect } from 'vitest'
import { HOUR } from '../server/kit/clock.ts'
import { by, feedOf, newName } from '../server/features/reading/feed/items/feed-of.samples.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, paidForTeam, type TestWorld } from '../server/testing/test-world.ts'
import { cards, story, type DomPage } from './story.ts'

beforeEach<{ world: TestWorld }>(({ world }) => world.looksFor('photographers', 'ищу фотографа'))

const dialog = (page: DomPage) => page.getByRole('dialog', { name: 'Об авторе' })
const detail = (page: DomPage) => page.locator('[data-detail]')
const row = (page: DomPage, text: string) => cards(page).filter({ hasText: text }).first()
const nameOn = (page: DomPage, text: string, name: string) =>
  row(page, text).getByRole('button', { name, exact: true }).first()
const inFeedOf = (person: TestUser) => person.asks('feed', 'queryFeed', {}).then(({ messages }) => messages)

/** Maria wrote twice, the second time of late, and Oleg once. */
async function threeMessages(world: TestWorld): Promise<void> {
  await feedOf(
    world,
    {
      ...by(world, 'Мария', 'Ищу фотографа на выпускной'),
      publishedAt: new Date(world.clock.now().getTime() - 5 * HOUR),
    },
    by(world, 'Олег', 'Ищу фотографа на юбилей'),
    by(world, 'Мария', 'Ищу фотографа для каталога'),
  )
}

story(
  'a press on the name shows what else they wrote, who spoke with them, and what was noted',
  async ({ world, open }) => {
    const oleg = await world.somebody(newName('oleg'), ['teamOwner'], paidForTeam('photographers'))
    const vera = await world.customer(newName('vera'))
    await world.team(oleg, vera)
    await threeMessages(world)
    const before = (await inFeedOf(oleg)).find(({ text }) => text.includes('выпускной'))
    await oleg.asks('leads', 'setAnswered', { id: before?.id ?? 0, value: true })
    await oleg.asks('marks', 'setNote', { id: before?.id ?? 0, text: 'звонить после шести' })

    const page = await open('/feed', { as: vera, width: 1000 })
    await nameOn(page, 'для каталога', 'Мария').click()
    const author = dialog(page)
    await author.getByRole('heading', { name: 'Мария' }).waitFor()
    await author.getByText(/^2 сообщения/).waitFor()
    await author
      .getByRole('list', { name: 'Сообщений по неделям' })
      .getByText(/: 2 сообщения$/)
      .waitFor()
    await author.getByText(/^Ответ: oleg/).waitFor()
    await author.getByText('звонить после шести').waitFor()
    const written = author.getByRole('region', { name: 'Сообщения', exact: true }).getByRole('listitem')
    await expect
      .poll(async () =>
        (await written.allInnerTexts()).map((text) => /на выпускной|для каталога|юбилей/.exec(text)?.[0]),
      )
      .toEqual(['для каталога', 'на выпускной'])

    await written.filter({ hasText: 'на выпускной' }).getByRole('link', { name: 'Открыть в ленте' }).click()
    await author.waitFor({ state: 'detached' })
    await detail(page).getByText('на выпускной').waitFor()
    await expect.poll(() => page.url()).toContain(`message=${before?.id}`)
    await detail(page).getByRole('button', { name: 'Закрыть', exact: true }).click()
    await detail(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.url()).not.toContain('message=')
  },
)

story('is opened by a key, and by a press in the message whole; the focus comes back', async ({ world, open }) => {
  const anna = await world.customer(newName('anna'), paid('photographers'))
  await threeMessages(world)
  const page = await open('/feed', { as: anna })
  await expect.poll(() => cards(page).count()).toBe(3)
  await cards(page).first().focus()
  await page.keyboard.press('p')
  await dialog(page).getByRole('heading', { name: 'Мария' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(async () => (await page.locator('article:focus').allInnerTexts()).join()).toContain('для каталога')

  await page.keyboard.press('Enter')
  await detail(page).getByText('для каталога').waitFor()
  await detail(page).getByRole('button', { name: 'Мария', exact: true }).click()
  await dialog(page)
    .getByText(/^2 сообщения/)
    .waitFor()
})

story('an author is put on the black list there, and taken off again', async ({ world, open }) => {
  const anna = await world.customer(newName('anna'), paid('photographers'))
  await threeMessages(world)
  const listed = () => anna.asks('marks', 'listBlackList', {}).then(({ docs }) => docs.map(({ name }) => name))
  const page = await open('/feed', { as: anna, width: 1000 })
  await nameOn(page, 'для каталога', 'Мария').click()
  await dialog(page).getByRole('button', { name: 'В чёрный список', exact: true }).click()
  await dialog(page).getByText('Его сообщения скрыты из вашей ленты').waitFor()
  await expect.poll(listed).toEqual(['Мария'])
  // What they wrote is shown all the same.
  await dialog(page)
    .getByText(/^2 сообщения/)
    .waitFor()
  await dialog(page).getByRole('button', { name: 'Убрать из чёрного списка' }).click()
  await dialog(page).getByRole('button', { name: 'В чёрный список', exact: true }).waitFor()
  await expect.poll(listed).toEqual([])
})

story(
  'an address names a message: it is shown whole though no filter lets it in, and a notice where there is none',
  async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await threeMessages(world)
    const [first] = await inFeedOf(anna)
    const id = first?.id ?? 0
    await anna.asks('marks', 'setHandled', { id, value: true })
    const page = await open(`/feed?message=${id}`, { as: anna })
    await detail(page).getByText('для каталога').waitFor()
    await expect.poll(() => cards(page).count()).toBe(2)
    await detail(page).getByRole('button', { name: 'Избранное', exact: true }).click()
    await expect
      .poll(() => detail(page).getByRole('button', { name: 'Избранное', exact: true }).getAttribute('aria-pressed'))
      .toBe('true')
    await expect
      .poll(async () => (await anna.asks('feed', 'getMessage', { id })).message.favorite, { interval: 250 })
      .toBe(true)
    // A card of the list takes its place.
    await row(page, 'на юбилей').locator('[data-message-text]').click()
    await detail(page).getByText('на юбилей').waitFor()
    await expect.poll(() => page.url()).not.toContain('message=')

    await page.goto('/feed?message=999999')
    await page.getByRole('alert').getByText('Такого сообщения нет в вашей ленте').waitFor()
    await page.getByRole('button', { name: 'Понятно' }).click()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  },
)

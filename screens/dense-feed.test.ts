/** A wide screen: messages in rows, one of them whole beside the list; what needs a layout stands in `journeys/dense-feed.test.ts`. */
import { beforeEach, describe, expect } from 'vitest'
import { MINUTE } from '../server/kit/clock.ts'
import { feedOf, newName } from '../server/features/reading/feed/items/feed-of.samples.ts'
import { touchItems } from '../server/features/reading/feed/items/touch-items.samples.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, paidForTeam, type TestWorld } from '../server/testing/test-world.ts'
import { window } from './dom/window.ts'
import { cards, story, type DomPage } from './story.ts'

beforeEach<{ world: TestWorld }>(({ world }) => world.looksFor('photographers', 'ищу фотографа'))

const detail = (page: DomPage) => page.locator('[data-detail]')
const row = (page: DomPage, text: string) => cards(page).filter({ hasText: text }).first()
const inFeedOf = (person: TestUser) => person.asks('feed', 'queryFeed', {}).then(({ messages }) => messages)

describe('a message whole', () => {
  story('shows why it is here, what was done with it, and takes a note', async ({ world, open }) => {
    const oleg = await world.somebody(newName('oleg'), ['teamOwner'], paidForTeam('photographers'))
    const vera = await world.customer(newName('vera'))
    await world.team(oleg, vera)
    await feedOf(world, 'Ищу фотографа на крестины', 'Ищу фотографа на свадьбу, срочно')
    const [, first] = await inFeedOf(oleg)
    const id = first?.id ?? 0
    await vera.asks('marks', 'setNote', { id, text: 'я уже звонила' })

    const page = await open('/feed', { as: oleg })
    await expect.poll(() => cards(page).count()).toBe(2)
    await row(page, 'на крестины').locator('[data-message-text]').click()
    const whole = detail(page)
    await whole.getByText('подошли слова «Ищу фотографа»').waitFor()
    await whole.getByText('я уже звонила').waitFor()
    await whole.getByText('опубликовано').waitFor()
    await whole.getByText(/^заметка/).waitFor()
    await expect
      .poll(async () => (await inFeedOf(oleg)).find((message) => message.id === id)?.viewed, { interval: 250 })
      .toBe(true)

    await whole.getByRole('button', { name: 'Избранное', exact: true }).click()
    await whole.getByText(/^в избранное/).waitFor()
    await whole.getByLabel('Ваша заметка').fill('перезвонить в пятницу')
    await expect.poll(() => whole.getByRole('button', { name: 'Следующее сообщение' }).isDisabled()).toBe(true)
    await whole.getByRole('button', { name: 'Предыдущее сообщение' }).click()
    await whole.getByText('на свадьбу, срочно').waitFor()
    // What was written is kept when one goes on.
    // Seldom enough for the rate limit of the call.
    await expect
      .poll(
        async () => {
          const written = (await inFeedOf(vera)).find((message) => message.id === id)
          return written?.notes.map(({ text }) => text).toSorted()
        },
        { interval: 250 },
      )
      .toEqual(['перезвонить в пятницу', 'я уже звонила'])
  })

  story('is opened, gone on from and left by keys, and the focus goes back to its row', async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await feedOf(world, 'Ищу фотографа на юбилей', 'Ищу фотографа на выпускной', 'Ищу фотографа для визитки')
    const page = await open('/feed', { as: anna })
    await expect.poll(() => cards(page).count()).toBe(3)
    const focusedText = () => page.locator('article:focus').allInnerTexts()
    await cards(page).first().focus()
    await page.keyboard.press('Enter')
    await detail(page).getByText('для визитки').waitFor()
    await page.keyboard.press('j')
    await detail(page).getByText('на выпускной').waitFor()
    await page.keyboard.press('l')
    await expect
      .poll(() => detail(page).getByRole('button', { name: 'Нравится · 1', exact: true }).getAttribute('aria-pressed'))
      .toBe('true')
    // The button that was pressed is there for the next press, and what is gone leaves the focus in the panel.
    await detail(page).getByRole('button', { name: 'Следующее сообщение' }).click()
    await detail(page).getByText('на юбилей').waitFor()
    await detail(page).getByRole('button', { name: 'Избранное', exact: true }).focus()
    await page.keyboard.press('k')
    await detail(page).getByText('на выпускной').waitFor()
    await page.locator('[data-detail]:focus').waitFor()
    await page.keyboard.press('Escape')
    await detail(page).waitFor({ state: 'detached' })
    await expect.poll(async () => (await focusedText()).join()).toContain('на выпускной')
  })

  story('gives way to the next one when it is handled, and the focus stays in its place', async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await feedOf(world, 'Ищу фотографа на юбилей', 'Ищу фотографа на выпускной', 'Ищу фотографа для визитки')
    const page = await open('/feed', { as: anna })
    await expect.poll(() => cards(page).count()).toBe(3)
    const isInPanel = () => expect.poll(() => page.locator('[data-detail]:focus').count()).toBe(1)
    const handledOf = () => anna.asks('feed', 'queryFeed', { filter: { handled: 'only' } }).then(({ total }) => total)
    await cards(page).first().focus()
    await page.keyboard.press('Enter')
    await detail(page).getByText('для визитки').waitFor()
    await isInPanel()
    await page.keyboard.press('e')
    await detail(page).getByText('на выпускной').waitFor()
    await expect.poll(() => cards(page).count()).toBe(2)
    await isInPanel()
    // What came to be shown so is read too.
    await expect
      .poll(async () => (await inFeedOf(anna)).map(({ viewed }) => viewed), { interval: 250 })
      .toEqual([true, false])
    // The button goes with its message.
    await detail(page).getByRole('button', { name: 'Разобрано', exact: true }).click()
    await detail(page).getByText('на юбилей').waitFor()
    await isInPanel()
    await page.keyboard.press('e')
    await detail(page).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Всё разобрано' }).waitFor()
    await expect.poll(() => page.locator('main :focus').count()).toBe(1)
    await expect.poll(handledOf).toBe(3)
    await page.keyboard.press('z')
    await row(page, 'на юбилей').and(page.locator(':focus')).waitFor()
    await expect.poll(() => handledOf()).toBe(2)
  })

  story('says that its reasons and its history did not load, and everything else stands', async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await feedOf(world, 'Ищу фотографа на прогулку')
    const page = await open('/feed', { as: anna })
    await expect.poll(() => cards(page).count()).toBe(1)
    const [message] = await inFeedOf(anna)
    while ((await anna.isRefused('feed', 'explainMessage', { id: message?.id ?? 0 })) === 'ok');
    while ((await anna.isRefused('feed', 'listActivity', { id: message?.id ?? 0 })) === 'ok');
    await row(page, 'на прогулку').locator('[data-message-text]').click()
    await detail(page)
      .getByText(/^Объяснение не загрузилось/)
      .waitFor()
    await detail(page)
      .getByText(/^Отметки не загрузились/)
      .waitFor()
    await detail(page).getByText('найдено').waitFor()
  })
})

story('the text of a message and the way to it are copied', async ({ world, open }) => {
  const anna = await world.customer(newName('anna'), paid('photographers'))
  await feedOf(world, world.message('Ищу фотографа для каталога', { url: 'https://ok.ru/group/1/topic/2' }))
  const page = await open('/feed', { as: anna })
  await expect.poll(() => cards(page).count()).toBe(1)
  for (const [name, done, words] of [
    ['Скопировать текст', 'Текст скопирован', 'Ищу фотографа для каталога'],
    ['Скопировать ссылку', 'Ссылка скопирована', 'https://ok.ru/group/1/topic/2'],
  ] as const) {
    await cards(page).first().getByRole('button', { name: 'Ещё действия' }).click()
    await page.getByRole('menuitem', { name }).click()
    await page.getByRole('status').filter({ hasText: done }).waitFor()
    expect(await window.navigator.clipboard.readText()).toBe(words)
  }
})

story(
  'the hottest stand first when the reader likes, and rows become whole cards, in every browser',
  async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await feedOf(world, 'Ищу фотографа на юбилей', 'Ищу фотографа на выпускной', 'Ищу фотографа для визитки')
    await touchItems(world, 'на юбилей', 'intent_level = 2')
    await touchItems(world, 'для визитки', 'intent_level = 0')
    const page = await open('/feed', { as: anna })
    const order = async () =>
      (await page.locator('[data-message-text]').allInnerTexts()).map((text) =>
        text.replace('Ищу фотографа ', '').trim(),
      )
    await expect.poll(() => order()).toEqual(['для визитки', 'на выпускной', 'на юбилей'])
    await page.getByLabel('Порядок сообщений').selectOption('hot')
    await expect.poll(() => order()).toEqual(['на юбилей', 'на выпускной', 'для визитки'])
    await page.getByRole('button', { name: 'Показывать просторно' }).click()
    await cards(page)
      .first()
      .getByRole('button', { name: /^Почему здесь/ })
      .waitFor()
    await page.getByRole('button', { name: 'Показывать плотно' }).waitFor()
    await expect
      .poll(() => anna.asks('feed', 'getFeedSettings', {}))
      .toMatchObject({ density: 'comfortable', order: 'hot' })

    const elsewhere = await open('/feed', { as: anna })
    await cards(elsewhere)
      .first()
      .getByRole('button', { name: /^Почему здесь/ })
      .waitFor()
    await expect.poll(async () => (await cards(elsewhere).allInnerTexts())[0]).toContain('на юбилей')
  },
)

story(
  'a message is answered with a template of one’s own, the source opens, and the card shows how soon, until it is taken back',
  async ({ world, open, onTestFinished }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await feedOf(
      world,
      world.message('Ищу фотографа на море', {
        url: 'https://ok.ru/group/1/topic/2',
        publishedAt: new Date(world.clock.now().getTime() - 4 * MINUTE),
        author: { externalId: '77', name: 'Ольга Белова' },
      }),
    )
    const opened: string[] = []
    const before = window.open
    window.open = (address) => (opened.push(String(address)), null)
    onTestFinished(() => void (window.open = before))

    const page = await open('/feed', { as: anna })
    await cards(page).first().getByRole('button', { name: 'Ответить…' }).click()
    const dialog = page.getByRole('dialog')
    const written = 'Здравствуйте, Ольга! Пишу по теме «Фотографы». Снимаю на море.'
    await dialog.getByLabel('Название').fill('Первое письмо')
    await dialog.getByLabel('Текст').fill('Здравствуйте, {имя}! Пишу по теме «{категория}». Снимаю на море.')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await expect.poll(() => dialog.getByLabel('Ответ').inputValue()).toBe(written)
    await dialog.getByRole('button', { name: 'Скопировать и открыть' }).click()
    // It is a person who sends it: until they say so no one has answered.
    await dialog.getByRole('heading', { name: 'Ответили?' }).waitFor()
    expect((await inFeedOf(anna))[0]?.answers).toEqual([])
    await dialog.getByRole('button', { name: 'Ответили', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await window.navigator.clipboard.readText()).toBe(written)
    expect(opened).toEqual(['https://ok.ru/group/1/topic/2'])
    await cards(page).first().getByText('вы ответили за 4 мин').waitFor()
    await expect.poll(async () => (await inFeedOf(anna))[0]?.answers.length, { interval: 250 }).toBe(1)

    await page
      .getByRole('status')
      .filter({ hasText: 'Отмечено: вы ответили' })
      .getByRole('button', { name: 'Отменить' })
      .click()
    await expect.poll(async () => (await inFeedOf(anna))[0]?.answers.length, { interval: 250 }).toBe(0)
    await cards(page).first().getByText('вы ответили за 4 мин').waitFor({ state: 'detached' })

    await cards(page).first().getByRole('button', { name: 'Ответить…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Изменить шаблон' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
    await expect.poll(() => anna.asks('answers', 'listTemplates', {})).toEqual({ templates: [] })
  },
)

/** What people do with messages, and what others see of it meanwhile; what needs a browser stands in `journeys/acting.test.ts`. */
import { beforeEach, describe, expect } from 'vitest'
import type { FeedMessage } from '../contract/reading/feed.ts'
import { SECOND } from '../server/kit/clock.ts'
import { by, feedOf, newName } from '../server/features/reading/feed/items/feed-of.samples.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, paidForTeam, type TestWorld } from '../server/testing/test-world.ts'
import type { DomLocator } from './dom/locator.ts'
import { cards, news, story, untilLive, type DomPage, type Open } from './story.ts'

/** Their feed, as live as it gets. */
async function feedBefore(open: Open, as: TestUser, count: number): Promise<DomPage> {
  // Narrow enough for whole cards.
  const page = await open('/feed', { as, width: 1_100 })
  await expect.poll(() => cards(page).count()).toBe(count)
  await untilLive(page)
  return page
}

/** The card from the top, whatever is left of it. */
const card = (page: DomPage, fromTop = 0): DomLocator => cards(page).nth(fromTop)
const press = (within: DomLocator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click()
const shows = (within: DomLocator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).waitFor()
/** Whether what a button does is done. */
const isOn = (within: DomLocator, name: string, on = true) =>
  expect.poll(() => within.getByRole('button', { name, exact: true }).getAttribute('aria-pressed')).toBe(String(on))
const showsText = (within: DomLocator, text: string | RegExp): Promise<void> => within.getByText(text).first().waitFor()
/** What lies behind the three dots of a card. */
async function choose(page: DomPage, within: DomLocator, name: string): Promise<void> {
  await press(within, 'Ещё действия')
  await page.getByRole('menuitem', { name, exact: true }).click()
}
/** Takes the last action back by what is shown of it. */
async function undo(page: DomPage, action: string | RegExp): Promise<void> {
  await page.getByRole('status').filter({ hasText: action }).getByRole('button', { name: 'Отменить' }).click()
}

/** Their feed as the server has it. */
const feedFor = async (person: TestUser): Promise<FeedMessage[]> =>
  (await person.asks('feed', 'queryFeed', {})).messages
/** The message from the top of their feed. */
async function messageOf(person: TestUser, fromTop = 0): Promise<FeedMessage> {
  const message = (await feedFor(person))[fromTop]
  if (message === undefined) throw new Error('there is no such message')
  return message
}
/** Waits until their feed has what a page of someone else has just done; seldom enough for the rate limit of the call. */
const inFeedOf = <What>(person: TestUser, read: (messages: FeedMessage[]) => What) =>
  expect.poll(async () => read(await feedFor(person)), { interval: 250 })
const texts = (messages: FeedMessage[]): string[] => messages.map(({ text }) => text)

beforeEach<{ world: TestWorld }>(async ({ world }) => {
  await world.looksFor('photographers', 'ищу фотографа')
  await world.looksFor('video', 'ищу видеографа')
})

describe('in a team', () => {
  story(
    'likes and notes are seen by a colleague as they are made, and what is private is not',
    async ({ world, open }) => {
      const oleg = await world.somebody(newName('oleg'), ['teamOwner'], paidForTeam('photographers'))
      const vera = await world.customer(newName('vera'))
      await world.team(oleg, vera)
      await feedOf(world, 'Ищу фотографа на свадьбу')
      const { id } = await messageOf(oleg)

      const his = await feedBefore(open, oleg, 1)
      await press(card(his), 'Нравится')
      await inFeedOf(vera, ([message]) => message?.likes).toEqual([oleg.userId])
      await vera.asks('marks', 'setLike', { id, value: true })
      await shows(card(his), 'Нравится · 2')
      await isOn(card(his), 'Нравится · 2')
      await press(card(his), 'Не нравится')
      await inFeedOf(vera, ([message]) => [message?.likes, message?.dislikes]).toEqual([[vera.userId], [oleg.userId]])
      await undo(his, 'Вам не нравится')
      await inFeedOf(vera, ([message]) => message?.likes.toSorted()).toEqual([oleg.userId, vera.userId].toSorted())

      await press(card(his), 'Заметка')
      const note = his.getByRole('dialog', { name: 'Заметка' })
      await note.getByLabel('Ваша заметка').fill('позвонить в пятницу')
      await note.getByRole('button', { name: 'Сохранить' }).click()
      await inFeedOf(vera, ([message]) => message?.notes.map(({ text }) => text)).toEqual(['позвонить в пятницу'])
      await press(card(his), 'Заметка · 1')
      await note.getByLabel('Ваша заметка').fill('')
      await note.getByRole('button', { name: 'Сохранить' }).click()
      await inFeedOf(vera, ([message]) => message?.notes).toEqual([])
      await press(card(his), 'Избранное')
      await isOn(card(his), 'Избранное')
      await inFeedOf(oleg, ([message]) => message?.favorite).toBe(true)
      expect((await messageOf(vera)).favorite).toBe(false)

      await feedOf(world, 'Ищу фотографа на юбилей')
      await seesWhatColleaguesDo(await feedBefore(open, vera, 1), oleg, vera)
    },
  )

  async function seesWhatColleaguesDo(hers: DomPage, oleg: TestUser, vera: TestUser): Promise<void> {
    const { id } = await messageOf(oleg)
    await oleg.asks('marks', 'setLike', { id, value: true })
    await shows(card(hers), 'Нравится · 1')
    await press(card(hers), 'Нравится · 1')
    await inFeedOf(oleg, ([message]) => message?.likes).toContain(vera.userId)
    await oleg.asks('marks', 'setDislike', { id, value: true })
    await shows(card(hers), 'Нравится · 1')
    await shows(card(hers), 'Не нравится · 1')
    await oleg.asks('marks', 'setLike', { id, value: true })
    await shows(card(hers), 'Нравится · 2')

    await oleg.asks('marks', 'setNote', { id, text: 'позвонить в пятницу' })
    await showsText(card(hers).getByRole('list', { name: 'Заметки' }), 'позвонить в пятницу')
    await press(card(hers), 'Заметка · 1')
    const dialog = hers.getByRole('dialog', { name: 'Заметка' })
    await showsText(dialog.getByRole('list', { name: 'Заметки коллег' }), 'позвонить в пятницу')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await dialog.waitFor({ state: 'detached' })
    await oleg.asks('marks', 'setNote', { id, text: '' })
    await card(hers).getByRole('list', { name: 'Заметки' }).waitFor({ state: 'detached' })

    await oleg.asks('marks', 'setFavorite', { id, value: true })
    await oleg.asks('marks', 'setNote', { id, text: 'после избранного' })
    // What was done before the note would have been seen by now.
    await showsText(card(hers), 'после избранного')
    await isOn(card(hers), 'Избранное', false)
  }
})

describe('a customer', () => {
  story(
    'marks spam and takes it back; the tenth mark makes it spam before everybody’s eyes',
    async ({ world, open }) => {
      const anna = await world.customer(newName('anna'), paid('photographers'))
      const boris = await world.customer(newName('boris'), paid('photographers'))
      await feedOf(world, 'Ищу фотографа на юбилей', 'Ищу фотографа на венчание')
      const { id } = await messageOf(anna)
      const marks = async (): Promise<number | undefined> => (await messageOf(boris)).spamCount
      const hers = await feedBefore(open, anna, 2)

      await press(card(hers), 'Спам')
      await showsText(card(hers), 'Скрыто: отмечено как спам')
      await expect.poll(marks, { interval: 250 }).toBe(1)
      await press(card(hers), 'Отменить')
      await showsText(card(hers), 'на венчание')
      await expect.poll(marks, { interval: 250 }).toBe(0)

      const others = await Promise.all(
        Array.from({ length: 9 }, () => world.customer(newName('many'), paid('photographers'))),
      )
      for (const other of others) await other.asks('marks', 'markSpam', { id })
      await press(card(hers), 'Спам')
      await showsText(card(hers), 'Скрыто: отмечено как спам')
      await inFeedOf(boris, texts).toEqual(['Ищу фотографа на юбилей'])

      await anna.asks('marks', 'unmarkSpam', { id })
      const his = await feedBefore(open, boris, 2)
      await shows(card(his), 'Спам')
      await anna.asks('marks', 'markSpam', { id })
      await showsText(card(his), 'Скрыто: спам')
      await his.reload()
      await expect.poll(() => cards(his).count()).toBe(1)
      await showsText(card(his), 'на юбилей')
    },
  )

  story(
    'keeps an author out of the feed, in every tab, and lets him in again on the page of the black list',
    async ({ world, open }) => {
      const anna = await world.customer(newName('anna'), paid('photographers'))
      await feedOf(
        world,
        by(world, 'Настырный', 'Ищу фотографа на корпоратив'),
        'Ищу фотографа на выпускной',
        by(world, 'Настырный', 'Ищу фотографа для визитки'),
      )
      const page = await feedBefore(open, anna, 3)
      const areHidden = async (): Promise<void> => {
        for (const fromTop of [0, 2]) await showsText(card(page, fromTop), 'Скрыто: автор в чёрном списке')
        await showsText(card(page, 1), 'на выпускной')
      }
      await press(card(page), 'Скрыть автора')
      await areHidden()

      await page.getByRole('button', { name: 'Ещё: выгрузка, скрытое, чёрный список' }).click()
      await page.getByRole('menuitem', { name: 'Чёрный список' }).click()
      await page.getByRole('heading', { level: 1, name: 'Чёрный список' }).waitFor()
      await page.getByRole('button', { name: 'Убрать из списка: Настырный' }).click()
      await showsText(page.getByRole('main'), 'Настырный')
      await page.getByRole('link', { name: '← Лента' }).click()
      await showsText(card(page), 'для визитки')
      await expect.poll(() => cards(page).filter({ hasText: 'Скрыто' }).count()).toBe(0)

      await untilLive(page)
      // In another tab.
      const { id } = (await messageOf(anna)).author ?? { id: 0 }
      await anna.asks('marks', 'addToBlackList', { id })
      await areHidden()
      await anna.asks('marks', 'removeFromBlackList', { id })
      await showsText(card(page), 'для визитки')
    },
  )
})

describe('a moderator', () => {
  story(
    'takes a message from customers’ open feeds and gives it back; each action is in its log',
    async ({ world, open }) => {
      const [cats, wedding] = ['Ищу фотографа на выставку кошек', 'Ищу фотографа на свадьбу']
      const anna = await world.customer(newName('anna'), paid('photographers'))
      const mark = await world.somebody(newName('mark'), ['moderator'])
      await feedOf(world, wedding, cats)
      const his = await feedBefore(open, mark, 2)

      // Anyone who decides on a message is done with it.
      await choose(his, card(his), 'Отклонить')
      await expect.poll(() => cards(his).count()).toBe(1)
      await his.getByText('1 сообщение', { exact: true }).waitFor()
      await inFeedOf(anna, texts).toEqual([wedding])
      await undo(his, 'Отклонено')
      await expect.poll(() => cards(his).count()).toBe(2)
      await inFeedOf(anna, texts).toEqual([cats, wedding])
      await choose(his, card(his), 'Отклонить')
      await expect.poll(() => cards(his).count()).toBe(1)
      await inFeedOf(anna, texts).toEqual([wedding])
      // What was decided on is in the list of those who ask for it, and stays there with the next decision.
      const bar = his.getByRole('region', { name: 'Фильтр', exact: true })
      await bar.getByRole('button', { name: 'Условие', exact: true }).click()
      await his.getByRole('option', { name: /^Разобранное/ }).click()
      await his.getByRole('radiogroup', { name: 'Разобранное' }).getByText('Показывать').click()
      await his.getByRole('button', { name: 'Готово' }).click()
      await bar.getByRole('button', { name: 'Разобранное — вместе с разобранным' }).waitFor()
      await expect.poll(() => cards(his).count()).toBe(2)
      await his.getByText('2 сообщения', { exact: true }).waitFor()
      await showsText(card(his), 'Отклонено')
      // The log is reported by the time of its actions.
      world.clock.advance(SECOND)
      await choose(his, card(his), 'Одобрить')
      await inFeedOf(anna, texts).toEqual([cats, wedding])
      await card(his)
        .getByRole('button', { name: /^Одобрено: mark\d+ и ещё 3$/ })
        .click()
      const log = his.getByRole('dialog', { name: /^Одобрено/ })
      await expect.poll(() => log.getByRole('listitem').count()).toBe(4)
      await his.keyboard.press('Escape')

      await choose(his, card(his, 1), 'Указать место…')
      await his.getByPlaceholder('Начните вводить название').fill('Омск')
      await his.getByRole('listbox').getByRole('option', { name: /^Омск/ }).first().click()
      await his.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
      await inFeedOf(anna, ([, message]) => message?.location?.name ?? '').toMatch(/^Омск/)
      const locationId = (await messageOf(anna, 1)).location?.id ?? 0

      await feedOf(world, wedding, cats)
      const [top, second] = await feedFor(anna)
      const moderates = (action: 'approve' | 'reject' | 'undo') =>
        mark.asks('moderation', 'moderateMessage', { id: top?.id ?? 0, action })
      const hers = await feedBefore(open, anna, 2)
      for (const giveBack of ['undo', 'approve'] as const) {
        await moderates('reject')
        await showsText(card(hers), 'Сообщение удалено')
        await expect.poll(() => card(hers).innerText()).not.toContain('на выставку кошек')
        await moderates(giveBack)
        await showsText(card(hers), 'на выставку кошек')
      }
      await mark.asks('moderation', 'setMessageLocation', { id: second?.id ?? 0, locationId })
      await showsText(card(hers, 1), 'Омск')
    },
  )

  story('copies and moves a message to the category it belongs to, where it is news', async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    const vlad = await world.customer(newName('vlad'), paid('video'))
    const mark = await world.somebody(newName('mark'), ['moderator'])
    const [morning, both, film] = [
      'Ищу видеографа на утренник',
      'Ищу фотографа и оператора с камерой',
      'Ищу фотографа с камерой для ролика',
    ]
    await feedOf(world, morning, both, film)
    const his = await feedBefore(open, mark, 3)
    await choose(his, card(his), 'Перенести в категорию…')
    const dialog = his.getByRole('dialog', { name: 'Перенести в другую категорию' })
    await dialog.getByRole('button', { name: 'Перенести' }).click()
    await showsText(dialog, 'Выберите категорию')
    await dialog.getByLabel('Категория').fill('видео')
    await his.getByRole('listbox').getByRole('option').first().click()
    await dialog.getByRole('button', { name: 'Перенести' }).click()
    await inFeedOf(vlad, (messages) => texts(messages).toSorted()).toEqual([film, morning].toSorted())
    expect(texts(await feedFor(anna))).toEqual([both])

    await choose(his, card(his, 1), 'Скопировать в категорию…')
    await his.getByRole('dialog').getByLabel('Категория').fill('видео')
    await his.getByRole('listbox').getByRole('option').first().click()
    await his.getByRole('dialog').getByRole('button', { name: 'Скопировать' }).click()
    await inFeedOf(vlad, (messages) => texts(messages).toSorted()).toEqual([both, film, morning].toSorted())
    expect(texts(await feedFor(anna))).toEqual([both])

    const [from, to] = [await world.categoryId('photographers'), await world.categoryId('video')]
    const puts = (mode: 'copy' | 'move', message?: FeedMessage) =>
      mark.asks('moderation', 'setMessageCategory', { id: message?.id ?? 0, mode, from, to })
    await feedOf(world, morning, both, film)
    const [third, second] = await feedFor(anna)
    const videos = await feedBefore(open, vlad, 1)
    await puts('move', third)
    await news(videos).click()
    await showsText(card(videos), 'для ролика')
    await puts('copy', second)
    await news(videos).click()
    await expect.poll(() => cards(videos).count()).toBe(3)

    await feedOf(world, morning, both, film)
    const [moved, copied] = await feedFor(anna)
    const hers = await feedBefore(open, anna, 2)
    await puts('copy', copied)
    await puts('move', moved)
    await showsText(card(hers), 'Сообщение удалено')
    await showsText(card(hers, 1), 'и оператора')
  })
})

story(
  'an admin’s spam takes a message from everybody’s open feed, a moderator’s too, and undone it is back',
  async ({ world, open }) => {
    const [walk, wedding] = ['Ищу фотографа на прогулку с детьми', 'Ищу фотографа на свадьбу']
    const anna = await world.customer(newName('anna'), paid('photographers'))
    const mark = await world.somebody(newName('mark'), ['moderator'])
    const alisa = await world.somebody(newName('alisa'), ['admin'])
    await feedOf(world, wedding, walk)
    const admins = await feedBefore(open, alisa, 2)
    await press(card(admins), 'Спам: удалить у всех')
    for (const person of [anna, mark]) await inFeedOf(person, texts).toEqual([wedding])
    // It is gone from the admin's own list, and the focus is on what took its place.
    await expect.poll(() => cards(admins).count()).toBe(1)
    await showsText(card(admins), 'на свадьбу')
    await admins.locator('article:focus').getByText('на свадьбу').waitFor()
    await undo(admins, 'Спам: сообщение удалено у всех')
    await showsText(card(admins), 'на прогулку с детьми')
    for (const person of [anna, mark]) await inFeedOf(person, texts).toEqual([walk, wedding])
    await choose(admins, card(admins), 'Отклонить: удалить у всех')
    for (const person of [anna, mark]) await inFeedOf(person, texts).toEqual([wedding])

    for (const person of [anna, mark]) {
      await feedOf(world, wedding, walk)
      const { id } = await messageOf(alisa)
      const page = await feedBefore(open, person, 2)
      await alisa.asks('marks', 'markSpam', { id })
      await showsText(card(page), 'Сообщение удалено')
      await alisa.asks('marks', 'unmarkSpam', { id })
      await showsText(card(page), 'на прогулку с детьми')
      await alisa.asks('moderation', 'moderateMessage', { id, action: 'reject' })
      await showsText(card(page), 'Сообщение удалено')
      await page.reload()
      await expect.poll(async () => (await cards(page).allInnerTexts()).join()).toMatch(/^(?!.*прогулку).*на свадьбу/s)
    }
  },
)

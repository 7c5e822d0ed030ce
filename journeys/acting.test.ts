/** What people do with messages, and what others see of it meanwhile in browsers of their own. */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect } from 'vitest'
import { SECOND } from '../server/kit/clock.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, paidForTeam, type TestWorld } from '../server/testing/test-world.ts'
import type { RawMessage } from '../server/stream/receive/shared/source.ts'
import { cards, news, story, untilLive, type Open } from './browser.ts'

let people = 0
/** A name that no one in this town has yet. */
const newName = (name: string): string => `${name}${(people += 1)}`

/** The feed holds these and nothing else, the last one on top, each by an author of its own unless it is said. */
async function feedOf(world: TestWorld, ...messages: (string | RawMessage)[]): Promise<void> {
  await world.forgetMessages()
  await world.receive(
    messages.map((message) => (typeof message === 'string' ? by(world, newName('Автор'), message) : message)),
  )
  await world.settle()
}
const by = (world: TestWorld, name: string, text: string): RawMessage =>
  world.message(text, { author: { externalId: name, name } })

/** Their feed in a browser of their own, as live as it gets. */
async function feedBefore(open: Open, as: TestUser, count: number): Promise<Page> {
  const page = await open('/feed', { as })
  await expect.poll(() => cards(page).count()).toBe(count)
  await untilLive(page)
  return page
}

/** The card from the top, whatever is left of it. */
const card = (page: Page, fromTop = 0): Locator => cards(page).nth(fromTop)
const press = (within: Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click()
const shows = (within: Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).waitFor()
const says = (within: Locator, text: string | RegExp): Promise<void> => within.getByText(text).first().waitFor()
/** What lies behind the three dots of a card. */
async function choose(page: Page, within: Locator, name: string): Promise<void> {
  await press(within, 'Ещё действия')
  await page.getByRole('menuitem', { name, exact: true }).click()
}
/** Takes the last deed back by what is said of it. */
async function undo(page: Page, deed: string | RegExp): Promise<void> {
  await page.getByRole('status').filter({ hasText: deed }).getByRole('button', { name: 'Отменить' }).click()
}

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
      const [his, hers] = [await feedBefore(open, oleg, 1), await feedBefore(open, vera, 1)]

      await press(card(his), 'Нравится')
      await shows(card(hers), 'Нравится, всего 1')
      await press(card(hers), 'Нравится, всего 1')
      await shows(card(his), 'Убрать лайк, всего 2')
      await press(card(his), 'Не нравится')
      await shows(card(hers), 'Убрать лайк, всего 1')
      await shows(card(hers), 'Не нравится, всего 1')
      await undo(his, 'Вам не нравится')
      await shows(card(hers), 'Убрать лайк, всего 2')

      await press(card(his), 'Добавить заметку')
      const note = his.getByRole('dialog', { name: 'Заметка' })
      await note.getByLabel('Ваша заметка').fill('позвонить в пятницу')
      await note.getByRole('button', { name: 'Сохранить' }).click()
      await says(card(hers).getByRole('list', { name: 'Заметки' }), 'позвонить в пятницу')
      await press(card(hers), 'Добавить заметку, всего 1')
      await says(
        hers.getByRole('dialog', { name: 'Заметка' }).getByRole('list', { name: 'Заметки коллег' }),
        'позвонить в пятницу',
      )
      await hers.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
      await hers.getByRole('dialog').waitFor({ state: 'detached' })
      await press(card(his), 'Изменить заметку, всего 1')
      await note.getByLabel('Ваша заметка').fill('')
      await note.getByRole('button', { name: 'Сохранить' }).click()
      await card(hers).getByRole('list', { name: 'Заметки' }).waitFor({ state: 'detached' })

      await press(card(his), 'В избранное')
      await shows(card(his), 'Убрать из избранного')
      await press(card(his), 'Добавить заметку')
      await note.getByLabel('Ваша заметка').fill('после избранного')
      await note.getByRole('button', { name: 'Сохранить' }).click()
      // What was done before the note would have been seen by now.
      await says(card(hers), 'после избранного')
      await shows(card(hers), 'В избранное')
    },
  )
})

describe('a customer', () => {
  story(
    'marks spam and takes it back; the tenth mark makes it spam before everybody’s eyes',
    async ({ world, open }) => {
      const anna = await world.customer(newName('anna'), paid('photographers'))
      const boris = await world.customer(newName('boris'), paid('photographers'))
      await feedOf(world, 'Ищу фотографа на юбилей', 'Ищу фотографа на венчание')
      const [hers, his] = [await feedBefore(open, anna, 2), await feedBefore(open, boris, 2)]

      await press(card(hers), 'Спам')
      await says(card(hers), 'Скрыто: отмечено как спам')
      await press(card(hers), 'Отменить')
      await says(card(hers), 'на венчание')

      const others = await Promise.all(
        Array.from({ length: 9 }, () => world.customer(newName('many'), paid('photographers'))),
      )
      const [spam] = (await anna.asks('feed', 'queryFeed', {})).messages
      for (const other of others) await other.asks('marks', 'markSpam', { id: spam?.id ?? 0 })
      await shows(card(his), 'Спам')
      await press(card(hers), 'Спам')
      await says(card(his), 'Скрыто: спам')
      await his.reload()
      await expect.poll(() => cards(his).count()).toBe(1)
      await says(card(his), 'на юбилей')
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
      const [page, tab] = [await feedBefore(open, anna, 3), await feedBefore(open, anna, 3)]

      await press(card(page), 'Автора в чёрный список')
      for (const fromTop of [0, 2]) {
        await says(card(page, fromTop), 'Скрыто: автор в чёрном списке')
        await says(card(tab, fromTop), 'Скрыто: автор в чёрном списке')
      }
      await says(card(page, 1), 'на выпускной')

      await page.getByRole('button', { name: 'Ещё: выгрузка, скрытое, чёрный список' }).click()
      await page.getByRole('menuitem', { name: 'Чёрный список' }).click()
      await page.getByRole('heading', { level: 1, name: 'Чёрный список' }).waitFor()
      await page.getByRole('button', { name: 'Убрать из списка: Настырный' }).click()
      await says(page.getByRole('main'), 'Настырный')
      await says(card(tab), 'для визитки')
      await page.getByRole('link', { name: '← Лента' }).click()
      await says(card(page), 'для визитки')
      expect(await cards(page).filter({ hasText: 'Скрыто' }).count()).toBe(0)
    },
  )

  story('does by keys what is done by buttons, to one message and to several', async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await feedOf(world, 'Ищу фотографа на крестины', 'Ищу фотографа для каталога', 'Ищу фотографа на свадьбу')
    const page = await feedBefore(open, anna, 3)
    const onCard = (fromTop: number) =>
      expect.poll(() => card(page, fromTop).and(page.locator(':focus')).count()).toBe(1)

    await page.keyboard.press('KeyJ')
    await page.keyboard.press('KeyJ')
    await page.keyboard.press('KeyK')
    await onCard(0)
    await page.keyboard.press('KeyF')
    await shows(card(page), 'Убрать из избранного')
    await page.keyboard.press('KeyL')
    await shows(card(page), 'Убрать лайк, всего 1')

    await page.keyboard.press('KeyN')
    await expect.poll(() => page.getByLabel('Ваша заметка').and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.type('fns и jk остаются буквами')
    await page.keyboard.press('Control+Enter')
    await says(card(page), 'fns и jk остаются буквами')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await onCard(0)

    await page.keyboard.press('KeyS')
    await says(card(page), 'Скрыто: отмечено как спам')
    await page.keyboard.press('KeyJ')
    await onCard(1)
    await page.keyboard.press('KeyZ')
    await says(card(page), 'на свадьбу')
    await page.keyboard.press('KeyZ')
    await card(page).getByRole('list', { name: 'Заметки' }).waitFor({ state: 'detached' })

    await page.keyboard.press('KeyX')
    await page.keyboard.press('KeyJ')
    await page.keyboard.press('Shift+KeyX')
    await says(page.getByRole('toolbar', { name: 'Выбранные сообщения' }), 'Выбрано 2 сообщения')
    await page.keyboard.press('KeyF')
    for (const fromTop of [1, 2]) await shows(card(page, fromTop), 'Убрать из избранного')
    await undo(page, 'Добавлено в избранное: 2 сообщения')
    for (const fromTop of [1, 2]) await shows(card(page, fromTop), 'В избранное')

    await page.keyboard.press('Shift+Slash')
    const help = page.getByRole('dialog', { name: 'Клавиши ленты' })
    await says(help, 'Следующее и предыдущее сообщение')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    expect((await anna.asks('feed', 'queryFeed', {})).messages.map(({ favorite }) => favorite)).toEqual([
      true,
      false,
      false,
    ])
  })
})

story(
  'on a phone what is done seldom lies in the menu of a card, and chosen messages have a bar that fits',
  async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await feedOf(
      world,
      by(world, 'Настырный', 'Ищу фотографа на корпоратив'),
      'Ищу фотографа на выпускной',
      'Ищу фотографа для визитки',
    )
    const page = await open('/feed', { as: anna, width: 360, height: 640 })
    await expect.poll(() => cards(page).count()).toBe(3)
    expect(await card(page).getByRole('button', { name: 'Автора в чёрный список' }).count()).toBe(0)
    await choose(page, card(page, 2), 'Автора в чёрный список')
    await says(card(page, 2), 'Скрыто: автор в чёрном списке')
    await press(card(page, 2), 'Отменить')
    await says(card(page, 2), 'на корпоратив')

    await choose(page, card(page), 'Выбрать')
    const bar = page.getByRole('toolbar', { name: 'Выбранные сообщения' })
    await says(bar, 'Выбрано 1 сообщение')
    await press(bar, 'Вся страница')
    await says(bar, 'Выбрано 3 сообщения')
    const box = await bar.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 360 && box.y + box.height <= 640).toBe(true)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360)
    await press(bar, 'В избранное')
    await undo(page, 'Добавлено в избранное: 3 сообщения')
    for (const fromTop of [0, 1, 2]) await shows(card(page, fromTop), 'В избранное')
  },
)

describe('a moderator', () => {
  story(
    'takes a message from customers’ open feeds and gives it back; each deed is in its log',
    async ({ world, open }) => {
      const anna = await world.customer(newName('anna'), paid('photographers'))
      const mark = await world.somebody(newName('mark'), ['moderator'])
      await feedOf(world, 'Ищу фотографа на свадьбу', 'Ищу фотографа на выставку кошек')
      const [hers, his] = [await feedBefore(open, anna, 2), await feedBefore(open, mark, 2)]

      await choose(his, card(his), 'Отклонить')
      await says(card(hers), 'Сообщение удалено')
      expect(await card(hers).innerText()).not.toContain('на выставку кошек')
      await says(card(his), 'Отклонено')
      await undo(his, 'Отклонено')
      await says(card(hers), 'на выставку кошек')

      await choose(his, card(his), 'Отклонить')
      await says(card(hers), 'Сообщение удалено')
      // The log is reported by the time of its deeds.
      world.clock.advance(SECOND)
      await choose(his, card(his), 'Одобрить')
      await says(card(hers), 'на выставку кошек')
      await card(his)
        .getByRole('button', { name: /^Одобрено: mark\d+ и ещё 3$/ })
        .click()
      await expect
        .poll(() =>
          his
            .getByRole('dialog', { name: /^Одобрено/ })
            .getByRole('listitem')
            .count(),
        )
        .toBe(4)
      await his.keyboard.press('Escape')

      await choose(his, card(his, 1), 'Указать место…')
      await his.getByPlaceholder('Начните вводить название').fill('Омск')
      await his.getByRole('listbox').getByRole('option', { name: /^Омск/ }).first().click()
      await his.getByRole('button', { name: 'Сохранить' }).click()
      await says(card(hers, 1), 'Омск')
    },
  )

  story('copies and moves a message to the category it belongs to, where it is news', async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    const vlad = await world.customer(newName('vlad'), paid('video'))
    const mark = await world.somebody(newName('mark'), ['moderator'])
    await feedOf(
      world,
      'Ищу видеографа на утренник',
      'Ищу фотографа и оператора с камерой',
      'Ищу фотографа с камерой для ролика',
    )
    const [hers, videos, his] = [
      await feedBefore(open, anna, 2),
      await feedBefore(open, vlad, 1),
      await feedBefore(open, mark, 3),
    ]

    await choose(his, card(his), 'Перенести в категорию…')
    const dialog = his.getByRole('dialog', { name: 'Перенести в другую категорию' })
    await dialog.getByRole('button', { name: 'Перенести' }).click()
    await says(dialog, 'Выберите категорию')
    await dialog.getByLabel('Категория').fill('видео')
    await his.getByRole('listbox').getByRole('option').first().click()
    await dialog.getByRole('button', { name: 'Перенести' }).click()
    await news(videos).click()
    await says(card(videos), 'для ролика')
    await says(card(hers), 'Сообщение удалено')

    await choose(his, card(his, 1), 'Скопировать в категорию…')
    await his.getByRole('dialog').getByLabel('Категория').fill('видео')
    await his.getByRole('listbox').getByRole('option').first().click()
    await his.getByRole('dialog').getByRole('button', { name: 'Скопировать' }).click()
    await news(videos).click()
    await expect.poll(() => cards(videos).count()).toBe(3)
    await says(card(hers, 1), 'и оператора')
  })
})

story(
  'an admin’s spam takes a message from everybody’s open feed, a moderator’s too, and undone it is back',
  async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    const mark = await world.somebody(newName('mark'), ['moderator'])
    const alisa = await world.somebody(newName('alisa'), ['admin'])
    await feedOf(world, 'Ищу фотографа на свадьбу', 'Ищу фотографа на прогулку с детьми')
    const [hers, his, admins] = [
      await feedBefore(open, anna, 2),
      await feedBefore(open, mark, 2),
      await feedBefore(open, alisa, 2),
    ]

    await press(card(admins), 'Спам: удалить у всех')
    for (const page of [hers, his]) await says(card(page), 'Сообщение удалено')
    // It is gone from the admin's own list, and the focus is on what took its place.
    await expect.poll(() => cards(admins).count()).toBe(1)
    await says(card(admins), 'на свадьбу')
    await admins.locator('article:focus').getByText('на свадьбу').waitFor()
    await undo(admins, 'Спам: сообщение удалено у всех')
    for (const page of [hers, his, admins]) await says(card(page), 'на прогулку с детьми')

    await choose(admins, card(admins), 'Отклонить: удалить у всех')
    for (const page of [hers, his]) await says(card(page), 'Сообщение удалено')
    for (const page of [hers, his]) {
      await page.reload()
      await expect
        .poll(() =>
          cards(page)
            .allInnerTexts()
            .then((texts) => texts.join()),
        )
        .toMatch(/^(?!.*прогулку).*на свадьбу/s)
    }
  },
)

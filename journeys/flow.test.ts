/** People work through their feed by keyboard alone, to its end. */
import type { Page } from 'playwright-core'
import { beforeEach, expect } from 'vitest'
import { newName } from '../server/features/reading/feed/items/feed-of.samples.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import { cards, story, untilLive, type Open } from './browser.ts'

const MESSAGES = 50
const ON_PAGE = 20

/** So many cards, the newest of them with the highest number. */
async function fillFeed(world: TestWorld): Promise<void> {
  await world.forgetMessages()
  for (let at = 1; at <= MESSAGES; at += 1) await world.receive([world.message(`Ищу фотографа, заказ №${at}`)])
  await world.settle()
}

/** The feed of someone who comes to its first message past everything before it. */
async function comeToMessages(open: Open, as: TestUser): Promise<Page> {
  const page = await open('/feed', { as })
  await expect.poll(() => cards(page).count()).toBe(ON_PAGE)
  await untilLive(page)
  await page.evaluate(`addEventListener('keydown', () => {
    window.lost = (window.lost ?? 0) + (document.activeElement === document.body ? 1 : 0)
  }, true)`)
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('К сообщениям')
  await page.keyboard.press('Enter')
  await isOn(page, MESSAGES)
  return page
}

/** The number of the message the reader is on; what else they are on, in words. */
const placeOf = (page: Page): Promise<string> =>
  page.evaluate<string>(`(({ activeElement: each }) =>
    each === document.body ? 'nowhere' : each.dataset.item ? /№(\\d+)/.exec(each.textContent)[1] : each.tagName)(document)`)
const isOn = (page: Page, number: number) => expect.poll(() => placeOf(page)).toBe(String(number))
/** How many are left, as the page says. */
const left = (page: Page): Promise<number> =>
  page.evaluate<number>(`Number(document.querySelector('[data-left]')?.dataset.left ?? 0)`)
const isLeft = (page: Page, count: number) => expect.poll(() => left(page)).toBe(count)

/** Each message by the key it is given, from this one down to the first. */
async function workThrough(page: Page, from: number, keyOf: (number: number) => string): Promise<void> {
  for (let number = from; number >= 1; number -= 1) {
    await isOn(page, number)
    await page.keyboard.press(keyOf(number))
    await isLeft(page, number - 1)
  }
  await page.getByRole('heading', { name: 'Всё разобрано' }).waitFor()
  await expect.poll(() => cards(page).count()).toBe(0)
}

/** From the first press on, no key found the reader nowhere: only the very first one may. */
const neverLost = async (page: Page): Promise<void> => {
  expect(await page.evaluate('window.lost')).toBe(1)
  expect(await placeOf(page)).not.toBe('nowhere')
}

beforeEach<{ world: TestWorld }>(({ world }) => world.looksFor('photographers', 'ищу фотографа'))

story(
  'a customer handles fifty messages page by page, goes back where they slipped, and is at the end',
  async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await fillFeed(world)
    const page = await comeToMessages(open, anna)
    await isLeft(page, MESSAGES)

    // Back to what was handled, by either key; and past one and back without handling it.
    await page.keyboard.press('KeyE')
    await isOn(page, 49)
    await page.keyboard.press('ArrowRight')
    await isOn(page, 48)
    await isLeft(page, 48)
    await page.keyboard.press('KeyU')
    await isOn(page, 49)
    await page.keyboard.press('ArrowLeft')
    await isOn(page, 50)
    await isLeft(page, MESSAGES)
    await page.keyboard.press('KeyJ')
    await isOn(page, 49)
    await page.keyboard.press('ArrowDown')
    await isOn(page, 48)
    for (const number of [49, 50]) {
      await page.keyboard.press('KeyU')
      await isOn(page, number)
    }
    await expect.poll(async () => viewed(anna)).toEqual([50, 49])

    await workThrough(page, MESSAGES, (number) => (number % 2 === 0 ? 'KeyE' : 'ArrowRight'))
    await neverLost(page)
    // The last action may still be on its way.
    await expect.poll(() => handled(anna), { interval: 250 }).toEqual({ hide: 0, only: MESSAGES })
    await page.getByText('Разобрано 50 сообщений. Следующие придут сами.').waitFor()

    // What comes meanwhile is counted, and read when she likes.
    await world.post('Ищу фотографа, заказ №51')
    await world.settle()
    await page.getByText('Пока вы разбирали, пришло 1 сообщение.').waitFor()
    await isLeft(page, 1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await isOn(page, 51)
    await page.keyboard.press('KeyE')
    await page.getByText('Разобрано 51 сообщение.').waitFor()
    // The last one comes back even from there.
    await page.keyboard.press('KeyU')
    await isOn(page, 51)
    await isLeft(page, 1)
    await page.keyboard.press('KeyE')
    await page.getByText('Разобрано 51 сообщение.').waitFor()
    await neverLost(page)
    await page.getByRole('link', { name: 'Показать разобранное' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => cards(page).count()).toBe(ON_PAGE)
    await page.getByText('51 сообщение', { exact: true }).waitFor()
  },
)

story(
  'a moderator decides on fifty messages, in the Russian layout too, and is at the end',
  async ({ world, open }) => {
    const moderator = await world.somebody(newName('moderator'), ['moderator'])
    await fillFeed(world)
    const page = await comeToMessages(open, moderator)
    await page.keyboard.press('KeyR')
    await isOn(page, 49)
    await page.keyboard.press('KeyU')
    await isOn(page, 50)
    await isLeft(page, MESSAGES)
    const keyboard = await page.context().newCDPSession(page)
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'ф', code: 'KeyA', text: 'ф' })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'ф', code: 'KeyA' })
    await isLeft(page, 49)
    await workThrough(page, 49, (number) => (number % 2 === 0 ? 'KeyA' : 'KeyR'))
    await neverLost(page)
    const verdicts = async () => {
      const { messages } = await moderator.asks('feed', 'queryFeed', { filter: { handled: 'only' }, limit: 100 })
      return messages.map(({ text, verdict }) => [numberOf(text), verdict])
    }
    await expect
      .poll(verdicts, { interval: 250 })
      .toEqual(
        Array.from({ length: MESSAGES }, (_, at) => MESSAGES - at).map((number) => [
          number,
          number % 2 === 0 ? 'approved' : 'rejected',
        ]),
      )
    await expect.poll(() => handled(moderator), { interval: 250 }).toEqual({ hide: 0, only: MESSAGES })
  },
)

const numberOf = (text: string): number => Number(/№(\d+)/.exec(text)?.[1])

async function viewed(person: TestUser): Promise<number[]> {
  const { messages } = await person.asks('feed', 'queryFeed', { limit: 100 })
  return messages.filter((message) => message.viewed).map(({ text }) => numberOf(text))
}

/** How many a view has that hides what is handled, and one of nothing else. */
async function handled(person: TestUser): Promise<Record<string, number>> {
  const count = async (mode: 'hide' | 'only'): Promise<number> =>
    (await person.asks('feed', 'queryFeed', { filter: { handled: mode } })).total
  return { hide: await count('hide'), only: await count('only') }
}

/** The whole way: a message comes in, a notice of it goes to a chat, and a press there changes the feed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NoticeRule } from '../../../../../contract/reach/notices.ts'
import { everyWeekday } from '../../../../../rules/notices/rule.ts'
import { MINUTE, SECOND } from '../../../../kit/clock.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../../testing/test-world.ts'
import { simulateBotApi, type BotApiSimulator } from '../channels/telegram/bot-api.simulator.ts'
import { simulateVkGroup, type VkGroupSimulator } from '../channels/vk/vk-group.simulator.ts'
import { letIn, linkTokenOf, settingsOf } from './messengers.samples.ts'

let world: TestWorld
let telegram: BotApiSimulator
let vk: VkGroupSimulator
beforeAll(async () => {
  const now = (): Date => world.clock.now()
  telegram = await simulateBotApi({ now, strict: true })
  vk = await simulateVkGroup({ now })
  world = await openTestWorld({ config: { siteUrl: 'https://echolot.example', ...settingsOf({ telegram, vk }) } })
  letIn(world, { telegram, vk })
  await world.looksFor('photographers', 'фотограф')
})
afterAll(async () => {
  await world.close()
  await Promise.all([telegram.close(), vk.close()])
})

const rule: NoticeRule = { mode: 'now', hour: 9, weekdays: everyWeekday, level: 'cold', smallest: 1 }

/** Someone who is notified of everything at once in both messengers. */
async function listener(name: string): Promise<{ who: TestUser; chat: number; person: number }> {
  const who = await world.customer(name, paid('photographers'))
  await who.asks('notices', 'setNoticePreferences', { quiet: null })
  for (const channel of ['telegram', 'vk'] as const)
    await who.asks('notices', 'setNoticeRule', { filterId: who.filterId, channel, ...rule })
  const chat = telegram.person(name)
  await telegram.writes(chat, `/start ${await linkTokenOf(who, 'telegram')}`)
  const person = vk.person(name)
  await vk.begins(person, await linkTokenOf(who, 'vk'))
  await world.settle()
  await world.sendNotices()
  return { who, chat, person }
}

/** Time goes on, and what is due then is sent. */
async function pass(milliseconds: number): Promise<void> {
  world.clock.advance(milliseconds)
  await world.sendNotices()
}

describe('a notice in a chat', () => {
  it('comes, and what is pressed under it is done in the feed', async () => {
    const { who, chat, person } = await listener('anna')
    await pass(MINUTE)
    await world.post('Посоветуйте фотографа на свадьбу')
    await world.settle()
    await world.sendNotices()
    expect(telegram.last(chat).text).toContain('Посоветуйте фотографа на свадьбу')
    expect(vk.last(person).text).toContain('Посоветуйте фотографа на свадьбу')
    const browser = await who.connects()
    await browser.asks('feed', 'setFeedListener', { filters: [{ filterId: who.filterId, since: 0 }] })
    await telegram.presses(chat, telegram.last(chat), 'Взять')
    await vk.presses(person, vk.last(person), 'В избранное')
    await world.settle()
    await expect.poll(() => browser.heard['leads.changed'].length).toBeGreaterThan(0)
    const { messages } = await who.asks('feed', 'queryFeed', {})
    expect(messages[0]).toMatchObject({ favorite: true, lead: { status: 'inWork', assignee: { id: who.userId } } })
    const { notices } = await who.asks('notices', 'listNotices', {})
    expect(notices.map(({ channel, state }) => [channel, state]).toSorted()).toEqual([
      ['telegram', 'sent'],
      ['vk', 'sent'],
    ])
  })

  it('comes as one of many, each shown by its number', async () => {
    const { chat } = await listener('boris')
    for (let at = 1; at <= 3; at += 1) await world.post(`Ищу фотографа для дела номер ${at * 1_111}`)
    await world.settle()
    await pass(2 * MINUTE)
    const list = telegram.last(chat)
    expect(list.text).toMatch(/^3 новых: Дефолтная/)
    await pass(2 * SECOND)
    await telegram.presses(chat, list, '2')
    await world.settle()
    expect(telegram.last(chat).text).toContain('Ищу фотографа для дела номер')
    expect(telegram.last(chat).buttons).toHaveLength(2)
  })

  it('waits as long as Telegram asks, and ends where the bot is blocked', async () => {
    const { who, chat } = await listener('vera')
    await pass(2 * MINUTE)
    // To every chat of these stories: which of them is written to first is no matter.
    const chats = await world.db.selectFrom('noticeAddresses').select('id').where('channel', '=', 'telegram').execute()
    for (const _ of chats) telegram.faults.add('sendMessage', { status: 429, retryAfter: 40 })
    await world.post('Вере нужен фотограф, срочно, сегодня')
    await world.settle()
    const before = telegram.in(chat).length
    await world.sendNotices()
    expect(telegram.in(chat)).toHaveLength(before)
    await pass(41 * SECOND)
    expect(telegram.in(chat)).toHaveLength(before + 1)
    telegram.closes(chat, 'blocked')
    await pass(2 * MINUTE)
    await world.post('Вере снова нужен фотограф, на юбилей')
    await world.settle()
    await world.sendNotices()
    const { settings } = await who.asks('notices', 'getNoticeSettings', {})
    expect(settings.addresses.find(({ channel }) => channel === 'telegram')).toMatchObject({ endedBecause: 'blocked' })
    expect(settings.addresses.find(({ channel }) => channel === 'vk')).toMatchObject({ endedAt: null })
  })
})

/** The community as people meet it: over the Callback API, the jobs that follow, and what the simulated VK then shows. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../../../../kit/clock.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../../testing/test-world.ts'
import { vkChannel } from '../channels/vk.ts'
import { GROUP_ID, GROUP_TOKEN, simulateVkGroup, type VkGroupSimulator } from '../channels/vk/vk-group.simulator.ts'
import { linkTokenOf, newestMessage, recipientOf, sampleMessage, sampleNotice } from './messengers.samples.ts'

let world: TestWorld
let vk: VkGroupSimulator
beforeAll(async () => {
  vk = await simulateVkGroup({ now: () => world.clock.now() })
  const vkNotices = {
    groupId: GROUP_ID,
    token: GROUP_TOKEN,
    url: vk.url,
    updates: 'webhook',
    secret: 'simulated-secret',
    confirmation: 'a1b2c3',
  } as const
  world = await openTestWorld({ config: { vkNotices, siteUrl: 'https://echolot.example' } })
  vk.callback = { url: `${world.web.address}/api/notices/vk`, secret: vkNotices.secret }
  await world.looksFor('photographers', 'фотограф')
})
afterAll(async () => {
  await world.close()
  await vk.close()
})
beforeEach(() => {
  world.clock.advance(2 * MINUTE)
})

async function writes(who: number, text: string): Promise<void> {
  await vk.writes(who, text)
  await world.settle()
}
async function presses(who: number, label: string): Promise<void> {
  await vk.presses(who, vk.last(who), label)
  await world.settle()
}
const labels = (who: number): string[] =>
  vk
    .last(who)
    .buttons.flat()
    .map(({ action }) => action.label)

let people = 0
async function linked(name: string): Promise<{ who: TestUser; chat: number }> {
  people += 1
  const who = await world.customer(`${name}${people}`, paid('photographers'))
  const chat = vk.person(name)
  await vk.begins(chat, await linkTokenOf(who, 'vk'))
  await world.settle()
  return { who, chat }
}
const addressesOf = async (who: TestUser) => (await who.asks('notices', 'getNoticeSettings', {})).settings.addresses

it('a chat is linked by «Начать» of the link, under the name VK says', async () => {
  const who = await world.customer('anna')
  const link = await who.asks('notices', 'startMessengerLink', { channel: 'vk' })
  const token = new URL(link.url).searchParams.get('ref') ?? ''
  expect(link).toMatchObject({
    url: `https://vk.com/write-${GROUP_ID}?ref=${token}&ref_source=site`,
    appUrl: null,
    groupCommand: null,
  })
  const chat = vk.person('Анна')
  await vk.begins(chat, token)
  await world.settle()
  expect(vk.last(chat).text).toContain('Готово: чат привязан')
  expect(await addressesOf(who)).toMatchObject([{ channel: 'vk', title: 'Анна Иванова', group: false }])
  const other = vk.person('Чужая')
  await vk.begins(other, token)
  await world.settle()
  expect(vk.last(other).text).toContain('Этот код уже использован')
  await vk.begins(other)
  await world.settle()
  expect(vk.last(other).text).toContain('не привязан')
})

it('a token of Telegram links nothing here', async () => {
  const who = await world.customer('boris')
  expect(await who.isRefused('notices', 'startMessengerLink', { channel: 'telegram' })).toBe(
    'NOTICE_CHANNEL_NOT_AVAILABLE',
  )
})

it('a chat ends when messages are not allowed any more', async () => {
  const { who, chat } = await linked('Вера')
  await vk.denies(chat)
  await world.settle()
  expect(await addressesOf(who)).toMatchObject([{ endedBecause: 'blocked' }])
})

it('the same is asked in words and by buttons as in Telegram', async () => {
  const { who, chat } = await linked('Глеб')
  await writes(chat, 'помощь')
  expect(labels(chat)).toEqual(['Сегодня', 'Фильтры', 'Пауза', 'Помощь'])
  await presses(chat, 'Пауза')
  await presses(chat, 'Сутки')
  const { settings } = await who.asks('notices', 'getNoticeSettings', {})
  expect(settings.preferences.pausedUntil).toBe(new Date(world.clock.now().getTime() + 24 * 60 * MINUTE).toISOString())
  await writes(chat, 'Продолжить')
  await writes(chat, 'фильтры')
  await presses(chat, '●')
  const changed = await who.asks('notices', 'getNoticeSettings', {})
  expect(changed.settings.preferences.pausedUntil).toBeNull()
  expect(changed.settings.filters[0]?.rules.vk.mode).toBe('off')
  expect(labels(chat)).toEqual(['○ Дефолтная: нет'])
  for (let at = 1; at <= 7; at += 1)
    await who.asks('filters', 'createFilter', { name: `Очень длинное имя фильтра ${at}` })
  await writes(chat, 'фильтры')
  await presses(chat, 'Дальше')
  expect(labels(chat)).toHaveLength(4)
  await writes(chat, 'стоп')
  expect(await addressesOf(who)).toEqual([])
})

describe('a press under a message', () => {
  async function notifyOf(name: string, text: string) {
    const { who, chat } = await linked(name)
    await world.forgetMessages()
    await world.post(text)
    await world.settle()
    const id = await newestMessage(who)
    const messages = [sampleMessage({ id, text, spans: [] })]
    const notice = sampleNotice({ userId: who.userId, filter: { id: who.filterId, name: 'Дефолтная' }, messages })
    expect(await vkChannel.send(world, await recipientOf(world, 'vk', chat, id), notice)).toMatchObject({
      state: 'sent',
    })
    const message = async () => (await who.asks('feed', 'getMessage', { id })).message
    return { who, chat, id, message }
  }

  it('performs the actions of the feed, and the message says so; an open tab sees it at once', async () => {
    const { who, chat, id, message } = await notifyOf('Дина', 'Дина ищет, кто посоветует фотографа')
    const browser = await who.connects()
    await browser.asks('feed', 'setFeedListener', { filters: [{ filterId: who.filterId, since: 0 }] })
    await presses(chat, 'В избранное')
    expect(vk.snackbars.at(-1)).toBe('В избранном')
    expect(labels(chat)).toEqual(['В избранном ✓', 'Не моё', 'Взять в работу', 'Открыть'])
    await expect
      .poll(() => browser.heard['feed.message'].some((each) => JSON.stringify(each).includes(`${id}`)))
      .toBe(true)
    await presses(chat, 'Взять в работу')
    await expect.poll(() => browser.heard['leads.changed'].length).toBeGreaterThan(0)
    // VK keeps no buttons for us: all that was done is drawn again.
    expect(labels(chat)[0]).toBe('В избранном ✓')
    expect(labels(chat)[2]).toMatch(/^В работе ✓ · /)
    expect(vk.last(chat).text).toContain('Дина ищет')
    await presses(chat, 'В избранном ✓')
    expect(await message()).toMatchObject({ favorite: false, lead: { status: 'inWork' } })
    expect(labels(chat)[0]).toBe('В избранное')
    expect(vk.in(chat)).toHaveLength(2)
  })

  it('hides a word of what is not theirs', async () => {
    const { who, chat, message } = await notifyOf('Ева', 'Фотограф продаёт аппаратуру')
    await presses(chat, 'Не моё')
    expect((await message()).dislikes).toEqual([who.userId])
    await presses(chat, '− аппаратуру')
    expect(vk.snackbars.at(-1)).toBe('За 30 дней слово «аппаратуру» скрыло бы 1 сообщение из 1')
    expect(labels(chat)).toContain('Скрывать «аппаратуру»: 1 из 1')
    await presses(chat, 'Скрывать')
    expect((await who.asks('filters', 'listFilters', {})).filters[0]?.excludedWords).toEqual(['аппаратуру'])
  })

  it('of someone else’s making does nothing', async () => {
    const { chat, id, message } = await notifyOf('Жанна', 'Жанне нужен фотограф')
    const stranger = vk.person('Чужая')
    for (const payload of [{ press: `f:${id}:0` }, { press: 12 }, null, 'f', { press: '__proto__' }]) {
      await vk.pressesPayload(stranger, vk.last(chat), payload)
      await world.settle()
    }
    // Whose chat the message stands in is not who pressed it.
    await vk.emit('message_event', {
      user_id: stranger,
      peer_id: chat,
      event_id: 'x',
      payload: { press: `f:${id}:0` },
      conversation_message_id: 1,
    })
    await world.settle()
    expect((await message()).favorite).toBe(false)
  })
})

describe('notices.allowVk', () => {
  const vkAccount = (userId: number, externalId: number) =>
    world.db
      .insertInto('networkAccounts')
      .values({ network: 'vk', externalId: String(externalId), userId, email: null, createdAt: world.clock.now() })
      .execute()

  it('believes the widget of the VK that is linked to the account, and asks VK', async () => {
    const zoya = await world.customer('zoya')
    const vkUserId = vk.person('Зоя', { allowed: true })
    await vkAccount(zoya.userId, vkUserId)
    const { address } = await zoya.asks('notices', 'allowVk', { vkUserId })
    expect(address).toMatchObject({ channel: 'vk', title: 'Зоя Иванова', group: false, endedAt: null })
    // Sent twice it is the same.
    expect(await zoya.asks('notices', 'allowVk', { vkUserId })).toEqual({ address })
    expect(await addressesOf(zoya)).toEqual([address])
  })

  it('refuses a VK of no one’s or of someone else, and what VK does not confirm', async () => {
    const [inna, other] = [await world.customer('inna'), await world.customer('not-inna')]
    const vkUserId = vk.person('Инна')
    expect(await inna.isRefused('notices', 'allowVk', { vkUserId })).toBe('VK_NOT_LINKED')
    await vkAccount(inna.userId, vkUserId)
    expect(await other.isRefused('notices', 'allowVk', { vkUserId })).toBe('VK_NOT_LINKED')
    expect(await inna.isRefused('notices', 'allowVk', { vkUserId })).toBe('VK_MESSAGES_NOT_ALLOWED')
    vk.faults.add('messages.isMessagesFromGroupAllowed', 5)
    expect(await inna.isRefused('notices', 'allowVk', { vkUserId })).toBe('NOTICE_CHANNEL_NOT_AVAILABLE')
    expect(await inna.isRefused('notices', 'allowVk', { vkUserId: 0 })).toBe('VALIDATION_FAILED')
    expect((await world.ask('notices', 'allowVk', { vkUserId })).status).toBe('error')
    expect(await addressesOf(inna)).toEqual([])
  })
})

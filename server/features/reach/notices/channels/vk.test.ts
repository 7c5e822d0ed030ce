/** What is handed to VK, and what becomes of it; against an API that refuses what the real one does. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SECOND } from '../../../../kit/clock.ts'
import { StandingClock } from '../../../../testing/standing-clock.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { silentLog } from '../../../../kit/log.ts'
import { sampleMessage, sampleNotice } from '../bot/messengers.samples.ts'
import type { Sent } from './channel.ts'
import { vkChannel } from './vk.ts'
import { drawText, drawVkKeyboard } from './vk/draw-vk.ts'
import { randomIdOf } from './vk/vk.ts'
import { GROUP_ID, GROUP_TOKEN, simulateVkGroup, type VkGroupSimulator } from './vk/vk-group.simulator.ts'

let vk: VkGroupSimulator
let clock: StandingClock
let ctx: AppContext
beforeEach(async () => {
  clock = new StandingClock()
  vk = await simulateVkGroup({ now: () => clock.now() })
  const group = { groupId: GROUP_ID, token: GROUP_TOKEN, url: vk.url, updates: 'poll', secret: '', confirmation: '' }
  const config = { siteUrl: 'https://echolot.example', vkNotices: group }
  ctx = { clock, log: silentLog, bus: {}, config } as unknown as AppContext
})
afterEach(() => vk.close())

const send = (person: number, notice = sampleNotice(), deliveryId = 1): Promise<Sent> =>
  vkChannel.send(ctx, { deliveryId, addressId: 1, address: { chat: String(person), by: null }, userId: 1 }, notice)

it('is one message, without previews and mentions, with what can be done', async () => {
  const person = vk.person('Анна', { allowed: true })
  const notice = sampleNotice({ messages: [sampleMessage({ id: 12 })] })
  expect(await send(person, notice)).toEqual({ state: 'sent', externalId: String(vk.last(person).id) })
  expect(vk.last(person)).toMatchObject({
    text: 'Фотографы · Горячий · ВКонтакте · Подслушано · Омск\n\nПосоветуйте фотографа на свадьбу\n\nМария · 14:55',
    plain: true,
  })
  expect(vk.last(person).buttons.map((row) => row.map(({ action }) => action.label))).toEqual([
    ['В избранное', 'Не моё'],
    ['Взять в работу', 'Открыть'],
  ])
  expect(vk.last(person).buttons[1]?.[1]?.action.link).toBe('https://echolot.example/feed?message=12')
})

it('reaches the person once, however often it is handed over', async () => {
  const person = vk.person('Анна', { allowed: true })
  expect(vkChannel.repeatable).toBe(true)
  const first = await send(person, sampleNotice(), 12)
  expect(await send(person, sampleNotice(), 12)).toEqual(first)
  expect(await send(person, sampleNotice(), 13)).not.toEqual(first)
  expect(vk.in(person)).toHaveLength(2)
})

it('gives every delivery a number of its own that VK takes', () => {
  const numbers = Array.from({ length: 5_000 }, (_, id) => randomIdOf(id))
  expect(new Set(numbers).size).toBe(5_000)
  for (const number of numbers) expect(number > 0 && number < 2 ** 31).toBe(true)
})

it.each([
  ['nothing', ''],
  ['very long', 'слово '.repeat(4_000)],
  ['signs of two units', '💍'.repeat(6_000)],
])('is taken where the text is %s', async (_, text) => {
  const person = vk.person('Анна', { allowed: true })
  const messages = Array.from({ length: 10 }, (_each, id) => sampleMessage({ id, text }))
  expect(await send(person, sampleNotice({ messages: [sampleMessage({ text })] }), 1)).toMatchObject({ state: 'sent' })
  expect(await send(person, sampleNotice({ messages, count: 40 }), 2)).toMatchObject({ state: 'sent' })
  // The way to the feed is there whatever else had no room.
  expect(vk.last(person).buttons.at(-1)?.[0]?.action.label).toBe('Открыть ленту')
  expect(vk.last(person).buttons.flat()).toHaveLength(10)
})

describe('what becomes of it', () => {
  it('a person who never allowed it, or put us on their black list, is gone', async () => {
    const person = vk.person('Анна')
    expect(await send(person)).toEqual({ state: 'gone', because: 'blocked' })
    vk.set(person, { allowed: true, blackListed: true })
    expect(await send(person)).toEqual({ state: 'gone', because: 'blocked' })
  })

  it.each([
    [902, { state: 'gone', because: 'blocked' }],
    [917, { state: 'gone', because: 'gone' }],
    [6, { state: 'later', afterMs: SECOND, of: 'channel' }],
    [9, { state: 'later', afterMs: 300 * SECOND, of: 'chat' }],
    [5, { state: 'later', afterMs: 600 * SECOND, of: 'channel' }],
    [7, { state: 'later', afterMs: 600 * SECOND, of: 'channel' }],
    [15, { state: 'later', afterMs: 600 * SECOND, of: 'channel' }],
    [27, { state: 'later', afterMs: 600 * SECOND, of: 'channel' }],
    [914, { state: 'failed', reason: 'ВКонтакте не принял сообщение' }],
    [911, { state: 'failed', reason: 'ВКонтакте не принял сообщение' }],
  ])('error %i', async (code, expected) => {
    vk.faults.add('messages.send', code)
    expect(await send(vk.person('Анна', { allowed: true }))).toEqual(expected)
  })

  it.each([1, 10, 502])('an error of VK’s own (%i) is tried again', async (fault) => {
    const person = vk.person('Анна', { allowed: true })
    vk.faults.add('messages.send', fault)
    await expect(send(person)).rejects.toThrow()
    expect(await send(person)).toMatchObject({ state: 'sent' })
  })
})

it('keeps to twenty a second', async () => {
  const person = vk.person('Анна', { allowed: true })
  for (let at = 1; at <= 100; at += 1) {
    for (;;) {
      const sent = await send(person, sampleNotice(), at)
      if (sent.state !== 'later') break
      clock.advance(sent.afterMs)
    }
  }
  expect([vk.tooFast, vk.messages.length]).toEqual([0, 100])
})

it('cuts what does not fit', () => {
  expect(drawText([{ text: 'x'.repeat(4_095) }, { text: '💍💍' }])).toBe(`${'x'.repeat(4_095)}…`)
  const { buttons } = JSON.parse(drawVkKeyboard([[{ text: 'щ'.repeat(50), press: 'f:1:1' }]])) as {
    buttons: { action: { label: string } }[][]
  }
  expect(buttons[0]?.[0]?.action.label).toHaveLength(40)
})

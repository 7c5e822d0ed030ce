import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sleepingTime } from '../../../../testing/sleeping-time.ts'
import type { GatewayFind } from '../gateway.ts'
import { TelegramWorld, type SimulatedPerson } from '../telegram-world.simulator.ts'
import { openSimulatedAccount, type SimulatedAccount } from './mtproto.samples.ts'

const time = sleepingTime()
const anna: SimulatedPerson = { id: 7, name: 'Анна', username: 'AnnaAnna' }
let world: TelegramWorld
let account: SimulatedAccount

beforeEach(async () => {
  time.at = Date.parse('2026-11-20T12:00:00Z')
  world = new TelegramWorld({ now: time.now })
  account = await openSimulatedAccount(world, time)
})
afterEach(() => account.close())

const countdown = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, n) => from - n)

describe('what is pushed', () => {
  let heard: GatewayFind[]
  const reported = (): string[] =>
    heard.map(
      ({ chat, message, post, deleted }) =>
        `${chat.name}/${post === null ? '' : `${post}/`}${message.id} ${deleted ? 'deleted' : message.text}`,
    )
  beforeEach(async () => {
    heard = []
    world.channel('news', { comments: true, title: 'Новости' })
    account.gateway.onMessage((find) => heard.push(find))
    await account.listens()
  })

  it('are new messages, comments, edits and deletions, in their order', async () => {
    world.post('news', 'Пост')
    world.comment('news', 1, { text: 'Ответ', author: anna })
    time.at += 1000
    world.edit('news', 1, 'Другой пост')
    world.delete('news', 1)
    await expect.poll(reported).toEqual(['news/1 Пост', 'news/1/2 Ответ', 'news/1 Другой пост', 'news/1 deleted'])
    expect(heard[1]).toMatchObject({
      chat: { kind: 'channel', title: 'Новости' },
      message: { author: { name: 'Анна' } },
    })
    expect(heard[2]?.message.editedAt).toEqual(time.now())
  })

  it('are comments under posts that were not heard themselves', async () => {
    account.simulator.pushesForwards = false
    world.post('news', 'Пост')
    world.comment('news', 1, { text: 'Первый', author: anna })
    world.comment('news', 1, { text: 'Второй', author: anna })
    await expect.poll(reported).toEqual(['news/1 Пост', 'news/1/2 Первый', 'news/1/3 Второй'])
    expect(account.simulator.count('channels.getMessages')).toBe(1)
  })

  it('is made up for where something was missed', async () => {
    world.group('moms_chat')
    world.post('moms_chat', { text: '1', author: anna })
    await expect.poll(reported).toEqual(['moms_chat/1 1'])
    account.simulator.isDeaf = true
    for (let n = 2; n <= 9; n += 1) world.post('moms_chat', { text: String(n), author: anna })
    world.delete('moms_chat', 3)
    account.simulator.isDeaf = false
    world.post('moms_chat', { text: '10', author: anna })
    await expect
      .poll(() => reported().toSorted())
      .toEqual([...countdown(10, 1).map((n) => `moms_chat/${n} ${n}`), 'moms_chat/3 deleted'].toSorted())
    expect(account.simulator.count('updates.getChannelDifference')).toBeGreaterThan(0)
  })

  it('is made up for by history where too much was missed', async () => {
    world.group('moms_chat')
    world.post('moms_chat', { text: '1', author: anna })
    await expect.poll(reported).toEqual(['moms_chat/1 1'])
    account.simulator.isDeaf = true
    account.simulator.mostDifference = 20
    for (let n = 2; n <= 150; n += 1) world.post('moms_chat', { text: String(n), author: anna })
    account.simulator.isDeaf = false
    world.post('moms_chat', { text: '151', author: anna })
    await expect.poll(() => new Set(reported()).size).toBe(151)
    expect(account.simulator.count('messages.getHistory')).toBe(2)
  })

  it('goes on after the connection was lost, with what happened meanwhile', async () => {
    world.post('news', 'До')
    await expect.poll(reported).toEqual(['news/1 До'])
    account.simulator.wire.isDown = true
    account.simulator.cut()
    await expect.poll(() => account.gateway.heardAt()).toBeNull()
    const before = account.simulator.wire.opened
    await expect.poll(() => account.simulator.wire.opened).toBeGreaterThan(before + 2)
    world.post('news', 'Без связи')
    account.simulator.wire.isDown = false
    await account.listens()
    world.post('news', 'После')
    await expect.poll(() => reported().toSorted()).toEqual(['news/1 До', 'news/2 Без связи', 'news/3 После'])
  })

  it('ends with whoever listened', async () => {
    const others: GatewayFind[] = []
    const stop = account.gateway.onMessage((find) => others.push(find))
    world.post('news', 'Один')
    await expect.poll(() => others.length).toBe(1)
    stop()
    world.post('news', 'Два')
    await expect.poll(() => heard.length).toBe(2)
    expect(others).toHaveLength(1)
  })
})

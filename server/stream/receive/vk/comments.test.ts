import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../../kit/clock.ts'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import { idsOf, vkTown } from './vk.samples.ts'
import type { WallCursor } from './wall-cursor.ts'

const openVkTown = () => vkTown(sleepingTime())
let town: Awaited<ReturnType<typeof openVkTown>>

beforeEach(async () => {
  town = await openVkTown()
})
afterEach(() => town.simulator.close())

describe('comments', () => {
  test('new ones are reported, in threads too, and cost a call only when their number changed', async () => {
    const { world, simulator } = town
    world.group(1, { name: 'Ремонт' })
    world.user(5, { name: 'Анна Иванова' })
    const post = world.post(-1, { text: 'Кто поможет?', date: town.seconds(HOUR) })
    const first = world.comment(post, { text: 'Я', fromId: 5 })
    const read = await town.readWall()
    expect(read.messages.slice(1)).toMatchObject([
      {
        externalId: '-1_1_r2',
        kind: 'comment',
        text: 'Я',
        url: 'https://vk.com/wall-1_1?reply=2',
        author: { externalId: '5', name: 'Анна Иванова' },
        group: { externalId: '-1', name: 'Ремонт' },
      },
    ])
    expect((await town.readWall(-1, read.cursor)).messages).toEqual([])
    expect(simulator.called('wall.getComments')).toBe(1)
    town.time.at += 60_000
    world.comment(post, { text: '[id5|Анна], сколько?', root: first.id, fromId: -1 })
    const again = await town.readWall(-1, read.cursor)
    expect(again.messages).toMatchObject([
      {
        externalId: '-1_1_r3',
        text: 'Анна, сколько?',
        url: 'https://vk.com/wall-1_1?reply=3&thread=2',
        author: { externalId: '-1' },
      },
    ])
    expect(simulator.called('wall.getComments')).toBe(2)
  })

  test('nothing is lost over pages and long threads', async () => {
    const { world } = town
    world.group(1)
    const post = world.post(-1, { text: 'Обсуждение', date: town.seconds(HOUR) })
    const roots = Array.from({ length: 230 }, (_, n) => world.comment(post, { text: `Комментарий ${n}` }))
    for (let n = 0; n < 150; n += 1) world.comment(post, { text: `Ответ ${n}`, root: roots[3]!.id })
    for (let n = 0; n < 25; n += 1) world.comment(post, { text: `Другой ответ ${n}`, root: roots[200]!.id })
    const read = await town.readWall()
    expect(new Set(idsOf(read.messages)).size).toBe(1 + 230 + 150 + 25)
    town.time.at += 60_000
    world.comment(post, { text: 'Ещё', root: roots[3]!.id })
    world.comment(post, { text: 'И ещё' })
    const more = await town.readWall(-1, read.cursor)
    expect(more.messages.map(({ text }) => text).toSorted()).toEqual(['Ещё', 'И ещё'])
  })

  test('of a discussion of thousands the newest are read, in a bounded number of calls', async () => {
    const { world, simulator } = town
    world.group(1)
    const post = world.post(-1, { text: 'Спор', date: town.seconds(HOUR) })
    const roots = Array.from({ length: 2_500 }, (_, n) => world.comment(post, { text: `Довод ${n}` }))
    const read = await town.readWall()
    expect(read.messages).toHaveLength(1 + 2_000)
    const calls = simulator.called('wall.getComments')
    town.time.at += 60_000
    world.comment(post, { text: 'Ответ на старое', root: roots[0]!.id })
    world.comment(post, { text: 'Ответ на новое', root: roots[2_300]!.id })
    const more = await town.readWall(-1, read.cursor)
    expect(more.messages.map(({ text }) => text)).toEqual(['Ответ на новое'])
    expect(simulator.called('wall.getComments') - calls).toBe(5)
  })

  test('edited and replaced ones are found when they are read again, deleted ones that left a trace are reported', async () => {
    const { world } = town
    world.group(1)
    const post = world.post(-1, { text: 'Обсуждение', date: town.seconds(HOUR) })
    const [first, second, third] = ['Раз', 'Два', 'Три'].map((words) => world.comment(post, { text: words }))
    world.comment(post, { text: 'Ответ', root: second!.id })
    const read = await town.readWall()
    first!.text = 'Раз, исправлено'
    second!.deleted = true
    third!.deleted = true
    world.comment(post, { text: 'Четыре' })
    const soon = await town.readWall(-1, read.cursor)
    expect(soon.messages).toEqual([])
    town.time.at += 7 * HOUR
    const again = await town.readWall(-1, soon.cursor)
    expect(again.messages).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ text: 'Раз, исправлено' }),
        expect.objectContaining({ externalId: '-1_1_r3', deleted: true }),
        expect.objectContaining({ text: 'Четыре' }),
      ]),
    )
  })

  test('those of many posts are read in small steps, at most of some tens of posts, for a week', async () => {
    const { world, simulator } = town
    world.group(1)
    for (let n = 0; n < 90; n += 1)
      world.comment(world.post(-1, { text: `Запись ${n}`, date: town.seconds(n * HOUR) }), { text: 'Да' })
    const old = world.post(-1, { text: 'Старая', date: town.seconds(8 * DAY) })
    world.comment(old, { text: 'Поздно' })
    const read = await town.readWall()
    expect(simulator.called('wall.getComments')).toBe(40)
    expect(read.steps).toBe(9)
    expect(read.messages.filter(({ kind }) => kind === 'comment')).toHaveLength(40)
    expect(JSON.stringify(read.cursor).length).toBeLessThan(10_000)
  })

  test('closed comments and failing ones keep nothing else from being read', async () => {
    const { world, simulator } = town
    world.group(1)
    const closed = world.post(-1, { text: 'Закрыто', date: town.seconds(HOUR) })
    world.comment(closed, { text: 'Не видно' })
    closed.commentsClosed = true
    world.comment(world.post(-1, { text: 'Сбой', date: town.seconds(2 * HOUR) }), { text: 'Позже' })
    world.comment(world.post(-1, { text: 'Открыто', date: town.seconds(3 * HOUR) }), { text: 'Видно' })
    simulator.fail({ error: 10 }, 'wall.getComments')
    const first = await town.readWall()
    expect(first.messages.map(({ text }) => text)).toEqual(['Закрыто', 'Сбой', 'Открыто'])
    const second = await town.readWall(-1, first.cursor)
    expect(second.messages.map(({ text }) => text)).toEqual(['Позже', 'Видно'])
    const calls = simulator.called('wall.getComments')
    expect((await town.readWall(-1, second.cursor)).messages).toEqual([])
    expect(simulator.called('wall.getComments')).toBe(calls)
    expect((second.cursor as WallCursor).due).toEqual([])
  })
})

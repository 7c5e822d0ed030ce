import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../../kit/clock.ts'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import { idsOf, never, since, vkTown } from './vk.samples.ts'

const openVkTown = () => vkTown(sleepingTime())
let town: Awaited<ReturnType<typeof openVkTown>>

beforeEach(async () => {
  town = await openVkTown()
})
afterEach(() => town.simulator.close())

describe('search', () => {
  test('finds posts and comments of all walls', async () => {
    const { world } = town
    world.group(1, { name: 'Самара' })
    world.user(5, { name: 'Анна Иванова' })
    const post = world.post(5, { text: 'Посоветуйте фотографа', date: town.seconds(HOUR) })
    const answer = world.post(-1, { text: 'Барахолка', date: town.seconds(2 * HOUR) })
    world.comment(answer, { text: 'Нужен фотограф', fromId: 5, date: town.seconds(1_000) })
    const { messages } = await town.search(['"фотографа"'])
    expect(messages).toMatchObject([
      {
        externalId: `-1_${answer.id}_r2`,
        kind: 'comment',
        url: 'https://vk.com/wall-1_1?reply=2',
        group: { externalId: '-1', name: 'Самара' },
        author: { externalId: '5' },
      },
      {
        externalId: `5_${post.id}`,
        kind: 'post',
        author: { externalId: '5', name: 'Анна Иванова' },
        group: { externalId: '5', kind: 'person' },
      },
    ])
  })

  test('goes over all pages, reports nothing twice, and finds what the index learnt late', async () => {
    const { world, simulator } = town
    world.group(1)
    for (let n = 0; n < 450; n += 1) world.post(-1, { text: `Нужен ремонт ${n}`, date: town.seconds(n * 60_000) })
    const first = await town.search(['ремонт'])
    expect(new Set(idsOf(first.messages)).size).toBe(450)
    expect(simulator.called('newsfeed.search')).toBe(3)
    town.time.at += 60_000
    world.post(-1, { text: 'Нужен ремонт срочно' })
    const late = world.post(-1, { text: 'Ремонт, не сразу найденный', indexedAt: town.seconds(-120_000) })
    const second = await town.search(['ремонт'], first.cursor)
    expect(second.messages.map(({ text }) => text)).toEqual(['Нужен ремонт срочно'])
    town.time.at += 180_000
    expect(idsOf((await town.search(['ремонт'], second.cursor)).messages)).toEqual([`-1_${late.id}`])
  })

  test('the first reading brings a thousand; after a silence more is asked for, slice by slice', async () => {
    const { world } = town
    world.group(1)
    for (let n = 0; n < 1_300; n += 1) world.post(-1, { text: 'Ремонт', date: town.seconds(HOUR + n * 1_000) })
    const first = await town.search(['ремонт'])
    expect(first.messages).toHaveLength(town.adapter.search!.mostResults)
    town.time.at += DAY
    for (let n = 0; n < 2_300; n += 1) world.post(-1, { text: 'Ремонт', date: town.seconds(n * 30_000), fromId: -1 })
    const second = await town.search(['ремонт'], first.cursor)
    const fresh = world.posts.slice(1_300).map(({ id }) => `-1_${id}`)
    const received = new Set(idsOf(second.messages))
    expect(fresh.filter((id) => !received.has(id))).toEqual([])
    expect(JSON.stringify(second.cursor).length).toBeLessThan(12_000)
  })

  test('after a rest that is longer than a first reading goes back, nothing of it is left out', async () => {
    const { world } = town
    world.group(1)
    world.post(-1, { text: 'Ремонт до' })
    const first = await town.search(['ремонт'])
    town.time.at += DAY
    world.post(-1, { text: 'Ремонт посреди', date: town.seconds(10 * HOUR) })
    world.post(-1, { text: 'Ремонт после' })
    const since = new Date(town.time.at - 3 * HOUR)
    const { messages } = await town.adapter.search!.read(['ремонт'], first.cursor, since, never)
    expect(messages.map(({ text }) => text).toSorted()).toEqual(['Ремонт после', 'Ремонт посреди'])
  })

  test("that was given up and is asked again months later begins again: what is old by then is nobody's news", async () => {
    const { world } = town
    world.group(1)
    world.post(-1, { text: 'Ремонт до' })
    const first = await town.search(['ремонт'])
    town.time.at += 90 * DAY
    world.post(-1, { text: 'Ремонт давно', date: town.seconds(60 * DAY) })
    world.post(-1, { text: 'Ремонт на той неделе', date: town.seconds(10 * DAY) })
    world.post(-1, { text: 'Ремонт сейчас' })
    const second = await town.search(['ремонт'], first.cursor)
    expect(second.messages.map(({ text }) => text).toSorted()).toEqual(['Ремонт на той неделе', 'Ремонт сейчас'])
    expect((await town.search(['ремонт'], second.cursor)).messages).toEqual([])
  })

  test('that was given up in the middle of its pages does not go on with them', async () => {
    const { world, simulator } = town
    world.group(1)
    for (let n = 0; n < 600; n += 1) world.post(-1, { text: 'Ремонт', date: town.seconds(n * 60_000) })
    const { cursor, more } = await town.adapter.search!.read(['ремонт'], null, since, never)
    expect(more).toBe(true)
    town.time.at += 90 * DAY
    world.post(-1, { text: 'Ремонт сейчас' })
    const before = simulator.called('newsfeed.search')
    const second = await town.search(['ремонт'], cursor)
    expect(second.messages.map(({ text }) => text)).toEqual(['Ремонт сейчас'])
    expect(simulator.called('newsfeed.search') - before).toBe(1)
  })

  test('a mark of a page that VK forgot begins again from where it was', async () => {
    const { world, simulator } = town
    world.group(1)
    for (let n = 0; n < 600; n += 1) world.post(-1, { text: 'Ремонт', date: town.seconds(n * 60_000) })
    const { cursor, messages } = await town.adapter.search!.read(['ремонт'], null, since, never)
    simulator.fail({ error: 100 }, 'newsfeed.search')
    const rest = await town.search(['ремонт'], cursor)
    expect(new Set(idsOf([...messages, ...rest.messages])).size).toBe(600)
  })

  test('words of nothing but signs are refused before VK is asked', async () => {
    await expect(town.search(['"-"'])).rejects.toMatchObject({ kind: 'bad-request' })
    expect(town.simulator.calls).toHaveLength(0)
  })
})

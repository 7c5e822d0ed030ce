import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, idsOf, readAll, sleepingTime, START, vkTown } from './vk.samples.ts'

const on = new AbortController().signal
const openTown = () => vkTown(sleepingTime())
let town: Awaited<ReturnType<typeof openTown>>

beforeEach(async () => {
  town = await openTown()
})
afterEach(() => town.simulator.close())

const seconds = (before = 0): number => Math.floor((town.time.now().getTime() - before) / 1000)
const since = new Date(START - 14 * DAY)
const search = (words: string[], cursor: unknown = null) => readAll((at) => town.adapter.search!.read(words, at, since, on), cursor)
const later = (milliseconds: number): void => town.time.pass(milliseconds)

describe('search', () => {
  test('finds posts and comments of all walls', async () => {
    const { world } = town
    world.group(1, { name: 'Самара' })
    world.user(5, { name: 'Анна Иванова' })
    const post = world.post(5, { text: 'Посоветуйте фотографа', date: seconds(HOUR) })
    const answer = world.post(-1, { text: 'Барахолка', date: seconds(2 * HOUR) })
    world.comment(answer, { text: 'Нужен фотограф', fromId: 5, date: seconds(1_000) })
    const { messages } = await search(['"фотографа"'])
    expect(messages).toMatchObject([
      { externalId: `-1_${answer.id}_r2`, kind: 'comment', url: 'https://vk.com/wall-1_1?reply=2', group: { externalId: '-1', name: 'Самара' }, author: { externalId: '5' } },
      { externalId: `5_${post.id}`, kind: 'post', author: { externalId: '5', name: 'Анна Иванова' }, group: { externalId: '5', kind: 'person' } },
    ])
  })

  test('goes over all pages, tells what it told no more, and finds what the index learnt late', async () => {
    const { world, simulator } = town
    world.group(1)
    for (let n = 0; n < 450; n += 1) world.post(-1, { text: `Нужен ремонт ${n}`, date: seconds(n * 60_000) })
    const first = await search(['ремонт'])
    expect(new Set(idsOf(first.messages)).size).toBe(450)
    expect(simulator.called('newsfeed.search')).toBe(3)
    later(60_000)
    world.post(-1, { text: 'Нужен ремонт срочно' })
    const late = world.post(-1, { text: 'Ремонт, не сразу найденный', indexedAt: seconds(-120_000) })
    const second = await search(['ремонт'], first.cursor)
    expect(second.messages.map(({ text }) => text)).toEqual(['Нужен ремонт срочно'])
    later(180_000)
    expect(idsOf((await search(['ремонт'], second.cursor)).messages)).toEqual([`-1_${late.id}`])
  })

  test('the first reading brings a thousand; after a silence more is asked for, slice by slice', async () => {
    const { world } = town
    world.group(1)
    for (let n = 0; n < 1_300; n += 1) world.post(-1, { text: 'Ремонт', date: seconds(HOUR + n * 1_000) })
    const first = await search(['ремонт'])
    expect(first.messages).toHaveLength(town.adapter.search!.mostResults)
    later(DAY)
    for (let n = 0; n < 2_300; n += 1) world.post(-1, { text: 'Ремонт', date: seconds(n * 30_000), fromId: -1 })
    const second = await search(['ремонт'], first.cursor)
    const fresh = world.posts.slice(1_300).map(({ id }) => `-1_${id}`)
    const told = new Set(idsOf(second.messages))
    expect(fresh.filter((id) => !told.has(id))).toEqual([])
    expect(JSON.stringify(second.cursor).length).toBeLessThan(12_000)
  })

  test('a mark of a page that VK forgot begins anew from where it was', async () => {
    const { world, simulator } = town
    world.group(1)
    for (let n = 0; n < 600; n += 1) world.post(-1, { text: 'Ремонт', date: seconds(n * 60_000) })
    const { cursor, messages } = await town.adapter.search!.read(['ремонт'], null, since, on)
    simulator.fail({ error: 100 }, 'newsfeed.search')
    const rest = await search(['ремонт'], cursor)
    expect(new Set(idsOf([...messages, ...rest.messages])).size).toBe(600)
  })

  test('words of nothing but signs are refused before VK is asked', async () => {
    await expect(search(['"-"'])).rejects.toMatchObject({ kind: 'bad-request' })
    expect(town.simulator.calls).toHaveLength(0)
  })
})

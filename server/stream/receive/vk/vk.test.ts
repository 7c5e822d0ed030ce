import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../../kit/clock.ts'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import { readAll } from '../shared/read-all.samples.ts'
import type { NetworkErrorKind } from '../shared/network-error.ts'
import { idsOf, never, since, START, steppedTime, vkTown, wallOf } from './vk.samples.ts'
import type { VkFault } from './vk.simulator.ts'

const openVkTown = (options?: Parameters<typeof vkTown>[1]) => vkTown(sleepingTime(), options)
let town: Awaited<ReturnType<typeof openVkTown>>

beforeEach(async () => {
  town = await openVkTown()
})
afterEach(() => town.simulator.close())

describe('resolving', () => {
  const resolve = (key: string) => town.adapter.resolve(key, never)

  test('communities and people, by number and by name', async () => {
    town.world.group(1, { name: 'Ремонт &amp; отделка', screenName: 'remont', followers: 1_234 })
    town.world.user(5, { name: 'Анна Иванова', screenName: 'anna', followers: 77 })
    const community = {
      externalId: '-1',
      kind: 'community',
      name: 'Ремонт & отделка',
      avatar: 'https://media.example.invalid/club1.jpg',
      followers: 1_234,
      link: 'https://vk.com/remont',
    }
    const person = {
      externalId: '5',
      kind: 'person',
      name: 'Анна Иванова',
      avatar: 'https://media.example.invalid/5.jpg',
      followers: 77,
      link: 'https://vk.com/anna',
    }
    expect(await resolve('-1')).toEqual(community)
    expect(await resolve('remont')).toEqual(community)
    expect(await resolve('5')).toEqual(person)
    expect(await resolve('anna')).toEqual(person)
  })

  test('what can not be watched says why', async () => {
    town.world.group(1, { closed: true })
    town.world.group(2, { deactivated: 'banned' })
    town.world.user(3, { closed: true })
    town.world.user(4, { deactivated: 'deleted' })
    await expect(resolve('-1')).rejects.toMatchObject({ kind: 'access-denied' })
    await expect(resolve('-2')).rejects.toMatchObject({ kind: 'not-found' })
    await expect(resolve('-99')).rejects.toMatchObject({ kind: 'not-found' })
    await expect(resolve('3')).rejects.toMatchObject({ kind: 'access-denied' })
    await expect(resolve('4')).rejects.toMatchObject({ kind: 'not-found' })
    await expect(resolve('99')).rejects.toMatchObject({ kind: 'not-found' })
    await expect(resolve('nobody_here')).rejects.toMatchObject({ kind: 'not-found' })
    await expect(resolve('some_app')).rejects.toMatchObject({ kind: 'bad-request' })
  })
})

describe('a wall', () => {
  test('brings posts as people read them, with author and community', async () => {
    const { world } = town
    world.group(1, { name: 'Ремонт', screenName: 'remont', followers: 10 })
    world.group(2, { name: 'Другие' })
    world.user(5, { name: 'Анна Иванова' })
    world.post(-1, { text: 'Ищу мастера, [id5|Анна]', signerId: 5, date: town.seconds(HOUR) })
    world.post(-1, { text: '', shared: { ownerId: -2, text: 'Скидки на плитку' }, date: town.seconds(2 * HOUR) })
    const { messages } = await town.readWall()
    const group = {
      externalId: '-1',
      name: 'Ремонт',
      kind: 'community',
      followers: 10,
      url: 'https://vk.com/remont',
      avatar: 'https://media.example.invalid/club1.jpg',
    }
    expect(messages).toMatchObject([
      {
        network: 'vk',
        externalId: '-1_1',
        kind: 'post',
        text: 'Ищу мастера, Анна',
        url: 'https://vk.com/wall-1_1',
        publishedAt: new Date(START - HOUR),
        group,
        author: {
          externalId: '5',
          name: 'Анна Иванова',
          avatar: 'https://media.example.invalid/5.jpg',
          url: 'https://vk.com/id5',
        },
      },
      { externalId: '-1_2', text: 'Скидки на плитку', author: { externalId: '-1', name: 'Ремонт' }, group },
    ])
  })

  test('of a person is read like that of a community, and says who it is even when only others write there', async () => {
    town.world.user(5, { name: 'Анна Иванова', screenName: 'anna' })
    town.world.user(6)
    town.world.post(5, { text: 'С днём рождения!', fromId: 6 })
    const { messages } = await town.readWall(5)
    expect(messages).toMatchObject([
      {
        externalId: '5_1',
        author: { externalId: '6' },
        group: { externalId: '5', kind: 'person', name: 'Анна Иванова' },
      },
    ])
    expect((await town.adapter.groups!.read(wallOf(5), null, since, never)).messages[0]?.group).toMatchObject({
      url: 'https://vk.com/anna',
    })
  })

  test('nothing is lost over many pages, and nothing goes further back than asked', async () => {
    town.world.group(1)
    for (let n = 0; n < 450; n += 1) town.world.post(-1, { text: `Запись ${n}`, date: town.seconds(n * HOUR) })
    const { messages, cursor } = await town.readWall()
    expect(new Set(idsOf(messages)).size).toBe(14 * 24 + 1)
    expect(Math.min(...messages.map(({ publishedAt }) => publishedAt!.getTime()))).toBe(since.getTime())
    const calls = town.simulator.called('wall.get')
    expect(calls).toBe(4)
    expect(JSON.stringify(cursor).length).toBeLessThan(6_000)

    town.time.at += HOUR
    for (let n = 0; n < 250; n += 1) town.world.post(-1, { text: `Новая ${n}`, date: town.seconds(n * 10_000) })
    const more = await town.readWall(-1, cursor)
    expect(new Set(idsOf(more.messages)).size).toBe(250)
    expect(town.simulator.called('wall.get') - calls).toBe(3)
    expect(town.simulator.refused.size).toBe(0)
  })

  test('what is known is not reported again, and costs one call', async () => {
    town.world.group(1)
    for (let n = 0; n < 5; n += 1) town.world.post(-1, { text: `Запись ${n}`, date: town.seconds(n * HOUR) })
    const first = await town.readWall()
    const again = await town.readWall(-1, first.cursor)
    expect(again.messages).toEqual([])
    expect(again.steps).toBe(1)
    expect(town.simulator.calls).toHaveLength(2)
  })

  test('an empty wall has nothing, and then its first post', async () => {
    town.world.group(1)
    const empty = await town.readWall()
    expect(empty.messages).toEqual([])
    town.world.post(-1, { text: 'Первая' })
    expect(idsOf((await town.readWall(-1, empty.cursor)).messages)).toEqual(['-1_1'])
  })

  test('a pinned post keeps nothing from being found', async () => {
    town.world.group(1)
    town.world.post(-1, { text: 'Правила', pinned: true, date: town.seconds(300 * DAY) })
    const first = await town.readWall()
    expect(first.messages).toEqual([])
    for (let n = 0; n < 120; n += 1) town.world.post(-1, { text: `Запись ${n}`, date: town.seconds(n * 60_000) })
    const second = await town.readWall(-1, first.cursor)
    expect(new Set(idsOf(second.messages)).size).toBe(120)
    const recent = town.world.posts.at(-1)!
    recent.pinned = true
    expect((await town.readWall(-1, second.cursor)).messages).toEqual([])
  })

  test('posts that come late, from under moderation or in the same second, are found between known ones', async () => {
    town.world.group(1)
    for (let n = 0; n < 5; n += 1) town.world.post(-1, { text: `Запись ${n}`, date: town.seconds(n * HOUR) })
    const first = await town.readWall()
    town.world.post(-1, { text: 'Та же секунда', date: town.seconds(0) })
    town.world.post(-1, { text: 'Задержалась', date: town.seconds(2.5 * HOUR) })
    expect((await town.readWall(-1, first.cursor)).messages.map(({ text }) => text)).toEqual([
      'Та же секунда',
      'Задержалась',
    ])
  })

  test('edits are reported once', async () => {
    town.world.group(1)
    const post = town.world.post(-1, { text: 'Ищу мастера', date: town.seconds(HOUR) })
    const first = await town.readWall()
    town.time.at += 1_000
    town.world.edit(post, 'Мастер найден')
    const edited = await town.readWall(-1, first.cursor)
    expect(edited.messages).toMatchObject([
      { externalId: '-1_1', text: 'Мастер найден', editedAt: new Date(post.edited! * 1000) },
    ])
    expect((await town.readWall(-1, edited.cursor)).messages).toEqual([])
  })

  test('a deleted post is reported, an archived one is not taken for deleted, a restored one comes back', async () => {
    town.world.group(1)
    for (let n = 0; n < 4; n += 1) town.world.post(-1, { text: `Запись ${n}`, date: town.seconds(n * HOUR) })
    const first = await town.readWall()
    town.world.posts[1]!.deleted = true
    town.world.posts[2]!.archived = true
    const second = await town.readWall(-1, first.cursor)
    expect(second.messages).toMatchObject([{ externalId: '-1_2', deleted: true, group: { externalId: '-1' } }])
    expect((await town.readWall(-1, second.cursor)).messages).toEqual([])
    expect(town.simulator.called('wall.getById')).toBe(1)
    town.world.posts[1]!.deleted = false
    town.world.posts[2]!.archived = false
    expect((await town.readWall(-1, second.cursor)).messages).toMatchObject([
      { externalId: '-1_2', deleted: false, text: 'Запись 1' },
    ])
  })

  test.each<VkFault>([{ stale: true }, { shuffled: true }])('a page that is %o loses nothing', async (fault) => {
    town.world.group(1)
    for (let n = 0; n < 330; n += 1) town.world.post(-1, { text: `Запись ${n}`, date: town.seconds(n * 600_000) })
    let reads = 0
    const { messages } = await readAll((at) => {
      reads += 1
      if (reads % 2 === 0) town.simulator.fail(fault, 'wall.get')
      return town.adapter.groups!.read(wallOf(-1), at, since, never)
    })
    expect(new Set(idsOf(messages)).size).toBe(330)
  })

  test('posts deleted and written between two pages lose no others', async () => {
    town.world.group(1)
    for (let n = 0; n < 400; n += 1) town.world.post(-1, { text: `Запись ${n}`, date: town.seconds(n * 600_000) })
    const kept = new Set(
      town.world.posts.filter((_, n) => n < 20 || n >= 60).map(({ ownerId, id }) => `${ownerId}_${id}`),
    )
    let reads = 0
    const { messages } = await readAll((at) => {
      reads += 1
      if (reads === 2) for (const post of town.world.posts.slice(20, 60)) post.deleted = true
      if (reads === 3) for (let n = 0; n < 30; n += 1) town.world.post(-1, { text: `Между ${n}` })
      return town.adapter.groups!.read(wallOf(-1), at, since, never)
    })
    const received = new Set(idsOf(messages))
    expect([...kept].filter((id) => !received.has(id))).toEqual([])
  })

  test.each([
    '{"response":{}}',
    '{"response":{"count":3,"items":null}}',
    '{"response":{"count":3,"items":[null,7,{"id":"x"},{"id":5}],"profiles":{},"groups":[null]}}',
    '{"response":[]}',
    '{"response":{"count":1,"items":[{"id":9,"owner_id":-77,"date":1795176000,"text":"Чужая"}]}}',
  ])('an odd page (%s) is an empty one', async (page) => {
    town.world.group(1)
    town.simulator.fail({ page }, 'wall.get')
    const { messages, cursor } = await town.readWall()
    expect(messages).toEqual([])
    town.world.post(-1, { text: 'Запись' })
    expect((await town.readWall(-1, cursor)).messages).toHaveLength(1)
  })

  test('closed and gone walls say so', async () => {
    town.world.group(1, { closed: true })
    town.world.user(2, { deactivated: 'deleted' })
    await expect(town.readWall()).rejects.toMatchObject({ kind: 'access-denied' })
    await expect(town.readWall(2)).rejects.toMatchObject({ kind: 'not-found' })
  })

  test('a new name is reported by the way', async () => {
    town.world.group(1, { name: 'Ремонт' })
    town.world.post(-1, { text: 'Запись' })
    const first = await town.adapter.groups!.read(wallOf(-1), null, since, never)
    expect(first.group).toMatchObject({ externalId: '-1', name: 'Ремонт' })
    town.world.group(1, { name: 'Ремонт в Самаре', screenName: 'remont_samara' })
    const second = await town.adapter.groups!.read(wallOf(-1), first.cursor, since, never)
    expect(second.group).toMatchObject({
      externalId: '-1',
      name: 'Ремонт в Самаре',
      link: 'https://vk.com/remont_samara',
    })
  })
})

describe('errors', () => {
  test.each<[VkFault, NetworkErrorKind]>([
    [{ error: 5 }, 'auth-dead'],
    [{ error: 9 }, 'rate-limited'],
    [{ error: 14 }, 'rate-limited'],
    [{ error: 15 }, 'access-denied'],
    [{ error: 17 }, 'rate-limited'],
    [{ error: 18 }, 'not-found'],
    [{ error: 19 }, 'not-found'],
    [{ error: 29 }, 'quota-exceeded'],
    [{ error: 30 }, 'access-denied'],
    [{ error: 100 }, 'bad-request'],
    [{ error: 104 }, 'not-found'],
    [{ error: 125 }, 'not-found'],
    [{ error: 200 }, 'access-denied'],
    [{ error: 203 }, 'access-denied'],
    [{ error: 1 }, 'temporary'],
    [{ error: 10 }, 'temporary'],
    [{ error: 4_242 }, 'temporary'],
    [{ status: 502 }, 'temporary'],
    [{ page: '<html>' }, 'temporary'],
    [{ page: '{}' }, 'temporary'],
    [{ page: 'null' }, 'temporary'],
  ])('%o is %s, after all the waiting that helps', async (fault, kind) => {
    town.world.group(1)
    town.simulator.fail(fault, 'wall.get', 10)
    const failed = await town.readWall().catch((error: unknown) => error)
    expect(failed).toMatchObject({ kind })
    expect((failed as Error).message).not.toContain('service')
  })

  test('too many calls a second are waited out; a flood rests the token for minutes', async () => {
    town.world.group(1)
    town.simulator.fail({ error: 6 }, 'wall.get', 3)
    await town.readWall()
    expect(town.simulator.called('wall.get')).toBe(4)
    expect(town.time.now().getTime() - START).toBeGreaterThanOrEqual(3_000)
    town.simulator.fail({ error: 9 }, 'wall.get')
    await expect(town.readWall()).rejects.toMatchObject({ kind: 'rate-limited', retryAfter: 300_000 })
  })

  test("a dead token gives way to the next, and a community's makes no calls that are not for it", async () => {
    await town.simulator.close()
    town = await openVkTown({ tokens: { dead: 'user', community: 'group', alive: 'user' } })
    town.world.group(1)
    town.world.post(-1, { text: 'Запись' })
    town.simulator.tokens.delete('dead')
    expect((await town.readWall()).messages).toHaveLength(1)
    expect(town.simulator.calls.map(({ token }) => token)).toEqual(['dead', 'community', 'alive'])
    expect(town.pool.health().map(({ dead }) => dead)).toEqual([true, false, false])
  })

  test('no limit is broken by readings side by side', async () => {
    const { simulator, world, adapter, time } = await vkTown(steppedTime())
    try {
      for (let id = 1; id <= 12; id += 1) {
        world.group(id)
        for (let n = 0; n < 3; n += 1) world.comment(world.post(-id, { text: `Запись ${n}` }), { text: 'Да' })
      }
      let done = false
      const reading = Promise.all(
        Array.from({ length: 12 }, (_, n) => readAll((at) => adapter.groups!.read(wallOf(-n - 1), at, since, never))),
      ).finally(() => {
        done = true
      })
      // Every call but the first has waited for its turn; time passes when the one before has come.
      for (let woken = 0; !done; await new Promise(setImmediate)) {
        if (time.sleepers() === 0 || simulator.calls.length <= woken) continue
        woken += 1
        time.step()
      }
      await reading
      expect(simulator.calls).toHaveLength(12 * 4)
      expect(simulator.refused.size).toBe(0)
    } finally {
      await simulator.close()
    }
  })

  test("a day's calls are never overdrawn", async () => {
    await town.simulator.close()
    town = await openVkTown({ perDay: { 'wall.get': 5 }, limits: { perDay: { 'wall.get': 5 } } })
    town.world.group(1)
    for (let n = 0; n < 5; n += 1) await town.readWall()
    await expect(town.readWall()).rejects.toMatchObject({
      kind: 'quota-exceeded',
      until: new Date(Date.UTC(2026, 10, 20, 21)),
    })
    expect(town.simulator.refused.size).toBe(0)
    expect(town.adapter.groups!.allowance().perDay).toBe(5)
  })

  test('a question that is never answered ends with its signal', async () => {
    town.world.group(1)
    town.simulator.fail({ silence: true }, 'wall.get')
    await expect(town.adapter.groups!.read(wallOf(-1), null, since, AbortSignal.timeout(50))).rejects.toMatchObject({
      kind: 'temporary',
    })
  })
})

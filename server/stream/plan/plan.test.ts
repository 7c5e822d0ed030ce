/** The whole of listening, over a network that is a table of posts. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Network } from '../../../contract/networks.ts'
import { publish } from '../../kit/bus.ts'
import { fastTime, type FastTime } from '../../testing/fast-time.ts'
import type { TestUser } from '../../testing/test-user.ts'
import { groups, openTestWorld, paid, type TestWorld } from '../../testing/test-world.ts'
import type { FoundGroup, NetworkAdapter, NetworkStream } from '../receive/shared/adapter.ts'
import type { ListenedTo } from '../receive/networks.ts'
import type { RawMessage, Source } from '../receive/shared/source.ts'
import { NetworkError } from '../receive/shared/network-error.ts'
import { runPlan } from './plan.ts'

let world: TestWorld
let time: FastTime
let ending: AbortController
let running: Promise<void> | undefined
beforeEach(async () => {
  world = await openTestWorld()
  time = fastTime(200, world.clock.now().toISOString())
  ending = new AbortController()
  running = undefined
})
afterEach(async () => {
  ending.abort()
  await running
  await world.close()
})

interface Wall {
  name: string
  posts: RawMessage[]
  error?: NetworkError
}

/** A network whose cursors are how many posts were read. */
function tableNetwork(network: Network, walls: Map<string, Wall>) {
  const asked: string[] = []
  const searched: string[][] = []
  const found: RawMessage[] = []
  const groupOf = (key: string): FoundGroup => {
    const wall = walls.get(key)
    if (!wall) throw new NetworkError('not-found', `no ${key}`)
    if (wall.error) throw wall.error
    return {
      externalId: key,
      kind: 'community',
      name: wall.name,
      avatar: null,
      followers: 7,
      link: `https://vk.com/${key}`,
    }
  }
  const adapter: NetworkAdapter = {
    network,
    readLink: () => null,
    async resolve(key) {
      asked.push(`resolve ${key}`)
      await time.sleep(50)
      return groupOf(key)
    },
    groups: {
      async read({ externalId }, cursor) {
        asked.push(`read ${externalId}`)
        const group = groupOf(externalId)
        const from = (cursor as number | null) ?? 0
        const messages = (walls.get(externalId)?.posts ?? [])
          .slice(from, from + 2)
          .map((post) => ({ ...post, group: { externalId, name: group.name } }))
        return { messages, cursor: from + messages.length, more: messages.length === 2, group }
      },
      allowance: () => ({ perSecond: 3, perDay: null }),
      callsPerRead: 1,
    },
    search: {
      async read(words, cursor) {
        searched.push(words)
        const from = (cursor as number | null) ?? 0
        return { messages: found.slice(from), cursor: found.length, more: false }
      },
      allowance: () => ({ perSecond: 3, perDay: 1_000 }),
      callsPerRead: 1,
      mostResults: 1_000,
    },
    streams: [],
  }
  return { adapter, asked, searched, found }
}

const listen = async (
  networks: (Pick<ListenedTo, 'adapter'> & Partial<ListenedTo>)[],
  madeUp: Source | null = null,
): Promise<void> => {
  const { database, log, language } = world
  const context = { database, log, language, clock: time, standingQueries: await world.standingQueries() }
  running = runPlan(
    {
      context,
      bus: world.bus,
      time,
      networks: networks.map((each) => ({ pool: null, manyServers: false, ...each })),
      madeUp,
    },
    ending.signal,
  )
}
const pasteLinks = async (person: TestUser, ...links: string[]) =>
  (await person.asks('groups', 'addGroups', { links })).addition
const textsOf = async (person: TestUser): Promise<string[]> => {
  await world.settle()
  return itemsOf(person)
}
const itemsOf = async (person: TestUser): Promise<string[]> => {
  const { rows } = await world.database.pool.query<{ text: string }>(
    `select m.text from feed_items i join messages m on m.id = i.message_id
     where i.product_type = 'group' and i.product_id = (select id from monitored_groupsets where user_id = $1) order by i.seq_id`,
    [person.userId],
  )
  return rows.map(({ text }) => text)
}

describe('groups', () => {
  it('that people paste are found, read, and read again', async () => {
    const walls = new Map<string, Wall>([
      [
        'tver',
        {
          name: 'Подслушано в Твери',
          posts: [world.message('первое'), world.message('второе'), world.message('третье')],
        },
      ],
      ['shut', { name: 'Закрыто', posts: [], error: new NetworkError('access-denied', 'error 15') }],
    ])
    const { adapter, asked } = tableNetwork('vk', walls)
    await listen([{ adapter }])
    const anna = await world.customer('anna', groups(10))
    const addition = await pasteLinks(
      anna,
      'vk.com/tver',
      'vk.com/shut',
      'vk.com/nobody',
      't.me/+secret',
      'ok.ru/somebody',
      'не ссылка',
    )
    const statuses = async () =>
      (await anna.asks('groups', 'getAddition', { id: addition.id })).addition.items.map(({ status }) => status)
    await expect
      .poll(statuses)
      .toEqual(['added', 'private', 'not_found', 'private', 'not_connected', 'unsupported', 'unsupported'])
    await expect.poll(() => textsOf(anna)).toEqual(['первое', 'второе', 'третье'])
    walls.get('tver')?.posts.push(world.message('четвёртое'))
    await expect.poll(() => textsOf(anna)).toEqual(['первое', 'второе', 'третье', 'четвёртое'])
    expect(asked.filter((each) => each === 'resolve tver')).toHaveLength(1)
    const [group] = (await anna.asks('groups', 'listGroups', {})).groups
    expect(group).toMatchObject({ name: 'Подслушано в Твери', followerCount: 7, failure: null })
    expect(group?.readAt).not.toBeNull()
  })

  it('are read when it is known whose they are, however late that is heard', async () => {
    const { adapter } = tableNetwork('vk', new Map([['tver', { name: 'Тверь', posts: [world.message('сразу')] }]]))
    await listen([{ adapter }])
    const anna = await world.customer('anna', groups(10))
    world.makeNoticesLate()
    await pasteLinks(anna, 'vk.com/tver')
    await expect.poll(() => itemsOf(anna)).toEqual(['сразу'])
  })

  it('of a slow network hold up no others', async () => {
    const slow = tableNetwork('ok', new Map([['1', { name: 'Медленная', posts: [] }]]))
    const quick = tableNetwork('vk', new Map([['tver', { name: 'Тверь', posts: [world.message('сразу')] }]]))
    slow.adapter.resolve = (_, signal) =>
      time.sleep(600_000, signal).then(() => Promise.reject(new NetworkError('temporary', 'slow')))
    await listen([{ adapter: slow.adapter }, { adapter: quick.adapter }])
    const anna = await world.customer('anna', groups(100))
    await pasteLinks(anna, ...Array.from({ length: 30 }, (_, n) => `ok.ru/group/${n + 1}`), 'vk.com/tver')
    await expect.poll(() => textsOf(anna)).toEqual(['сразу'])
  })
})

it('links: many of them go on steadily, and what a network can not tell now it is asked again', async () => {
  const walls = new Map(
    Array.from({ length: 120 }, (_, n): [string, Wall] => [`group${n}`, { name: `Группа ${n}`, posts: [] }]),
  )
  const { adapter } = tableNetwork('vk', walls)
  const { resolve } = adapter
  let calls = 0
  /** One answer comes only when it was seen that others have come before. */
  let showProgress = (): void => {}
  const progressSeen = new Promise<void>((done) => (showProgress = done))
  adapter.resolve = async (key, signal) => {
    if (++calls % 7 === 0) throw new NetworkError('temporary', '502')
    if (calls === 60) await progressSeen
    return resolve(key, signal)
  }
  await listen([{ adapter }])
  const anna = await world.customer('anna', groups(200))
  const { id } = await pasteLinks(anna, ...[...walls.keys()].map((key) => `vk.com/${key}`))
  const seen: number[] = []
  await expect
    .poll(
      async () => {
        const { addition } = await anna.asks('groups', 'getAddition', { id })
        seen.push(addition.done)
        if (addition.done > 0) showProgress()
        return addition.finished
      },
      { interval: 20 },
    )
    .toBe(true)
  const { addition } = await anna.asks('groups', 'getAddition', { id })
  expect(addition.items.every(({ status }) => status === 'added')).toBe(true)
  expect(seen.some((done) => done > 0 && done < addition.total)).toBe(true)
  expect(calls).toBeGreaterThan(120)
})

it('searches follow what people look for', async () => {
  await world.looksFor('photographers', 'ищу фотографа', 'нужен фотограф')
  const { adapter, searched, found } = tableNetwork('vk', new Map())
  found.push(world.message('Ищу фотографа на субботу'))
  await world.customer('anna', paid('photographers'))
  await listen([{ adapter }])
  await expect.poll(() => searched).toEqual([['фотограф']])
  await expect.poll(async () => (await world.db.selectFrom('feedItems').select('messageId').execute()).length).toBe(1)
  expect(await world.db.selectFrom('networkSearches').select(['network', 'key', 'weight']).execute()).toEqual([
    { network: 'vk', key: 'фотограф', weight: 1 },
  ])
  await world.looksFor('photographers', 'ищу оператора')
  await expect.poll(() => searched.at(-1)).toContain('оператор')
})

it('streams get what is watched, and what they send is stored with their cursor', async () => {
  const watched: { groups: string[]; searches: string[][] }[] = []
  const froms: unknown[] = []
  const stream: NetworkStream = {
    name: 'vk:streaming',
    watch: (wanted) => void watched.push(wanted),
    heardAt: () => time.now(),
    async *read(cursor, signal) {
      froms.push(cursor)
      if (cursor === null) {
        yield {
          messages: [world.message('из потока', { externalId: 's1', group: { externalId: 'tver', name: 'Тверь' } })],
          cursor: 5,
        }
        throw new Error('broken')
      }
      await time.sleep(3_600_000, signal)
    },
  }
  const { adapter } = tableNetwork('vk', new Map([['tver', { name: 'Тверь', posts: [] }]]))
  await listen([{ adapter: { ...adapter, search: null, streams: [stream] } }])
  const anna = await world.customer('anna', groups(10))
  await pasteLinks(anna, 'vk.com/tver')
  await expect.poll(() => watched.at(-1)).toEqual({ groups: ['tver'], searches: [] })
  await expect.poll(() => froms).toEqual([null, 5])
  expect(
    await world.db.selectFrom('sourceCursors').select('cursor').where('source', '=', 'vk:streaming').executeTakeFirst(),
  ).toEqual({ cursor: 5 })
})

it('says how it goes, and forgets networks that are off', async () => {
  await world.db.insertInto('sourceHealth').values({ network: 'ok', part: 'groups', updatedAt: time.now() }).execute()
  const { adapter } = tableNetwork('vk', new Map([['tver', { name: 'Тверь', posts: [world.message('да')] }]]))
  await listen([{ adapter }])
  const anna = await world.customer('anna', groups(10))
  await pasteLinks(anna, 'vk.com/tver')
  const parts = () =>
    world.db
      .selectFrom('sourceHealth')
      .select(['network', 'part', 'waiting', 'trouble'])
      .where('okAt', 'is not', null)
      .orderBy('part')
      .execute()
  await expect.poll(parts).toEqual([
    { network: 'vk', part: 'groups', waiting: 0, trouble: null },
    { network: 'vk', part: 'links', waiting: 0, trouble: null },
  ])
  expect(await world.db.selectFrom('sourceHealth').select('network').where('network', '=', 'ok').execute()).toEqual([])
})

it('without any network links of made-up groups can be tried', async () => {
  await listen([], { name: 'made-up', async *read() {} })
  const anna = await world.customer('anna', groups(10))
  const { id } = await pasteLinks(
    anna,
    'vk.com/echolot_demo_1',
    'https://t.me/echolot_demo_2',
    'ok.ru/echolot_demo_1',
    'vk.com/durov',
    't.me/+secret',
    'https://example.org/feed',
  )
  const items = async () => (await anna.asks('groups', 'getAddition', { id })).addition.items
  await expect
    .poll(async () => (await items()).map(({ status }) => status))
    .toEqual(['added', 'added', 'added', 'not_in_demo', 'private', 'not_in_demo'])
  expect((await items())[0]?.result).toMatchObject({ network: 'vk', name: expect.any(String) as string })
  // What is made up is not asked of anybody.
  await publish(world.db, 'watch.changed', {})
  expect(await world.db.selectFrom('watchedGroups').select('groupId').execute()).toEqual([])
})

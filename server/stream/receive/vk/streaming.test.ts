import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fastTime } from '../../../testing/fast-time.ts'
import type { RawMessage } from '../shared/source.ts'
import { vkQuestionOf } from './search.ts'
import { rulesOf } from './streaming-rules.ts'
import { START, vkTown } from './vk.samples.ts'

const openVkTown = (options?: Parameters<typeof vkTown>[1]) => vkTown(fastTime(60), options)
let town: Awaited<ReturnType<typeof openVkTown>>
let stop: AbortController
let heard: RawMessage[]
let reading: Promise<void>

beforeEach(async () => {
  town = await openVkTown()
})
afterEach(async () => {
  stop.abort()
  await reading
  await town.simulator.close()
})

function listen(): void {
  const [stream] = town.adapter.streams
  stop = new AbortController()
  heard = []
  reading = (async () => {
    for await (const { messages } of stream!.read(null, stop.signal)) heard.push(...messages)
  })()
}

const watch = (...searches: string[][]): void => town.adapter.streams[0]!.watch!({ groups: [], searches })
const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 60_000, interval: 5 })
const connected = (): Promise<void> => until(() => expect(town.simulator.streaming.listeners()).toBe(1))
const ids = (): string[] => heard.map(({ externalId }) => externalId)
const seconds = START / 1000

const post = (id: number, text: string, more: object = {}) => ({
  event_type: 'post',
  event_id: { post_owner_id: -1, post_id: id },
  event_url: `https://vk.com/wall-1_${id}`,
  text,
  action: 'new',
  action_time: seconds,
  creation_time: seconds,
  author: { id: 5, author_url: 'https://vk.com/id5', platform: 4 },
  ...more,
})

describe('the stream', () => {
  test('reports posts, comments, shares and board messages, with names of who wrote them', async () => {
    const { world, simulator } = town
    world.group(1, { name: 'Ремонт', screenName: 'remont', followers: 12 })
    world.user(5, { name: 'Анна Иванова' })
    watch(['ремонт'])
    listen()
    await connected()
    const group = { externalId: '-1', name: 'Ремонт', url: 'https://vk.com/remont', followers: 12 }
    const author = { externalId: '5', name: 'Анна Иванова', avatar: 'https://media.example.invalid/5.jpg' }
    simulator.streaming.event(post(7, 'Нужен ремонт<br>[id5|Анна]'))
    simulator.streaming.event(
      post(7, 'ремонт', {
        event_type: 'comment',
        event_id: { post_owner_id: -1, post_id: 7, comment_id: 9 },
        event_url: 'https://vk.com/wall-1_7?reply=9',
      }),
    )
    simulator.streaming.event(
      post(8, 'Ремонт, смотрите', {
        event_type: 'share',
        shared_post_text: 'Скидки',
        event_id: { post_owner_id: -2, post_id: 8, shared_post_id: 4 },
      }),
    )
    simulator.streaming.event(
      post(0, 'Ремонт на доске', {
        event_type: 'topic_post',
        event_id: { topic_owner_id: -1, topic_id: 3, topic_post_id: 4 },
        event_url: 'https://vk.com/topic-1_3?post=4',
      }),
    )
    simulator.streaming.event(post(10, 'Совсем о другом'))
    await until(() => expect(heard).toHaveLength(4))
    expect(heard).toMatchObject([
      {
        network: 'vk',
        externalId: '-1_7',
        kind: 'post',
        text: 'Нужен ремонт\nАнна',
        url: 'https://vk.com/wall-1_7',
        publishedAt: new Date(START),
        editedAt: null,
        author,
        group,
      },
      { externalId: '-1_7_r9', kind: 'comment', url: 'https://vk.com/wall-1_7?reply=9', author, group },
      { externalId: '-1_8', kind: 'post', text: 'Ремонт, смотрите\n\nСкидки', group },
      { externalId: 'topic-1_3_4', kind: 'comment', url: 'https://vk.com/topic-1_3?post=4', group },
    ])
    expect(simulator.called('users.get')).toBeLessThanOrEqual(2)
    expect(town.adapter.streams[0]!.heardAt()).not.toBeNull()
  })

  test('reports edits, deletions and what was restored', async () => {
    watch(['ремонт'])
    listen()
    await connected()
    const { streaming } = town.simulator
    streaming.event(post(7, 'ремонт кухни', { action: 'update', action_time: seconds + 60 }))
    streaming.event(post(7, '', { action: 'delete', action_time: seconds + 70 }))
    streaming.event(post(7, 'ремонт кухни', { action: 'restore', action_time: seconds + 80 }))
    await until(() => expect(heard).toHaveLength(3))
    expect(heard).toMatchObject([
      { externalId: '-1_7', editedAt: new Date(START + 60_000), deleted: false, group: { externalId: '-1' } },
      // Nothing is asked for it, and no known name is overwritten.
      { externalId: '-1_7', deleted: true, author: null, group: null },
      { externalId: '-1_7', editedAt: null, deleted: false },
    ])
  })

  test('keeps its rules in step with what is watched, and leaves others alone', async () => {
    const { rules } = town.simulator.streaming
    rules.set('somebody-else', 'кот')
    watch(['ремонт', 'кухни'], ['"плитка"'])
    listen()
    await connected()
    const values = () => [...rules.values()].toSorted()
    expect(values()).toEqual(['кот', 'плитка', 'ремонт кухни'])
    watch(['плитка'], ['фотограф'])
    await until(() => expect(values()).toEqual(['кот', 'плитка', 'фотограф']))
    watch()
    await until(() => expect(values()).toEqual(['кот']))
    expect(town.simulator.streaming.connections).toBe(1)
  })

  test('waits until there is something to hear', async () => {
    listen()
    await town.time.sleep(5_000)
    expect(town.simulator.calls).toHaveLength(0)
    watch(['ремонт'])
    await connected()
  })

  test.each([3000, 3001])('asks for the next server when this one says %i', async (code) => {
    watch(['ремонт'])
    listen()
    await connected()
    town.simulator.streaming.sendServiceMessage(code, 'Bye')
    await until(() => expect(town.simulator.streaming.connections).toBe(2))
    await connected()
    expect(town.simulator.called('streaming.getServerUrl')).toBe(2)
    town.simulator.streaming.event(post(7, 'ремонт'))
    await until(() => expect(ids()).toEqual(['-1_7']))
  })

  test('connects again after a lost connection, a silent one, a refused key and a failing API', async () => {
    const { simulator } = town
    simulator.fail({ status: 503 }, 'streaming.getServerUrl', 2)
    simulator.fail({ page: 'Bad gateway' }, 'streaming.getServerUrl')
    watch(['ремонт'])
    listen()
    await connected()
    simulator.streaming.drop()
    await until(() => expect(simulator.streaming.connections).toBe(2))
    await connected()
    simulator.streaming.fallSilent()
    await until(() => expect(simulator.streaming.connections).toBe(3))
    simulator.streaming.event(post(7, 'ремонт'))
    await until(() => expect(ids()).toEqual(['-1_7']))
  })

  test('what is no event, or none that is known, breaks nothing', async () => {
    watch(['ремонт'])
    listen()
    await connected()
    for (const frame of [
      '',
      'null',
      '[]',
      '{"code":100}',
      '{"code":100,"event":{"event_type":"post"}}',
      '{"code":100,"event":null}',
      '{"code":100,"event":{"event_type":"post","event_id":null,"text":5}}',
      '{"code":100,"event":{"event_type":"comment","event_id":{"post_owner_id":-1,"post_id":2},"author":null}}',
      '{"code":300,"service_message":{}}',
      '{"code":100,"event":{"event_type":"like"}}',
    ]) {
      town.simulator.streaming.send(frame)
    }
    town.simulator.streaming.event(post(7, 'ремонт'))
    await until(() => expect(ids()).toEqual(['-1_7']))
    expect(town.simulator.streaming.connections).toBe(1)
  })

  test('says nothing of being connected when it is not, and ends with its signal', async () => {
    watch(['ремонт'])
    listen()
    await connected()
    stop.abort()
    await reading
    expect(town.adapter.streams[0]!.heardAt()).toBeNull()
    await until(() => expect(town.simulator.streaming.listeners()).toBe(0))
  })
})

test('rules stay within what VK takes', () => {
  const words = (count: number): string[] => Array.from({ length: count }, (_, n) => `слово${n}`)
  expect(
    rulesOf([['Ремонт'], ['ремонт'], ['"-"'], [], words(101), [`${'я'.repeat(2_100)}`]]).map(({ value }) => value),
  ).toEqual(['ремонт'])
  expect(rulesOf(words(400).map((word) => [word]))).toHaveLength(300)
  for (const { tag } of rulesOf(words(3).map((word) => [word]))) expect(Buffer.byteLength(tag)).toBeLessThanOrEqual(256)
  expect(vkQuestionOf(['-не', '"ремонт квартир"', 'из-за', '(кот|пёс)'])).toBe('не ремонт квартир из-за кот пёс')
})

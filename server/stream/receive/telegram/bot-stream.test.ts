import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { runSource } from '../../pipeline.ts'
import type { NetworkStream, Time } from '../shared/adapter.ts'
import type { RawBatch, RawMessage } from '../shared/source.ts'
import { openBotApi } from './bot-api.ts'
import type { SimulatedBot } from './bot-api.simulator.ts'
import { openBotStream, type BotCursor } from './bot-stream.ts'
import { startTelegramSimulator, type TelegramSimulator } from './telegram.simulator.ts'
import type { SimulatedPerson } from './telegram-world.simulator.ts'

const token = '4242:secret-of-the-bot'
const anna: SimulatedPerson = { id: 7, name: 'Анна', username: 'AnnaAnna' }
let moment: number
let slept: number[]
const time: Time = {
  now: () => new Date(moment),
  sleep: async (milliseconds) => {
    slept.push(milliseconds)
    moment += milliseconds
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  },
}
let telegram: TelegramSimulator
let bot: SimulatedBot
let stop: AbortController
let stream: NetworkStream<BotCursor>
beforeEach(async () => {
  moment = Date.parse('2026-11-20T12:00:00Z')
  slept = []
  telegram = await startTelegramSimulator({ now: time.now, longPoll: 10 })
  telegram.group('MomsChat', { title: 'Чат мам' })
  telegram.channel('News', { title: 'Новости', comments: true })
  bot = telegram.bot(token, 'MomsChat', 'News')
  stop = new AbortController()
  stream = openBotStream({ api: openBotApi({ url: telegram.url, token }), time })
})
afterEach(async () => {
  stop.abort()
  await telegram.close()
})

/** Listens until so many messages were heard. */
async function hear(
  count: number,
  cursor: BotCursor | null = null,
): Promise<{ messages: RawMessage[]; cursor: BotCursor | null }> {
  const messages: RawMessage[] = []
  const stopped = new AbortController()
  for await (const batch of stream.read(cursor, AbortSignal.any([stop.signal, stopped.signal])) as AsyncIterable<
    RawBatch<BotCursor>
  >) {
    messages.push(...batch.messages)
    cursor = JSON.parse(JSON.stringify(batch.cursor)) as BotCursor
    if (messages.length >= count) break
  }
  stopped.abort()
  return { messages, cursor }
}

describe('what a bot hears', () => {
  it('is named as the public pages name it', async () => {
    telegram.post('MomsChat', { text: 'Ищу няню', author: anna })
    telegram.post('MomsChat', { text: 'Могу я', author: { id: 8, name: 'Вера', username: null }, replyTo: 1 })
    telegram.post('News', { text: 'Подпись', pictures: 1 })
    telegram.comment('News', 1, { text: 'Ответ', author: anna })
    telegram.edit('MomsChat', 1, 'Ищу няню срочно')
    const { messages } = await hear(5)
    expect(messages).toMatchObject([
      {
        externalId: 'momschat/1',
        kind: 'post',
        text: 'Ищу няню',
        publishedAt: new Date('2026-11-20T12:00:00Z'),
        url: 'https://t.me/MomsChat/1',
        author: { externalId: 'annaanna', name: 'Анна', url: 'https://t.me/AnnaAnna' },
        group: { externalId: 'momschat', name: 'Чат мам', kind: 'chat' },
      },
      { externalId: 'momschat/2', kind: 'comment', author: { externalId: 'id8', name: 'Вера', url: null } },
      {
        externalId: 'news/1',
        kind: 'post',
        text: 'Подпись',
        author: { externalId: 'news', name: 'Новости' },
        group: { externalId: 'news', kind: 'channel' },
      },
      {
        externalId: 'news/1/c2',
        kind: 'comment',
        text: 'Ответ',
        url: 'https://t.me/News/1?comment=2',
        group: { externalId: 'news', name: 'Новости' },
      },
      { externalId: 'momschat/1', text: 'Ищу няню срочно', editedAt: new Date('2026-11-20T12:00:00Z') },
    ])
    expect(stream.name).toBe('telegram-bot-4242')
    expect(stream.heardAt()).toEqual(time.now())
  })

  it('is nothing that was not said in public', async () => {
    telegram.group('secret')
    telegram.find('secret').name = ''
    telegram.chats.set('', telegram.find('secret'))
    bot.memberOf.add('')
    telegram.post('secret', { text: 'Между нами', author: anna })
    telegram.person('AnnaAnna')
    bot.memberOf.add('AnnaAnna')
    telegram.post('AnnaAnna', { text: 'Только боту', author: anna })
    telegram.post('MomsChat', { service: true, author: anna })
    telegram.post('MomsChat', { text: 'Всем', author: anna })
    expect((await hear(1)).messages.map(({ text }) => text)).toEqual(['Всем'])
  })

  it('goes on from its cursor, more than a page at a time', async () => {
    for (let n = 1; n <= 250; n += 1) telegram.post('MomsChat', { text: `Сообщение ${n}`, author: anna })
    const first = await hear(1)
    expect(first.messages).toHaveLength(100)
    const rest = await hear(150, first.cursor)
    expect(rest.messages).toHaveLength(150)
    expect(new Set([...first.messages, ...rest.messages].map(({ externalId }) => externalId)).size).toBe(250)
  })

  it('is heard again after refusals, silences and breaks, no sooner than was asked', async () => {
    telegram.fail({ method: 'bot', answer: 429, retryAfter: 7 })
    telegram.fail({ method: 'bot', answer: 500 })
    telegram.fail({ method: 'bot', answer: 'broken', times: 2 })
    telegram.post('MomsChat', { text: 'Ещё тут', author: anna })
    expect((await hear(1)).messages).toHaveLength(1)
    expect(slept[0]).toBeGreaterThanOrEqual(7000)
    expect(slept).toHaveLength(4)
  })

  it('ends when it is asked to, even while no one answers', async () => {
    telegram.fail({ method: 'bot', answer: 'silence' })
    const heard = hear(1)
    await expect.poll(() => telegram.count('bot')).toBe(1)
    stop.abort()
    expect((await heard).messages).toEqual([])
  })

  it('waits while a webhook is set or the token is dead, and is heard no more meanwhile', async () => {
    bot.webhook = true
    telegram.post('MomsChat', { text: 'Потом', author: anna })
    const heard = hear(1)
    await expect.poll(() => slept.length).toBeGreaterThan(2)
    expect(stream.heardAt()).toBeNull()
    bot.webhook = false
    expect((await heard).messages).toHaveLength(1)
    bot.revoked = true
    slept.length = 0
    const never = hear(1)
    await expect.poll(() => slept.length).toBeGreaterThan(1)
    stop.abort()
    expect((await never).messages).toEqual([])
    expect(slept.every((wait) => wait >= 60_000)).toBe(true)
  })
})

describe('with a database', () => {
  let world: TestWorld
  beforeEach(async () => {
    world = await openTestWorld()
  })
  afterEach(() => world.close())

  it('lets Telegram forget nothing that is not kept', async () => {
    let kept = 0
    let early = 0
    const standingQueries = await world.standingQueries()
    const ended = runSource({ ...world, standingQueries }, stream, stop.signal, ({ cursor }) => {
      kept = cursor.offset
    })
    for (let n = 1; n <= 40; n += 1) {
      telegram.post('MomsChat', { text: `Сообщение ${n}`, author: anna })
      await new Promise((resolve) => {
        setTimeout(resolve, 5)
      })
      if (bot.offset > kept) early += 1
    }
    await expect.poll(() => bot.waiting.length).toBe(0)
    stop.abort()
    await ended
    expect(early).toBe(0)
    expect(kept).toBe(bot.offset)
  })
})

const schema = new URL('../../../../../shared/data/schemas/telegram-bot-api.json.gz', import.meta.url)
describe.skipIf(!existsSync(schema))(
  'the schema of the Bot API (skipped where ../shared/data/schemas is absent)',
  () => {
    interface Field {
      name: string
      types: string[]
      required: boolean
    }
    const read = () =>
      JSON.parse(gunzipSync(readFileSync(schema)).toString()) as {
        types: Record<string, { fields?: Field[] }>
        methods: Record<string, { fields?: Field[] }>
      }

    it('knows every field that the simulator answers with, and misses none that it must', async () => {
      const { types, methods } = read()
      telegram.post('MomsChat', { text: 'Ищу няню', author: anna })
      telegram.post('MomsChat', { text: 'Могу', author: anna, replyTo: 1 })
      telegram.post('News', 'Пост')
      telegram.comment('News', 1, { text: 'Ответ', author: anna })
      telegram.edit('MomsChat', 1, 'Другое')
      const check = (type: string, value: Record<string, unknown>, at: string): void => {
        const fields = types[type]?.fields ?? []
        for (const { name, required } of fields) if (required) expect(value, `${at} ${name}`).toHaveProperty(name)
        for (const [name, inside] of Object.entries(value)) {
          const field = fields.find((each) => each.name === name)
          expect(field, `${at}.${name}`).toBeDefined()
          const inner = field?.types.find((each) => types[each]?.fields)
          if (inner && typeof inside === 'object' && !Array.isArray(inside))
            check(inner, inside as Record<string, unknown>, `${at}.${name}`)
        }
      }
      expect(bot.waiting).toHaveLength(6)
      for (const { update } of bot.waiting) check('Update', update, 'update')
      expect(methods.getUpdates?.fields?.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['offset', 'limit', 'timeout', 'allowed_updates']),
      )
      expect(methods.getChatMember?.fields?.map(({ name }) => name)).toEqual(['chat_id', 'user_id'])
    })
  },
)

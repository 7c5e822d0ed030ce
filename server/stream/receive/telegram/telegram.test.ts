import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR } from '../../../kit/clock.ts'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import type { NetworkAdapter } from '../shared/adapter.ts'
import { readAll } from '../shared/read-all.samples.ts'
import type { RawMessage } from '../shared/source.ts'
import { openForgetfulPool } from '../shared/token-pool.samples.ts'
import type { SimulatedPerson } from './telegram-world.simulator.ts'
import { startTelegramSimulator, type TelegramSimulator } from './telegram.simulator.ts'
import { telegramAdapter, type TelegramCursor } from './telegram.ts'

const time = sleepingTime()
let telegram: TelegramSimulator
let adapter: NetworkAdapter
const never = new AbortController().signal
const bot = '4242:secret-of-the-bot'
const anna: SimulatedPerson = { id: 7, name: 'Анна', username: 'AnnaAnna' }
const boris: SimulatedPerson = { id: 8, name: 'Борис', username: null }

async function openAdapter(botTokens: string[] = []): Promise<NetworkAdapter> {
  const preview = await openForgetfulPool({ network: 'telegram', limits: { perSecond: 1 }, time })
  return telegramAdapter({ time, preview, previewUrl: telegram.url, botTokens, botUrl: telegram.url })
}
beforeEach(async () => {
  time.at = Date.parse('2026-11-20T12:00:00Z')
  telegram = await startTelegramSimulator({ now: time.now })
  adapter = await openAdapter()
})
afterEach(() => telegram.close())

const read = (name: string, known: unknown = null, since = new Date(time.at - 72 * HOUR)) =>
  readAll(
    (cursor) => adapter.groups!.read({ externalId: name, link: `https://t.me/${name}` }, cursor, since, never),
    known,
  )
const texts = (messages: RawMessage[]): string[] => messages.map(({ text }) => text)
const networkError = (kind: string) => expect.objectContaining({ name: 'NetworkError', kind })

describe('resolving', () => {
  it('finds a channel with its name, picture and subscribers', async () => {
    telegram.channel('MomsOfKazan', { title: 'Мамы Казани', members: 12_345 })
    expect(await adapter.resolve('momsofkazan', never)).toEqual({
      externalId: 'momsofkazan',
      kind: 'channel',
      name: 'Мамы Казани',
      avatar: 'https://cdn4.telesco.pe/file/MomsOfKazan.jpg',
      followers: 12_345,
      link: 'https://t.me/MomsOfKazan',
    })
    expect(telegram.calls).toHaveLength(1)
  })

  it('says what is not there, what is a person, and what only members read', async () => {
    telegram.person('durov')
    telegram.group('moms_chat', { title: 'Чат мам' })
    await expect(adapter.resolve('nobody', never)).rejects.toEqual(networkError('not-found'))
    await expect(adapter.resolve('durov', never)).rejects.toEqual(networkError('bad-request'))
    await expect(adapter.resolve('moms_chat', never)).rejects.toEqual(networkError('access-denied'))
  })

  it('finds a public group where a bot is a member', async () => {
    telegram.group('moms_chat', { title: 'Чат мам', members: 1234 })
    telegram.group('dads_chat')
    telegram.bot(bot, 'moms_chat')
    adapter = await openAdapter([bot])
    expect(await adapter.resolve('moms_chat', never)).toMatchObject({
      externalId: 'moms_chat',
      kind: 'chat',
      name: 'Чат мам',
      followers: 1234,
    })
    await expect(adapter.resolve('dads_chat', never)).rejects.toEqual(networkError('access-denied'))
  })
})

describe('reading a channel', () => {
  const fill = (name: string, from: number, to: number): void => {
    for (let n = from; n <= to; n += 1) telegram.post(name, `Пост ${n}`)
  }

  it('hands out a post as people see it', async () => {
    telegram.channel('MomsOfKazan', { title: 'Мамы Казани', members: 1500 })
    telegram.post('MomsOfKazan', { text: 'Ищу няню!\nСрочно <на завтра>', signature: 'edited by Anna' })
    const { messages, group } = await read('momsofkazan')
    expect(messages).toEqual(
      [
        {
          network: 'telegram',
          externalId: 'momsofkazan/1',
          kind: 'post',
          publishedAt: new Date(time.at - 0),
          text: 'Ищу няню!\nСрочно <на завтра>',
          url: 'https://t.me/MomsOfKazan/1',
          author: {
            externalId: 'momsofkazan',
            name: 'Мамы Казани',
            avatar: 'https://cdn4.telesco.pe/file/MomsOfKazan.jpg',
            url: 'https://t.me/MomsOfKazan',
          },
          group: {
            externalId: 'momsofkazan',
            name: 'Мамы Казани',
            avatar: 'https://cdn4.telesco.pe/file/MomsOfKazan.jpg',
            url: 'https://t.me/MomsOfKazan',
            followers: 1500,
            kind: 'channel',
          },
        },
      ].map((message) => ({ ...message, publishedAt: expect.any(Date) })),
    )
    expect(group).toEqual({ ...(await adapter.resolve('momsofkazan', never)), followers: 1500 })
  })

  it('goes back to the given time at first, over as many pages as that takes, and no further', async () => {
    telegram.channel('news')
    for (let n = 1; n <= 130; n += 1)
      telegram.post('news', { text: `Пост ${n}`, at: new Date(time.at - (131 - n) * HOUR) })
    const { messages, steps } = await read('news', null, new Date(time.at - 60.5 * HOUR))
    expect(texts(messages).toSorted()).toEqual(Array.from({ length: 60 }, (_, n) => `Пост ${n + 71}`).toSorted())
    expect(steps).toBe(4)
    expect(telegram.count('page')).toBe(4)
  })

  it('stops at the beginning of the channel', async () => {
    telegram.channel('news')
    fill('news', 1, 25)
    expect((await read('news')).messages).toHaveLength(25)
    expect(telegram.count('page')).toBe(2)
  })

  it('loses nothing and asks nothing twice when more came than a page holds', async () => {
    telegram.channel('news')
    fill('news', 1, 10)
    let { cursor } = await read('news')
    fill('news', 11, 160)
    telegram.calls.length = 0
    const second = await read('news', cursor)
    expect(texts(second.messages).toSorted()).toEqual(
      Array.from({ length: 150 }, (_, n) => `Пост ${n + 11}`).toSorted(),
    )
    expect(new Set(telegram.calls.map(({ path }) => path)).size).toBe(telegram.calls.length)
    cursor = second.cursor
    telegram.calls.length = 0
    expect((await read('news', cursor)).messages).toEqual([])
    expect(telegram.count('page')).toBe(1)
    expect(JSON.stringify(cursor).length).toBeLessThan(6_000)
  })

  it('goes on where it was when it was broken off in the middle', async () => {
    telegram.channel('news')
    fill('news', 1, 10)
    const { cursor } = await read('news')
    fill('news', 11, 100)
    const step = await adapter.groups?.read({ externalId: 'news', link: '' }, cursor, new Date(0), never)
    expect(step?.more).toBe(true)
    fill('news', 101, 105)
    const rest = await read('news', step?.cursor)
    const after = await read('news', rest.cursor)
    const all = texts([...(step?.messages ?? []), ...rest.messages, ...after.messages])
    expect(all.toSorted()).toEqual(Array.from({ length: 95 }, (_, n) => `Пост ${n + 11}`).toSorted())
  })

  it('counts albums, service messages and pictures without a word, and hands out none of them', async () => {
    telegram.channel('news')
    telegram.post('news', { service: true })
    telegram.post('news', { text: 'Альбом', pictures: 10 })
    telegram.post('news', { pictures: 1 })
    telegram.post('news', { text: 'Ответ', replyTo: 2 })
    const { messages, cursor } = await read('news')
    expect(messages.map(({ externalId, text, kind }) => [externalId, text, kind])).toEqual([
      ['news/2', 'Альбом', 'post'],
      ['news/13', 'Ответ', 'post'],
    ])
    expect((await read('news', cursor)).messages).toEqual([])
  })

  it('sees edits of recent posts once, a caption that came later too', async () => {
    telegram.channel('news')
    fill('news', 1, 5)
    telegram.post('news', { pictures: 1 })
    const { cursor } = await read('news')
    time.at += HOUR
    telegram.edit('news', 3, 'Пост 3, исправлено')
    telegram.edit('news', 6, 'Подпись')
    const second = await read('news', cursor)
    expect(second.messages).toMatchObject([
      { externalId: 'news/3', text: 'Пост 3, исправлено', editedAt: expect.any(Date) },
      { externalId: 'news/6', text: 'Подпись', editedAt: expect.any(Date) },
    ])
    expect((await read('news', second.cursor)).messages).toEqual([])
  })

  it('reports deletions that are certain, and no others', async () => {
    telegram.channel('news')
    fill('news', 1, 30)
    const { cursor } = await read('news')
    telegram.delete('news', 25)
    telegram.delete('news', 30)
    telegram.post('news', 'Пост 31')
    const second = await read('news', cursor)
    expect(second.messages.map(({ externalId, deleted }) => [externalId, deleted])).toEqual([
      ['news/30', true],
      ['news/25', true],
      ['news/31', undefined],
    ])
    expect(second.messages[0]?.group?.externalId).toBe('news')
    // A page of before: the newest are not on it, but there.
    telegram.fail({ method: 'page', answer: 'stale' })
    const third = await read('news', second.cursor)
    expect(third.messages).toEqual([])
    const asked = telegram.count('post')
    expect((await read('news', third.cursor)).messages).toEqual([])
    telegram.delete('news', 31)
    const fourth = await read('news', third.cursor)
    expect(fourth.messages).toMatchObject([{ externalId: 'news/31', deleted: true }])
    expect((await read('news', fourth.cursor)).messages).toEqual([])
    expect(telegram.count('post')).toBe(asked + 1)
  })

  it('is not led astray by pages that are empty, repeated or out of order', async () => {
    telegram.channel('news')
    fill('news', 1, 30)
    const { cursor } = await read('news')
    telegram.fail({ method: 'page', answer: 'empty' })
    expect((await read('news', cursor)).messages).toEqual([])
    fill('news', 31, 80)
    telegram.fail({ method: 'page', answer: 'shuffled', times: 2 })
    const step = await adapter.groups?.read({ externalId: 'news', link: '' }, cursor, new Date(0), never)
    telegram.fail({ method: 'page', answer: 'repeated' })
    const rest = await read('news', step?.cursor)
    const last = await read('news', rest.cursor)
    const all = texts([...(step?.messages ?? []), ...rest.messages, ...last.messages])
    expect(all.toSorted()).toEqual(Array.from({ length: 50 }, (_, n) => `Пост ${n + 31}`).toSorted())
  })

  it('reads an empty channel, and its first post later', async () => {
    telegram.channel('news')
    const { messages, cursor } = await read('news')
    expect(messages).toEqual([])
    telegram.post('news', 'Первый')
    expect(texts((await read('news', cursor)).messages)).toEqual(['Первый'])
  })

  it('says when it was closed, hidden or renamed', async () => {
    telegram.channel('news')
    const { cursor } = await read('news')
    telegram.shut('news', 'preview')
    await expect(read('news', cursor)).rejects.toEqual(networkError('access-denied'))
    telegram.rename('news', 'news_now')
    await expect(read('news', cursor)).rejects.toEqual(networkError('not-found'))
  })

  it('waits when it is asked to, and never asks more than once a second', async () => {
    telegram.channel('news')
    fill('news', 1, 90)
    telegram.fail({ method: 'page', answer: 429, retryAfter: 30 })
    const from = time.at
    expect((await read('news')).messages).toHaveLength(90)
    expect(time.at - from).toBeGreaterThan(30_000)
    expect(telegram.busiestSecond()).toBe(1)
  })

  it.each([
    [500, 'temporary'],
    [502, 'temporary'],
    ['broken', 'temporary'],
    [403, 'access-denied'],
  ] as const)('says of %s that it is %s', async (answer, kind) => {
    telegram.channel('news')
    telegram.fail({ method: 'page', answer })
    await expect(read('news')).rejects.toEqual(networkError(kind))
  })
})

describe('comments of a channel', () => {
  it('brings comments of followed posts, all of them, each once', async () => {
    telegram.channel('News', { title: 'Новости', comments: true })
    telegram.post('News', 'Пост')
    for (let n = 1; n <= 120; n += 1)
      telegram.comment('News', 1, { text: `Ответ ${n}`, author: n % 2 === 0 ? anna : boris })
    const first = await read('news')
    const comments = first.messages.filter(({ kind }) => kind === 'comment')
    expect(texts(comments).toSorted()).toEqual(Array.from({ length: 120 }, (_, n) => `Ответ ${n + 1}`).toSorted())
    expect(comments.find(({ text }) => text === 'Ответ 2')).toMatchObject({
      externalId: 'news/1/c3',
      url: 'https://t.me/news/1?comment=3',
      author: {
        externalId: 'annaanna',
        name: 'Анна',
        avatar: 'https://cdn4.telesco.pe/file/AnnaAnna.jpg',
        url: 'https://t.me/AnnaAnna',
      },
      group: { externalId: 'news', name: 'Новости' },
    })
    expect(comments.find(({ text }) => text === 'Ответ 1')?.author).toEqual({
      externalId: 'news~Борис',
      name: 'Борис',
      avatar: null,
      url: null,
    })
    time.at += HOUR
    telegram.comment('News', 1, { text: 'Ещё', author: anna })
    const second = await read('news', first.cursor)
    expect(texts(second.messages)).toEqual(['Ещё'])
    telegram.editComment('News', 1, 5, 'Исправлено')
    telegram.editComment('News', 1, telegram.find('News').messages[0]?.comments.at(-1)?.id ?? 0, 'Ещё раз')
    time.at += 12 * HOUR
    const third = await read('news', second.cursor)
    // Only the newest page of a discussion is looked at again.
    expect(texts(third.messages)).toEqual(['Ещё раз'])
    expect(third.messages[0]?.editedAt).toBeInstanceOf(Date)
    time.at += 12 * HOUR
    expect((await read('news', third.cursor)).messages).toEqual([])
  })

  it('that fail for a while keep no posts from being read, and come later', async () => {
    telegram.channel('news', { comments: true })
    telegram.post('news', 'Пост')
    for (let n = 1; n <= 70; n += 1) telegram.comment('news', 1, { text: `Ответ ${n}`, author: anna })
    telegram.fail({ method: 'discussion', answer: 500 })
    const first = await read('news')
    expect(texts(first.messages)).toEqual(['Пост'])
    time.at += HOUR
    const second = await read('news', first.cursor)
    expect(second.messages).toHaveLength(70)
  })

  it('asks for few discussions at a time, for older ones more rarely, and for none after a week', async () => {
    telegram.channel('news', { comments: true })
    for (let n = 1; n <= 15; n += 1) telegram.post('news', `Пост ${n}`)
    let { cursor } = await read('news')
    expect(telegram.count('discussion')).toBe(3)
    for (let n = 0; n < 10; n += 1) cursor = (await read('news', cursor)).cursor
    expect(telegram.count('discussion')).toBe(15)
    time.at += 48 * HOUR
    for (let n = 0; n < 10; n += 1) cursor = (await read('news', cursor)).cursor
    expect(telegram.count('discussion')).toBe(30)
    time.at += 6 * 24 * HOUR
    telegram.post('news', 'Новый')
    cursor = (await read('news', cursor)).cursor
    expect((cursor as TelegramCursor).reader?.followed).toHaveLength(1)
  })

  it('stops asking where comments are off, and notices when they are on', async () => {
    telegram.channel('news')
    for (let n = 1; n <= 15; n += 1) telegram.post('news', `Пост ${n}`)
    let { cursor } = await read('news')
    for (let n = 0; n < 20; n += 1) cursor = (await read('news', cursor)).cursor
    expect(telegram.count('discussion')).toBe(3)
    telegram.find('news').discussion = { id: -1001, nextId: 1 }
    telegram.comment('news', 2, { text: 'Наконец', author: anna })
    time.at += 25 * HOUR
    const seen: string[] = []
    for (let n = 0; n < 10; n += 1) {
      const next = await read('news', cursor)
      cursor = next.cursor
      seen.push(...texts(next.messages))
    }
    expect(seen).toEqual(['Наконец'])
  })
})

describe('a group that a bot hears', () => {
  it('is read without a word, as long as the bot is a member', async () => {
    telegram.group('moms_chat', { title: 'Чат мам' })
    const member = telegram.bot(bot, 'moms_chat')
    adapter = await openAdapter([bot])
    const { messages, cursor, group } = await read('moms_chat')
    expect([messages, cursor, group?.name]).toEqual([[], { by: 'bot', reader: null }, 'Чат мам'])
    member.memberOf.clear()
    await expect(read('moms_chat', cursor)).rejects.toEqual(networkError('access-denied'))
  })
})

describe('without a gateway', () => {
  it('there is no search, and no group is read', async () => {
    telegram.group('moms_chat')
    expect(adapter.search).toBeNull()
    expect(adapter.streams).toEqual([])
    await expect(read('moms_chat')).rejects.toEqual(networkError('access-denied'))
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR } from '../../../kit/clock.ts'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import type { NetworkAdapter } from '../shared/adapter.ts'
import { readAll } from '../shared/read-all.samples.ts'
import type { RawMessage } from '../shared/source.ts'
import { openForgetfulPool } from '../shared/token-pool.samples.ts'
import { createSimulatedGateway } from './gateway.simulator.ts'
import type { TelegramGateway } from './gateway.ts'
import { openSimulatedAccount } from './mtproto/mtproto.samples.ts'
import type { SimulatedPerson } from './telegram-world.simulator.ts'
import { startTelegramSimulator, type TelegramSimulator } from './telegram.simulator.ts'
import { telegramAdapter } from './telegram.ts'

const time = sleepingTime()
let telegram: TelegramSimulator
let opened: OpenedGateway
let adapter: NetworkAdapter
const never = new AbortController().signal
const anna: SimulatedPerson = { id: 7, name: 'Анна', username: 'AnnaAnna' }
const boris: SimulatedPerson = { id: 8, name: 'Борис', username: null }

interface OpenedGateway {
  gateway: TelegramGateway
  calls(method: 'history' | 'replies'): number
  /** Until what happens is heard. */
  listens(): Promise<void>
  close(): Promise<void>
}

const ways: [string, () => Promise<OpenedGateway>][] = [
  [
    'by itself',
    async () => {
      const gateway = createSimulatedGateway(telegram, time.now)
      const listens = () =>
        new Promise<void>((resolve) => {
          setImmediate(resolve)
        })
      return { gateway, calls: (method) => gateway.calls[method], listens, close: async () => {} }
    },
  ],
  [
    'over MTProto',
    async () => {
      const { gateway, simulator, listens, close } = await openSimulatedAccount(telegram, time)
      // Only what the account has joined: posts of all channels are searched without groups.
      simulator.premium = false
      const methods = { history: 'messages.getHistory', replies: 'messages.getReplies' } as const
      return { gateway, calls: (method) => simulator.count(methods[method]), listens, close }
    },
  ],
]

async function open(openGateway: () => Promise<OpenedGateway>): Promise<void> {
  time.at = Date.parse('2026-11-20T12:00:00Z')
  telegram = await startTelegramSimulator({ now: time.now })
  opened = await openGateway()
  const preview = await openForgetfulPool({ network: 'telegram', limits: { perSecond: 1 }, time })
  adapter = telegramAdapter({ time, preview, previewUrl: telegram.url, gateway: opened.gateway })
}
afterEach(async () => {
  await opened.close()
  await telegram.close()
})

const read = (name: string, known: unknown = null) =>
  readAll(
    (cursor) => adapter.groups!.read({ externalId: name, link: '' }, cursor, new Date(time.at - 72 * HOUR), never),
    known,
  )
const texts = (messages: RawMessage[]): string[] => messages.map(({ text }) => text)

describe.each(ways)('a gateway %s', (_way, openGateway) => {
  beforeEach(() => open(openGateway))

  it('resolves and reads public groups, replies as comments, edits and deletions too', async () => {
    telegram.group('moms_chat', { title: 'Чат мам' })
    for (let n = 1; n <= 230; n += 1)
      telegram.post('moms_chat', {
        text: `Сообщение ${n}`,
        author: n % 2 === 0 ? anna : boris,
        ...(n === 230 ? { replyTo: 229 } : {}),
      })
    expect(await adapter.resolve('moms_chat', never)).toMatchObject({
      externalId: 'moms_chat',
      kind: 'chat',
      name: 'Чат мам',
    })
    const first = await read('moms_chat')
    expect(new Set(texts(first.messages)).size).toBe(230)
    expect(first.messages).toHaveLength(230)
    expect(first.messages.find(({ externalId }) => externalId === 'moms_chat/230')).toMatchObject({
      kind: 'comment',
      author: { externalId: 'annaanna' },
      group: { kind: 'chat' },
    })
    expect(first.messages.find(({ externalId }) => externalId === 'moms_chat/229')).toMatchObject({
      kind: 'post',
      author: { externalId: 'id8' },
    })
    telegram.edit('moms_chat', 228, 'Другое')
    telegram.delete('moms_chat', 227)
    const second = await read('moms_chat', first.cursor)
    expect(second.messages.map(({ externalId, text, deleted }) => [externalId, text, deleted ?? false])).toEqual([
      ['moms_chat/227', '', true],
      ['moms_chat/228', 'Другое', false],
    ])
    expect(opened.calls('history')).toBeGreaterThan(3)
    expect(opened.calls('replies')).toBe(0)
  })

  it('reads a channel that hides its preview, and comments there', async () => {
    telegram.channel('news', { comments: true, preview: false })
    telegram.post('news', 'Пост')
    telegram.comment('news', 1, { text: 'Ответ', author: anna })
    expect(texts((await read('news')).messages)).toEqual(['Пост', 'Ответ'])
    expect(opened.calls('replies')).toBe(1)
  })

  it('searches the whole network, page by page, and only what is new the next time', async () => {
    telegram.channel('news')
    telegram.group('moms_chat')
    for (let n = 1; n <= 130; n += 1) {
      time.at += 1000
      telegram.post(n % 2 === 0 ? 'news' : 'moms_chat', {
        text: `Ищу няню в Казани ${n}`,
        author: n % 2 === 0 ? undefined : anna,
      } as { text: string })
      telegram.post('news', 'Не о том')
    }
    const search = async (cursor: unknown) => {
      const found: RawMessage[] = []
      for (;;) {
        const reading = await adapter.search?.read(['няню', 'казани'], cursor, new Date(time.at - HOUR), never)
        found.push(...(reading?.messages ?? []))
        cursor = JSON.parse(JSON.stringify(reading?.cursor ?? null))
        if (!reading?.more) return { found, cursor }
      }
    }
    const first = await search(null)
    expect(new Set(first.found.map(({ externalId }) => externalId)).size).toBe(130)
    time.at += 1000
    telegram.post('moms_chat', { text: 'Няню ищу, Казани мало', author: anna })
    const second = await search(first.cursor)
    expect(texts(second.found)).toContain('Няню ищу, Казани мало')
    expect(second.found.length).toBeLessThanOrEqual(2)
  })

  it('listens to what is pushed until it is stopped', async () => {
    telegram.channel('news', { comments: true })
    const stop = new AbortController()
    const heard: RawMessage[] = []
    const stream = adapter.streams.find(({ name }) => name === 'telegram-gateway')
    const ended = (async () => {
      for await (const batch of stream?.read(null, stop.signal) ?? []) heard.push(...batch.messages)
    })()
    await opened.listens()
    telegram.post('news', 'Пост')
    telegram.comment('news', 1, { text: 'Ответ', author: anna })
    telegram.delete('news', 1)
    await expect.poll(() => heard.length).toBe(3)
    expect(heard.map(({ externalId, deleted }) => [externalId, deleted])).toEqual([
      ['news/1', false],
      ['news/1/c2', false],
      ['news/1', true],
    ])
    stop.abort()
    await ended
    expect(stream?.heardAt()).toEqual(time.now())
  })
})

/** Pages that come empty, as too many questions are answered: nothing is taken from it, and nothing that was written is skipped. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../kit/clock.ts'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import type { NetworkAdapter, Reading } from '../shared/adapter.ts'
import { openForgetfulPool } from '../shared/token-pool.samples.ts'
import { startTelegramSimulator, type TelegramSimulator } from './telegram.simulator.ts'
import { telegramAdapter, type TelegramCursor } from './telegram.ts'

const time = sleepingTime()
let telegram: TelegramSimulator
let adapter: NetworkAdapter
let since: Date
const never = new AbortController().signal
beforeEach(async () => {
  time.at = Date.parse('2026-11-20T12:00:00Z')
  since = new Date(time.at - 3 * DAY)
  telegram = await startTelegramSimulator({ now: time.now })
  const preview = await openForgetfulPool({ network: 'telegram', limits: { perSecond: 1 }, time })
  adapter = telegramAdapter({ time, preview, previewUrl: telegram.url })
})
afterEach(() => telegram.close())

interface Read {
  texts: string[]
  cursor: TelegramCursor
  last: Reading
}

/** Reads to the end; with `bare` pages before the newest come empty. */
async function read(cursor: unknown, { bare = false } = {}): Promise<Read> {
  const texts: string[] = []
  let at = cursor
  for (let steps = 0; steps < 200; steps += 1) {
    if (bare && (at as TelegramCursor | null)?.reader?.open) telegram.fail({ method: 'page', answer: 'empty' })
    const last = await adapter.groups!.read({ externalId: 'news', link: 'https://t.me/news' }, at, since, never)
    texts.push(...last.messages.map(({ text, deleted }) => (deleted ? '(deleted)' : text)))
    at = JSON.parse(JSON.stringify(last.cursor))
    if (!last.more) return { texts, cursor: at as TelegramCursor, last }
  }
  throw new Error('a reading without end')
}
let written = 0
function write(many: number): string[] {
  const texts = Array.from({ length: many }, (_, n) => `Пост ${written + n}`)
  written += many
  for (const text of texts) telegram.post('news', text)
  return texts
}

describe('a gap', () => {
  it('whose pages come empty again and again stays open, while what is new is read', async () => {
    telegram.channel('news')
    write(10)
    const { cursor } = await read(null)
    const wanted = write(150)
    const received = new Set<string>()
    let suspected = await read(cursor, { bare: true })
    for (const text of suspected.texts) received.add(text)
    for (let n = 0; n < 20; n += 1) {
      time.at += 2 * HOUR
      wanted.push(...write(2))
      suspected = await read(suspected.cursor, { bare: true })
      expect(suspected.texts).toHaveLength(2)
      expect(suspected.last.suspicion).toEqual(expect.stringContaining('t.me/news'))
      for (const text of suspected.texts) received.add(text)
    }
    time.at += 6 * HOUR
    const after = await read(suspected.cursor)
    expect([...received, ...after.texts].toSorted()).toEqual(wanted.toSorted())
    expect(after.last).not.toHaveProperty('suspicion')
    expect((await read(after.cursor)).texts).toEqual([])
  })

  it('of the first reading stays open, too', async () => {
    telegram.channel('news')
    const wanted = write(90)
    let suspected = await read(null, { bare: true })
    const texts = [...suspected.texts]
    for (let n = 0; n < 5; n += 1) texts.push(...(suspected = await read(suspected.cursor, { bare: true })).texts)
    time.at += HOUR
    expect([...texts, ...(await read(suspected.cursor)).texts].toSorted()).toEqual(wanted.toSorted())
  })

  it('below which another opens is closed with it', async () => {
    telegram.channel('news')
    write(10)
    let suspected = await read((await read(null)).cursor)
    const wanted = write(60)
    const received: string[] = []
    for (let n = 0; n < 8; n += 1) received.push(...(suspected = await read(suspected.cursor, { bare: true })).texts)
    wanted.push(...write(60))
    for (let n = 0; n < 8; n += 1) received.push(...(suspected = await read(suspected.cursor, { bare: true })).texts)
    time.at += 6 * HOUR
    const after = await read(suspected.cursor)
    expect([...new Set([...received, ...after.texts])].toSorted()).toEqual(wanted.toSorted())
    expect(after.cursor.reader).not.toHaveProperty('gap')
  })

  it('is asked for less and less often, and some day no more', async () => {
    telegram.channel('news')
    write(10)
    let suspected = await read((await read(null)).cursor)
    write(60)
    const before = telegram.count('page')
    for (let n = 0; n < 12 * 30; n += 1) {
      time.at += 2 * MINUTE
      suspected = await read(suspected.cursor, { bare: true })
    }
    expect(telegram.count('page') - before - 360).toBeLessThan(30)
    expect(suspected.last.suspicion).toBeDefined()
    for (let n = 0; n < 60; n += 1) {
      time.at += 6 * HOUR
      suspected = await read(suspected.cursor, { bare: true })
    }
    expect(suspected.cursor.reader).not.toHaveProperty('gap')
    expect(suspected.last).not.toHaveProperty('suspicion')
  })

  it('between neighbours is none', async () => {
    telegram.channel('news')
    write(10)
    const { cursor } = await read(null)
    write(20)
    telegram.calls.length = 0
    const after = await read(cursor)
    expect(after.texts).toHaveLength(20)
    expect(telegram.count('page')).toBe(1)
  })
})

it('a channel that shows nothing where there were posts is suspected', async () => {
  telegram.channel('news')
  write(10)
  const { cursor } = await read(null)
  telegram.fail({ method: 'page', answer: 'empty' })
  const suspected = await read(cursor)
  expect(suspected).toMatchObject({ texts: [], last: { suspicion: expect.stringContaining('t.me/news') } })
  const wanted = write(5)
  const after = await read(suspected.cursor)
  expect(after.texts).toEqual(wanted)
  expect(after.last).not.toHaveProperty('suspicion')
})

describe('comments of older posts in a busy channel', () => {
  const rounds = async (count: number, from: unknown, received: Set<string>): Promise<Read> => {
    let after = await read(from)
    for (const text of after.texts) received.add(text)
    for (let round = 0; round < count; round += 1) {
      time.at += 30 * MINUTE
      after = await read(after.cursor)
      for (const text of after.texts) received.add(text)
    }
    return after
  }

  it('are read by turns, each post having its own, however many there are', async () => {
    telegram.channel('news', { comments: true })
    write(100)
    const received = new Set<string>()
    const { cursor } = await rounds(30, null, received)
    const posts = telegram.find('news').messages
    const wanted = posts.map(({ id }) => telegram.comment('news', id, `ответ под ${id}`).text)
    const calls = telegram.count('discussion')
    const { cursor: later } = await rounds(48, cursor, received)
    expect(wanted.filter((text) => !received.has(text))).toEqual([])
    // No more of them in a reading than it was given.
    expect(telegram.count('discussion') - calls).toBeLessThanOrEqual(49 * 6)
    expect(JSON.stringify(later).length).toBeLessThan(16_000)
  })

  it('are read to their end, and of a post that is gone no more', async () => {
    telegram.channel('news', { comments: true })
    write(60)
    const received = new Set<string>()
    const { cursor } = await rounds(10, null, received)
    const [first, second] = telegram.find('news').messages
    const wanted = Array.from({ length: 130 }, (_, n) => telegram.comment('news', first!.id, `ответ ${n}`).text)
    telegram.delete('news', second!.id)
    const after = await rounds(24, cursor, received)
    expect(wanted.filter((text) => !received.has(text))).toEqual([])
    const older = after.cursor.reader?.older?.map(({ id }) => id) ?? []
    expect(older).toContain(first!.id)
    expect(older).not.toContain(second!.id)
  })
})

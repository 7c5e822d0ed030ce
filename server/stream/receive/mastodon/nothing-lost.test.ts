/** Long rests, broken pages and empty answers: whatever an instance does, nothing that was written is skipped. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../../kit/clock.ts'
import { fastTime } from '../../../testing/fast-time.ts'
import type { GroupTarget, NetworkAdapter, NetworkStream, Reading } from '../shared/adapter.ts'
import type { RawMessage } from '../shared/source.ts'
import { isNetworkError } from '../shared/network-error.ts'
import type { AccountCursor } from './account-statuses.ts'
import type { InstanceCursor } from './instance-stream.ts'
import type { SimulatedAccount } from './mastodon-world.simulator.ts'
import { startMastodonSimulator, type MastodonFault, type MastodonSimulator } from './mastodon.simulator.ts'
import { mastodonAdapter, type MastodonOptions } from './mastodon.ts'

/** A second is ten minutes. */
const passing = fastTime(600)
/** Milliseconds that were skipped. */
let ahead = 0
const time = { ...passing, now: () => new Date(passing.now().getTime() + ahead) }
const ago = (milliseconds: number): Date => new Date(time.now().getTime() - milliseconds)

let home: MastodonSimulator
let anna: SimulatedAccount
let running: AbortController
beforeEach(async () => {
  home = await startMastodonSimulator({ now: time.now, domain: 'home.example' })
  anna = home.account('anna')
  running = new AbortController()
})
afterEach(async () => {
  running.abort()
  await home.end()
})

const openAdapter = (options: Partial<MastodonOptions> = {}): NetworkAdapter =>
  mastodonAdapter({ fetch, time, addressOf: () => home.url, ...options })
/** Time passes, and each second of it something is written. */
function write(from: number, to: number): string[] {
  ahead += (to - from + 1) * SECOND
  const texts = Array.from({ length: to - from }, (_, n) => `Сообщение ${from + n}`)
  for (const [n, text] of texts.entries())
    home.post(anna, `<p>${text}</p>`, { createdAt: ago((texts.length - n) * SECOND), language: 'ru' })
  return texts
}
const limited = (headers: Record<string, string | null>): MastodonFault => ({ status: 429, headers })

const refusals: [string, Record<string, string | null>][] = [
  ['a time to come again', { 'retry-after': '300' }],
  ['a time that is over', { 'retry-after': 'Fri, 20 Nov 1998 12:00:00 GMT' }],
  ['no time at all', { 'retry-after': '0' }],
  ['a time in three hundred years', { 'retry-after': '9999999999' }],
  ['a reset that is over', { 'x-ratelimit-reset': '1998-11-20T12:00:00Z' }],
  ['a reset in a hundred years', { 'x-ratelimit-reset': '2126-11-20T12:00:00Z' }],
  ['nothing', { 'x-ratelimit-reset': null, 'x-ratelimit-remaining': null, date: null }],
]

describe('an account', () => {
  const target: GroupTarget = { externalId: 'anna@home.example', link: 'https://home.example/@anna' }
  const read = (adapter: NetworkAdapter, cursor: unknown): Promise<Reading> =>
    adapter.groups!.read(target, cursor, ago(3 * DAY), running.signal)

  /** Reads to the end, waiting out what is refused; after each step by another process, which knows the cursor alone. */
  async function readOn(
    known: unknown,
  ): Promise<{ texts: string[]; cursor: AccountCursor; rests: number[]; last: Reading }> {
    const texts: string[] = []
    const rests: number[] = []
    let cursor = known
    let adapter = openAdapter()
    for (let tries = 0; tries < 500; tries += 1) {
      try {
        const last = await read(adapter, cursor)
        texts.push(...last.messages.map(({ text, deleted }) => (deleted ? '(deleted)' : text)))
        cursor = JSON.parse(JSON.stringify(last.cursor))
        if (!last.more) return { texts, cursor: cursor as AccountCursor, rests, last }
        adapter = openAdapter()
      } catch (error) {
        if (!isNetworkError(error, 'rate-limited')) throw error
        rests.push(error.retryAfter ?? 0)
        ahead += error.retryAfter ?? 0
      }
    }
    throw new Error('a reading without end')
  }

  it.each(refusals)('is read over a gap of many pages, refused again and again with %s', async (_, headers) => {
    write(0, 10)
    const { cursor } = await readOn(null)
    ahead += DAY
    const wanted = write(100, 883)
    for (let n = 0; n < 30; n += 1) home.faults.push(limited(headers), limited(headers), limited(headers), 'well')
    const { texts, rests } = await readOn(cursor)
    expect(texts).toHaveLength(783)
    expect(new Set(texts)).toEqual(new Set(wanted))
    // None asks at once again, and none is left for good.
    expect(Math.min(...rests)).toBeGreaterThanOrEqual(SECOND)
    expect(Math.max(...rests)).toBeLessThanOrEqual(15 * MINUTE)
  })

  it('is asked less and less by whoever is refused at once again', async () => {
    const adapter = openAdapter()
    const rests: number[] = []
    for (let n = 0; n < 6; n += 1) {
      home.faults.push(limited({ 'retry-after': '0' }))
      await read(adapter, null).catch((error: unknown) => {
        if (!isNetworkError(error)) throw error
        rests.push(error.retryAfter ?? 0)
        ahead += error.retryAfter ?? 0
      })
    }
    expect(rests).toEqual([1, 2, 4, 8, 16, 32].map((seconds) => seconds * SECOND))
  })

  it.each([
    ['no links to a next page', 40, true],
    ['pages that are cut short', 25, false],
    ['neither', 25, true],
  ] as const)('is read where there are %s', async (_, mostPerPage, linkless) => {
    write(0, 3)
    Object.assign(home, { mostPerPage, linkless })
    const { cursor } = await readOn(null)
    const wanted = write(100, 250)
    const { texts } = await readOn(cursor)
    expect(texts.toSorted()).toEqual(wanted.toSorted())
    expect((await readOn(null)).texts.toSorted()).toEqual(
      [...wanted, 'Сообщение 0', 'Сообщение 1', 'Сообщение 2'].toSorted(),
    )
  })

  it('is read though what comes while it is read moves the pages', async () => {
    write(0, 10)
    const { cursor } = await readOn(null)
    const wanted = write(100, 250)
    const first = await read(openAdapter(), cursor)
    wanted.push(...write(300, 350))
    const rest = await readOn(JSON.parse(JSON.stringify(first.cursor)))
    const after = await readOn(rest.cursor)
    expect([...first.messages.map(({ text }) => text), ...rest.texts, ...after.texts].toSorted()).toEqual(
      wanted.toSorted(),
    )
  })

  it('that shows nothing where there were posts is suspected, and read on from where it was', async () => {
    const known = write(0, 10)
    const { cursor } = await readOn(null)
    home.emptied = true
    const suspected = await read(openAdapter(), cursor)
    expect(suspected).toMatchObject({
      messages: [],
      more: false,
      suspicion: expect.stringContaining('home.example shows no posts of anna@home.example'),
      cursor: { ...cursor, suspectedSince: expect.any(Number) },
    })
    // However long it takes: each of them is there by itself.
    ahead += 2 * DAY
    const still = await read(openAdapter(), suspected.cursor)
    expect(still).toMatchObject({
      messages: [],
      suspicion: expect.any(String),
      cursor: { upTo: cursor.upTo, recent: cursor.recent },
    })
    const wanted = write(100, 190)
    home.emptied = false
    const after = await readOn(still.cursor)
    expect(after.texts.toSorted()).toEqual(wanted.toSorted())
    expect(after.cursor).not.toHaveProperty('suspectedSince')
    expect(known).toHaveLength(10)
  })

  it('whose posts are all gone is believed after a while, when each by itself is gone, too', async () => {
    const posts = Array.from({ length: 7 }, (_, n) => home.post(anna, `<p>Запись ${n}</p>`))
    const { cursor } = await readOn(null)
    for (const post of posts) home.delete(post)
    const suspected = await readOn(cursor)
    expect(suspected.texts).toEqual([])
    ahead += 2 * HOUR
    const once = await readOn(suspected.cursor)
    const twice = await readOn(once.cursor)
    expect([...once.texts, ...twice.texts]).toEqual(Array.from({ length: 7 }, () => '(deleted)'))
    expect(await read(openAdapter(), twice.cursor)).not.toHaveProperty('suspicion')
    home.post(anna, '<p>Снова здесь</p>')
    expect((await readOn(twice.cursor)).texts).toEqual(['Снова здесь'])
  })

  it('is read whole though a page on the way back comes empty', async () => {
    write(0, 10)
    const { cursor } = await readOn(null)
    const wanted = write(100, 250)
    // Each process asks what the instance is, and one that knows nothing who the account is.
    home.faults.push('well', 'well', 'well', 'empty')
    const suspected = await readOn(cursor)
    expect(suspected.cursor.upTo).toBe(cursor.upTo)
    expect(suspected.last).toHaveProperty('suspicion')
    const after = await readOn(suspected.cursor)
    expect(new Set([...suspected.texts, ...after.texts])).toEqual(new Set(wanted))
    expect(after.texts).toHaveLength(150)
    // At the first reading nothing is known that should be there; but what the page before promised is.
    home.faults.push('well', 'well', 'well', 'well', 'empty')
    const first = await readOn(null)
    expect(first.texts.length).toBeLessThan(160)
    expect(first.last).not.toHaveProperty('suspicion')
    expect((await readOn(first.cursor)).texts).toHaveLength(160)
  })

  it('whose newest posts are missing from an old state of its list has not deleted them', async () => {
    write(0, 3)
    const { cursor } = await readOn(null)
    const [newest] = cursor.recent
    const stale = openAdapter({
      fetch: async (url, init) => {
        const answer = await fetch(url, init)
        if (!url.pathname.endsWith('/statuses')) return answer
        const body = (await answer.json()) as { id: string }[]
        return Response.json(body.filter(({ id }) => id !== newest?.id))
      },
    })
    const behind = await read(stale, cursor)
    expect(behind.messages).toEqual([])
    expect((await readOn(behind.cursor)).cursor.recent).toEqual(cursor.recent)
  })

  it('that was numbered by a clock which was ahead, and is set right, is read on', async () => {
    home.post(anna, '<p>Из будущего</p>', { createdAt: new Date(time.now().getTime() + DAY) })
    write(0, 3)
    const { cursor } = await readOn(null)
    home.post(anna, '<p>Сейчас</p>', { createdAt: time.now() })
    const late = await readOn(cursor)
    expect(late.texts).toEqual(['Сейчас'])
    expect(late.cursor.upTo).toBe(cursor.upTo)
    const again = await readOn(late.cursor)
    expect(again.texts).toEqual([])
    const ids = again.cursor.recent.map(({ id }) => id)
    expect(ids).toHaveLength(5)
    expect(new Set(ids).size).toBe(5)
  })

  it('that was numbered by a clock which was ahead is read over many pages of what came late', async () => {
    home.post(anna, '<p>Из будущего</p>', { createdAt: new Date(time.now().getTime() + DAY) })
    write(0, 3)
    const { cursor } = await readOn(null)
    const wanted = write(100, 220)
    const late = await readOn(cursor)
    expect(late.texts.toSorted()).toEqual(wanted.toSorted())
    expect((await readOn(late.cursor)).texts).toEqual([])
    const next = write(300, 390)
    expect((await readOn(late.cursor)).texts.toSorted()).toEqual(next.toSorted())
  })
})

describe('a timeline', () => {
  const settled = <Value>(value: () => Value) => expect.poll(value, { interval: 20 })
  function listen(cursor: InstanceCursor | null = null, signal = running.signal) {
    const adapter = openAdapter({ instances: [{ host: 'home.example', token: null }], askEvery: MINUTE })
    const stream = adapter.streams[0] as NetworkStream<InstanceCursor>
    const messages: RawMessage[] = []
    let last = cursor
    const done = (async () => {
      for await (const batch of stream.read(cursor, signal)) {
        messages.push(...batch.messages)
        last = batch.cursor
      }
    })()
    return { stream, done, messages, cursor: () => last, texts: () => messages.map(({ text }) => text).toSorted() }
  }

  it.each(refusals.slice(0, 3))('comes to its end though every few calls are refused with %s', async (_, headers) => {
    const known = write(0, 30)
    const heard = listen()
    await settled(heard.texts).toEqual(known.toSorted())
    // A page more than is read again each time is as far as one gets between two refusals.
    for (let n = 0; n < 1_000; n += 1) home.faults.push('well', 'well', 'well', limited(headers))
    const wanted = [...known, ...write(100, 600)]
    await settled(() => heard.messages.length).toBeGreaterThanOrEqual(wanted.length)
    expect(heard.texts()).toEqual(wanted.toSorted())
  })

  it('that is refused from the beginning is heard from the beginning', async () => {
    for (let n = 0; n < 4; n += 1) home.faults.push(limited({ 'retry-after': '120' }))
    const heard = listen()
    await time.sleep(2 * MINUTE)
    const wanted = write(0, 400)
    await settled(heard.texts).toEqual(wanted.toSorted())
  })

  it('that comes out empty is not heard, and read on from where it was', async () => {
    const known = write(0, 30)
    const heard = listen()
    await settled(heard.texts).toEqual(known.toSorted())
    await settled(() => heard.stream.heardAt()).not.toBeNull()
    const cursor = heard.cursor()
    home.emptied = true
    await settled(() => heard.stream.heardAt()).toBeNull()
    expect(heard.cursor()).toEqual(cursor)
    const wanted = [...known, ...write(100, 300)]
    await time.sleep(10 * MINUTE)
    home.emptied = false
    await settled(heard.texts).toEqual(wanted.toSorted())
    await settled(() => heard.stream.heardAt()).not.toBeNull()
  })

  it('of which a page on the way comes empty is read on', async () => {
    const known = write(0, 30)
    const heard = listen()
    await settled(heard.texts).toEqual(known.toSorted())
    home.faults.push('well', 'well', 'empty', 'well', 'empty')
    const wanted = [...known, ...write(100, 300)]
    await settled(heard.texts).toEqual(wanted.toSorted())
  })

  it('that comes out empty after a socket broke is not taken for read', async () => {
    home.token = 'secret'
    const texts: string[] = []
    const adapter = openAdapter({ instances: [{ host: 'home.example', token: 'secret' }], pingEvery: 5 * MINUTE })
    const known = write(0, 10)
    void (async () => {
      for await (const { messages } of (adapter.streams[0] as NetworkStream<InstanceCursor>).read(null, running.signal))
        texts.push(...messages.map(({ text }) => text))
    })()
    await settled(() => texts.toSorted()).toEqual(known.toSorted())
    home.faults.push('empty', 'empty', 'empty', 'empty')
    home.cut()
    const wanted = [...known, ...write(100, 500)]
    await settled(() => home.faults.length).toBe(0)
    await settled(() => home.sockets()).toBe(1)
    home.post(anna, '<p>И дальше</p>', { language: 'ru' })
    await settled(() => texts.length).toBeGreaterThan(wanted.length)
    expect(texts.toSorted()).toEqual([...wanted, 'И дальше'].toSorted())
  })

  it('is read on by the next process from the page at which one was killed', async () => {
    const known = write(0, 30)
    const first = new AbortController()
    const before = listen(null, first.signal)
    await settled(before.texts).toEqual(known.toSorted())
    first.abort()
    await before.done
    const wanted = [...known, ...write(100, 400)]
    const received = new Set(known)
    let cursor = before.cursor()
    for (let lives = 0; lives < 20 && received.size < wanted.length; lives += 1) {
      const adapter = openAdapter({ instances: [{ host: 'home.example', token: null }] })
      let batches = 0
      for await (const batch of (adapter.streams[0] as NetworkStream<InstanceCursor>).read(cursor, running.signal)) {
        for (const { text } of batch.messages) received.add(text)
        cursor = JSON.parse(JSON.stringify(batch.cursor)) as InstanceCursor
        // Killed after some pages, each time.
        if ((batches += 1) === 5 || received.size === wanted.length) break
      }
    }
    expect([...received].toSorted()).toEqual(wanted.toSorted())
  })
})

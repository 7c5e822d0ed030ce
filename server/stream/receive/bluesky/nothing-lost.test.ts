/** Empty feeds, long rests and clocks that are ahead: whatever the AppView or a host of Jetstream does, nothing is skipped. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../kit/clock.ts'
import { fastTime } from '../../../testing/fast-time.ts'
import type { NetworkAdapter, NetworkStream, Reading } from '../shared/adapter.ts'
import { openForgetfulPool } from '../shared/token-pool.samples.ts'
import { isNetworkError } from '../shared/network-error.ts'
import { blueskyLimits } from './app-view.ts'
import type { AuthorFeedCursor } from './author-feed.ts'
import { startBlueskySimulator, type BlueskySimulator } from './bluesky.simulator.ts'
import { blueskyAdapter } from './bluesky.ts'
import type { JetstreamCursor } from './jetstream.ts'

/** A second is two minutes. */
const passing = fastTime(120)
/** Milliseconds that were skipped. */
let ahead = 0
const time = { ...passing, now: () => new Date(passing.now().getTime() + ahead) }
const ago = (milliseconds: number): Date => new Date(time.now().getTime() - milliseconds)

let world: BlueskySimulator
let anna: ReturnType<BlueskySimulator['account']>
let running: AbortController
beforeEach(async () => {
  world = await startBlueskySimulator({ now: time.now })
  anna = world.account('anna')
  running = new AbortController()
})
afterEach(async () => {
  running.abort()
  await world.end()
})

/** As after a restart. */
async function openAdapter(): Promise<NetworkAdapter> {
  const pool = await openForgetfulPool({ network: 'bluesky', limits: blueskyLimits, time })
  return blueskyAdapter({
    appView: world.url,
    jetstreams: world.jetstreams,
    pool,
    time,
    pingEvery: 2 * MINUTE,
    // Time flies, and connections do not: a busy machine must meet neither.
    openWithin: HOUR,
    patience: HOUR,
  })
}
function write(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, n) => world.post(anna, `Сообщение ${from + n}`).record.text)
}

describe('an account', () => {
  const read = (adapter: NetworkAdapter, cursor: unknown): Promise<Reading> =>
    adapter.groups!.read({ externalId: anna.did, link: '' }, cursor, ago(3 * DAY), running.signal)
  /** Reads to the end, waiting out what is refused; after each step by another process, which knows the cursor alone. */
  async function readOn(
    known: unknown,
  ): Promise<{ texts: string[]; cursor: AuthorFeedCursor; rests: number[]; suspicion: string | undefined }> {
    const texts: string[] = []
    const rests: number[] = []
    let cursor = known
    for (let tries = 0; tries < 300; tries += 1) {
      try {
        const { messages, cursor: next, more, suspicion } = await read(await openAdapter(), cursor)
        texts.push(...messages.map(({ text, deleted }) => (deleted ? '(deleted)' : text)))
        cursor = JSON.parse(JSON.stringify(next))
        if (!more) return { texts, cursor: cursor as AuthorFeedCursor, rests, suspicion }
      } catch (error) {
        if (!isNetworkError(error, 'rate-limited')) throw error
        rests.push(error.retryAfter ?? 0)
        ahead += error.retryAfter ?? 0
      }
    }
    throw new Error('a reading without end')
  }

  it.each([
    ['a time to come again', { 'retry-after': '300' }],
    ['a time that is over', { 'retry-after': 'Fri, 20 Nov 1998 12:00:00 GMT' }],
    ['a time in three hundred years', { 'retry-after': '9999999999' }],
    ['a reset that is over', { 'ratelimit-reset': '1' }],
    ['a reset in milliseconds', { 'ratelimit-reset': '1763640000000' }],
    ['nothing', {}],
  ])('is read over a gap of many pages, refused again and again with %s', async (_, headers) => {
    write(0, 10)
    const { cursor } = await readOn(null)
    ahead += DAY
    const wanted = write(100, 550)
    const refusal = { status: 429, headers: headers as Record<string, string> } as const
    for (let n = 0; n < 3; n += 1) world.faults.push(refusal, refusal)
    const { texts, rests } = await readOn(cursor)
    expect(texts.toSorted()).toEqual(wanted.toSorted())
    expect(Math.max(0, ...rests)).toBeLessThanOrEqual(15 * MINUTE)
  })

  it('whose feed shows nothing where there were posts is suspected, and read on from where it was', async () => {
    write(0, 10)
    const { cursor } = await readOn(null)
    world.emptied = true
    const suspected = await readOn(cursor)
    expect(suspected).toMatchObject({
      texts: [],
      suspicion: expect.stringContaining(anna.did),
      cursor: { ...cursor, suspectedSince: expect.any(Number) },
    })
    ahead += DAY
    // However long it takes: each of them is there by itself.
    const still = await readOn(suspected.cursor)
    expect(still).toMatchObject({
      texts: [],
      suspicion: expect.any(String),
      cursor: { upTo: cursor.upTo, recent: cursor.recent },
    })
    const wanted = write(100, 250)
    world.emptied = false
    const after = await readOn(still.cursor)
    expect(after).toMatchObject({ suspicion: undefined })
    expect(after.texts.toSorted()).toEqual(wanted.toSorted())
    expect(after.cursor).not.toHaveProperty('suspectedSince')
  })

  it('whose posts are all gone is believed after a while, when each by itself is gone, too', async () => {
    const posts = Array.from({ length: 30 }, (_, n) => world.post(anna, `Запись ${n}`))
    const { cursor } = await readOn(null)
    for (const post of posts) world.delete(post)
    const suspected = await readOn(cursor)
    expect(suspected.texts).toEqual([])
    ahead += 2 * HOUR
    const once = await readOn(suspected.cursor)
    const twice = await readOn(once.cursor)
    expect([...once.texts, ...twice.texts]).toEqual(Array.from({ length: 30 }, () => '(deleted)'))
    expect(await readOn(twice.cursor)).toMatchObject({ suspicion: undefined, texts: [] })
    world.post(anna, 'Снова здесь')
    expect((await readOn(twice.cursor)).texts).toEqual(['Снова здесь'])
  })

  it('is read whole though a page on the way back comes empty', async () => {
    write(0, 10)
    const { cursor } = await readOn(null)
    ahead += HOUR
    const wanted = write(100, 350)
    const begun = await read(await openAdapter(), cursor)
    expect(begun.more).toBe(true)
    world.faults.push('empty')
    const suspected = await readOn(begun.cursor)
    expect(suspected).toMatchObject({
      texts: [],
      suspicion: expect.any(String),
      cursor: { upTo: cursor.upTo, round: null },
    })
    expect((await readOn(suspected.cursor)).texts.toSorted()).toEqual(wanted.toSorted())
    // At the first reading nothing is known that should be there; but what the page before promised is.
    const first = await read(await openAdapter(), null)
    world.faults.push('empty')
    const bare = await readOn(first.cursor)
    expect((await readOn(bare.cursor)).texts).toHaveLength(260)
    // Once more, and it is believed: then that was all.
    world.faults.push('empty')
    const twice = await read(await openAdapter(), { ...(first.cursor as AuthorFeedCursor), suspectedSince: 1 })
    expect(twice.cursor).toMatchObject({ round: null, seenUpTo: expect.any(Number) })
  })

  it('is read over pages of which everything is hidden', async () => {
    write(0, 10)
    const { cursor } = await readOn(null)
    ahead += HOUR
    const wanted = write(100, 110)
    const other = world.post(world.account('boris'), 'Чужое')
    for (let n = 0; n < 130; n += 1) {
      ahead += 1
      world.repost(anna, other)
    }
    world.hidesReposts = true
    expect((await readOn(cursor)).texts.toSorted()).toEqual(wanted.toSorted())
  })

  it('is read on though what was seen last bore a time of tomorrow', async () => {
    write(0, 3)
    ahead += 2 * HOUR
    write(3, 5)
    const { cursor } = await readOn(null)
    // The clock of the AppView, and ours, are set right.
    ahead -= 2 * HOUR
    const wanted = write(100, 103)
    ahead += 20 * MINUTE
    const { texts } = await readOn(cursor)
    expect(texts.filter((text) => wanted.includes(text)).toSorted()).toEqual(wanted.toSorted())
  })
})

describe('the stream', () => {
  const settled = <Value>(value: () => Value) => expect.poll(value, { interval: 20 })

  it('is heard at another host while one wants to be left alone for years', async () => {
    const texts: string[] = []
    const stream = (await openAdapter()).streams[0] as NetworkStream<JetstreamCursor>
    void (async () => {
      for await (const { messages } of stream.read(null, running.signal))
        texts.push(...messages.map(({ text }) => text))
    })()
    await settled(() => world.hosts.reduce((sum, { sockets }) => sum + sockets, 0)).toBe(1)
    const [one, other] = world.hosts[0]?.sockets === 1 ? world.hosts : world.hosts.toReversed()
    other!.state = 'limiting'
    world.cut()
    world.post(anna, 'Пока он отдыхал')
    await settled(() => texts).toEqual(['Пока он отдыхал'])
    expect(one?.sockets).toBe(1)
    // The other one is asked again after a while.
    other!.state = 'well'
    one!.state = 'refusing'
    ahead += 20 * MINUTE
    world.cut()
    world.post(anna, 'И снова')
    await settled(() => texts).toEqual(['Пока он отдыхал', 'И снова'])
  })
})

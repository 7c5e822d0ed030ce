import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../kit/clock.ts'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import type { NetworkAdapter } from '../shared/adapter.ts'
import { readFeedLinks } from './feed-links.ts'
import { startRssSimulator, type RssSimulator, type SimulatedFeed } from './rss.simulator.ts'
import { rssAdapter } from './rss.ts'

let simulator: RssSimulator
let adapter: NetworkAdapter
let feed: SimulatedFeed
let written = 0
const time = sleepingTime()
const { signal } = new AbortController()

beforeEach(async () => {
  time.at = Date.parse('2026-11-20T12:00:00Z')
  simulator = await startRssSimulator({ now: time.now })
  adapter = rssAdapter({
    fetch: simulator.fetch,
    time,
    userAgent: 'Test; mail@test.example',
    // Every page comes, and is parsed, before that on the busiest machine.
    timeout: 60_000,
    parseWithin: 60_000,
  })
})
afterEach(() => simulator.close())

function addFeed(more: Partial<SimulatedFeed> = {}): void {
  feed = simulator.addFeed('https://busy.example/feed', { window: 10, paged: 'next', ...more })
}
function write(many: number): string[] {
  return Array.from({ length: many }, () => {
    time.at += 1000
    return simulator.post(feed, { html: `Запись ${(written += 1)}` }).html
  })
}
/** Reads to the end, as the poller does. */
async function read(from: unknown) {
  const texts: string[] = []
  let cursor = from
  for (let steps = 0; steps < 40; steps += 1) {
    const since = new Date(time.at - 14 * DAY)
    const reading = await adapter.groups!.read({ externalId: feed.address, link: feed.link }, cursor, since, signal)
    texts.push(...reading.messages.map(({ text }) => text))
    cursor = JSON.parse(JSON.stringify(reading.cursor)) as unknown
    if (!reading.more) return { texts, cursor, suspicion: reading.suspicion }
  }
  throw new Error('a reading without end')
}
const pagesAsked = (): number => simulator.asked.filter(({ address }) => address.includes('page=')).length

describe('when more came than a feed holds, older pages are read', () => {
  it.each(['rss', 'atom', 'json'] as const)('of %s, down to what was known', async (format) => {
    addFeed({ format })
    write(35)
    const { texts, cursor } = await read(null)
    // The first reading takes what the feed shows.
    expect(texts).toHaveLength(10)
    expect(pagesAsked()).toBe(0)
    const wanted = write(43)
    const after = await read(cursor)
    expect(after.texts.toSorted()).toEqual(wanted.toSorted())
    expect(after.cursor).not.toHaveProperty('gap')
    expect(pagesAsked()).toBe(4)
    // Neighbours leave no gap.
    const next = write(6)
    expect((await read(after.cursor)).texts.toSorted()).toEqual(next.toSorted())
    expect(pagesAsked()).toBe(4)
  })

  it('of an archive', async () => {
    addFeed({ format: 'atom', paged: 'prev-archive' })
    write(10)
    const { cursor } = await read(null)
    const wanted = write(25)
    expect((await read(cursor)).texts.toSorted()).toEqual(wanted.toSorted())
  })

  it('and not without end', async () => {
    addFeed()
    write(10)
    const { cursor } = await read(null)
    write(400)
    expect((await read(cursor)).texts).toHaveLength(10 + 20 * 10)
    expect(pagesAsked()).toBe(20)
  })

  it('later, when a page does not come now; what is new is read meanwhile', async () => {
    addFeed({ olderBroken: true })
    write(10)
    const { cursor } = await read(null)
    const wanted = write(30)
    let last = await read(cursor)
    const received = [...last.texts]
    expect(received).toHaveLength(10)
    for (let n = 0; n < 5; n += 1) {
      time.at += 10 * MINUTE
      wanted.push(...write(1))
      last = await read(last.cursor)
      expect(last.texts).toHaveLength(1)
      received.push(...last.texts)
    }
    feed.olderBroken = false
    time.at += 6 * HOUR
    received.push(...(last = await read(last.cursor)).texts)
    expect([...new Set(received)].toSorted()).toEqual(wanted.toSorted())
    expect(last.cursor).not.toHaveProperty('gap')
  })

  it('ever more rarely while they do not come, and some day no more', async () => {
    addFeed({ olderBroken: true })
    write(10)
    let last = await read(null)
    write(30)
    for (let n = 0; n < 200; n += 1) {
      last = await read(last.cursor)
      time.at += 2 * HOUR
    }
    expect(last.cursor).not.toHaveProperty('gap')
    expect(pagesAsked()).toBeLessThanOrEqual(40)
  })
})

describe('the older page of a feed', () => {
  const of = (text: string) => readFeedLinks(text, 'https://site.example/feed?x=1').olderPage

  it('is what the feed itself names, and no link of an entry', () => {
    expect(of('<feed><link href="/2" rel="next"/><entry><link rel="next" href="/no"/></entry></feed>')).toBe(
      'https://site.example/2',
    )
    expect(of('<feed><entry><link rel="next" href="/no"/></entry></feed>')).toBeNull()
    expect(of("<rss><channel><item/><atom:link rel='next' href='?x=1&amp;p=2'/></channel></rss>")).toBe(
      'https://site.example/feed?x=1&p=2',
    )
    expect(of('<feed><link rel="next" href="/2"/><link rel="prev-archive" href="/a/1"/></feed>')).toBe(
      'https://site.example/a/1',
    )
    expect(of('{"version":"1.1","next_url":"https://site.example/2"}')).toBe('https://site.example/2')
  })

  it('is none that is no web address, or the very same', () => {
    for (const href of ['javascript:alert(1)', 'file:///etc/passwd', '/feed?x=1', 'http://[', ''])
      expect(of(`<feed><link rel="next" href="${href}"/></feed>`)).toBeNull()
    expect(of('{"next_url":7}')).toBeNull()
    expect(of('{broken')).toBeNull()
    expect(of('<feed><link rel="nextish" href="/2"/></feed>')).toBeNull()
  })
})

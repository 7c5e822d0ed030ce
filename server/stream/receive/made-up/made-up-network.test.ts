import { beforeAll, describe, expect, it } from 'vitest'
import { trialShowsBefore } from '../../../../rules/trial.ts'
import { createMatcher, type Matcher } from '../../../../engine/match/matcher.ts'
import { parseQuery } from '../../../../engine/queries/parse.ts'
import { loadSeededCategories } from '../../../features/watching/categories/categories.seed.ts'
import { loadLanguage } from '../../../kit/language.ts'
import { madeUpNetwork, type MadeUpCursor } from './made-up-network.ts'
import { madeUpMessage, type MadeUpMessage, type MadeUpTopic } from './message.ts'
import { madeUpTexts } from './texts.ts'
import { genders } from './trade.ts'
import type { RawBatch, RawMessage } from '../shared/source.ts'

const seededCategories = loadSeededCategories()
const { trades } = madeUpTexts()

const SHOWN = 3_000
const DAY = 24 * 60 * 60 * 1000
const start = new Date('2026-11-20T12:00:00Z')

/** Reads until so many messages have come, without waiting. */
async function read(options: { cursor?: MadeUpCursor | null; atLeast: number; perMinute?: number; backlog?: number }) {
  const { cursor = null, atLeast, perMinute, backlog } = options
  const stop = new AbortController()
  let time = start.getTime()
  let slept = 0
  const network = madeUpNetwork({
    now: () => new Date(time),
    sleep: async (milliseconds) => {
      time += milliseconds
      slept += milliseconds
    },
    ...(perMinute === undefined ? {} : { perMinute }),
    ...(backlog === undefined ? {} : { backlog }),
  })
  const batches: RawBatch<MadeUpCursor>[] = []
  const messages: RawMessage[] = []
  for await (const batch of network.read(cursor, stop.signal)) {
    batches.push(batch)
    messages.push(...batch.messages)
    if (messages.length >= atLeast) stop.abort()
  }
  return { batches, messages, minutes: slept / 60_000 }
}

describe('the stream', () => {
  it('begins with a backlog in order of time that ends now', async () => {
    const { messages } = await read({ atLeast: 6_000 })
    const times = messages.map(({ publishedAt }) => publishedAt?.getTime() ?? 0)
    expect(messages).toHaveLength(6_000)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(start.getTime())
    expect(start.getTime() - (times.at(-1) ?? 0)).toBeLessThan(60 * 60 * 1000)
    expect(start.getTime() - (times[0] ?? 0)).toBeGreaterThan(13 * DAY)
    expect(start.getTime() - (times[0] ?? 0)).toBeLessThanOrEqual(14 * DAY)
    expect(new Set(times.map((time) => Math.floor((start.getTime() - time) / DAY))).size).toBe(14)
  })

  it('holds of every category enough for a trial, and enough that a trial hides', async () => {
    const { messages } = await read({ atLeast: 6_000 })
    const bound = trialShowsBefore(start.getTime())
    const counts = new Map(seededCategories.map(({ slug }) => [slug, { shown: new Set<string>(), hidden: 0 }]))
    messages.forEach(({ publishedAt, text }, n) => {
      const { topic, trade } = madeUpMessage(1, n)
      const count = topic === 'request' ? counts.get(trade ?? '') : undefined
      if (count && publishedAt && publishedAt.getTime() < bound) count.shown.add(text)
      else if (count) count.hidden += 1
    })
    expect(counts.size).toBe(seededCategories.length)
    expect(Math.min(...[...counts.values()].map(({ shown }) => shown.size))).toBeGreaterThanOrEqual(15)
    expect(Math.min(...[...counts.values()].map(({ hidden }) => hidden))).toBeGreaterThanOrEqual(8)
  })

  it('goes on with the shorter backlog that an earlier version began with', async () => {
    const earlier = { seed: 1, n: 500, startedAt: start.toISOString() }
    const { messages } = await read({ cursor: earlier, atLeast: 101 })
    const times = messages.map(({ publishedAt }) => publishedAt?.getTime() ?? 0)
    expect(times[0]).toBeGreaterThan(start.getTime() - DAY)
    expect(times.findIndex((time) => time >= start.getTime())).toBe(100)
  })

  it('goes on from any cursor as if it had never stopped', async () => {
    const whole = await read({ atLeast: 800, backlog: 600 })
    const cut = whole.batches[8]
    const rest = await read({ cursor: cut?.cursor ?? null, atLeast: 50 })
    const ids = whole.messages.map(({ externalId }) => externalId)
    const seen = whole.batches.slice(0, 9).flatMap(({ messages }) => messages.map(({ externalId }) => externalId))
    expect(new Set(ids).size).toBe(ids.length)
    expect(seen).toEqual(ids.slice(0, seen.length))
    expect(rest.messages.slice(0, 50).map(({ externalId, text }) => [externalId, text])).toEqual(
      whole.messages.slice(seen.length, seen.length + 50).map(({ externalId, text }) => [externalId, text]),
    )
  })

  it('gives a redelivered backlog the same times', async () => {
    const first = await read({ atLeast: 300 })
    const again = await read({ cursor: { ...first.batches[0]!.cursor, n: 0 }, atLeast: 300 })
    expect(again.messages).toEqual(first.messages)
  })

  it.each([5, 60, 1_200])('keeps to %i messages a minute on the average, in bursts', async (perMinute) => {
    const { messages, minutes, batches } = await read({ atLeast: 4_000, backlog: 0, perMinute })
    expect(messages.length / minutes / perMinute).toBeGreaterThan(0.85)
    expect(messages.length / minutes / perMinute).toBeLessThan(1.2)
    expect(Math.max(...batches.map((batch) => batch.messages.length))).toBeGreaterThan(1)
  })

  it('ends when it is asked to while it waits', async () => {
    const stop = new AbortController()
    const network = madeUpNetwork({ now: () => start, backlog: 0, perMinute: 0.01 })
    const reading = network.read(null, stop.signal)[Symbol.asyncIterator]().next()
    stop.abort()
    await expect(reading).resolves.toMatchObject({ done: true })
  })
})

describe('the messages', () => {
  let matcher: Matcher
  let shown: (MadeUpMessage & { leadOf: string[] })[]

  beforeAll(async () => {
    matcher = createMatcher(await loadLanguage())
    const read = (texts: string[]) => texts.map(parseQuery).flatMap((parsed) => (parsed.ok ? [parsed.query] : []))
    seededCategories.forEach(({ queries, excluded }, id) =>
      matcher.add(id, { keywords: read(queries), context: [], excluded: read(excluded) }),
    )
    shown = Array.from({ length: SHOWN }, (_, n) => {
      const made = madeUpMessage(3, n)
      return { ...made, leadOf: matcher.matchIds(made.message.text).map((id) => seededCategories[id]?.slug ?? '') }
    })
  })

  const of = (...topics: MadeUpTopic[]) => shown.filter(({ topic }) => topics.includes(topic))
  const share = <T>(items: T[], fits: (item: T) => boolean) => items.filter(fits).length / items.length

  it('are the same for the same seed and number, and others for another seed', () => {
    for (const n of [0, 1, 77, 2_999]) expect(madeUpMessage(3, n)).toEqual(madeUpMessage(3, n))
    expect(madeUpMessage(4, 77).message.text).not.toBe(madeUpMessage(3, 77).message.text)
  })

  it('ask for every seeded category, and are found by its queries', () => {
    expect(trades.map(({ slug }) => slug).sort()).toEqual(seededCategories.map(({ slug }) => slug).sort())
    const found = new Set(of('request').flatMap(({ trade, leadOf }) => leadOf.filter((slug) => slug === trade)))
    expect([...found].sort()).toEqual(seededCategories.map(({ slug }) => slug).sort())
    expect(share(of('request'), ({ trade, leadOf }) => trade !== null && leadOf.includes(trade))).toBeGreaterThan(0.95)
    expect(share(of('request'), ({ leadOf }) => leadOf.length > 1)).toBeLessThan(0.03)
  })

  it('are leads to a third or so', () => {
    expect(share(shown, ({ leadOf }) => leadOf.length > 0)).toBeGreaterThan(0.3)
    expect(share(shown, ({ leadOf }) => leadOf.length > 0)).toBeLessThan(0.42)
  })

  it('are not taken for leads when they offer, hire, chat or advertise', () => {
    expect(share(of('offer', 'vacancy', 'spam'), ({ leadOf }) => leadOf.length === 0)).toBeGreaterThanOrEqual(0.98)
    expect(share(of('chatter', 'reply'), ({ leadOf }) => leadOf.length === 0)).toBeGreaterThanOrEqual(0.99)
  })

  it('do not bore: hardly a text comes twice but in reposts', () => {
    const distinct = (items: MadeUpMessage[]) => new Set(items.map(({ message }) => message.text)).size / items.length
    expect(distinct(of('request'))).toBeGreaterThan(0.97)
    expect(distinct(of('chatter', 'offer', 'vacancy', 'spam'))).toBeGreaterThan(0.85)
    expect(new Set(shown.map(({ message }) => message.group?.name)).size).toBeGreaterThan(150)
    expect(new Set(shown.map(({ message }) => message.author?.name)).size).toBeGreaterThan(500)
    expect(new Set(shown.map(({ message }) => message.network)).size).toBeGreaterThanOrEqual(3)
  })

  it('are reposted into other groups', () => {
    const texts = new Map(
      of('request', 'offer', 'spam', 'vacancy').map(({ message }) => [message.text, message.group?.name]),
    )
    const reposts = of('repost')
    expect(share(reposts, ({ message }) => texts.has(message.text))).toBeGreaterThan(0.95)
    expect(share(reposts, ({ message }) => texts.get(message.text) !== message.group?.name)).toBeGreaterThan(0.9)
  })

  it('are labelled as demo, need no other host, and have no gap in a template', () => {
    for (const { message } of shown) {
      expect(message.demo).toBe(true)
      expect(message.text).not.toMatch(/[{}|]|undefined| {2}/)
      for (const avatar of [message.author?.avatar, message.group?.avatar]) {
        expect(avatar ?? 'data:image/svg+xml').toMatch(/^data:image\/svg\+xml/)
        expect((avatar ?? '').length).toBeLessThanOrEqual(400)
      }
    }
  })

  it('know the gender of every phrase', () => {
    for (const { slug, seek, need, todo, more, offers } of trades) {
      for (const { gender, text } of [...seek, ...need]) expect(genders, text).toContain(gender)
      for (const list of [seek, need, todo, more, offers]) expect(list.length, slug).toBeGreaterThan(0)
    }
  })
})

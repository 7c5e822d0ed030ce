/** Feeds whose hubs tell of news (WebSub): a hub and a site on this machine, our own calls, and the schedule of readings. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/contract.ts'
import { requestOf } from '../../../contract/request.ts'
import { hubCallback, hubSecret } from '../../features/watching/hubs/hubs.public.ts'
import { lookUpLinks } from '../../features/watching/groups/groups.samples.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../kit/clock.ts'
import type { TestUser } from '../../testing/test-user.ts'
import { fastTime } from '../../testing/fast-time.ts'
import { groups, openTestWorld, type TestWorld } from '../../testing/test-world.ts'
import type { NetworkAdapter, Reading, Time } from '../receive/shared/adapter.ts'
import { isNetworkError } from '../receive/shared/network-error.ts'
import { silentLog } from '../../kit/log.ts'
import { openNetworks } from '../receive/networks.ts'
import { startHubSimulator, type HubSimulator } from '../receive/rss/hub.simulator.ts'
import { startRssSimulator, type RssSimulator, type SimulatedFeed } from '../receive/rss/rss.simulator.ts'
import { rssAdapter } from '../receive/rss/rss.ts'
import { askHubs } from './ask-hubs.ts'
import { runPlan } from './plan.ts'
import type { PollRun, Schedule } from './poller.ts'
import { tokenUses } from './token-uses.ts'
import { bookOfGroups, syncWatchedGroups, type WatchedTarget } from './watched-groups.ts'

const siteUrl = 'https://echolot.example'
const topic = 'https://blog.example/feed?full=1'
const { signal } = new AbortController()

let world: TestWorld
let anna: TestUser
let site: RssSimulator
let hub: HubSimulator
let feed: SimulatedFeed
let adapter: NetworkAdapter
let book: Schedule<WatchedTarget>
let cursor: unknown

beforeEach(async () => {
  world = await openTestWorld({ config: { siteUrl } })
  anna = await world.customer('anna', groups(5, 300))
  site = await startRssSimulator({ now: () => world.clock.now() })
  hub = await startHubSimulator({
    now: () => world.clock.now(),
    reach: (url, init) => fetch(new URL(url.pathname + url.search, world.web.address), init),
  })
  adapter = openAdapter({ now: () => world.clock.now(), sleep: async () => {} })
  feed = site.addFeed('https://blog.example/feed', { hub: hub.address, self: topic, ttl: 360 })
  const reader = adapter.groups!
  book = bookOfGroups({ database: world.database, clock: world.clock, network: 'rss', random: () => 0.5 }, reader)
  cursor = null
})
afterEach(async () => {
  await Promise.all([hub.close(), site.close()])
  await world.close()
})

const openAdapter = (time: Time): NetworkAdapter =>
  rssAdapter({
    fetch: (url, init) => (url.host === 'hub.example' ? hub : site).fetch(url, init),
    time,
    userAgent: 'Test; mail@test.example',
    hubs: {
      callbackOf: (callbackId) => hubCallback(siteUrl, callbackId),
      secretOf: (callbackId) => hubSecret(world.config, callbackId),
    },
  })

/** The feed is on a list of Anna's from now on. */
async function watch(): Promise<void> {
  await anna.asks('groups', 'addGroups', { links: [feed.address] })
  const added = { network: 'rss' as const, externalId: feed.address, url: feed.link }
  await lookUpLinks(world, { [feed.address]: added })
  await syncWatchedGroups(world.db, world.clock, ['rss'], async () => {})
}

/** Reads what is due, as the poller does. @returns texts; null: nothing is due */
async function poll(): Promise<string[] | null> {
  const [target] = await book.due(1, [])
  if (!target) return null
  const run: PollRun = { messages: 0, oldest: null, newest: null, group: null, first: cursor === null, more: false }
  let reading: Reading
  try {
    reading = await adapter.groups!.read(target, cursor, new Date(0), signal)
  } catch (error) {
    await book.failed(target, isNetworkError(error) ? error : null)
    return []
  }
  cursor = reading.cursor
  run.messages = reading.messages.length
  if (reading.hub !== undefined) run.hub = reading.hub
  await book.done(target, run)
  return reading.messages.map(({ text }) => text)
}

const ask = () => askHubs({ db: world.db, clock: world.clock, log: world.log }, adapter.hubs!, signal)
const row = () => world.db.selectFrom('hubSubscriptions').selectAll().executeTakeFirst()
const callback = async (): Promise<string> => hubCallback(siteUrl, (await row())?.callbackId ?? '')
const untilNextPoll = async (): Promise<number> => (await book.nextDueAt([]))!.getTime() - world.clock.now().getTime()

/** Fast time, in which long sleeps from some moment on end only when the sleeper is woken. */
function timeToWake() {
  const fast = fastTime(200, world.clock.now().toISOString())
  let isSleepingOn = false
  const time = {
    now: () => fast.now(),
    async sleep(milliseconds: number, ends?: AbortSignal): Promise<void> {
      if (!isSleepingOn || milliseconds < 10 * SECOND) return fast.sleep(milliseconds, ends)
      if (!ends?.aborted) await new Promise((resolve) => ends?.addEventListener('abort', resolve, { once: true }))
    },
  }
  /** What was asleep before wakes once more; lists are read each two minutes. */
  async function sleepOn(): Promise<void> {
    isSleepingOn = true
    await fast.sleep(4 * MINUTE)
  }
  return { time, sleepOn }
}
/** News would be due at once. */
const isReadLongAgo = (time: Time) => async (): Promise<boolean> => {
  const read = await world.db.selectFrom('watchedGroups').select('readAt').executeTakeFirst()
  return read?.readAt != null && time.now().getTime() - read.readAt.getTime() > 2 * MINUTE
}

/** Watched, read once, and reported by the hub. */
async function subscribed(): Promise<void> {
  await watch()
  site.post(feed, { html: 'Первая запись' })
  expect(await poll()).toEqual(['Первая запись'])
  await ask()
  expect(await hub.askBack()).toEqual([200])
}

describe('a feed with a hub', () => {
  it('is read as soon as the hub notifies us, however long it wanted to be left alone', async () => {
    await subscribed()
    expect(hub.asked).toEqual([
      {
        mode: 'subscribe',
        topic,
        callback: await callback(),
        secret: expect.stringMatching(/^[0-9a-f]{64}$/),
        leaseSeconds: 864_000,
      },
    ])
    const [, callbackId = ''] = /^https:\/\/echolot\.example\/api\/feed-hub\/([\w-]{32})$/.exec(await callback()) ?? []
    for (const each of [contract.hubs.confirmHubSubscription, contract.hubs.takeHubNews])
      expect(siteUrl + requestOf(each, { callbackId }).url).toBe(await callback())
    world.clock.advance(2 * MINUTE)
    expect(await poll()).toBeNull()
    site.post(feed, { html: 'Вторая запись' })
    expect(await hub.publish(topic)).toEqual([204])
    expect(await poll()).toEqual(['Вторая запись'])
    expect((await row())?.newsAt).toBeNull()
    expect(await poll()).toBeNull()
  })

  it('is read no oftener than each minute, however often the hub notifies us', async () => {
    await subscribed()
    world.clock.advance(10 * SECOND)
    await hub.publish(topic)
    expect(await poll()).toBeNull()
    expect(await untilNextPoll()).toBe(50 * SECOND)
    world.clock.advance(50 * SECOND)
    expect(await poll()).toEqual([])
  })

  it('is polled as a safety net while its hub notifies us, and as before once the hub missed something', async () => {
    feed.ttl = 0
    await subscribed()
    const before = await untilNextPoll()
    expect(before).toBeLessThan(HOUR)
    world.clock.advance(2 * MINUTE)
    await hub.publish(topic)
    await poll()
    expect(await untilNextPoll()).toBeGreaterThanOrEqual(HOUR)
    world.clock.advance(2 * HOUR)
    site.post(feed, { html: 'Об этом хаб молчал' })
    expect(await poll()).toEqual(['Об этом хаб молчал'])
    expect(await untilNextPoll()).toBeLessThan(HOUR)
  })

  it('keeps news that come while it is read, and what was reported before a reading that fails', async () => {
    await subscribed()
    world.clock.advance(2 * MINUTE)
    await hub.publish(topic)
    const [target] = await book.due(1, [])
    world.clock.advance(SECOND)
    await hub.publish(topic)
    await book.done(target!, { messages: 0, oldest: null, newest: null, group: null, first: false, more: false })
    expect((await row())?.newsAt).toEqual(world.clock.now())
    world.clock.advance(MINUTE)
    site.faults.push({ status: 503 })
    site.post(feed, { html: 'Вторая запись' })
    expect(await poll()).toEqual([])
    expect(await poll()).toBeNull()
    world.clock.advance(HOUR)
    expect(await poll()).toEqual(['Вторая запись'])
  })

  it('is reported to the plan, which reads at once and asks the hub by itself', async () => {
    const { time, sleepOn } = timeToWake()
    const ending = new AbortController()
    const { database, log, language } = world
    const standingQueries = await world.standingQueries()
    const context = { database, log, language, clock: time, standingQueries, messageDays: 14 }
    const networks = [{ adapter: openAdapter(time), pool: null, manyServers: true }]
    await anna.asks('groups', 'addGroups', { links: [feed.address] })
    const running = runPlan({ context, bus: world.bus, time, networks, madeUp: null }, ending.signal)
    try {
      await expect.poll(() => hub.asked.length).toBe(1)
      await hub.askBack()
      await expect.poll(isReadLongAgo(time)).toBe(true)
      await sleepOn()
      site.post(feed, { html: 'Вторая запись', at: time.now() })
      await hub.publish(topic)
      const texts = async () => (await world.db.selectFrom('messages').select('text').execute()).map(({ text }) => text)
      await expect.poll(texts).toEqual(['Вторая запись'])
    } finally {
      ending.abort()
      await running
    }
  })
})

describe('a delivery (hubs.takeHubNews)', () => {
  it('without a signature, or with a wrong one, changes nothing', async () => {
    await subscribed()
    const before = await row()
    const wrong = [null, '', '=', 'sha256=', 'sha256=00', `sha256=${'0'.repeat(64)}`, `md5=${'0'.repeat(32)}`]
    for (const signature of wrong) expect(await hub.deliver(await callback(), '<feed/>', signature)).toBe(403)
    expect(await row()).toEqual(before)
  })

  it('signed with another secret changes nothing; each of the hashes that hubs use is taken', async () => {
    await subscribed()
    const [held] = hub.held.values()
    hub.held.set('other', { ...held!, secret: 'guessed' })
    expect(await hub.publish(topic)).toEqual([204, 403])
    hub.held.delete('other')
    for (const algorithm of ['sha512', 'sha1']) {
      hub.algorithm = algorithm
      expect(await hub.publish(topic)).toEqual([204])
    }
    hub.algorithm = 'md5'
    expect(await hub.publish(topic)).toEqual([403])
  })

  it('of more than a megabyte is refused, of a whole feed it is not', async () => {
    await subscribed()
    expect(await hub.publish(topic, 'x'.repeat(1_000_000))).toEqual([204])
    expect(await hub.publish(topic, 'x'.repeat(1_048_577))).toEqual([413])
  })

  it('to no subscription, to one that was never confirmed, or after its lease is answered that it is gone', async () => {
    expect(await hub.deliver(hubCallback(siteUrl, 'x'.repeat(32)), '', null)).toBe(410)
    await watch()
    await poll()
    await ask()
    expect(await hub.deliver(await callback(), '', null)).toBe(410)
    await hub.askBack()
    world.clock.advance(10 * DAY)
    expect(await hub.deliver(await callback(), '', null)).toBe(410)
  })
})

describe('asking back (hubs.confirmHubSubscription)', () => {
  it('is answered only for what we want: this feed, at this address', async () => {
    await subscribed()
    const known = { callback: await callback(), topic, mode: 'subscribe' }
    const before = await row()
    for (const wrong of [
      { ...known, topic: 'https://other.example/feed' },
      { ...known, mode: 'unsubscribe' },
      { ...known, mode: 'publish' },
      { ...known, callback: hubCallback(siteUrl, 'x'.repeat(32)) },
      { ...known, mode: 'denied', topic: 'https://other.example/feed' },
    ])
      expect((await hub.verify(wrong, 'c')).status).toBe(404)
    expect((await hub.verify(known, 'x'.repeat(2_001))).status).toBe(404)
    hub.leaseSeconds = 0
    expect((await hub.verify(known, 'c')).status).toBe(404)
    expect(await row()).toEqual(before)
  })

  it('gets its challenge as plain text, whatever it is', async () => {
    await subscribed()
    const answer = await hub.verify({ callback: await callback(), topic, mode: 'subscribe' }, '<script>1</script>')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await answer.text()).toBe('<script>1</script>')
  })
})

describe('a lease', () => {
  it('is renewed before it ends, at the same address', async () => {
    hub.leaseSeconds = DAY / SECOND
    await subscribed()
    world.clock.advance(15 * HOUR)
    await ask()
    expect(hub.asked).toHaveLength(1)
    world.clock.advance(HOUR)
    await ask()
    expect(hub.asked).toHaveLength(2)
    expect(hub.asked[1]).toEqual(hub.asked[0])
    expect(await hub.askBack()).toEqual([200])
    expect((await row())?.leaseUntil).toEqual(new Date(world.clock.now().getTime() + DAY))
  })

  it('is no longer than thirty days, and a short one is no reason to ask all the time', async () => {
    hub.leaseSeconds = 1_000_000_000
    await subscribed()
    expect((await row())?.leaseUntil).toEqual(new Date(world.clock.now().getTime() + 30 * DAY))
    hub.leaseSeconds = 1
    await hub.verify({ callback: await callback(), topic, mode: 'subscribe' }, 'c')
    world.clock.advance(4 * MINUTE)
    await ask()
    expect(hub.asked).toHaveLength(1)
  })
})

describe('a hub', () => {
  it('that is gone leaves its feed polled as before, and is asked a few times only', async () => {
    hub.isGone = true
    await watch()
    await poll()
    const tries: number[] = []
    while ((await row())?.state !== 'refused') {
      await ask()
      const wait = (await row())!.askAt.getTime() - world.clock.now().getTime()
      tries.push(wait)
      world.clock.advance(wait)
    }
    expect(tries).toEqual([...[10, 30, 90, 270, 810].map((minutes) => minutes * MINUTE), 30 * DAY])
    expect(await row()).toMatchObject({ leaseUntil: null })
    site.post(feed, { html: 'Вторая запись' })
    expect(await poll()).toEqual(['Вторая запись'])
    hub.isGone = false
    await ask()
    expect(hub.asked).toHaveLength(1)
    expect(await hub.askBack()).toEqual([200])
  })

  it('that takes requests and never asks back is asked less and less', async () => {
    await watch()
    await poll()
    for (let tens = 0; tens < 6; tens += 1) {
      await ask()
      world.clock.advance(10 * MINUTE)
    }
    // At once, after ten minutes, and half an hour after that.
    expect(hub.asked).toHaveLength(3)
  })

  it('that refuses, or denies later, is left alone for long; what wants to wait is asked when it says', async () => {
    await watch()
    await poll()
    hub.status = 429
    hub.headers = { 'retry-after': '7200' }
    await ask()
    world.clock.advance(2 * HOUR - 1)
    await ask()
    expect(hub.asked).toHaveLength(1)
    world.clock.advance(1)
    hub.status = 400
    await ask()
    world.clock.advance(29 * DAY)
    await ask()
    expect(hub.asked).toHaveLength(2)
    world.clock.advance(DAY)
    hub.status = 202
    await ask()
    await hub.askBack()
    expect((await hub.verify({ callback: await callback(), topic, mode: 'denied' }, '')).status).toBe(200)
    expect(await row()).toMatchObject({ state: 'refused', leaseUntil: null })
    expect(await hub.publish(topic)).toEqual([410])
  })

  it('is asked to stop when no one listens any more, and its confirmation is the end', async () => {
    await subscribed()
    const [group] = (await anna.asks('groups', 'listGroups', {})).groups
    await anna.asks('groups', 'setGroupEnabled', { id: group?.id ?? 0, enabled: false })
    await syncWatchedGroups(world.db, world.clock, ['rss'], async () => {})
    await ask()
    expect(hub.asked.at(-1)).toMatchObject({ mode: 'unsubscribe', topic, secret: null })
    expect(await hub.publish(topic)).toEqual([410])
    expect(await hub.askBack()).toEqual([200])
    expect([await row(), hub.held.size]).toEqual([undefined, 0])
  })

  it('that never confirms the end is forgotten after a few tries', async () => {
    await subscribed()
    await world.db.deleteFrom('watchedGroups').execute()
    for (let hours = 0; hours < 6; hours += 1) {
      await ask()
      world.clock.advance(HOUR)
    }
    expect(hub.asked.filter(({ mode }) => mode === 'unsubscribe')).toHaveLength(3)
    expect(await row()).toBeUndefined()
    expect(await hub.askBack()).toEqual([404, 404, 404])
  })

  it('is another when the feed names another: the old one is asked to stop first', async () => {
    await subscribed()
    feed.self = 'https://blog.example/new'
    world.clock.advance(7 * HOUR)
    await poll()
    await ask()
    expect(hub.asked.at(-1)).toMatchObject({ mode: 'unsubscribe', topic })
    const before = await callback()
    await hub.askBack()
    await ask()
    expect(hub.asked.at(-1)).toMatchObject({ mode: 'subscribe', topic: 'https://blog.example/new' })
    expect(await callback()).not.toBe(before)
  })
})

it('hubs are asked where the settings say so, and are given our own address and no secret of the service', async () => {
  const open = async (hubs: boolean) => {
    const { networks, secretKey } = world.config
    const config = { siteUrl, secretKey, supportEmail: '', networks: { ...networks, on: ['rss' as const] } }
    config.networks.rss = { ...networks.rss, hubs }
    const time = { now: () => world.clock.now(), sleep: async () => {} }
    const [rss] = await openNetworks({ log: silentLog, config, time, uses: tokenUses(world.db) })
    return rss?.adapter.hubs
  }
  expect(await open(false)).toBeUndefined()
  expect(await open(true)).toBeDefined()
  const secrets = ['a', 'b'].map((callbackId) => hubSecret(world.config, callbackId))
  expect(new Set([...secrets, world.config.secretKey]).size).toBe(3)
})

/** A small world of each network for the soak: what goes wrong with it, and what it counts. */
import { blueskyLimits } from '../receive/bluesky/app-view.ts'
import type { SimulatedPost as BlueskyPost } from '../receive/bluesky/bluesky-world.simulator.ts'
import { startBlueskySimulator } from '../receive/bluesky/bluesky.simulator.ts'
import { blueskyAdapter } from '../receive/bluesky/bluesky.ts'
import type { SimulatedStatus } from '../receive/mastodon/mastodon-world.simulator.ts'
import { startMastodonSimulator } from '../receive/mastodon/mastodon.simulator.ts'
import { mastodonAdapter } from '../receive/mastodon/mastodon.ts'
import type { SimulatedOkTopic } from '../receive/ok/ok-world.simulator.ts'
import { startOkSimulator } from '../receive/ok/ok.simulator.ts'
import { okAdapter } from '../receive/ok/ok.ts'
import { startRssSimulator, type SimulatedFeed } from '../receive/rss/rss.simulator.ts'
import { rssAdapter } from '../receive/rss/rss.ts'
import { startTelegramSimulator, type TelegramFault } from '../receive/telegram/telegram.simulator.ts'
import { telegramAdapter } from '../receive/telegram/telegram.ts'
import { vkLimits } from '../receive/vk/ask-vk.ts'
import type { SimulatedPost as VkPost } from '../receive/vk/vk-world.simulator.ts'
import { startVkSimulator, type VkFault } from '../receive/vk/vk.simulator.ts'
import { vkAdapter } from '../receive/vk/vk.ts'
import { youtubeLimits } from '../receive/youtube/api.ts'
import { startYoutubeSimulator } from '../receive/youtube/youtube.simulator.ts'
import { youtubeAdapter } from '../receive/youtube/youtube.ts'
import { life, poolOf, range, type SoakOptions, type SoakWorld } from './soak-life.samples.ts'

export const soakNetworks = ['vk', 'ok', 'telegram', 'youtube', 'bluesky', 'mastodon', 'rss'] as const
export type SoakNetwork = (typeof soakNetworks)[number]

async function openVk(options: SoakOptions): Promise<SoakWorld> {
  const { time, random } = options
  const simulator = await startVkSimulator({
    now: () => time.now(),
    tokens: { one: 'service', two: 'user' },
    skew: 90_000,
  })
  const { world } = simulator
  for (const n of range(8)) world.group(-1 - n, { name: `Сообщество ${n}` })
  for (const n of range(3)) world.user(500 + n)
  const pool = await poolOf('vk', options, ['one', 'two'], vkLimits)
  const adapter = vkAdapter({ pool, time, baseUrl: simulator.url, userTokens: ['two'], streaming: null })
  const faults: VkFault[] = [
    { error: 6 },
    { error: 10 },
    { error: 1 },
    { status: 502 },
    { status: 429, retryAfter: 5 },
    { silence: true },
    { page: '<html>' },
    { stale: true },
    { shuffled: true },
  ]
  const lived = life(options, {
    // Most on walls that are watched, some on people's own, where only the search finds them.
    post(text) {
      const owner = random() < 0.85 ? -1 - Math.floor(random() * 8) : 500 + Math.floor(random() * 3)
      const post: VkPost = world.post(owner, { text, fromId: owner < 0 ? owner : owner })
      if (owner > 0) return {}
      return {
        edit: (edited) => world.edit(post, edited),
        delete: () => void (post.deleted = true),
        comment: (comment) => void world.comment(post, { text: comment, fromId: 500 }),
      }
    },
    faults: faults.map((fault) => () => simulator.fail(fault, undefined, 1 + Math.floor(random() * 3))),
    refuse: (times) => simulator.fail({ status: 429, retryAfter: 300 }, undefined, times),
    heal: () => simulator.heal(),
  })
  return {
    ...lived,
    network: 'vk',
    listened: { adapter, pool, manyServers: false },
    links: range(8).map((n) => `https://vk.com/club${n + 1}`),
    calls: () => simulator.calls.length,
    broken: () => [...simulator.refused.values()].reduce((sum, each) => sum + each, 0),
    close: () => simulator.close(),
  }
}

async function openOk(options: SoakOptions): Promise<SoakWorld> {
  const { time, random } = options
  const simulator = await startOkSimulator({ now: () => time.now() })
  simulator.tokens.add('one')
  const groups = range(6).map((n) => simulator.group(String(5_000 + n), { name: `Группа ${n}` }))
  const pool = await poolOf('ok', options, ['one'], { perSecond: simulator.perSecond })
  const adapter = okAdapter({ time, application: simulator.application, pool, url: `${simulator.url}/fb.do` })
  const answers = [{ code: 8 }, { code: 1 }, { http: 502 }, { http: 429 }, 'broken', 'silence', 'shuffled'] as const
  const lived = life(options, {
    post(text) {
      const group = groups[Math.floor(random() * groups.length)]!
      const topic: SimulatedOkTopic = simulator.post(group.id, text)
      return {
        edit: (edited) => simulator.edit(topic, edited),
        delete: () => simulator.delete(group.id, topic),
        comment: (comment) => void simulator.comment(topic, comment),
      }
    },
    faults: answers.map(
      (answer) => () => simulator.fail({ method: random() < 0.6 ? 'stream.get' : 'discussions.getComments', answer }),
    ),
    refuse: (times) => range(times).forEach(() => simulator.fail({ method: 'stream.get', answer: { http: 429 } })),
    heal: () => {},
  })
  return {
    ...lived,
    network: 'ok',
    listened: { adapter, pool, manyServers: false },
    links: groups.map(({ id }) => `https://ok.ru/group/${id}`),
    calls: () => simulator.calls.length,
    broken: () => Math.max(0, simulator.busiestSecond() - simulator.perSecond),
    close: () => simulator.close(),
  }
}

async function openTelegram(options: SoakOptions): Promise<SoakWorld> {
  const { time, random } = options
  const simulator = await startTelegramSimulator({ now: () => time.now() })
  const names = range(6).map((n) => `channel_${n}_news`)
  for (const name of names) simulator.channel(name, { comments: true })
  const preview = await poolOf('telegram', options, [], { perSecond: simulator.perSecond })
  const adapter = telegramAdapter({ time, preview, previewUrl: simulator.url })
  const answers: TelegramFault['answer'][] = [
    429,
    500,
    503,
    'silence',
    'broken',
    'repeated',
    'shuffled',
    'stale',
    'empty',
  ]
  const lived = life(options, {
    post(text) {
      const name = names[Math.floor(random() * names.length)]!
      const { id } = simulator.post(name, text)
      return {
        edit: (edited) => simulator.edit(name, id, edited),
        delete: () => simulator.delete(name, id),
        comment: (comment) => void simulator.comment(name, id, comment),
      }
    },
    faults: answers.map(
      (answer) => () => simulator.fail({ method: random() < 0.6 ? 'page' : 'discussion', answer, retryAfter: 10 }),
    ),
    refuse: (times) => range(times).forEach(() => simulator.fail({ method: 'page', answer: 429, retryAfter: 300 })),
    heal: () => {},
  })
  return {
    ...lived,
    network: 'telegram',
    listened: { adapter, pool: preview, manyServers: false },
    links: names.map((name) => `https://t.me/${name}`),
    calls: () => simulator.calls.length,
    broken: () => Math.max(0, simulator.busiestSecond() - simulator.perSecond),
    close: () => simulator.close(),
  }
}

async function openYoutube(options: SoakOptions): Promise<SoakWorld> {
  const { time, random } = options
  const simulator = await startYoutubeSimulator({ now: () => time.now(), keys: ['key-a'] })
  const channels = range(4).map((n) => simulator.addChannel({ title: `Канал ${n}`, handle: `channel${n}` }))
  const pool = await poolOf('youtube', options, ['key-a'], youtubeLimits(time.now()))
  const adapter = youtubeAdapter({ baseUrl: simulator.url, pool, time })
  const lived = life(options, {
    post(text) {
      const channel = channels[Math.floor(random() * channels.length)]!
      const video = simulator.post(channel, text)
      return { delete: () => simulator.delete(video), comment: (comment) => void simulator.comment(video, comment) }
    },
    faults: [
      () => simulator.faults.push({ status: 500 }),
      () => simulator.faults.push({ status: 503 }),
      () => simulator.faults.push({ status: 403, reason: 'rateLimitExceeded' }),
      () => simulator.faults.push('silent'),
      () => simulator.faults.push('broken'),
      () => simulator.faults.push('no-json'),
      () => void (simulator.untidy = !simulator.untidy),
      () => void (simulator.skew = random() < 0.5 ? 0 : 120_000),
    ],
    refuse: (times) =>
      void simulator.faults.push(...range(times).map(() => ({ status: 403, reason: 'rateLimitExceeded' }))),
    heal: () => {
      simulator.faults.length = 0
      simulator.untidy = false
    },
  })
  return {
    ...lived,
    network: 'youtube',
    listened: { adapter, pool, manyServers: false },
    links: channels.map(({ handle }) => `https://www.youtube.com/@${handle}`),
    calls: () => Object.values(simulator.calls).reduce((sum, each) => sum + each, 0),
    broken: () => simulator.refused,
    close: () => simulator.close(),
  }
}

async function openBluesky(options: SoakOptions): Promise<SoakWorld> {
  const { time, random } = options
  const simulator = await startBlueskySimulator({ now: () => time.now() })
  const accounts = ['anna', 'boris', 'vera', 'gleb', 'darya'].map((name) => simulator.account(name))
  const pool = await poolOf('bluesky', options, [], blueskyLimits)
  const adapter = blueskyAdapter({ appView: simulator.url, jetstreams: simulator.jetstreams, pool, time })
  const host = () => simulator.hosts[Math.floor(random() * simulator.hosts.length)]!
  const lived = life(options, {
    post(text) {
      const account = accounts[Math.floor(random() * accounts.length)]!
      const post: BlueskyPost = simulator.post(account, text)
      return {
        edit: (edited) => simulator.edit(post, edited),
        delete: () => simulator.delete(post),
        comment: (comment) => void simulator.post(accounts[0]!, comment, { replyTo: post }),
      }
    },
    faults: [
      () => simulator.faults.push(429),
      () => simulator.faults.push(500),
      () => simulator.faults.push('hang'),
      () => simulator.faults.push('break'),
      () => simulator.faults.push('mumble'),
      () => simulator.cut(),
      () => void (host().state = 'frozen'),
      () => void (host().state = 'refusing'),
      () => void (host().state = 'well'),
      () => void (host().state = 'well'),
      () => void (simulator.stutters = !simulator.stutters),
      () => void (host().skew = random() < 0.5 ? 0 : 3_000),
    ],
    refuse: (times) => void simulator.faults.push(...range(times).map(() => 429 as const)),
    heal() {
      for (const each of simulator.hosts) each.state = 'well'
      simulator.faults.length = 0
    },
  })
  return {
    ...lived,
    network: 'bluesky',
    listened: { adapter, pool, manyServers: false },
    links: accounts.map(({ handle }) => `https://bsky.app/profile/${handle}`),
    calls: () => [...simulator.calls.values()].reduce((sum, each) => sum + each, 0),
    broken: () => Math.max(0, simulator.mostWithinWindow() - 3_000),
    close: () => simulator.end(),
  }
}

async function openMastodon(options: SoakOptions): Promise<SoakWorld> {
  const { time, random } = options
  const simulator = await startMastodonSimulator({ now: () => time.now(), domain: 'home.example', skew: 40_000 })
  simulator.token = 'token'
  const accounts = range(5).map((n) => simulator.account(`person${n}`))
  const adapter = mastodonAdapter({
    fetch: (url, init) => fetch(url, init),
    time,
    instances: [{ host: 'home.example', token: 'token' }],
    addressOf: () => simulator.url,
  })
  const lived = life(options, {
    post(text) {
      const status: SimulatedStatus = simulator.post(
        accounts[Math.floor(random() * accounts.length)]!,
        `<p>${text}</p>`,
        { language: 'ru' },
      )
      return {
        edit: (edited) => simulator.edit(status, `<p>${edited}</p>`),
        delete: () => simulator.delete(status),
        comment: (comment) =>
          void simulator.post(accounts[0]!, `<p>${comment}</p>`, { language: 'ru', replyTo: status }),
      }
    },
    faults: [
      () => simulator.faults.push(429),
      () => simulator.faults.push(500),
      () => simulator.faults.push('hang'),
      () => simulator.faults.push('break'),
      () => simulator.faults.push('mumble'),
      () => simulator.cut(),
      () => void (simulator.frozen = true),
      () => void (simulator.frozen = false),
      () => void (simulator.frozen = false),
    ],
    refuse: (times) => void simulator.faults.push(...range(times).map(() => 429 as const)),
    heal() {
      simulator.frozen = false
      simulator.faults.length = 0
    },
  })
  return {
    ...lived,
    network: 'mastodon',
    listened: { adapter, pool: null, manyServers: true },
    links: accounts.map(({ username }) => `https://home.example/@${username}`),
    calls: () => [...simulator.calls.values()].reduce((sum, each) => sum + each, 0),
    broken: () => Math.max(0, simulator.mostWithinWindow() - 300),
    close: () => simulator.end(),
  }
}

async function openRss(options: SoakOptions): Promise<SoakWorld> {
  const { time, random } = options
  const simulator = await startRssSimulator({ now: () => time.now() })
  const formats = ['rss', 'atom', 'rdf', 'json'] as const
  const feeds: SimulatedFeed[] = range(6).map((n) =>
    simulator.addFeed(`https://site${n}.example/feed`, {
      format: formats[n % formats.length]!,
      title: `Сайт ${n}`,
      link: `https://site${n}.example/`,
      window: 150,
    }),
  )
  const adapter = rssAdapter({
    fetch: simulator.fetch,
    time,
    userAgent: 'Test - https://test.example; mail@test.example',
  })
  const lived = life(options, {
    post(text) {
      const feed = feeds[Math.floor(random() * feeds.length)]!
      const item = simulator.post(feed, { html: `<p>${text}</p>` })
      return { edit: (edited) => void (item.html = `<p>${edited}</p>`) }
    },
    faults: [
      () => simulator.faults.push({ status: 500 }),
      () => simulator.faults.push({ status: 429, headers: { 'retry-after': '60' } }),
      () => simulator.faults.push({ status: 200, body: '<html>Ведутся работы</html>' }),
      () => simulator.faults.push('silent'),
      () => simulator.faults.push('broken'),
      () => simulator.faults.push('half'),
    ],
    refuse: (times) =>
      void simulator.faults.push(...range(times).map(() => ({ status: 429, headers: { 'retry-after': '300' } }))),
    heal: () => void (simulator.faults.length = 0),
  })
  return {
    ...lived,
    network: 'rss',
    listened: { adapter, pool: null, manyServers: true },
    links: feeds.map(({ address }) => address),
    calls: () => simulator.asked.length,
    broken: () => simulator.offences.length,
    close: () => simulator.close(),
  }
}

export const openWorld: Record<SoakNetwork, (options: SoakOptions) => Promise<SoakWorld>> = {
  vk: openVk,
  ok: openOk,
  telegram: openTelegram,
  youtube: openYoutube,
  bluesky: openBluesky,
  mastodon: openMastodon,
  rss: openRss,
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '../../../kit/clock.ts'
import { createFetchPublic } from '../../../kit/fetch-public.ts'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import type { GroupTarget, NetworkAdapter } from '../shared/adapter.ts'
import type { RawMessage } from '../shared/source.ts'
import { startRssSimulator, type RssSimulator, type SimulatedFeed } from './rss.simulator.ts'
import { rssAdapter, type RssOptions } from './rss.ts'

const userAgent = 'Test - https://test.example; mail@test.example'

let simulator: RssSimulator
let adapter: NetworkAdapter
const time = sleepingTime()
const { signal } = new AbortController()
const ago = (milliseconds: number): Date => new Date(time.at - milliseconds)

beforeEach(async () => {
  time.at = Date.parse('2026-11-20T12:00:00Z')
  simulator = await startRssSimulator({ now: time.now })
  adapter = openAdapter()
})
afterEach(() => simulator.close())

/** What is not silent answers, and is parsed, before that on the busiest machine. */
const openAdapter = (options: Partial<RssOptions> = {}): NetworkAdapter =>
  rssAdapter({ fetch: simulator.fetch, time, userAgent, timeout: 60_000, parseWithin: 60_000, ...options })
const targetOf = (feed: SimulatedFeed): GroupTarget => ({ externalId: feed.address, link: feed.link })
async function read(
  feed: SimulatedFeed,
  cursor: unknown = null,
  since = ago(14 * DAY),
): Promise<{ messages: RawMessage[]; cursor: unknown }> {
  const reading = await adapter.groups!.read(targetOf(feed), cursor, since, signal)
  expect(reading.more).toBe(false)
  return { messages: reading.messages, cursor: JSON.parse(JSON.stringify(reading.cursor)) as unknown }
}
const texts = ({ messages }: { messages: RawMessage[] }): string[] => messages.map(({ text }) => text)
const resolve = (address: string) => adapter.resolve(address, signal)
const addresses = (): string[] => simulator.asked.map(({ address }) => address)

describe('resolving', () => {
  it('takes a feed as it is', async () => {
    simulator.addFeed('https://news.example/rss', {
      title: 'Новости',
      link: 'https://news.example/',
      image: 'https://news.example/logo.png',
    })
    expect(await resolve('https://news.example/rss')).toEqual({
      externalId: 'https://news.example/rss',
      kind: 'site',
      name: 'Новости',
      avatar: 'https://news.example/logo.png',
      followers: null,
      link: 'https://news.example/',
    })
  })

  it('finds the feed a page names, the one of posts and not of comments', async () => {
    simulator.page(
      'https://blog.example/2026/post/',
      `<html><head><base href="https://blog.example/"><link rel="icon" href="/icon.png">
      <link rel="alternate" type="application/json+oembed" href="/oembed"><link rel="alternate" type="application/json" href="/wp-json/1">
      <link rel="alternate" type="application/rss+xml" title="Лента комментариев" href="/comments/feed/">
      <link rel="ALTERNATE" type="application/rss+xml; charset=utf-8" title="Лента" href="feed/"></head></html>`,
    )
    simulator.addFeed('https://blog.example/comments/feed/', { title: 'Комментарии' })
    simulator.addFeed('https://blog.example/feed/', { title: 'Блог' })
    expect(await resolve('https://blog.example/2026/post/')).toMatchObject({
      externalId: 'https://blog.example/feed/',
      name: 'Блог',
      avatar: 'https://blog.example/icon.png',
    })
  })

  it('takes the next one where the named is none, and is content with a usual place', async () => {
    simulator.page(
      'https://site.example/',
      '<link rel="alternate" type="application/rss+xml" href="/gone.xml"><link rel="alternate" type="application/atom+xml" href="/page.html">',
    )
    simulator.page('https://site.example/page.html', 'Не лента')
    simulator.addFeed('https://site.example/rss.xml', { title: 'Сайт' })
    expect(await resolve('https://site.example/')).toMatchObject({ externalId: 'https://site.example/rss.xml' })
  })

  it.each([
    '<div>',
    '<b>',
    '<a',
    '<link>',
    'name="generator"',
    '<a rel="alternate" type="application/rss+xml" href="/feed">',
  ])('is not kept busy by a page of nothing but %s', async (piece) => {
    simulator.page('https://site.example/', piece.repeat(1_000_000 / piece.length))
    const began = process.threadCpuUsage()
    await expect(resolve('https://site.example/')).rejects.toMatchObject({ kind: 'bad-request' })
    expect(process.threadCpuUsage(began).user).toBeLessThan(2_000_000)
  })

  it('passes over a guess that breaks, but not over what the page names', async () => {
    simulator.page('https://site.example/', '<p>Привет')
    simulator.page('https://site.example/feed', { status: 500 })
    simulator.addFeed('https://site.example/rss')
    expect(await resolve('https://site.example/')).toMatchObject({ externalId: 'https://site.example/rss' })
    simulator.page('https://other.example/', '<link rel="alternate" type="application/rss+xml" href="/main.xml">')
    simulator.page('https://other.example/main.xml', { status: 500 })
    await expect(resolve('https://other.example/')).rejects.toMatchObject({ kind: 'temporary' })
  })

  it('goes where a redirect leads: the last address is the name', async () => {
    simulator.page('https://old.example/feed', {
      status: 301,
      headers: { location: 'https://new.example/feed?utm_source=old' },
    })
    simulator.addFeed('https://new.example/feed?utm_source=old', { title: 'Переехали' })
    expect(await resolve('https://old.example/feed')).toMatchObject({
      externalId: 'https://new.example/feed',
      name: 'Переехали',
    })
  })

  it.each([
    [
      'phpBB',
      'https://forum.example/board/viewforum.php?f=7',
      '<body id="phpbb">',
      'https://forum.example/board/feed.php?f=7',
    ],
    [
      'phpBB, a topic',
      'https://forum.example/viewtopic.php?t=5',
      '<body id="phpbb">',
      'https://forum.example/feed.php?t=5',
    ],
    [
      'phpBB, newer',
      'https://forum.example/viewforum.php?f=7',
      '<body id="phpbb">',
      'https://forum.example/app.php/feed/forum/7',
    ],
    [
      'phpBB as a whole',
      'https://forum.example/index.php',
      'Powered by phpBB®',
      'https://forum.example/feed.php?mode=posts',
    ],
    [
      'vBulletin',
      'https://forum.example/forumdisplay.php?f=12',
      '<meta name="generator" content="vBulletin 3.8">',
      'https://forum.example/external.php?type=RSS2&forumids=12&lastpost=1&count=50',
    ],
    [
      'vBulletin 4',
      'https://forum.example/forumdisplay.php?12-Remont',
      '<meta name="generator" content="vBulletin 4.2">',
      'https://forum.example/external.php?type=RSS2&forumids=12&lastpost=1&count=50',
    ],
    [
      'Invision',
      'https://forum.example/forum/12-remont/',
      '<body class="ipsApp"><div class="ipsLayout_container">',
      'https://forum.example/forum/12-remont.xml/',
    ],
    [
      'Invision as a whole',
      'https://forum.example/',
      '<div class="ipsLayout_container">',
      'https://forum.example/discover/all.xml/',
    ],
    [
      'XenForo',
      'https://forum.example/forums/remont.12/page-2',
      '<html id="XF">',
      'https://forum.example/forums/remont.12/index.rss',
    ],
    [
      'XenForo in a folder',
      'https://site.example/talk/threads/tema.55/',
      '<html id="XF">',
      'https://site.example/talk/forums/-/index.rss',
    ],
    [
      'SMF',
      'https://forum.example/index.php?board=3.0',
      'Powered by SMF 2.0',
      'https://forum.example/index.php?action=.xml;type=rss2;board=3.0;limit=50',
    ],
    [
      'Discourse',
      'https://forum.example/c/remont/12',
      '<meta name="generator" content="Discourse 3.5">',
      'https://forum.example/c/remont/12.rss',
    ],
    [
      'Discourse as a whole',
      'https://forum.example/',
      '<meta name="generator" content="Discourse 3.5">',
      'https://forum.example/posts.rss',
    ],
  ])('knows where a forum of %s keeps its feeds', async (_, page, html, feed) => {
    simulator.page(page, html)
    simulator.addFeed(feed, { title: 'Форум' })
    expect(await resolve(page)).toMatchObject({ externalId: feed, name: 'Форум' })
    expect(simulator.asked.length).toBeLessThanOrEqual(12)
  })

  it('tries the other spellings of an address where nobody answers', async () => {
    simulator.addFeed('http://www.old.example/rss', { title: 'Старый' })
    expect(await resolve('https://old.example/rss')).toMatchObject({ externalId: 'http://www.old.example/rss' })
  })

  it('tells apart what is not there, what is closed, what has no feed, and what passes', async () => {
    simulator.page('https://closed.example/', { status: 403 })
    simulator.page('https://secret.example/', { status: 401 })
    simulator.page('https://plain.example/', '<p>Просто страница')
    await expect(resolve('https://nobody.example/')).rejects.toMatchObject({ kind: 'not-found' })
    await expect(resolve('https://plain.example/gone')).rejects.toMatchObject({ kind: 'not-found' })
    await expect(resolve('https://closed.example/')).rejects.toMatchObject({ kind: 'access-denied' })
    await expect(resolve('https://secret.example/')).rejects.toMatchObject({ kind: 'access-denied' })
    await expect(resolve('https://plain.example/')).rejects.toMatchObject({ kind: 'bad-request' })
    simulator.faults.push({ status: 500 })
    await expect(resolve('https://plain.example/')).rejects.toMatchObject({ kind: 'temporary' })
    let asked = 0
    const impatient = openAdapter({
      fetch: (url, init) => ((asked += 1), simulator.fetch(url, init)),
      timeout: 1_000,
    })
    simulator.faults.push('silent')
    await expect(impatient.resolve('https://plain.example/', signal)).rejects.toMatchObject({ kind: 'temporary' })
    expect(asked).toBe(1)
  })

  it('reads what is allowed on this machine, through the guard', async () => {
    const address = `localhost:${new URL(simulator.url).port}`
    simulator.addFeed(`http://${address}/rss`, { title: 'Здесь', image: 'https://a.example/i.png' })
    const fetch = createFetchPublic({ allow: [address], resolve: async () => ['127.0.0.1'] })
    // The simulator wants to be informed what it is asked for.
    const guarded = openAdapter({
      fetch: (url, init) => fetch(url, { ...init, headers: { 'x-asked-address': url.href } }),
    })
    expect(await guarded.resolve(`https://${address}/rss`, signal)).toMatchObject({
      externalId: `http://${address}/rss`,
      name: 'Здесь',
    })
  })

  it('refuses addresses inside our own network for good', async () => {
    const guarded = openAdapter({ fetch: createFetchPublic({ resolve: async () => ['10.0.0.1'] }) })
    for (const address of ['https://inner.example/', 'https://127.0.0.1/', 'https://[::1]/', 'https://db.internal/']) {
      await expect(guarded.resolve(address, signal), address).rejects.toMatchObject({ kind: 'bad-request' })
    }
  })
})

describe('reading', () => {
  it.each(['rss', 'atom', 'rdf', 'json'] as const)('brings entries of %s as messages', async (format) => {
    const feed = simulator.addFeed('https://forum.example/feed', {
      format,
      title: 'Форум',
      image: 'https://forum.example/logo.png',
    })
    const item = simulator.post(feed, { title: 'Кухня', html: '<p>Ищу мастера</p><p>срочно</p>', author: 'Иван' })
    const { group, messages } = await adapter.groups!.read(targetOf(feed), null, ago(DAY), signal)
    const key = format === 'rdf' ? `https://forum.example${item.id}` : item.id
    expect(messages).toEqual([
      {
        network: 'rss',
        externalId: `https://forum.example/feed#${key}`,
        kind: 'post',
        publishedAt: item.at,
        text: 'Кухня\n\nИщу мастера\n\nсрочно',
        url: `https://forum.example${item.id}`,
        author: { externalId: 'forum.example/Иван', name: 'Иван', avatar: null, url: null },
        group: {
          externalId: 'https://forum.example/feed',
          name: 'Форум',
          avatar: format === 'rdf' ? null : 'https://forum.example/logo.png',
          url: 'https://forum.example/',
          followers: null,
          kind: 'site',
        },
      },
    ])
    expect(await resolve(feed.address)).toEqual(group)
  })

  it('reads windows-1251 with Russian dates', async () => {
    const feed = simulator.addFeed('https://forum.example/rss', {
      encoding: 'windows-1251',
      charset: null,
      title: 'Ремонт',
    })
    simulator.post(feed, { html: 'Ищу плиточника', date: 'Чт, 19 ноя 2026 10:00:00 +0300' })
    const { messages } = await read(feed)
    expect(messages).toMatchObject([
      { text: 'Ищу плиточника', publishedAt: new Date('2026-11-19T07:00:00Z'), group: { name: 'Ремонт' } },
    ])
  })

  it('asks on condition, and brings only what is new', async () => {
    const feed = simulator.addFeed('https://forum.example/rss', {
      headers: { 'last-modified': 'Fri, 20 Nov 2026 11:00:00 GMT' },
    })
    simulator.post(feed, { html: 'первое' })
    const first = await read(feed)
    const idle = await read(feed, first.cursor)
    expect(idle.messages).toEqual([])
    expect(simulator.asked.at(-1)).toMatchObject({
      status: 304,
      headers: { 'if-modified-since': 'Fri, 20 Nov 2026 11:00:00 GMT', 'user-agent': userAgent },
    })
    time.at += MINUTE
    simulator.post(feed, { html: 'второе' })
    const second = await read(feed, idle.cursor)
    expect(texts(second)).toEqual(['второе'])
    expect(texts(await read(feed, second.cursor))).toEqual([])
  })

  it('brings nothing twice where a site knows no conditions', async () => {
    const feed = simulator.addFeed('https://forum.example/rss', { headers: { etag: '' }, window: 500 })
    for (let n = 0; n < 300; n++) simulator.post(feed, { html: `сообщение ${n}`, at: ago(n * MINUTE) })
    const first = await read(feed)
    expect(first.messages).toHaveLength(200)
    expect(JSON.stringify(first.cursor).length).toBeLessThan(6000)
    simulator.post(feed, { html: 'новое' })
    expect(texts(await read(feed, first.cursor))).toEqual(['новое'])
  })

  it('goes back no further than it was asked to; what has no date is new only when it comes later', async () => {
    const feed = simulator.addFeed('https://forum.example/rss')
    simulator.post(feed, { html: 'старое', at: ago(3 * DAY) })
    simulator.post(feed, { html: 'свежее', at: ago(MINUTE) })
    simulator.post(feed, { html: 'без даты', at: null })
    const first = await read(feed, null, ago(DAY))
    expect(texts(first)).toEqual(['свежее'])
    simulator.post(feed, { html: 'без даты, новое', date: 'сегодня', at: null })
    const second = await read(feed, first.cursor)
    expect(second.messages).toMatchObject([{ text: 'без даты, новое', publishedAt: null }])
  })

  it('brings what was changed once more, marked so; what is gone from a feed may just be old', async () => {
    const feed = simulator.addFeed('https://forum.example/atom', { format: 'atom' })
    const item = simulator.post(feed, { title: 'Тема', html: 'было' })
    const other = simulator.post(feed, { html: 'другое' })
    const first = await read(feed)
    time.at += MINUTE
    Object.assign(item, { html: 'стало', updatedAt: ago(1000) })
    simulator.delete(feed, other)
    const second = await read(feed, first.cursor)
    expect(second.messages).toMatchObject([
      { text: 'Тема\n\nстало', editedAt: item.updatedAt, externalId: first.messages[0]?.externalId },
    ])
    expect(texts(await read(feed, second.cursor))).toEqual([])
  })

  it('leaves a site alone for as long as it asks', async () => {
    const feed = simulator.addFeed('https://forum.example/rss', { ttl: 60 })
    const first = await read(feed)
    simulator.post(feed, { html: 'новое' })
    const asked = simulator.asked.length
    time.at += 59 * MINUTE
    expect((await read(feed, first.cursor)).messages).toEqual([])
    expect(simulator.asked).toHaveLength(asked)
    time.at += MINUTE
    const second = await read(feed, first.cursor)
    expect(texts(second)).toEqual(['новое'])
    time.at += 60 * MINUTE
    const idle = await read(feed, second.cursor)
    expect(simulator.asked.at(-1)).toMatchObject({ status: 304 })
    time.at += 59 * MINUTE
    const before = simulator.asked.length
    await read(feed, idle.cursor)
    expect(simulator.asked).toHaveLength(before)
    const cached = simulator.addFeed('https://cached.example/rss', {
      headers: { 'cache-control': 'public, max-age=600' },
    })
    const { cursor } = await read(cached)
    expect((cursor as { restsUntil: number }).restsUntil - time.at).toBeGreaterThan(9 * MINUTE)
    // Left alone until a day that a clock which went wrong had named.
    simulator.post(cached, { html: 'после' })
    expect(texts(await read(cached, { ...(cursor as object), restsUntil: time.at + 300 * DAY }))).toEqual(['после'])
  })

  it('asks for the picture of a site once, where its feed has none', async () => {
    const feed = simulator.addFeed('https://forum.example/rss')
    simulator.page('https://forum.example/', '<link rel="shortcut icon" href="/favicon.png">')
    simulator.post(feed, { html: 'первое' })
    const first = await read(feed)
    simulator.post(feed, { html: 'второе' })
    const second = await read(feed, first.cursor)
    expect([...first.messages, ...second.messages].map(({ group }) => group?.avatar)).toEqual(
      Array(2).fill('https://forum.example/favicon.png'),
    )
    expect(addresses().filter((address) => address === 'https://forum.example/')).toHaveLength(1)
    expect((await resolve(feed.address)).avatar).toBe('https://forum.example/favicon.png')
  })

  it('names the hub that notifies of news, the one of the header first, and none that others can listen in on', async () => {
    const feed = simulator.addFeed('https://news.example/rss', { hub: 'https://hub.example/' })
    const hub = async () => (await adapter.groups!.read(targetOf(feed), null, ago(DAY), signal)).hub
    expect(await hub()).toEqual({ hub: 'https://hub.example/', topic: feed.address })
    feed.self = 'https://news.example/rss?all'
    expect(await hub()).toEqual({ hub: 'https://hub.example/', topic: feed.self })
    feed.headers.link = '<https://other.example/>; rel="hub", </self>; rel="self"'
    expect(await hub()).toEqual({ hub: 'https://other.example/', topic: 'https://news.example/self' })
    feed.headers.link = '<http://other.example/>; rel="hub"'
    expect(await hub()).toBeNull()
    feed.headers = {}
    delete feed.hub
    expect(await hub()).toBeNull()
  })

  it('names its errors', async () => {
    const feed = simulator.addFeed('https://forum.example/rss')
    simulator.faults.push({ status: 429, headers: { 'retry-after': '120' } })
    await expect(read(feed)).rejects.toMatchObject({ kind: 'rate-limited', retryAfter: 120_000 })
    simulator.faults.push({ status: 503, headers: { 'retry-after': '60' } })
    await expect(read(feed)).rejects.toMatchObject({ kind: 'rate-limited', retryAfter: 60_000 })
    for (const fault of [{ status: 502 }, 'broken', 'half', { status: 200, body: 'Технические работы' }] as const) {
      simulator.faults.push(fault)
      await expect(read(feed), JSON.stringify(fault)).rejects.toMatchObject({ kind: 'temporary' })
    }
    simulator.faults.push({ status: 200, body: Buffer.alloc(3 * 1024 * 1024, ' ') })
    await expect(read(feed)).rejects.toMatchObject({ kind: 'bad-request' })
    simulator.closeSite('forum.example')
    await expect(read(feed)).rejects.toMatchObject({ kind: 'not-found' })
    // The last one: it may be given up before the site has heard of it.
    simulator.faults.push('silent')
    adapter = openAdapter({ timeout: 1_000 })
    await expect(read(feed)).rejects.toMatchObject({ kind: 'temporary' })
  })

  it('asks one site one question at a time, and others meanwhile', async () => {
    const feeds = [1, 2, 3].map((n) =>
      simulator.addFeed(`https://forum.example/${n}`, { image: 'https://forum.example/i.png' }),
    )
    const other = simulator.addFeed('https://other.example/rss', { image: 'https://other.example/i.png' })
    const slow = new Map<string, number>()
    let most = 0
    const fetch: typeof simulator.fetch = async (url, init) => {
      slow.set(url.host, (slow.get(url.host) ?? 0) + 1)
      most = Math.max(most, slow.get('forum.example') ?? 0)
      const response = await simulator.fetch(url, init)
      slow.set(url.host, slow.get(url.host)! - 1)
      return response
    }
    adapter = openAdapter({ fetch })
    await Promise.all([...feeds, other].map((feed) => read(feed)))
    expect(most).toBe(1)
    expect(simulator.asked).toHaveLength(4)
  })

  it('lets nobody wait for a turn that nobody wants any more', async () => {
    const [slow, next, last] = [1, 2, 3].map((n) =>
      simulator.addFeed(`https://forum.example/${n}`, { image: 'https://forum.example/i.png' }),
    )
    const begun = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const fetch: typeof simulator.fetch = async (url, init) => {
      begun.resolve()
      await answer.promise
      return simulator.fetch(url, init)
    }
    adapter = openAdapter({ fetch })
    const first = read(slow!)
    await begun.promise
    const ends = new AbortController()
    const ended = adapter.groups!.read(targetOf(next!), null, ago(DAY), ends.signal)
    const third = read(last!)
    ends.abort()
    await expect(ended).rejects.toMatchObject({ kind: 'temporary' })
    answer.resolve()
    await Promise.all([first, third])
    expect(addresses()).toEqual(['https://forum.example/1', 'https://forum.example/3'])
  })
})

describe('LiveJournal', () => {
  it('finds a journal by any page of it, with its picture', async () => {
    simulator.addJournal('anna_m')
    const link = adapter.readLink({ text: '', url: new URL('https://anna_m.livejournal.com/77.html') })
    expect(link).toMatchObject({ status: 'found' })
    expect(await resolve('https://anna-m.livejournal.com/data/atom')).toEqual({
      externalId: 'https://anna-m.livejournal.com/data/atom',
      kind: 'person',
      name: 'Журнал anna_m',
      avatar: 'https://l-userpic.livejournal.com/1/anna_m',
      followers: null,
      link: 'https://anna-m.livejournal.com/',
    })
  })

  it('names the writer, in communities the one who wrote', async () => {
    const own = simulator.addJournal('anna')
    const shared = simulator.addJournal('ru_remont', 'community')
    const post = simulator.post(own, { title: 'День', html: 'Ищу мастера' })
    simulator.post(shared, { html: 'Посоветуйте', author: 'ivan_k' })
    expect((await read(own)).messages).toMatchObject([
      {
        externalId: `https://anna.livejournal.com/data/atom#${post.id}`,
        url: `https://anna.livejournal.com/${post.id.split(':').at(-1)}.html`,
        author: { externalId: 'https://anna.livejournal.com/', name: 'anna' },
        group: { kind: 'person' },
      },
    ])
    expect((await read(shared)).messages).toMatchObject([
      {
        author: { externalId: 'https://ivan-k.livejournal.com/', name: 'ivan_k' },
        group: { kind: 'community', name: 'Журнал ru_remont' },
      },
    ])
  })

  it('keeps to the rules for bots, however many journals there are', async () => {
    const journals = Array.from({ length: 12 }, (_, n) => simulator.addJournal(`user${n}`))
    await Promise.all(journals.map((journal) => read(journal)))
    expect(simulator.offences).toEqual([])
    expect(simulator.asked).toHaveLength(24)
    const silent = openAdapter({ userAgent: 'bot' })
    await expect(silent.groups!.read(targetOf(journals[0]!), null, ago(DAY), signal)).rejects.toMatchObject({
      kind: 'access-denied',
    })
  })
})

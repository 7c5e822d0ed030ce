import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../kit/clock.ts'
import { createFetchPublic } from '../../../kit/fetch-public.ts'
import { fastTime } from '../../../testing/fast-time.ts'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import type { GroupTarget, NetworkAdapter, NetworkStream, PastedLink } from '../shared/adapter.ts'
import { readAll } from '../shared/read-all.samples.ts'
import type { RawBatch, RawMessage } from '../shared/source.ts'
import type { InstanceCursor } from './instance-stream.ts'
import type { InstanceOptions } from './mastodon-world.simulator.ts'
import { startMastodonSimulator, type MastodonSimulator } from './mastodon.simulator.ts'
import { mastodonAdapter, type MastodonOptions } from './mastodon.ts'
import { compareIds, earlierId } from './shape.ts'

/** A second is a minute. */
const PACE = 60
const time = fastTime(PACE)
const ago = (milliseconds: number): Date => new Date(time.now().getTime() - milliseconds)

let home: MastodonSimulator
let running: AbortController
const worlds = new Map<string, MastodonSimulator>()

async function open(domain: string, options: Partial<InstanceOptions> = {}): Promise<MastodonSimulator> {
  const world = await startMastodonSimulator({ now: time.now, domain, ...options })
  worlds.set(domain, world)
  return world
}
beforeEach(async () => {
  home = await open('home.example')
  running = new AbortController()
})
afterEach(async () => {
  running.abort()
  await Promise.all([...worlds.values()].map((world) => world.end()))
  worlds.clear()
})

function openAdapter(options: Partial<MastodonOptions> = {}): NetworkAdapter {
  return mastodonAdapter({
    fetch,
    time,
    addressOf: (host) => worlds.get(host)?.url ?? `https://${host}.invalid`,
    // Time flies, and connections do not: a busy machine must not meet it.
    openWithin: HOUR,
    ...options,
  })
}
const refusal = (kind: string) => expect.objectContaining({ name: 'NetworkError', kind })

describe('links', () => {
  const link = (text: string): PastedLink => ({ text, url: /^https?:/.test(text) ? new URL(text) : null })
  const adapter = openAdapter()
  it.each([
    ['https://mastodon.social/@Anna', 'anna@mastodon.social'],
    ['https://mastodon.social/@anna/113456789012345678', 'anna@mastodon.social'],
    ['https://mastodon.social/@anna/with_replies', 'anna@mastodon.social'],
    ['https://mastodon.social/@anna@mastodon.ml', 'anna@mastodon.ml'],
    ['https://mastodon.social/users/anna', 'anna@mastodon.social'],
    ['https://mastodon.social/users/anna/statuses/113456789012345678', 'anna@mastodon.social'],
    ['https://mastodon.social/web/@anna', 'anna@mastodon.social'],
    ['https://xn--e1afmkfd.xn--p1ai/@anna', 'anna@xn--e1afmkfd.xn--p1ai'],
    ['@anna@mastodon.ml', 'anna@mastodon.ml'],
    ['acct:anna@mastodon.ml', 'anna@mastodon.ml'],
  ])('%s', (text, key) => expect(adapter.readLink(link(text))).toEqual({ status: 'found', key }))
  it.each([
    '@anna',
    'anna@mastodon.ml',
    'anna',
    'https://mastodon.social/',
    'https://mastodon.social/tags/ремонт',
    'https://mastodon.social/@anna.rss',
    'https://mastodon.social/@anna/lists/a',
    'https://youtube.com/@anna',
    'https://anna.medium.com/@anna',
    'https://tiktok.com/@anna',
    'https://vk.com/@anna-page',
    'https://habr.com/users/anna',
    'https://127.0.0.1/@anna',
    'https://host.example/@',
    'https://host.example/@%E0',
    'https://host.example/@a@b@c',
  ])('not of Mastodon: %s', (text) => expect(adapter.readLink(link(text))).toBeNull())
})

describe('ids', () => {
  it('are the later the longer, and go as many minutes back as one likes', () => {
    expect(['100', '99', '101'].toSorted(compareIds)).toEqual(['99', '100', '101'])
    const id = String(BigInt(Date.UTC(2026, 0, 1)) << 16n)
    expect(Number(BigInt(earlierId(id, MINUTE)) >> 16n)).toBe(Date.UTC(2026, 0, 1) - MINUTE)
    expect(earlierId('01HXYZ', MINUTE)).toBe('01HXYZ')
  })
})

describe('resolving', () => {
  it('finds who it is', async () => {
    const anna = home.account('Anna', { displayName: 'Анна :verified: Швея', followers: 41 })
    home.account('club', { group: true })
    const adapter = openAdapter()
    expect(await adapter.resolve('anna@home.example', running.signal)).toEqual({
      externalId: 'anna@home.example',
      kind: 'person',
      name: 'Анна Швея',
      avatar: `https://home.example/avatars/${anna.id}.png`,
      followers: 41,
      link: 'https://home.example/@Anna',
    })
    expect(await adapter.resolve('club@home.example', running.signal)).toMatchObject({
      kind: 'community',
      name: 'club',
    })
    // What the instance is was asked once.
    expect(home.calls.get('/api/v2/instance')).toBe(1)
  })
  it('finds the instance whose people have another domain', async () => {
    const site = await open('brand.example')
    site.isSite = true
    site.webFinger = 'https://social.brand.example/users/anna'
    const social = await startMastodonSimulator({ now: time.now, domain: 'brand.example' })
    worlds.set('social.brand.example', social)
    social.account('anna')
    const adapter = openAdapter()
    const found = await adapter.resolve('anna@brand.example', running.signal)
    expect(found.externalId).toBe('anna@brand.example')
    // Pasted from its own host it is the same account.
    expect((await adapter.resolve('anna@social.brand.example', running.signal)).externalId).toBe('anna@brand.example')
    // A domain that is silent just now has not said that it is another's.
    const later = openAdapter()
    site.faults.push('break')
    await expect(later.resolve('anna@social.brand.example', running.signal)).rejects.toEqual(refusal('temporary'))
    expect((await later.resolve('anna@social.brand.example', running.signal)).externalId).toBe('anna@brand.example')
  })
  it('believes nobody that he is another', async () => {
    const evil = await startMastodonSimulator({ now: time.now, domain: 'home.example' })
    worlds.set('evil.example', evil)
    const anna = evil.account('anna')
    const answer = evil.post(evil.account('boris', { domain: 'far.example' }), '<p>Подложный</p>', {
      replyTo: evil.post(anna, '<p>Поддельный</p>'),
    })
    const adapter = openAdapter()
    const found = await adapter.resolve('anna@evil.example', running.signal)
    expect(found).toMatchObject({ externalId: 'anna@evil.example', link: 'https://evil.example/@anna' })
    const reading = await adapter.groups?.read(found, null, ago(DAY), running.signal)
    expect(
      reading?.messages.map(({ externalId, author, group }) => [
        externalId.split(' ')[0],
        author?.externalId,
        group?.externalId,
      ]),
    ).toEqual([
      ['evil.example', 'anna@evil.example', 'anna@evil.example'],
      ['evil.example', 'boris@far.example@evil.example', 'anna@evil.example'],
    ])
    expect(reading?.messages[1]?.externalId).toBe(`evil.example https://far.example/users/boris/statuses/${answer.id}`)
    // An instance of the operator's is believed.
    const trusting = openAdapter({ instances: [{ host: 'evil.example', token: null }] })
    expect((await trusting.resolve('anna@evil.example', running.signal)).externalId).toBe('anna@home.example')
  })
  it('says what is wrong', async () => {
    const adapter = openAdapter()
    await expect(adapter.resolve('nobody@home.example', running.signal)).rejects.toEqual(refusal('not-found'))
    home.account('gone').suspended = true
    await expect(adapter.resolve('gone@home.example', running.signal)).rejects.toEqual(refusal('access-denied'))
    home.closed = true
    await expect(adapter.resolve('gone@home.example', running.signal)).rejects.toEqual(refusal('access-denied'))
    const site = await open('site.example')
    site.isSite = true
    await expect(adapter.resolve('anna@site.example', running.signal)).rejects.toEqual(refusal('bad-request'))
    const broken = await open('broken.example')
    for (const fault of [500, 'break'] as const) {
      broken.faults.push(fault)
      await expect(adapter.resolve('anna@broken.example', running.signal)).rejects.toEqual(refusal('temporary'))
    }
    broken.account('anna')
    await adapter.resolve('anna@broken.example', running.signal)
    broken.faults.push('mumble')
    await expect(adapter.resolve('anna@broken.example', running.signal)).rejects.toEqual(refusal('temporary'))
    broken.faults.push(429)
    await expect(adapter.resolve('anna@broken.example', running.signal)).rejects.toMatchObject({
      kind: 'rate-limited',
      retryAfter: expect.any(Number),
    })
  })
  it('is not led into our own network, and knows names that there are not', async () => {
    const adapter = openAdapter({
      fetch: createFetchPublic({
        resolve: async (host) =>
          host === 'inside.example'
            ? ['10.0.0.1']
            : Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })),
      }),
      addressOf: (host) => `https://${host}`,
    })
    await expect(adapter.resolve('anna@inside.example', running.signal)).rejects.toEqual(refusal('bad-request'))
    await expect(adapter.resolve('anna@nowhere.example', running.signal)).rejects.toEqual(refusal('not-found'))
  })
})

describe('reading an account', () => {
  const target: GroupTarget = { externalId: 'anna@home.example', link: 'https://home.example/@anna' }
  async function readAccount(adapter: NetworkAdapter, known: unknown = null, of = target) {
    const { messages, cursor, steps } = await readAll(
      (at) => adapter.groups!.read(of, at, ago(3 * DAY), running.signal),
      known,
    )
    return { messages, cursor, steps, texts: messages.map(({ text, deleted }) => (deleted ? '(deleted)' : text)) }
  }

  it('goes back to `since` over all pages, and then asks one page', async () => {
    const anna = home.account('anna', { displayName: 'Анна', followers: 7 })
    home.post(anna, '<p>Давно</p>', { createdAt: ago(5 * DAY) })
    for (let n = 0; n < 90; n++) home.post(anna, `<p>Запись ${n}</p>`, { createdAt: ago(n * 10 * MINUTE) })
    home.post(anna, '<p>Только своим</p>', { visibility: 'private' })
    home.post(anna, '', { reblog: home.post(home.account('boris'), '<p>Чужое</p>') })
    const adapter = openAdapter()
    const first = await readAccount(adapter)
    expect(first.texts.toSorted()).toEqual(Array.from({ length: 90 }, (_, n) => `Запись ${n}`).toSorted())
    expect(first.messages[0]).toMatchObject({
      network: 'mastodon',
      kind: 'post',
      externalId: expect.stringMatching(/^https:\/\/home\.example\/users\/anna\/statuses\/\d+$/),
      url: expect.stringContaining('https://home.example/@anna/'),
      author: { externalId: 'anna@home.example', name: 'Анна' },
      group: { externalId: 'anna@home.example', followers: 7, kind: 'person' },
    })
    const calls = home.calls.get('/api/v1/accounts/:id/statuses') ?? 0
    const idle = await readAccount(adapter, first.cursor)
    expect(idle).toMatchObject({ messages: [], steps: 1 })
    expect(home.calls.get('/api/v1/accounts/:id/statuses')).toBe(calls + 1)
    expect(home.calls.get('/api/v1/accounts/lookup')).toBe(1)
    expect(JSON.stringify(idle.cursor).length).toBeLessThan(6_000)
    for (let n = 0; n < 55; n++) home.post(anna, `<p>Новая ${n}</p>`)
    expect((await readAccount(adapter, idle.cursor)).texts.toSorted()).toEqual(
      Array.from({ length: 55 }, (_, n) => `Новая ${n}`).toSorted(),
    )
  })

  it('sees edits, deletions and answers', async () => {
    const [anna, boris] = [home.account('anna'), home.account('boris', { domain: 'far.example' })]
    const [first, second] = [home.post(anna, '<p>Раз</p>', { spoiler: 'О ремонте' }), home.post(anna, '<p>Два</p>')]
    const adapter = openAdapter()
    const before = await readAccount(adapter)
    expect(before.texts.toSorted()).toEqual(['Два', 'О ремонте\n\nРаз'])
    home.edit(first, '<p>Раз, и навсегда</p>')
    home.delete(second)
    const answer = home.post(boris, '<p>Сколько стоит?</p>', { replyTo: first })
    home.post(boris, '<p>И когда?</p>', { replyTo: answer })
    const after = await readAccount(adapter, before.cursor)
    expect(after.texts.toSorted()).toEqual(['(deleted)', 'И когда?', 'О ремонте\n\nРаз, и навсегда', 'Сколько стоит?'])
    expect(after.messages.find(({ editedAt }) => editedAt)).toMatchObject({
      externalId: before.messages.find(({ text }) => text.includes('Раз'))?.externalId,
    })
    expect(after.messages.find(({ text }) => text === 'Сколько стоит?')).toMatchObject({
      kind: 'comment',
      author: { externalId: 'boris@far.example@home.example' },
      group: { externalId: 'anna@home.example' },
    })
    expect(await readAccount(adapter, after.cursor)).toMatchObject({ messages: [] })
    expect(home.calls.get('/api/v1/statuses/:id/context')).toBe(1)
    // As many answers as before the last look, and yet another one.
    home.delete(answer)
    const without = await readAccount(adapter, after.cursor)
    home.post(boris, '<p>Ау?</p>', { replyTo: first })
    expect((await readAccount(adapter, without.cursor)).texts).toContain('Ау?')
  })

  it('goes on over pages on which nothing is its own', async () => {
    const [anna, boris] = [home.account('anna'), home.account('boris')]
    home.post(anna, '<p>Первая</p>', { createdAt: ago(DAY) })
    // A program that does not know how to leave out reposts.
    const original = fetch
    const adapter = openAdapter({
      fetch: (url, init) => (url.searchParams.delete('exclude_reblogs'), original(url, init)),
    })
    for (let n = 0; n < 90; n++)
      home.post(anna, '', { reblog: home.post(boris, `<p>Чужая ${n}</p>`), createdAt: ago(n * MINUTE) })
    const all = await readAccount(adapter)
    expect(all).toMatchObject({ texts: ['Первая'], steps: 3 })
    home.post(anna, '<p>Вторая</p>')
    expect((await readAccount(adapter, all.cursor)).texts).toEqual(['Вторая'])
  })

  it('reads the answers of a busy account by and by, and does without those it may not see', async () => {
    const [anna, boris] = [home.account('anna'), home.account('boris')]
    const posts = Array.from({ length: 10 }, (_, n) => home.post(anna, `<p>Запись ${n}</p>`))
    for (const replyTo of posts) home.post(boris, '<p>Ответ</p>', { replyTo })
    const all = await readAccount(openAdapter())
    expect(all.texts.filter((text) => text === 'Ответ')).toHaveLength(10)
    expect(new Set(all.messages.map(({ externalId }) => externalId)).size).toBe(20)
    expect(all.messages).toHaveLength(20)
    expect(all.steps).toBe(3)
  })

  it('takes an account that was numbered again, and says that one is gone', async () => {
    const anna = home.account('anna')
    home.post(anna, '<p>Раз</p>')
    const adapter = openAdapter()
    const before = await readAccount(adapter)
    anna.id = '110000000000000000'
    home.post(anna, '<p>Два</p>')
    expect((await readAccount(adapter, before.cursor)).texts.toSorted()).toEqual(['Два', 'Раз'])
    anna.username = 'other'
    anna.id = '111000000000000000'
    await expect(readAccount(adapter, before.cursor)).rejects.toEqual(refusal('not-found'))
  })

  it('never breaks the limit of a host, whatever its clock says', async () => {
    // All of it is within one window, however long it takes.
    const standing = sleepingTime()
    const skewed = await open('skewed.example', { now: standing.now, skew: -3 * HOUR })
    skewed.account('anna')
    const adapter = openAdapter({ time: standing })
    const of = { externalId: 'anna@skewed.example', link: 'https://skewed.example/@anna' }
    let cursor: unknown = null
    let limited = 0
    for (let n = 0; n < 300; n++) {
      try {
        cursor = (await readAccount(adapter, cursor, of)).cursor
      } catch (error) {
        expect(error).toEqual(refusal('rate-limited'))
        limited += 1
      }
    }
    expect(limited).toBeGreaterThan(0)
    expect(skewed.mostWithinWindow()).toBeLessThanOrEqual(300)
    // Another host has its own.
    home.account('anna')
    await readAccount(adapter)
  })
})

describe('an instance', () => {
  const settled = <Value>(value: () => Value) => expect.poll(value, { interval: 20 })
  function listen(adapter: NetworkAdapter, cursor: InstanceCursor | null = null, signal = running.signal) {
    const stream = adapter.streams[0] as NetworkStream<InstanceCursor>
    const batches: RawBatch<InstanceCursor>[] = []
    const done = (async () => {
      for await (const batch of stream.read(cursor, signal)) batches.push(batch)
    })()
    const messages = (): RawMessage[] => batches.flatMap((batch) => batch.messages)
    return {
      stream,
      batches,
      messages,
      done,
      texts: () => messages().map(({ text, deleted }) => (deleted ? '(deleted)' : text)),
      cursor: () => batches.at(-1)?.cursor ?? null,
    }
  }
  const streaming = (): NetworkAdapter => {
    home.token = 'secret'
    return openAdapter({ instances: [{ host: 'home.example', token: 'secret' }] })
  }
  /** From here on it is the stream that tells. */
  const connected = () =>
    settled(() => home.connections === 1 && home.calls.get('/api/v1/timelines/public') === 1).toBe(true)

  it('streams what is Russian, with edits and deletions', async () => {
    const anna = home.account('anna', { displayName: 'Анна' })
    const heard = listen(streaming())
    await connected()
    const post = home.post(anna, '<p>Ищу мастера</p>')
    home.post(anna, '<p>Looking for a master</p>', { language: 'en' })
    const short = home.post(anna, '<p>10:30, GUM</p>', { language: 'ru' })
    home.delete(home.post(anna, '<p>English</p>'))
    home.edit(post, '<p>Ищу плотника</p>')
    home.delete(short)
    await settled(heard.texts).toEqual(['Ищу мастера', '10:30, GUM', 'Ищу плотника', '(deleted)'])
    expect(heard.messages()[2]).toMatchObject({
      externalId: heard.messages()[0]?.externalId,
      editedAt: expect.any(Date),
      group: null,
      author: { name: 'Анна' },
    })
    expect(heard.messages()[3]?.externalId).toBe(heard.messages()[1]?.externalId)
    expect(heard.stream.heardAt()).toBeInstanceOf(Date)
  })

  it('gives watched accounts all their words, and what others answer them', async () => {
    const [anna, boris] = [home.account('anna', { domain: 'far.example' }), home.account('boris')]
    const adapter = streaming()
    adapter.streams[0]?.watch?.({ groups: ['anna@far.example'], searches: [] })
    const heard = listen(adapter)
    await connected()
    const post = home.post(anna, '<p>New workshop</p>')
    home.post(boris, '<p>Nice</p>', { replyTo: post })
    home.post(boris, '<p>English</p>')
    await settled(heard.texts).toEqual(['New workshop', 'Nice'])
    expect(heard.messages().map(({ group, kind }) => [group?.externalId, kind])).toEqual([
      ['anna@far.example', 'post'],
      ['anna@far.example', 'comment'],
    ])
  })

  it('loses nothing and doubles nothing over broken, frozen and mumbling connections', async () => {
    const anna = home.account('anna')
    const heard = listen(streaming())
    await connected()
    const wanted: string[] = []
    const write = (n: number, silently = false): void => {
      home.post(anna, `<p>Сообщение ${n}</p>`, { silently })
      wanted.push(`Сообщение ${n}`)
    }
    for (let n = 0; n < 30; n++) {
      write(n)
      if (n % 10 === 9) home.cut()
      if (n % 10 === 5) home.sendFrame('{')
      await time.sleep(600)
    }
    await settled(() => heard.texts().toSorted()).toEqual(wanted.toSorted())
    // Half open: it takes the socket and says nothing, while more comes than one page holds.
    home.frozen = true
    for (let n = 100; n < 200; n++) write(n)
    await time.sleep(30_000)
    home.frozen = false
    await settled(() => heard.texts().toSorted()).toEqual(wanted.toSorted())
    home.sendFrame(JSON.stringify({ error: 'Something', status: 500 }))
    write(300, true)
    await settled(() => heard.texts().toSorted()).toEqual(wanted.toSorted())
    expect(heard.batches.every(({ messages }) => messages.length <= 200)).toBe(true)
    expect(home.mostWithinWindow()).toBeLessThan(300)
  })

  it('goes on from its cursor after a restart', async () => {
    const anna = home.account('anna')
    const first = new AbortController()
    const before = listen(streaming(), null, first.signal)
    await connected()
    home.post(anna, '<p>До</p>')
    await settled(before.texts).toEqual(['До'])
    first.abort()
    await before.done
    expect(before.stream.heardAt()).toBeNull()
    await time.sleep(2 * MINUTE)
    for (let n = 0; n < 60; n++) home.post(anna, `<p>Между ${n}</p>`)
    // Another server's, written before the break and arriving after it.
    home.post(home.account('vera', { domain: 'far.example' }), '<p>Опоздало</p>', { createdAt: ago(2.5 * MINUTE) })
    const after = listen(streaming(), before.cursor())
    await settled(() => new Set(after.texts().filter((text) => text !== 'До')).size).toBe(61)
    expect(after.texts()).toHaveLength(new Set(after.texts()).size)
  })

  it('asks the timeline where it has no token, or a dead one', async () => {
    const anna = home.account('anna')
    home.token = 'another'
    const heard = listen(openAdapter({ instances: [{ host: 'home.example', token: 'dead' }], askEvery: 10_000 }))
    home.post(anna, '<p>Первое</p>')
    await settled(heard.texts).toEqual(['Первое'])
    for (let n = 0; n < 95; n++) home.post(anna, `<p>Ещё ${n}</p>`)
    await settled(() => new Set(heard.texts()).size).toBe(96)
    expect(heard.texts()).toHaveLength(96)
    expect(heard.stream.heardAt()).toBeInstanceOf(Date)
    expect(home.connections).toBe(0)
  })

  it('asks the timeline where it says of its stream what is no address of one', async () => {
    const instances = [{ host: 'home.example', token: 'secret' }]
    home.token = 'secret'
    home.streaming = 'home.example'
    const heard = listen(openAdapter({ instances, askEvery: 10_000 }))
    home.post(home.account('anna'), '<p>Первое</p>')
    await settled(heard.texts).toEqual(['Первое'])
    expect(home.connections).toBe(0)
  })

  it('waits while it is closed to us or broken, and ends with its signal', async () => {
    home.closed = true
    home.faults.push('mumble', 500)
    const heard = listen(openAdapter({ instances: [{ host: 'home.example', token: null }] }))
    await time.sleep(20_000)
    expect(heard.stream.heardAt()).toBeNull()
    home.closed = false
    home.post(home.account('anna'), '<p>Открыто</p>')
    await settled(heard.texts).toEqual(['Открыто'])
    running.abort()
    await heard.done
  })
})

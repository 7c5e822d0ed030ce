import { existsSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../../kit/clock.ts'
import { fastTime, type FastTime } from '../../../testing/fast-time.ts'
import type { FoundGroup, NetworkAdapter, NetworkStream } from '../shared/adapter.ts'
import { readAll } from '../shared/read-all.samples.ts'
import { isRussian } from '../shared/russian.ts'
import type { RawBatch, RawMessage } from '../shared/source.ts'
import { openForgetfulPool } from '../shared/token-pool.samples.ts'
import type { TokenPool } from '../shared/token-pool.ts'
import { blueskyLimits } from './app-view.ts'
import { startBlueskySimulator, type BlueskySimulator } from './bluesky.simulator.ts'
import { blueskyAdapter, type BlueskyOptions } from './bluesky.ts'
import { readJetstreamEvent } from './jetstream-wire.ts'
import type { JetstreamCursor } from './jetstream.ts'
import { messageOf, readPost } from './shape.ts'

/** A second is twenty. */
const PACE = 20
const passing = fastTime(PACE)
/** Milliseconds that were skipped. */
let ahead = 0
const time: FastTime = { ...passing, now: () => new Date(passing.now().getTime() + ahead) }
const lately = (): Date => new Date(time.now().getTime() - 3 * DAY)

let world: BlueskySimulator
let pool: TokenPool
let adapter: NetworkAdapter
let running: AbortController

beforeEach(async () => {
  world = await startBlueskySimulator({ now: time.now })
  pool = await openForgetfulPool({ network: 'bluesky', limits: blueskyLimits, time })
  adapter = openAdapter()
  running = new AbortController()
})
afterEach(async () => {
  running.abort()
  await world.end()
})

/** Time flies, and the connections do not: a busy machine must meet neither limit, unless it is what the test is about. */
const openAdapter = (options: Partial<BlueskyOptions> = {}): NetworkAdapter =>
  blueskyAdapter({
    appView: world.url,
    jetstreams: world.jetstreams,
    pool,
    time,
    pingEvery: 5 * SECOND,
    openWithin: 10 * MINUTE,
    patience: 10 * MINUTE,
    ...options,
  })

function streamOf(of: NetworkAdapter): NetworkStream<JetstreamCursor> {
  return of.streams[0] as NetworkStream<JetstreamCursor>
}

/** Listens in the background. */
function listen(of: NetworkAdapter, cursor: JetstreamCursor | null = null, signal = running.signal) {
  const batches: RawBatch<JetstreamCursor>[] = []
  const done = (async () => {
    for await (const batch of streamOf(of).read(cursor, signal)) batches.push(batch)
  })()
  const messages = (): RawMessage[] => batches.flatMap((batch) => batch.messages)
  return {
    batches,
    messages,
    texts: () => messages().map(({ text, deleted }) => (deleted ? '(deleted)' : text)),
    done,
    cursor: () => batches.at(-1)?.cursor ?? null,
  }
}
const settled = <Value>(value: () => Value) => expect.poll(value, { interval: 20 })
const connected = () => settled(() => world.hosts.reduce((sum, { sockets }) => sum + sockets, 0)).toBe(1)

describe('resolving', () => {
  it('finds name, picture and followers, whichever way it is asked', async () => {
    const anna = world.account('anna', { displayName: 'Анна Швея', followers: 812 })
    const found: FoundGroup = {
      externalId: anna.did,
      kind: 'person',
      name: 'Анна Швея',
      avatar: expect.stringContaining(anna.did),
      followers: 812,
      link: 'https://bsky.app/profile/anna.bsky.social',
    }
    expect(await adapter.resolve('anna.bsky.social', running.signal)).toEqual(found)
    expect(await adapter.resolve(anna.did, running.signal)).toEqual(found)
  })
  it('says what there is not, and waits out a limit', async () => {
    await expect(adapter.resolve('nobody.bsky.social', running.signal)).rejects.toMatchObject({ kind: 'not-found' })
    world.account('anna')
    world.faults.push(429)
    expect((await adapter.resolve('anna.bsky.social', running.signal)).name).toBe('anna')
    world.faults.push(500)
    await expect(adapter.resolve('anna.bsky.social', running.signal)).rejects.toMatchObject({ kind: 'temporary' })
    world.faults.push('mumble')
    await expect(adapter.resolve('anna.bsky.social', running.signal)).rejects.toMatchObject({ kind: 'temporary' })
    world.faults.push('break')
    await expect(adapter.resolve('anna.bsky.social', running.signal)).rejects.toMatchObject({ kind: 'temporary' })
  })
})

describe('the stream', () => {
  it('hands on what is Russian by its language or its letters, with names', async () => {
    const anna = world.account('anna', { displayName: 'Анна' })
    const heard = listen(adapter)
    await connected()
    world.post(anna, 'Ищу мастера', { langs: ['ru'] })
    world.post(anna, 'Looking for a master', { langs: ['en'] })
    world.post(anna, 'Кто чинит часы?', { langs: ['en'] })
    world.post(anna, '10:30, GUM', { langs: ['ru-RU'] })
    world.post(anna, '修理', {})
    await settled(heard.texts).toEqual(['Ищу мастера', 'Кто чинит часы?', '10:30, GUM'])
    expect(heard.messages()[0]).toMatchObject({
      network: 'bluesky',
      kind: 'post',
      author: { externalId: anna.did, name: 'Анна', url: 'https://bsky.app/profile/anna.bsky.social' },
      group: null,
      externalId: expect.stringMatching(new RegExp(`^${anna.did}/[2-7a-z]{13}$`)),
      url: expect.stringContaining(`/profile/${anna.did}/post/`),
    })
    expect(streamOf(adapter).heardAt()).toBeInstanceOf(Date)
    expect(world.calls.get('app.bsky.actor.getProfiles')).toBe(1)
  })

  it('hands on edits and deletions of what it handed on, and of nothing else', async () => {
    const anna = world.account('anna')
    const old = world.post(anna, 'English', {})
    const heard = listen(adapter)
    await connected()
    const post = world.post(anna, 'Продам диван')
    world.delete(old)
    world.edit(post, 'Продам кресло')
    world.edit(post, 'Sold')
    world.delete(post)
    // The old one was written before anybody listened: it may have been read back, and its deletion is passed on.
    await settled(heard.texts).toEqual(['Продам диван', '(deleted)', 'Продам кресло', 'Sold', '(deleted)'])
    const [first, , edit, , gone] = heard.messages()
    expect(edit).toMatchObject({ externalId: first?.externalId, editedAt: expect.any(Date) })
    expect(gone).toMatchObject({ externalId: first?.externalId, deleted: true })
  })

  it('takes the posts of an account away with it', async () => {
    const anna = world.account('anna')
    const heard = listen(adapter)
    await connected()
    const ids = [world.post(anna, 'Раз'), world.post(anna, 'Два')].map(({ did, rkey }) => `${did}/${rkey}`)
    world.close(anna)
    await settled(() =>
      heard
        .messages()
        .filter(({ deleted }) => deleted)
        .map(({ externalId }) => externalId),
    ).toEqual(ids)
  })

  it('gives watched accounts all their words, and what others say in their threads', async () => {
    const [anna, boris] = [world.account('anna', { displayName: 'Анна', followers: 5 }), world.account('boris')]
    streamOf(adapter).watch?.({ groups: [anna.did], searches: [] })
    const heard = listen(adapter)
    await connected()
    const post = world.post(anna, 'New workshop')
    const reply = world.post(boris, 'Nice', { replyTo: post })
    world.post(boris, 'And more', { replyTo: reply })
    world.post(anna, 'Спасибо', { replyTo: world.post(boris, 'English only') })
    world.post(boris, 'Сам по себе')
    await settled(heard.texts).toEqual(['New workshop', 'Nice', 'And more', 'Спасибо', 'Сам по себе'])
    const group = { externalId: anna.did, name: 'Анна', followers: 5, kind: 'person' }
    expect(heard.messages().map(({ kind, group: of }) => [kind, of?.externalId ?? null])).toEqual([
      ['post', anna.did],
      ['comment', anna.did],
      ['comment', anna.did],
      ['comment', anna.did],
      ['post', null],
    ])
    expect(heard.messages()[0]?.group).toMatchObject(group)
    expect(heard.messages()[1]?.group).toMatchObject(group)
  })

  it('never waits long for names: an AppView that hangs costs seconds, and then nothing', async () => {
    const anna = world.account('anna')
    const heard = listen(openAdapter({ patience: 6 * SECOND }))
    await connected()
    // More than are asked for: no one is waited for again for half a minute.
    world.faults.push(...Array.from({ length: 100 }, () => 'hang' as const))
    const began = time.now().getTime()
    world.post(anna, 'Первое')
    await settled(heard.texts).toEqual(['Первое'])
    world.post(anna, 'Второе')
    await settled(heard.texts).toEqual(['Первое', 'Второе'])
    expect(heard.messages().map(({ author }) => author?.name)).toEqual([anna.did, anna.did])
    const restsOver = Math.floor((time.now().getTime() - began) / 30_000)
    expect(world.calls.get('app.bsky.actor.getProfiles')).toBeLessThanOrEqual(1 + restsOver)
    world.faults.length = 0
    // A machine that is busy may take an answer for one that hangs: then the next rest is waited for.
    let posted = 2
    await expect
      .poll(
        async () => {
          await time.sleep(31_000)
          world.post(anna, `Сообщение ${(posted += 1)}`)
          await settled(() => heard.messages().length).toBe(posted)
          return heard.messages().at(-1)?.author?.name
        },
        { interval: 20 },
      )
      .toBe('anna')
  })

  it('asks for a changed name again', async () => {
    const anna = world.account('anna', { displayName: '' })
    const heard = listen(adapter)
    await connected()
    world.post(anna, 'Первое')
    await settled(() => heard.messages().at(-1)?.author?.name).toBe('anna.bsky.social')
    world.rename(anna, 'anna.example.ru')
    world.post(anna, 'Второе')
    await settled(() => heard.messages().at(-1)?.author?.name).toBe('anna.example.ru')
  })

  it('loses nothing and doubles nothing over broken, stuttering and crosswise connections', async () => {
    const anna = world.account('anna')
    world.stutters = true
    const heard = listen(adapter)
    await connected()
    const wanted: string[] = []
    for (let n = 0; n < 40; n++) {
      const post = world.post(anna, `Сообщение ${n}`)
      wanted.push(post.record.text)
      if (n % 10 === 3) {
        world.delete(post)
        wanted.push('(deleted)')
      }
      if (n % 8 === 7) world.cut()
      await time.sleep(700)
    }
    await settled(() => heard.texts().length).toBe(wanted.length)
    expect(heard.texts().toSorted()).toEqual(wanted.toSorted())
    expect(world.hosts.every(({ connections }) => connections > 1)).toBe(true)
    // Every batch is bounded, and cursors go forward only.
    expect(heard.batches.every(({ messages }) => messages.length <= 200)).toBe(true)
    const cursors = heard.batches.map(({ cursor }) => cursor.timeUs)
    expect(cursors).toEqual(cursors.toSorted((one, other) => one - other))
  })

  it('leaves a host that is half open for another, and one that refuses', async () => {
    const anna = world.account('anna')
    const heard = listen(adapter)
    await connected()
    const first = world.hosts.findIndex(({ sockets }) => sockets === 1)
    const host = world.hosts[first]
    if (!host) throw new Error('no host is connected')
    host.state = 'frozen'
    world.post(anna, 'Пока он молчал')
    await settled(heard.texts).toEqual(['Пока он молчал'])
    expect(world.hosts[1 - first]).toMatchObject({ sockets: 1, lastQuery: expect.stringContaining('cursor=') })
    host.state = 'refusing'
    world.cut()
    world.post(anna, 'Пока он отказывал')
    await settled(heard.texts).toEqual(['Пока он молчал', 'Пока он отказывал'])
    expect(streamOf(adapter).heardAt()).not.toBeNull()
  })

  it('goes on from its cursor after a restart, deletions of before it included', async () => {
    const anna = world.account('anna')
    const first = new AbortController()
    const before = listen(adapter, null, first.signal)
    await connected()
    const post = world.post(anna, 'До перерыва')
    await settled(before.texts).toEqual(['До перерыва'])
    first.abort()
    await before.done
    await time.sleep(20_000)
    world.post(anna, 'Во время перерыва')
    world.delete(post)
    const after = listen(openAdapter(), before.cursor())
    // The last seconds before it are reported again, to anyone who keeps each message once.
    await settled(after.texts).toEqual(['До перерыва', 'Во время перерыва', '(deleted)'])
    expect(streamOf(adapter).heardAt()).toBeNull()
  })

  it('hands on a cursor where nobody writes Russian, and survives frames that are none', async () => {
    const anna = world.account('anna')
    const began = time.now().getTime()
    const heard = listen(adapter)
    await connected()
    // They may be what a cursor is handed on for.
    const timeUs = time.now().getTime() * 1000
    for (const frame of [
      '',
      '{',
      '[]',
      'null',
      '{"did":1}',
      JSON.stringify({ did: 'did:plc:a', time_us: timeUs, kind: 'commit' }),
      JSON.stringify({
        did: 'did:plc:a',
        time_us: timeUs + 1,
        kind: 'commit',
        commit: { collection: 'app.bsky.feed.post', operation: 'create', rkey: 'x', rev: 'y', record: { text: 5 } },
      }),
    ])
      world.sendFrame(frame)
    await time.sleep(11_000)
    const later = time.now().getTime()
    await settled(async () => {
      world.post(anna, 'English')
      await time.sleep(SECOND)
      return (heard.cursor()?.timeUs ?? 0) / 1000
    }).toBeGreaterThanOrEqual(later)
    // One every ten seconds, and not with every frame.
    expect(heard.batches.length).toBeLessThanOrEqual((time.now().getTime() - began) / (10 * SECOND))
    expect(heard.messages()).toEqual([])
  })

  it('is not led into the future by a host whose clock runs ahead', async () => {
    const anna = world.account('anna')
    for (const host of world.hosts) host.skew = 3_600_000
    const heard = listen(adapter)
    await connected()
    world.post(anna, 'Из будущего')
    await settled(heard.texts).toEqual(['Из будущего'])
    expect((heard.cursor()?.timeUs ?? Infinity) / 1000).toBeLessThanOrEqual(time.now().getTime())
    for (const host of world.hosts) host.skew = 0
    world.cut()
    world.post(anna, 'Сейчас')
    await settled(heard.texts).toEqual(['Из будущего', 'Сейчас'])
  })
})

describe('reading an account back', () => {
  const reader = () => adapter.groups ?? expect.fail('no reader')
  const readAccount = (did: string, known: unknown, since = lately()) =>
    readAll((cursor) => reader().read({ externalId: did, link: '' }, cursor, since, running.signal), known)

  it('goes back to `since` over all pages, and then reads only what is new', async () => {
    const anna = world.account('anna', { displayName: 'Анна', followers: 3 })
    const boris = world.account('boris')
    world.post(anna, 'Слишком давно', { createdAt: new Date(time.now().getTime() - 5 * DAY) })
    const other = world.post(boris, 'Чужое')
    for (let n = 0; n < 250; n++)
      world.post(anna, `Запись ${n}`, { createdAt: new Date(time.now().getTime() - n * 60_000) })
    world.repost(anna, other)
    world.post(anna, 'Ответ', { replyTo: other })
    const first = await readAccount(anna.did, null)
    expect(first.messages).toHaveLength(251)
    expect(new Set(first.messages.map(({ externalId }) => externalId)).size).toBe(251)
    expect(first.messages.find(({ text }) => text === 'Ответ')).toMatchObject({
      kind: 'comment',
      author: { name: 'Анна' },
      group: { externalId: anna.did, name: 'Анна', followers: 3 },
    })
    expect(JSON.stringify(first.cursor).length).toBeLessThan(2_500)

    const calls = world.calls.get('app.bsky.feed.getAuthorFeed') ?? 0
    const idle = await readAccount(anna.did, first.cursor)
    expect(idle).toMatchObject({ messages: [], steps: 1 })
    expect(world.calls.get('app.bsky.feed.getAuthorFeed')).toBe(calls + 1)
    for (let n = 0; n < 130; n++) world.post(anna, `Новая ${n}`)
    const next = await readAccount(anna.did, idle.cursor)
    expect(next.messages.map(({ text }) => text).toSorted()).toEqual(
      Array.from({ length: 130 }, (_, n) => `Новая ${n}`).toSorted(),
    )
  })

  it('notices what was deleted, and does not mind an account without posts', async () => {
    const anna = world.account('anna')
    expect(await readAccount(anna.did, null)).toMatchObject({ messages: [], steps: 1 })
    const [first, second] = [world.post(anna, 'Раз'), world.post(anna, 'Два')]
    const before = await readAccount(anna.did, null)
    world.delete(first)
    const after = await readAccount(anna.did, before.cursor)
    expect(after.messages).toMatchObject([{ externalId: `${anna.did}/${first.rkey}`, deleted: true }])
    // The last one: an empty feed is believed when it stays so, and the post by itself is gone as well.
    world.delete(second)
    const empty = await readAccount(anna.did, after.cursor)
    expect(empty.messages).toEqual([])
    ahead += 2 * HOUR
    expect((await readAccount(anna.did, empty.cursor)).messages).toMatchObject([
      { externalId: `${anna.did}/${second.rkey}`, deleted: true },
    ])
  })

  it('gives the stream the names and the group the same ids', async () => {
    const anna = world.account('anna', { followers: 9 })
    world.post(anna, 'Привет')
    const reading = await reader().read({ externalId: anna.did, link: '' }, null, lately(), running.signal)
    expect(reading.group).toEqual(await adapter.resolve('anna.bsky.social', running.signal))
    expect(reading.messages[0]?.group?.externalId).toBe(anna.did)
  })

  it('passes on what went wrong, and keeps its place', async () => {
    const anna = world.account('anna')
    for (let n = 0; n < 150; n++) world.post(anna, `Запись ${n}`)
    const first = await reader().read({ externalId: anna.did, link: '' }, null, lately(), running.signal)
    expect(first.more).toBe(true)
    world.faults.push(500)
    await expect(readAccount(anna.did, first.cursor)).rejects.toMatchObject({ kind: 'temporary' })
    const rest = await readAccount(anna.did, first.cursor)
    expect(first.messages.length + rest.messages.length).toBe(150)
    world.close(anna)
    await expect(readAccount(anna.did, null)).rejects.toMatchObject({ kind: 'not-found' })
  })

  it('keeps its limit: five calls a second at most', async () => {
    const anna = world.account('anna')
    await Promise.all(
      Array.from({ length: 30 }, () =>
        reader().read({ externalId: anna.did, link: '' }, null, lately(), running.signal),
      ),
    )
    expect(world.mostWithinWindow()).toBeLessThan(1_500)
    expect(reader().allowance().perSecond).toBeLessThanOrEqual(5)
  })
})

const recorded = new URL('../../../../../shared/data/fixtures/bluesky/jetstream-v1.jsonl', import.meta.url)
const lexicons = new URL('../../../../../shared/data/schemas/atproto-lexicons/app/bsky/', import.meta.url)

describe('recorded', () => {
  it.skipIf(!existsSync(recorded))(
    '152 events of Jetstream (skipped where ../shared/data/fixtures/bluesky is absent)',
    async () => {
      const frames = readFileSync(recorded, 'utf8').trim().split('\n')
      const events = frames.map(readJetstreamEvent)
      expect(events.every((event) => event !== null)).toBe(true)
      const kinds = Object.groupBy(
        events.filter((event) => event !== null),
        ({ kind }) => kind,
      )
      expect(Object.fromEntries(Object.entries(kinds).map(([kind, of]) => [kind, of?.length]))).toEqual({
        post: 17,
        deletion: 1,
        renamed: 1,
        other: 133,
      })
      const posts = (kinds.post ?? []).flatMap((event) =>
        event.kind === 'post' ? [readPost(event.did, event.rkey, event.record)] : [],
      )
      expect(posts.every((post) => post !== null)).toBe(true)
      const russian = posts.filter((post) => post !== null).filter(({ langs, text }) => isRussian(langs, text))
      expect(russian).toHaveLength(1)
      expect(messageOf(russian[0]!, time.now()).text).toMatch(/^Вечерок с Аватаром/)

      const heard = listen(adapter)
      await connected()
      for (const frame of frames) world.sendFrame(frame)
      await settled(() =>
        heard
          .messages()
          .filter(({ deleted }) => !deleted)
          .map(({ text }) => text.slice(0, 18)),
      ).toEqual(['Вечерок с Аватаром'])
    },
  )

  it.skipIf(!existsSync(lexicons))(
    'what the simulator answers fits the lexicons (skipped where ../shared/data/schemas/atproto-lexicons is absent)',
    async () => {
      const anna = world.account('anna')
      world.post(anna, 'Привет', { langs: ['ru'], replyTo: world.post(anna, 'Раз') })
      const schemaOf = (path: string, name: string): { required?: string[]; properties: Record<string, object> } =>
        JSON.parse(readFileSync(new URL(path, lexicons), 'utf8')).defs[name]
      const shape = ({ required, properties }: ReturnType<typeof schemaOf>): object => ({
        type: 'object',
        required,
        properties: Object.fromEntries(
          Object.entries(properties).flatMap(([name, { type }]: [string, { type?: string }]) =>
            ['string', 'integer', 'array', 'object', 'boolean'].includes(type ?? '') ? [[name, { type }]] : [],
          ),
        ),
      })
      const check = (schema: object, value: unknown): void => {
        const valid = new Ajv({ strict: false }).compile(schema)
        expect(valid(value), JSON.stringify(valid.errors)).toBe(true)
      }
      const ask = async (call: string): Promise<Record<string, unknown>> =>
        (await fetch(`${world.url}/xrpc/${call}`)).json() as Promise<Record<string, unknown>>
      check(
        shape(schemaOf('actor/defs.json', 'profileViewDetailed')),
        await ask(`app.bsky.actor.getProfile?actor=${anna.did}`),
      )
      const { feed } = await ask(`app.bsky.feed.getAuthorFeed?actor=${anna.did}`)
      expect(feed).toHaveLength(2)
      for (const { post } of feed as { post: { author: unknown; record: unknown } }[]) {
        check(shape(schemaOf('feed/defs.json', 'postView')), post)
        check(shape(schemaOf('actor/defs.json', 'profileViewBasic')), post.author)
        check(
          shape((schemaOf('feed/post.json', 'main') as unknown as { record: ReturnType<typeof schemaOf> }).record),
          post.record,
        )
      }
    },
  )
})

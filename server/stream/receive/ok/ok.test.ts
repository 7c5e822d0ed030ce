import { existsSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR } from '../../../kit/clock.ts'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import type { NetworkAdapter } from '../shared/adapter.ts'
import { readAll } from '../shared/read-all.samples.ts'
import type { RawMessage } from '../shared/source.ts'
import { openForgetfulPool } from '../shared/token-pool.samples.ts'
import type { TokenPool } from '../shared/token-pool.ts'
import { readOkJson, sessionSecret, signature } from './ok-api.ts'
import type { SimulatedOkUser } from './ok-world.simulator.ts'
import { startOkSimulator, type OkSimulator } from './ok.simulator.ts'
import { okAdapter } from './ok.ts'

const gid = '53038939046008'
const token = 'tkn1EXAMPLE~token'
const time = sleepingTime()
const never = new AbortController().signal
const anna: SimulatedOkUser = { id: '9007199254740993123', name: 'Анна Иванова', city: 'Казань' }
let ok: OkSimulator
let pool: TokenPool
let adapter: NetworkAdapter

async function openAdapter(tokens = [token]): Promise<void> {
  pool = await openForgetfulPool({ network: 'ok', tokens, limits: { perSecond: 3 }, time })
  adapter = okAdapter({ time, application: ok.application, pool, url: `${ok.url}/fb.do` })
}
beforeEach(async () => {
  time.at = Date.parse('2026-11-20T12:00:00Z')
  ok = await startOkSimulator({ now: time.now })
  await openAdapter()
})
afterEach(() => ok.close())

const texts = (messages: RawMessage[]): string[] => messages.map(({ text }) => text)
const networkError = (kind: string) => expect.objectContaining({ name: 'NetworkError', kind })

const read = (known: unknown = null, since = new Date(time.at - 72 * HOUR)) =>
  readAll((cursor) => adapter.groups!.read({ externalId: gid, link: '' }, cursor, since, never), known)

describe('signing', () => {
  it('is as the sheet computes it', () => {
    const given = {
      application_key: 'CBAEXAMPLEKEY',
      fields: 'group.uid,group.name',
      format: 'json',
      method: 'group.getInfo',
      uids: '53038939046008',
    }
    expect(sessionSecret('tkn1EXAMPLE~token', 'E5D3SECRETAPPKEY0001')).toBe('b1cf7a045665b8db94f3d0b896b00e50')
    expect(signature({ ...given, access_token: 'tkn1EXAMPLE~token' }, 'b1cf7a045665b8db94f3d0b896b00e50')).toBe(
      'b0d60b5b990cf048df481d6c31d1b2dc',
    )
    expect(signature(given, 'E5D3SECRETAPPKEY0001')).toBe('691691e9dc0a58fae8f5e65cf5ce8011')
  })

  it('leaves ids as they are, however long, and texts untouched', () => {
    expect(
      readOkJson(
        '{"objectId":9007199254740993123,"a":[-9007199254740993123,1763640000000,1.2345678901234567],"t":"id 9007199254740993123 \\" 12345678901234567890"}',
      ),
    ).toEqual({
      objectId: '9007199254740993123',
      a: ['-9007199254740993123', 1_763_640_000_000, 1.2345678901234567],
      t: 'id 9007199254740993123 " 12345678901234567890',
    })
    expect(readOkJson('<html>')).toBeUndefined()
  })
})

describe('resolving', () => {
  it.each([false, true])(
    'finds a group by its number and by its short name, in either shape (old: %s)',
    async (oldShape) => {
      ok.oldShape = oldShape
      ok.group(gid, { shortname: 'ApiOK', name: 'API OK', members: 1234 })
      const group = {
        externalId: gid,
        kind: 'community',
        name: 'API OK',
        avatar: `https://i.mycdn.me/${gid}.jpg`,
        followers: 1234,
        link: `https://ok.ru/group/${gid}`,
      }
      expect(await adapter.resolve(gid, never)).toEqual(group)
      expect(await adapter.resolve('apiok', never)).toEqual(group)
    },
  )

  it('keeps a number that no number holds', async () => {
    ok.group('9007199254740993123', { shortname: 'big' })
    expect((await adapter.resolve('big', never)).externalId).toBe('9007199254740993123')
  })

  it('says what is closed, what is no group, what is not there', async () => {
    ok.group(gid, { closed: true })
    ok.user('okru')
    await expect(adapter.resolve(gid, never)).rejects.toEqual(networkError('access-denied'))
    ok.oldShape = true
    await expect(adapter.resolve(gid, never)).rejects.toEqual(networkError('access-denied'))
    await expect(adapter.resolve('okru', never)).rejects.toEqual(networkError('bad-request'))
    await expect(adapter.resolve('nobody', never)).rejects.toEqual(networkError('not-found'))
    await expect(adapter.resolve('1', never)).rejects.toEqual(networkError('not-found'))
  })
})

describe('reading a group', () => {
  const fill = (from: number, to: number): void => {
    for (let n = from; n <= to; n += 1) {
      time.at += 1000
      ok.post(gid, `Тема ${n}`)
    }
  }
  beforeEach(() => {
    ok.group(gid, { name: 'Мамы Казани', members: 1500 })
  })

  it.each([false, true])('hands out a topic as people see it (feeds without topics: %s)', async (lean) => {
    ok.lean = lean
    const topic = ok.post(gid, { text: 'Ищу няню', author: anna })
    const own = ok.post(gid, { text: 'От группы', at: new Date(time.at + 1) })
    const group = {
      externalId: gid,
      name: 'Мамы Казани',
      avatar: `https://i.mycdn.me/${gid}.jpg`,
      url: `https://ok.ru/group/${gid}`,
      followers: 1500,
      kind: 'community',
    }
    const { messages, group: found } = await read()
    expect(messages.toSorted((a, b) => a.externalId.localeCompare(b.externalId))).toEqual([
      {
        network: 'ok',
        externalId: `${gid}/${topic.id}`,
        kind: 'post',
        publishedAt: topic.at,
        text: 'Ищу няню',
        url: `https://ok.ru/group/${gid}/topic/${topic.id}`,
        group,
        author: {
          externalId: anna.id,
          name: 'Анна Иванова',
          avatar: `https://i.mycdn.me/user-${anna.id}.jpg`,
          url: `https://ok.ru/profile/${anna.id}`,
          city: 'Казань',
        },
      },
      {
        network: 'ok',
        externalId: `${gid}/${own.id}`,
        kind: 'post',
        publishedAt: own.at,
        text: 'От группы',
        url: `https://ok.ru/group/${gid}/topic/${own.id}`,
        group,
        author: { externalId: gid, name: 'Мамы Казани', avatar: group.avatar, url: group.url },
      },
    ])
    expect(found).toEqual(await adapter.resolve(gid, never))
  })

  it.each([false, true])(
    'loses nothing over pages, asks nothing twice, and stops at what it knows (has_more left out: %s)',
    async (terse) => {
      ok.terse = terse
      fill(1, 10)
      const first = await read()
      expect(texts(first.messages).toSorted()).toEqual(Array.from({ length: 10 }, (_, n) => `Тема ${n + 1}`).toSorted())
      fill(11, 180)
      ok.calls.length = 0
      const second = await read(first.cursor)
      expect(texts(second.messages).toSorted()).toEqual(
        Array.from({ length: 170 }, (_, n) => `Тема ${n + 11}`).toSorted(),
      )
      expect(ok.count('stream.get')).toBe(4)
      const third = await read(second.cursor)
      expect(third.messages).toEqual([])
      expect(ok.count('stream.get')).toBe(5)
      expect(JSON.stringify(third.cursor).length).toBeLessThan(10_000)
      expect(ok.busiestSecond()).toBeLessThanOrEqual(4)
    },
  )

  it('goes back to the given time at first and no further, past a pinned old topic', async () => {
    const pinned = ok.post(gid, { text: 'Правила', at: new Date(time.at - 1000 * HOUR) })
    ok.group(gid, { topics: [pinned], pinned: pinned.id })
    for (let n = 1; n <= 200; n += 1) ok.post(gid, { text: `Тема ${n}`, at: new Date(time.at - (201 - n) * HOUR) })
    const first = await read(null, new Date(time.at - 120.5 * HOUR))
    expect(texts(first.messages).toSorted()).toEqual(Array.from({ length: 120 }, (_, n) => `Тема ${n + 81}`).toSorted())
    expect(ok.count('stream.get')).toBe(3)
    fill(201, 201)
    expect(texts((await read(first.cursor)).messages)).toEqual(['Тема 201'])
  })

  it('goes on where it was when it was broken off, pages out of order or not, and begins again where an anchor died', async () => {
    fill(1, 10)
    const { cursor } = await read()
    fill(11, 120)
    ok.fail({ method: 'stream.get', answer: 'shuffled', times: 2 })
    const step = await adapter.groups?.read({ externalId: gid, link: '' }, cursor, new Date(0), never)
    expect(step?.more).toBe(true)
    fill(121, 125)
    ok.fail({ method: 'stream.get', answer: { code: 100 } })
    const broken = await read(step?.cursor)
    const rest = await read(broken.cursor)
    const all = new Set(texts([...(step?.messages ?? []), ...broken.messages, ...rest.messages]))
    expect([...all].toSorted()).toEqual(Array.from({ length: 115 }, (_, n) => `Тема ${n + 11}`).toSorted())
  })

  it('sees edits and deletions of recent topics', async () => {
    fill(1, 5)
    const second = ok.post(gid, 'Тема 6')
    const fourth = ok.post(gid, 'Тема 7')
    fill(8, 9)
    const { cursor } = await read()
    ok.edit(second, 'Тема 6, исправлено')
    ok.delete(gid, fourth)
    const edited = await read(cursor)
    expect(edited.messages).toMatchObject([
      { externalId: `${gid}/${second.id}`, text: 'Тема 6, исправлено', editedAt: expect.any(Date) },
    ])
    // Gone once may be a mistake, twice it is not.
    const gone = await read(edited.cursor)
    expect(gone.messages).toMatchObject([
      { externalId: `${gid}/${fourth.id}`, deleted: true, group: { externalId: gid } },
    ])
    expect((await read(gone.cursor)).messages).toEqual([])
  })

  it('is not misled by a clock that is ahead of ours', async () => {
    fill(1, 3)
    const { cursor } = await read()
    ok.post(gid, { text: 'Из будущего', at: new Date(time.at + 5 * HOUR) })
    const ahead = await read(cursor)
    expect(texts(ahead.messages)).toEqual(['Из будущего'])
    fill(4, 120)
    expect((await read(ahead.cursor)).messages).toHaveLength(117)
  })

  it('does not look again at what left the newest page, pinned topic or not, but now and then', async () => {
    const pinned = ok.post(gid, { text: 'Правила', at: new Date(time.at - 1000 * HOUR) })
    ok.group(gid, { topics: [pinned], pinned: pinned.id })
    fill(1, 40)
    let { cursor } = await read()
    fill(41, 70)
    for (let n = 0; n < 5; n += 1) cursor = (await read(cursor)).cursor
    expect(ok.count('mediatopic.getByIds')).toBe(0)
    time.at += HOUR
    await read(cursor)
    expect(ok.count('mediatopic.getByIds')).toBeLessThanOrEqual(1)
  })

  it('reads an empty group, and its first topic later', async () => {
    const { messages, cursor } = await read()
    expect(messages).toEqual([])
    fill(1, 1)
    expect(texts((await read(cursor)).messages)).toEqual(['Тема 1'])
  })

  it('brings the new name within a day, and says when the group was closed or deleted', async () => {
    fill(1, 1)
    const { cursor } = await read()
    ok.rename(gid, 'Мамы Татарстана')
    time.at += 25 * HOUR
    const renamed = await read(cursor)
    expect(renamed.group?.name).toBe('Мамы Татарстана')
    ok.shut(gid, 'closed')
    await expect(read(renamed.cursor)).rejects.toEqual(networkError('access-denied'))
    await expect(read()).rejects.toEqual(networkError('access-denied'))
    ok.shut(gid, 'deleted')
    await expect(read(renamed.cursor)).rejects.toEqual(networkError('not-found'))
  })

  describe('comments', () => {
    it.each([false, true])(
      'come all, each once, with their authors, and cost nothing while there are none new (has_more left out: %s)',
      async (terse) => {
        ok.terse = terse
        const topic = ok.post(gid, 'Тема')
        for (let n = 1; n <= 250; n += 1) {
          time.at += 1000
          ok.comment(topic, { text: `Ответ ${n}`, author: anna })
        }
        const first = await read()
        const comments = first.messages.filter(({ kind }) => kind === 'comment')
        expect(texts(comments).toSorted()).toEqual(Array.from({ length: 250 }, (_, n) => `Ответ ${n + 1}`).toSorted())
        expect(comments[0]).toMatchObject({
          externalId: expect.stringMatching(`^${gid}/${topic.id}/cMTM5`),
          url: `https://ok.ru/group/${gid}/topic/${topic.id}`,
          author: { externalId: anna.id, name: 'Анна Иванова', city: 'Казань' },
          group: { externalId: gid, name: 'Мамы Казани' },
        })
        expect(ok.count('users.getInfo')).toBe(1)
        ok.calls.length = 0
        const second = await read(first.cursor)
        expect([second.messages, ok.count('discussions.getComments')]).toEqual([[], 0])
        ok.comment(topic, { text: 'В ту же секунду', author: anna })
        const third = await read(second.cursor)
        expect(texts(third.messages)).toEqual(['В ту же секунду'])
        expect(ok.count('discussions.getComments')).toBe(1)
        for (let n = 1; n <= 130; n += 1)
          ok.comment(topic, { text: `Ещё ${n}`, author: anna, at: new Date(time.at + n) })
        expect((await read(third.cursor)).messages).toHaveLength(130)
      },
    )

    it('of topics that left the newest page come too', async () => {
      const topic = ok.post(gid, 'Первая')
      fill(2, 38)
      const { cursor } = await read()
      time.at += HOUR
      ok.comment(topic, { text: 'Поздний ответ', author: anna })
      expect(texts((await read(cursor)).messages)).toEqual(['Поздний ответ'])
    })

    it('that fail for a while keep no topics from being read, and come later', async () => {
      const topic = ok.post(gid, 'Тема')
      ok.comment(topic, { text: 'Ответ', author: anna })
      ok.fail({ method: 'discussions.getComments', answer: { code: 9999 } })
      const first = await read()
      expect(texts(first.messages)).toEqual(['Тема'])
      time.at += HOUR
      expect(texts((await read(first.cursor)).messages)).toEqual(['Ответ'])
    })

    it('that are forbidden do not keep topics from being read', async () => {
      const topic = ok.post(gid, 'Тема')
      ok.comment(topic, 'Ответ')
      ok.fail({ method: 'discussions.getComments', answer: { code: 10 } })
      const first = await read()
      expect(texts(first.messages)).toEqual(['Тема'])
      expect((await read(first.cursor)).messages).toEqual([])
    })
  })
})

describe('refusals', () => {
  beforeEach(() => {
    ok.group(gid)
  })

  it.each([
    [1, 'temporary'],
    [2, 'temporary'],
    [704, 'temporary'],
    [9999, 'temporary'],
    [3, 'bad-request'],
    [100, 'bad-request'],
    [10, 'access-denied'],
    [456, 'access-denied'],
    [160, 'not-found'],
    [300, 'not-found'],
  ])('%s is %s', async (code, kind) => {
    ok.fail({ method: 'group.getInfo', answer: { code } })
    await expect(adapter.resolve(gid, never)).rejects.toEqual(networkError(kind))
  })

  it.each([
    [{ http: 502 }, 'temporary'],
    ['broken', 'temporary'],
  ] as const)('%s is %s', async (answer, kind) => {
    ok.fail({ method: 'group.getInfo', answer })
    await expect(adapter.resolve(gid, never)).rejects.toEqual(networkError(kind))
  })

  it.each([8, 11])('%s is waited out', async (code) => {
    ok.fail({ method: 'group.getInfo', answer: { code }, times: 2 })
    const from = time.at
    expect((await adapter.resolve(gid, never)).externalId).toBe(gid)
    expect(time.at - from).toBeGreaterThanOrEqual(3000)
    expect(ok.count('group.getInfo')).toBe(3)
  })

  it.each([102, 103, 104])('%s gives a token up and takes the next', async (code) => {
    ok.tokens.add('second~token')
    await openAdapter([token, 'second~token'])
    ok.fail({ method: 'group.getInfo', answer: { code } })
    expect((await adapter.resolve(gid, never)).externalId).toBe(gid)
    expect(pool.health().map(({ dead }) => dead)).toEqual([true, false])
    expect(JSON.stringify(pool.health())).not.toContain('token~')
  })

  it('an expired session is dead, and its token is shown to no one', async () => {
    ok.tokens.clear()
    const refused = await adapter.resolve(gid, never).catch((error: unknown) => error)
    expect(refused).toEqual(networkError('auth-dead'))
    expect(String((refused as Error).message)).not.toContain(token)
  })

  it('asks without a session where it has none', async () => {
    await openAdapter([])
    expect((await adapter.resolve(gid, never)).externalId).toBe(gid)
  })
})

const schemas = new URL('../../../../../shared/data/schemas/', import.meta.url)
describe.skipIf(!existsSync(schemas))('the published lists (skipped where ../shared/data/schemas is absent)', () => {
  const list = (name: string) =>
    JSON.parse(readFileSync(new URL(name, schemas), 'utf8')) as Record<string, Record<string, Record<string, string>>>

  it('know the methods that are called, and their parameters', async () => {
    ok.group(gid, { shortname: 'apiok' })
    ok.lean = true
    const topic = ok.post(gid, { text: 'Тема', author: anna })
    ok.comment(topic, { text: 'Ответ', author: { ...anna, id: '7' } })
    await adapter.resolve('apiok', never)
    await read()
    const methods = list('ok-methods.json')
    const common = ['application_key', 'sig', 'access_token', 'format', 'method']
    const seen = new Set<string>()
    for (const { method, parameters } of ok.calls) {
      seen.add(method)
      const known = Object.keys(methods[method]?.params ?? {})
      if (known.length > 0)
        expect(known, method).toEqual(
          expect.arrayContaining(Object.keys(parameters).filter((key) => !common.includes(key))),
        )
    }
    // The list speaks of it, but has no entry for it.
    expect([...seen].filter((method) => !(method in methods))).toEqual(['stream.get'])
    expect(seen.size).toBe(6)
  })

  it('know every field of the answers that the simulator gives for comments', () => {
    const { Comment = {}, CommentResponse = {} } = list('ok-response-fields.json').Discussions ?? {}
    for (const field of ['id', 'author_id', 'author_name', 'text', 'date_ms', 'type'])
      expect(Comment).toHaveProperty(field)
    for (const field of ['comments', 'anchor', 'has_more']) expect(CommentResponse).toHaveProperty(field)
  })
})

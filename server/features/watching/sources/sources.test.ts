import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
  const now = world.clock.now()
  const before = (minutes: number): Date => new Date(now.getTime() - minutes * MINUTE)
  await world.db
    .insertInto('sourceHealth')
    .values([
      { network: 'vk', part: 'groups', okAt: now, heardAt: before(3), lagSeconds: 42, waiting: 0, updatedAt: now },
      { network: 'vk', part: 'links', okAt: null, waiting: 0, updatedAt: now },
      {
        network: 'telegram',
        part: 'groups',
        okAt: before(20),
        waiting: 5,
        trouble: 't.me answered 429',
        troubleAt: before(20),
        updatedAt: now,
      },
      { network: 'ok', part: 'groups', okAt: now, waiting: 2, updatedAt: now },
    ])
    .execute()
})
afterAll(() => world.close())

const none = { okAt: null, heardAt: null, lagSeconds: null, waiting: 0, failure: null }

describe('sources.getStatus', () => {
  it('shows anyone the networks that are listened to, and of none what they say of our keys', async () => {
    expect(await world.ask('sources', 'getStatus', {})).toEqual({
      status: 'ok',
      result: {
        networks: [
          { network: 'vk', state: 'ok', lagSeconds: 42, heardAt: '2026-11-20T11:57:00.000Z', since: null },
          { network: 'ok', state: 'late', lagSeconds: null, heardAt: null, since: null },
          { network: 'telegram', state: 'failing', lagSeconds: null, heardAt: null, since: '2026-11-20T11:40:00.000Z' },
        ],
        demo: false,
        at: '2026-11-20T12:00:00.000Z',
      },
    })
  })
})

describe('sources.listSources', () => {
  it('shows of each network how it is heard', async () => {
    const anna = await world.customer('anna')
    const { sources, demo } = await anna.asks('sources', 'listSources', {})
    expect(demo).toBe(false)
    expect(sources.map(({ network, state }) => [network, state])).toEqual([
      ['vk', 'ok'],
      ['ok', 'late'],
      ['telegram', 'failing'],
      ['youtube', 'off'],
      ['bluesky', 'off'],
      ['mastodon', 'off'],
      ['rss', 'off'],
    ])
    expect(sources[0]?.parts).toEqual([
      {
        ...none,
        part: 'groups',
        okAt: '2026-11-20T12:00:00.000Z',
        heardAt: '2026-11-20T11:57:00.000Z',
        lagSeconds: 42,
      },
      { ...none, part: 'links' },
    ])
  })

  it('says what is wrong only to those who look after it', async () => {
    const failureFor = async (role: 'admin' | 'support' | 'moderator' | 'partner') => {
      const person = await world.somebody(role, [role])
      const { sources } = await person.asks('sources', 'listSources', {})
      return sources.find(({ network }) => network === 'telegram')?.parts[0]?.failure
    }
    expect(await failureFor('admin')).toBe('t.me answered 429')
    expect(await failureFor('support')).toBe('t.me answered 429')
    expect(await failureFor('moderator')).toBeNull()
    expect(await failureFor('partner')).toBeNull()
  })

  it('when nobody listens any more, all of them fail', async () => {
    const boris = await world.customer('boris')
    world.clock.advance(3 * MINUTE)
    const { sources } = await boris.asks('sources', 'listSources', {})
    expect(sources.filter(({ state }) => state === 'failing').map(({ network }) => network)).toEqual([
      'vk',
      'ok',
      'telegram',
    ])
  })

  it('is not for guests', async () => {
    expect(codeOf(await world.ask('sources', 'listSources', {}))).toBe('UNAUTHORIZED')
  })
})

it('a demo says that it is one', async () => {
  const made = await openTestWorld({ config: { madeUpNetwork: true } })
  try {
    const zina = await made.customer('zina')
    const { sources, demo } = await zina.asks('sources', 'listSources', {})
    expect([demo, ...new Set(sources.map(({ state }) => state))]).toEqual([true, 'off'])
  } finally {
    await made.close()
  }
})

describe('sources.getSourceHistory', () => {
  it('shows admins how far each part lagged, and what tokens may still do', async () => {
    const admin = await world.somebody('history-admin', ['admin'])
    const now = world.clock.now()
    const ago = (minutes: number): Date => new Date(now.getTime() - minutes * MINUTE)
    const tokens = [
      { token: 'a1b2', dead: false, restsUntil: null, why: null, usedToday: { search: 3 }, perDay: { search: 1_000 } },
      { token: 'c3d4', dead: false, restsUntil: ago(-5).toISOString(), why: 'captcha', usedToday: {}, perDay: {} },
      { token: 'e5f6', dead: true, restsUntil: null, why: 'revoked', usedToday: { other: 1 } },
    ]
    await world.db
      .updateTable('sourceHealth')
      .set({ details: JSON.stringify({ tokens }) })
      .where('network', '=', 'vk')
      .execute()
    const lag = { network: 'vk', part: 'groups', waiting: 0, troubled: false }
    await world.db
      .insertInto('sourceLags')
      .values([
        { ...lag, at: ago(10), lagSeconds: 40 },
        { ...lag, at: ago(20), lagSeconds: null, troubled: true },
        { ...lag, at: ago(3 * 24 * 60), lagSeconds: 900 },
      ])
      .execute()
    const history = await admin.asks('sources', 'getSourceHistory', {})
    expect(history.parts.map(({ network, part, points }) => [network, part, points.length])).toEqual([
      ['vk', 'groups', 2],
      ['vk', 'links', 0],
      ['ok', 'groups', 0],
      ['telegram', 'groups', 0],
    ])
    expect(history.parts[0]?.points.map(({ lagSeconds, failed }) => [lagSeconds, failed])).toEqual([
      [null, true],
      [40, false],
    ])
    expect((await admin.asks('sources', 'getSourceHistory', { days: 7 })).parts[0]?.points).toHaveLength(3)
    expect(history.tokens.map(({ token, state, why, uses }) => [token, state, why, uses])).toEqual([
      ['a1b2', 'working', null, [{ method: 'search', used: 3, perDay: 1_000 }]],
      ['c3d4', 'resting', 'captcha', []],
      ['e5f6', 'dead', 'revoked', [{ method: 'other', used: 1, perDay: null }]],
    ])
    const support = await world.somebody('history-support', ['support'])
    expect(await support.isRefused('sources', 'getSourceHistory', {})).toBe('FORBIDDEN')
    expect(await admin.isRefused('sources', 'getSourceHistory', { days: 8 })).toBe('VALIDATION_FAILED')
  })
})

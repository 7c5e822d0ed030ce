import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { address, commonBody, type Answer } from '../../contract/call.ts'
import { listCalls, pathParameters } from '../../contract/request.ts'
import { codeOf } from '../testing/read-answer.ts'
import type { TestUser } from '../testing/test-user.ts'
import { openTestWorld, paid, PASSWORD, type TestWorld } from '../testing/test-world.ts'
import { readEnvelope } from './socket-envelope.ts'
import { SOCKETS_PER_PERSON } from './socket-limits.ts'

const fields = (count: number): [string, number][] => Array.from({ length: count }, (_, index) => [`f${index}`, 1])

let world: TestWorld
let anna: TestUser
beforeAll(async () => {
  world = await openTestWorld()
  anna = await world.customer('anna', paid('photographers'))
  await world.post('Посоветуйте фотографа на свадьбу, пожалуйста')
})
afterAll(() => world.close())

describe('a call over the socket', () => {
  it('is answered as over HTTP', async () => {
    const browser = await anna.connects()
    const { filterId } = anna
    const over = async (
      feature: 'feed',
      callName: 'queryFeed',
      input: Parameters<typeof browser.asks<'feed', 'queryFeed'>>[2],
    ) => [await browser.answers(feature, callName, input), await world.ask(feature, callName, input, anna)]
    for (const input of [{ filterId, limit: 5, queryId: 'ё' }, { filterId: 999_999 }, { filterId, limit: 101 }]) {
      const [overSocket, overHttp] = await over('feed', 'queryFeed', input)
      expect(overSocket).toEqual(overHttp)
    }
    expect(await browser.answers('accounts', 'getMe', {})).toEqual(await world.ask('accounts', 'getMe', {}, anna))
    // The address of a call carries text: numbers and lists come through it whole.
    expect(await browser.answers('accounts', 'listAuthHistory', { page: 1, limit: 1 })).toEqual(
      await world.ask('accounts', 'listAuthHistory', { page: 1, limit: 1 }, anna),
    )
    const { filter } = await browser.asks('filters', 'updateFilter', {
      id: filterId,
      includedWords: ['сын'],
      networks: ['vk'],
    })
    expect(filter).toMatchObject({ includedWords: ['сын'], networks: ['vk'] })
    await browser.asks('filters', 'updateFilter', { id: filterId, includedWords: [], networks: [] })
  })

  it('is refused where it would be over HTTP', async () => {
    const guest = await world.connect()
    expect(await guest.asks('accounts', 'getMe', {})).toEqual({ user: null })
    expect(codeOf(await guest.answers('filters', 'listFilters', {}))).toBe('UNAUTHORIZED')
    expect(codeOf(await guest.answers('feed', 'setFeedListener', { filters: [] }))).toBe('UNAUTHORIZED')
    const boris = await world.customer('boris')
    const stranger = await boris.connects()
    expect(codeOf(await stranger.answers('filters', 'updateFilter', { id: anna.filterId, limit: 10 }))).toBe(
      'FILTER_NOT_FOUND',
    )
    expect(
      codeOf(await stranger.answers('feed', 'setFeedListener', { filters: [{ filterId: anna.filterId, since: 0 }] })),
    ).toBe('FILTER_NOT_FOUND')
  })

  it('keeps the rate limit of the person, whatever way he comes', async () => {
    const hasty = await world.customer('hasty')
    const browser = await hasty.connects()
    const query = { filterId: hasty.filterId, limit: 1 }
    for (let round = 0; round < 15; round += 1)
      await Promise.all(Array.from({ length: 20 }, () => browser.asks('feed', 'queryFeed', query)))
    expect(codeOf(await browser.answers('feed', 'queryFeed', query))).toBe('RATE_LIMIT_EXCEEDED')
    expect(await hasty.isRefused('feed', 'queryFeed', query)).toBe('RATE_LIMIT_EXCEEDED')
    world.clock.advance(60_000)
    expect(codeOf(await browser.answers('feed', 'queryFeed', query))).toBe('ok')
  })

  it('is answered however long it is, up to what pages send by it', async () => {
    const browser = await anna.connects()
    const name = '€'.repeat(commonBody)
    expect(codeOf(await browser.answers('filters', 'updateFilter', { id: anna.filterId, name }))).toBe(
      'VALIDATION_FAILED',
    )
    expect(codeOf(await browser.answers('accounts', 'getMe', {}))).toBe('ok')
  })

  it('waits its turn when a page runs away: some are refused, and the socket lives on', async () => {
    const browser = await anna.connects()
    const codes = await Promise.all(
      Array.from({ length: 100 }, async () => codeOf(await browser.answers('accounts', 'getMe', {}))),
    )
    expect(new Set(codes)).toEqual(new Set(['ok', 'RATE_LIMIT_EXCEEDED']))
    expect(codeOf(await browser.answers('accounts', 'getMe', {}))).toBe('ok')
  })

  test.each<[string, unknown, string]>([
    ['nothing', null, 'VALIDATION_FAILED'],
    ['a word', 'accounts.getMe', 'VALIDATION_FAILED'],
    ['a list', ['accounts.getMe', {}], 'VALIDATION_FAILED'],
    ['no name', { input: {} }, 'VALIDATION_FAILED'],
    ['no input', { name: 'accounts.getMe' }, 'VALIDATION_FAILED'],
    ['a list for an input', { name: 'accounts.getMe', input: [] }, 'VALIDATION_FAILED'],
    ['a name nobody answers to', { name: 'accounts.getYou', input: {} }, 'NOT_FOUND'],
    ['a name every object has', { name: '__proto__', input: {} }, 'NOT_FOUND'],
    ['a missing part of the path', { name: 'filters.updateFilter', input: {} }, 'VALIDATION_FAILED'],
    [
      'another path for a part of it',
      { name: 'filters.updateFilter', input: { id: '../user/me' } },
      'VALIDATION_FAILED',
    ],
    ['half a letter in the path', { name: 'filters.updateFilter', input: { id: '\ud800' } }, 'VALIDATION_FAILED'],
    ['an object in the query', { name: 'accounts.listAuthHistory', input: { page: { $gt: 0 } } }, 'VALIDATION_FAILED'],
  ])('%s is refused', async (_, envelope, code) => {
    const browser = await anna.connects()
    expect(codeOf((await browser.socket.emitWithAck('call', envelope)) as Answer)).toBe(code)
  })

  it.each<[string, unknown, string]>([
    ['too many fields', { name: 'accounts.getMe', input: Object.fromEntries(fields(1_001)) }, 'VALIDATION_FAILED'],
    [
      'many fields deep within',
      { name: 'filters.updateFilter', input: { id: 1, x: [{ y: Object.fromEntries(fields(1_000)) }] } },
      'VALIDATION_FAILED',
    ],
    ['what is no word', { name: 'accounts.listAuthHistory', input: { page: { toString: 1 } } }, 'VALIDATION_FAILED'],
    ['half a letter in the query', { name: 'promo.listPromoCodes', input: { search: '\ud800' } }, 'VALIDATION_FAILED'],
    ['half a letter for a name', { name: 'accounts.getMe', input: { '\udc00': 1 } }, 'ok'],
    ['a list of lists in the query', { name: 'accounts.getMe', input: { a: [['b']] } }, 'VALIDATION_FAILED'],
  ])('%s is no defect', async (_, envelope, code) => {
    const browser = await anna.connects()
    expect(codeOf((await browser.socket.emitWithAck('call', envelope)) as Answer)).toBe(code)
    browser.close()
  })

  it('without anybody waiting for its answer is nothing', async () => {
    const browser = await anna.connects()
    browser.socket.emit('call', { name: 'accounts.getMe', input: {} })
    browser.socket.emit('call', { name: 'accounts.getMe', input: {} }, 'not a function')
    expect(codeOf(await browser.answers('accounts', 'getMe', {}))).toBe('ok')
  })
})

describe('a call by method and path, as the specification writes them', () => {
  const asked = async (envelope: object, user = anna) => {
    const browser = await user.connects()
    const answer = (await browser.socket.emitWithAck('call', envelope)) as Answer<Record<string, unknown>>
    browser.close()
    return answer
  }

  it.each<[object, object]>([
    [{ method: 'GET', path: '/category/list' }, { categories: expect.any(Array) }],
    [{ method: 'get', path: '/api/category/list', input: {} }, { categories: expect.any(Array) }],
    [{ method: 'GET', path: '/user/auth-history?page=1&limit=1' }, { limit: 1 }],
    [{ method: 'GET', path: '/user/auth-history', input: { page: 1, limit: 2 } }, { limit: 2 }],
    [{ method: 'PUT', path: '/feed/setting/push', input: { value: false } }, { push: false }],
    [{ method: 'GET', path: '/feed/setting' }, { push: false }],
  ])('%o is answered', async (envelope, result) => {
    expect(await asked(envelope)).toMatchObject({ status: 'ok', result })
  })

  it('takes what stands in its path, and what comes beside it', async () => {
    const path = `/filter/${anna.filterId}`
    expect(await asked({ method: 'PUT', path, input: { resources: ['vk'], id: 999_999 } })).toMatchObject({
      result: { filter: { id: anna.filterId, resources: ['vk'] } },
    })
    expect(await asked({ method: 'PUT', path, input: { resources: [] } })).toMatchObject({
      result: { filter: { resources: [] } },
    })
  })

  it('is what every call may be asked by', () => {
    for (const { call } of listCalls()) {
      const path = call.path.replaceAll(/:\w+/g, '7')
      const input = Object.fromEntries(pathParameters(call.path).map((name) => [name, '7']))
      expect(readEnvelope({ method: call.method, path })).toEqual({ call, input })
      expect(readEnvelope({ method: call.method, path: address(path) })).toEqual({ call, input })
    }
  })

  it.each<[object, string]>([
    [{ method: 'GET', path: '/nothing' }, 'NOT_FOUND'],
    [{ method: 'DELETE', path: '/category/list' }, 'NOT_FOUND'],
    [{ method: 'PUT', path: '/filter/' }, 'NOT_FOUND'],
    [{ method: 'PUT', path: '/filter/%zz', input: {} }, 'VALIDATION_FAILED'],
    [{ method: 'PUT', path: '/filter/..%2f..%2fuser%2fme', input: {} }, 'VALIDATION_FAILED'],
    [{ method: 'GET', path: '/cart' }, 'HTTP_ONLY'],
    [{ method: 'POST', path: '/auth/login', input: {} }, 'HTTP_ONLY'],
    [{ method: 'PUT', path: '/cart/item/list', input: { value: [] } }, 'HTTP_ONLY'],
    [{ method: 'GET', path: '/admin/promo-code/list' }, 'FORBIDDEN'],
    [{ method: 'GET', path: 7 }, 'VALIDATION_FAILED'],
    [{ path: '/category/list' }, 'VALIDATION_FAILED'],
    [{ method: 'GET', path: '/category/list', input: [] }, 'VALIDATION_FAILED'],
    [{ method: 'GET', path: `/${'x'.repeat(3_000)}` }, 'VALIDATION_FAILED'],
  ])('%o is refused', async (envelope, code) => {
    expect(codeOf(await asked(envelope))).toBe(code)
  })
})

describe('a socket that asks for nothing there is', () => {
  it('uses up the rate limit of its person, or of its address', async () => {
    const [greedy, guest] = [await world.customer('greedy'), await world.connect()]
    for (const browser of [await greedy.connects(), guest]) {
      const codes: string[] = []
      // A call that is answered now and then: it is not hung up on.
      for (let round = 0; round < 25; round += 1) {
        for (let times = 0; times < 50; times += 1)
          codes.push(codeOf((await browser.socket.emitWithAck('call', { name: 'nothing', input: {} })) as Answer))
        await browser.answers('accounts', 'getMe', {})
      }
      expect(codes.filter((code) => code === 'NOT_FOUND')).toHaveLength(1_200 - 23)
      expect(codes.at(-1)).toBe('RATE_LIMIT_EXCEEDED')
      expect(codeOf(await browser.answers('accounts', 'getMe', {}))).toBe('RATE_LIMIT_EXCEEDED')
    }
    world.clock.advance(60_000)
  })

  it('is hung up on when it does not stop', async () => {
    const browser = await anna.connects()
    for (let times = 0; times < 101; times += 1) browser.socket.emit('call', { name: 'nothing', input: {} }, () => {})
    expect(await browser.closed).toBe('io server disconnect')
    world.clock.advance(60_000)
    expect(await anna.asks('accounts', 'getMe', {})).toMatchObject({ user: { id: anna.userId } })
  })
})

describe('sockets are counted', () => {
  const from = (ip: string) => ({ 'x-forwarded-for': ip })
  let own: TestWorld
  const comes = (token: string | null, ip: string) =>
    own.connect(token, from(ip)).then(
      () => true,
      () => false,
    )

  it('by address: guests a fiftieth of all, and others are not kept out', async () => {
    own = await openTestWorld({ config: { socketsPerAddress: 10, trustProxy: true } })
    try {
      const kira = await own.customer('kira')
      const guest = await own.connect(null, from('203.0.113.1:4711'))
      await expect(own.connect(null, from('203.0.113.1'))).rejects.toThrow('RATE_LIMIT_EXCEEDED')
      await own.connect(null, from('203.0.113.2'))
      // One that was refused is counted until it has hung up.
      const people = [await own.connect(kira.token, from('203.0.113.1'))]
      for (let held = 2; held < 10; held += 1) await expect.poll(() => comes(kira.token, '203.0.113.1')).toBe(true)
      await expect.poll(() => comes(kira.token, '203.0.113.1')).toBe(false)
      await own.connect(kira.token, from('203.0.113.3'))
      guest.close()
      people[0]?.close()
      await expect.poll(() => comes(null, '203.0.113.1')).toBe(true)
    } finally {
      await own.close()
    }
  })

  it('by person, wherever they are: each of many behind one address has their own', async () => {
    own = await openTestWorld({ config: { trustProxy: true } })
    try {
      const [kira, lena] = [await own.customer('kira'), await own.customer('lena')]
      const hers = []
      for (let held = 0; held < SOCKETS_PER_PERSON; held += 1)
        hers.push(await own.connect(kira.token, from(`203.0.113.${held % 3}`)))
      await expect(own.connect(kira.token, from('203.0.113.9'))).rejects.toThrow('RATE_LIMIT_EXCEEDED')
      for (let held = 0; held < SOCKETS_PER_PERSON; held += 1) await own.connect(lena.token, from('203.0.113.1'))
      hers[0]?.close()
      await expect.poll(() => comes(kira.token, '203.0.113.1')).toBe(true)
    } finally {
      await own.close()
    }
  })
})

describe('who may connect', () => {
  it('our own page, and programs', async () => {
    const { host } = new URL(world.web.address)
    const browser = await world.connect(anna.token, { origin: `http://${host}` })
    expect(await browser.asks('accounts', 'getMe', {})).toMatchObject({ user: { id: anna.userId } })
  })

  it('no other page, which would come with the cookies of whoever looks at it', async () => {
    await expect(world.connect(anna.token, { origin: 'http://evil.example' })).rejects.toThrow()
  })
})

it('feed.setFeedListener is about the socket itself: over HTTP it is refused', async () => {
  const answer = await world.ask('feed', 'setFeedListener', { filters: [{ filterId: anna.filterId, since: 0 }] }, anna)
  expect(answer).toEqual({
    status: 'error',
    type: 'refusal',
    code: 'SOCKET_ONLY',
    message: 'Этот запрос работает только через постоянное соединение',
  })
  expect(codeOf(await world.ask('feed', 'setFeedListener', { filters: [] }))).toBe('UNAUTHORIZED')
})

test.each<[who: string, callName: 'login' | 'register' | 'logout' | 'logoutAllDevices', input: Record<string, string>]>(
  [
    ['a guest', 'login', { email: 'anna@example.ru', password: PASSWORD }],
    ['a guest', 'register', { email: 'new@example.ru', password: PASSWORD }],
    ['anna', 'logout', {}],
    ['anna', 'logoutAllDevices', {}],
  ],
)(
  'asked by %s, accounts.%s is refused over the socket, which has no way to hand out a cookie',
  async (who, callName, input) => {
    const browser = await (who === 'anna' ? anna.connects() : world.connect())
    expect(codeOf(await browser.answers('accounts', callName, input as never))).toBe('HTTP_ONLY')
    expect(codeOf(await browser.answers('accounts', 'getMe', {}))).toBe('ok')
  },
)

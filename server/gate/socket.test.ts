import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Answer } from '../../contract/call.ts'
import { codeOf } from '../testing/read-answer.ts'
import type { TestUser } from '../testing/test-user.ts'
import { openTestWorld, paid, PASSWORD, type TestWorld } from '../testing/test-world.ts'

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

  it('keeps the pace of the person, whatever way he comes', async () => {
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

  it('without anybody waiting for its answer is nothing', async () => {
    const browser = await anna.connects()
    browser.socket.emit('call', { name: 'accounts.getMe', input: {} })
    browser.socket.emit('call', { name: 'accounts.getMe', input: {} }, 'not a function')
    expect(codeOf(await browser.answers('accounts', 'getMe', {}))).toBe('ok')
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

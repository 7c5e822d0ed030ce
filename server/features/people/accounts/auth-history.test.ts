import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import { openTestWorld, PASSWORD, type TestWorld } from '../../../testing/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({ config: { sessionMostDays: 400 } })
})
afterAll(() => world.close())

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

async function signInFrom(email: string, ip: string, userAgent: string): Promise<void> {
  const response = await world.web.app.inject({
    method: 'POST',
    url: '/auth/login',
    remoteAddress: ip,
    payload: { email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
  })
  expect(response.statusCode).toBe(200)
}

describe('accounts.listAuthHistory', () => {
  it('lists the own sign-ins, newest first, in words, and says which is this one', async () => {
    const katya = await world.customer('katya')
    await world.customer('neighbour')
    world.clock.advance(60_000)
    await signInFrom(katya.email, '77.88.55.60', chrome)
    const all = await katya.asks('accounts', 'listAuthHistory', {})
    expect(all).toMatchObject({ total: 2, page: 1, pages: 1, limit: 20 })
    expect(all.docs).toEqual([
      {
        id: expect.any(Number),
        ip: '77.88.55.60',
        place: 'Россия',
        userAgent: chrome,
        device: 'Chrome 141, Windows',
        current: false,
        active: true,
        createdAt: world.clock.now().toISOString(),
        lastSeenAt: world.clock.now().toISOString(),
      },
      expect.objectContaining({
        ip: katya.ip,
        place: 'домашняя сеть',
        device: 'неизвестное устройство',
        current: true,
        active: true,
      }),
    ])
    const second = await katya.asks('accounts', 'listAuthHistory', { page: 2, limit: 1 })
    expect(second).toMatchObject({ docs: [{ current: true }], total: 2, page: 2, pages: 2, limit: 1 })
    expect((await katya.asks('accounts', 'listAuthHistory', { page: 3, limit: 1 })).docs).toEqual([])
  })

  it('keeps no more of a browser than it needs', async () => {
    const rita = await world.customer('rita')
    await signInFrom(rita.email, '10.9.9.9', 'Телескоп'.repeat(100))
    const { docs } = await rita.asks('accounts', 'listAuthHistory', {})
    expect(docs.map(({ userAgent }) => userAgent.length)).toEqual([400, expect.any(Number)])
  })

  it('shows which sign-ins are over', async () => {
    const lida = await world.customer('lida')
    const token = await lida.signIn()
    await world.ask('accounts', 'logout', {}, { token })
    expect((await lida.asks('accounts', 'listAuthHistory', {})).docs.map(({ active }) => active)).toEqual([false, true])
    world.clock.advance(20 * DAY)
    await lida.asks('accounts', 'getMe', {})
    await lida.signIn()
    world.clock.advance(59 * DAY)
    await lida.asks('accounts', 'getMe', {})
    world.clock.advance(DAY)
    // The one in the middle was left alone.
    expect(
      (await lida.asks('accounts', 'listAuthHistory', {})).docs.map(({ active, current }) => [active, current]),
    ).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ])
  })

  it('is refused to a guest', async () => {
    expect(codeOf(await world.ask('accounts', 'listAuthHistory', {}))).toBe('UNAUTHORIZED')
  })

  it.each([
    ['limit=101', { keyword: 'maximum', dataPath: '/limit', params: { comparison: '<=', limit: 100 } }],
    ['page=0', { keyword: 'minimum', dataPath: '/page', params: { comparison: '>=', limit: 1 } }],
    ['page=first', { keyword: 'type', dataPath: '/page', params: { type: 'integer' } }],
    ['page=1&page=2', { keyword: 'type', dataPath: '/page', params: { type: 'integer' } }],
  ])('refuses %s', async (query, details) => {
    const nina = await world.customer(`nina-${query.replace(/\W/g, '-')}`)
    const response = await world.web.app.inject({
      method: 'GET',
      url: `/api/user/auth-history?${query}`,
      headers: { cookie: `echolot=${nina.token}` },
    })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED', details })
  })
})

describe('accounts.endSession', () => {
  it('signs out one browser at once, and writes it down', async () => {
    const vera = await world.customer('vera')
    const elsewhere = await vera.signIn()
    const [other] = (await vera.asks('accounts', 'listAuthHistory', {})).docs
    const id = other?.id ?? 0
    const browser = await world.connect(elsewhere)

    expect(await vera.asks('accounts', 'endSession', { id })).toEqual({})
    await browser.closed
    expect(browser.heard['session.ended']).toEqual([{}])
    expect(await world.ask('accounts', 'getMe', {}, { token: elsewhere })).toMatchObject({ result: { user: null } })
    expect(await vera.asks('accounts', 'getMe', {})).toMatchObject({ user: { id: vera.userId } })
    expect(await vera.isRefused('accounts', 'endSession', { id })).toBe('SESSION_NOT_FOUND')
    const written = await world.db
      .selectFrom('auditLog')
      .selectAll()
      .where('userId', '=', vera.userId)
      .where('action', '=', 'session-ended')
      .execute()
    expect(written).toMatchObject([{ actorId: vera.userId, ip: vera.ip, details: { session: id } }])
  })

  it('takes the cookie away when it is this very one', async () => {
    const sima = await world.customer('sima')
    const { docs } = await sima.asks('accounts', 'listAuthHistory', {})
    expect(await world.ask('accounts', 'endSession', { id: docs[0]?.id ?? 0 }, sima)).toMatchObject({
      status: 'ok',
      token: '',
    })
    expect(await sima.asks('accounts', 'getMe', {})).toEqual({ user: null })
  })

  it('refuses a stranger as if there were no such session, and a guest', async () => {
    const owner = await world.customer('owner')
    const stranger = await world.customer('stranger')
    const { docs } = await owner.asks('accounts', 'listAuthHistory', {})
    const id = docs[0]?.id ?? 0
    expect(await stranger.isRefused('accounts', 'endSession', { id })).toBe('SESSION_NOT_FOUND')
    expect(await stranger.isRefused('accounts', 'endSession', { id: 9_999_999 })).toBe('SESSION_NOT_FOUND')
    expect(codeOf(await world.ask('accounts', 'endSession', { id }))).toBe('UNAUTHORIZED')
    expect(await owner.asks('accounts', 'getMe', {})).toMatchObject({ user: { id: owner.userId } })
  })
})

/** Pages of app shells: let in where they are named, and strangers everywhere else. */
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { TestUser } from '../testing/test-user.ts'
import { openTestWorld, PASSWORD, type TestWorld } from '../testing/test-world.ts'
import { isAllowedOrigin } from './origin.ts'

const HOST = 'echolot.example'
const apps = ['capacitor://localhost', 'https://localhost']
const near = [
  'http://localhost',
  'https://localhost:8443',
  'https://localhost.evil.example',
  'capacitor://localhost/',
  'capacitor://localhost.evil.example',
  'CAPACITOR://localhost',
  'ionic://localhost',
  'file://',
  'null',
  '',
]

describe.each([
  ['by the host', ''],
  ['by PUBLIC_URL', `https://${HOST}`],
])('%s', (_, publicOrigin) => {
  const passes = (origin: string | undefined, appOrigins: string[], more: Record<string, string> = {}): boolean =>
    isAllowedOrigin({ host: HOST, ...(origin !== undefined && { origin }), ...more }, { publicOrigin, appOrigins })

  test.each(apps)('%s passes where it is named, and nowhere else', (origin) => {
    expect([passes(origin, apps), passes(origin, [origin]), passes(origin, [])]).toEqual([true, true, false])
    expect(passes(origin, apps, { 'sec-fetch-site': 'cross-site' })).toBe(true)
  })

  test.each([...near, 'https://evil.example'])('%j never passes', (origin) => {
    expect([passes(origin, apps), passes(origin, [])]).toEqual([false, false])
  })

  test.each([apps, []])('our own page and programs pass, links from elsewhere do not, with %j named', (...named) => {
    expect([
      passes(`https://${HOST}`, named),
      passes(undefined, named),
      passes(undefined, named, { 'sec-fetch-site': 'same-origin' }),
      passes(undefined, named, { 'sec-fetch-site': 'cross-site' }),
    ]).toEqual([true, true, true, false])
  })
})

let named: TestWorld
let unnamed: TestWorld
let anna: TestUser
let boris: TestUser
beforeAll(async () => {
  named = await openTestWorld({ config: { appOrigins: apps, production: true } })
  unnamed = await openTestWorld({ config: { production: true } })
  anna = await named.customer('anna')
  boris = await unnamed.customer('boris')
})
afterAll(async () => {
  await named.close()
  await unnamed.close()
})

const cookieOf = ({ token }: TestUser) => `__Host-echolot=${token}`
const change = (world: TestWorld, person: TestUser, origin: string) =>
  world.web.app.inject({
    method: 'PUT',
    url: `/api/filter/${person.filterId}`,
    headers: { host: HOST, cookie: cookieOf(person), origin, 'sec-fetch-site': 'cross-site' },
    payload: {},
  })
const preflight = (world: TestWorld, origin: string, url = '/api/filter/1') =>
  world.web.app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      host: HOST,
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    },
  })
const corsOf = ({ headers }: { headers: Record<string, unknown> }) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

describe('an app whose origin is configured', () => {
  test.each(apps)('%s asks first, and is answered that it may', async (origin) => {
    const response = await preflight(named, origin)
    expect(response.statusCode).toBe(204)
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '600',
      vary: expect.stringContaining('Origin'),
    })
    expect(response.body).toBe('')
  })

  test.each(apps)('%s changes and reads, and may read a refusal too', async (origin) => {
    const mayRead = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
    const changed = await change(named, anna, origin)
    expect(changed.statusCode).toBe(200)
    expect(changed.headers).toMatchObject(mayRead)
    const read = await named.web.app.inject({
      url: '/api/filter/list',
      headers: { host: HOST, cookie: cookieOf(anna), origin },
    })
    expect(read.statusCode).toBe(200)
    expect(read.headers).toMatchObject(mayRead)
    const refused = await named.web.app.inject({ url: '/api/filter/list', headers: { host: HOST, origin } })
    expect(refused.statusCode).toBe(401)
    expect(refused.headers).toMatchObject(mayRead)
  })

  it('gets a cookie that comes back to it; a browser gets one that no other site brings along', async () => {
    const signIn = async (origin: string) => {
      const response = await named.web.app.inject({
        method: 'POST',
        url: '/auth/login',
        remoteAddress: anna.ip,
        headers: { host: HOST, origin },
        payload: { email: anna.email, password: PASSWORD },
      })
      return String(response.headers['set-cookie'])
        .split(/,(?=\S+=)/)
        .filter((each) => each.startsWith('__Host-'))
    }
    const [inApp, inBrowser] = [await signIn(apps[0] ?? ''), await signIn(`https://${HOST}`)]
    expect(inApp.length).toBeGreaterThan(0)
    for (const cookie of inApp) expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; Partitioned; SameSite=None$/)
    expect(inBrowser.length).toBe(inApp.length)
    for (const cookie of inBrowser) expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  it('may open a socket, and ask over it', async () => {
    for (const origin of apps) {
      const headers = { origin, cookie: cookieOf(anna) }
      expect(await opens(named, 'websocket', headers)).toBe(true)
      expect(await opens(named, 'polling', headers)).toBe(true)
    }
    const polled = await fetch(`${named.web.address}/socket.io/?EIO=4&transport=polling`, {
      headers: { origin: apps[0] ?? '' },
    })
    expect(polled.headers.get('access-control-allow-origin')).toBe(apps[0])
    expect(polled.headers.get('access-control-allow-credentials')).toBe('true')
  })
})

describe('a stranger', () => {
  const strangers: [what: string, world: () => TestWorld, person: () => TestUser, origin: string][] = [
    ...apps.map((origin): (typeof strangers)[number] => [
      `${origin}, where no app is configured`,
      () => unnamed,
      () => boris,
      origin,
    ]),
    ...[...near.filter((origin) => origin !== ''), 'https://evil.example'].map((origin): (typeof strangers)[number] => [
      `${origin}, where apps are configured`,
      () => named,
      () => anna,
      origin,
    ]),
  ]

  test.each(strangers)('%s, changes nothing and is answered nothing', async (_, world, person, origin) => {
    const changed = await change(world(), person(), origin)
    expect([changed.statusCode, changed.json<{ code: string }>().code]).toEqual([403, 'ORIGIN_NOT_ALLOWED'])
    const asked = await preflight(world(), origin)
    expect(asked.statusCode).toBeGreaterThanOrEqual(400)
    const read = await world().web.app.inject({
      url: '/api/filter/list',
      headers: { host: HOST, cookie: cookieOf(person()), origin },
    })
    expect([corsOf(changed), corsOf(asked), corsOf(read)]).toEqual([[], [], []])
  })

  test.each(strangers)('%s, opens no socket', async (_, world, person, origin) => {
    const headers = { origin, cookie: cookieOf(person()) }
    expect(await opens(world(), 'websocket', headers)).toBe(false)
    expect(await opens(world(), 'polling', headers)).toBe(false)
  })

  it('is told apart by whatever keeps answers, and what is no call tells no page anything', async () => {
    expect((await named.web.app.inject({ url: '/api/category/list' })).headers.vary).toContain('Origin')
    const origin = apps[0] ?? ''
    expect(corsOf(await named.web.app.inject({ url: '/healthz', headers: { origin } }))).toEqual([])
    expect((await preflight(named, origin, '/metrics')).statusCode).toBeGreaterThanOrEqual(400)
  })
})

async function opens(
  world: TestWorld,
  transport: 'websocket' | 'polling',
  extraHeaders: Record<string, string>,
): Promise<boolean> {
  const socket = io(world.web.address, { transports: [transport], forceNew: true, reconnection: false, extraHeaders })
  const opened = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('connect_error', () => resolve(false))
  })
  socket.disconnect()
  return opened
}

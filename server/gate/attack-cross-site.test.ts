/** Forged requests: what a page of another site makes a visitor's browser send changes nothing, and tells that page nothing. */
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { address, roleNames, type Call } from '../../contract/call.ts'
import { listCalls } from '../../contract/request.ts'
import type { TestUser } from '../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import { beginAttack, stateOf } from './attack.samples.ts'

const attack = beginAttack('cross-site calls')
let world: TestWorld
let victim: TestUser
beforeAll(async () => {
  world = await openTestWorld()
  // Whatever a call asks for, this person may do it.
  victim = await world.somebody('victim', [...roleNames])
})
afterAll(async () => {
  console.log(attack.summary)
  await world.close()
})

const HOST = 'echolot.example'
/** What browsers say of where a request comes from: newer ones all of it, older ones only the origin. */
const elsewhere: [page: string, headers: Record<string, string>][] = [
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another site, in an old browser', { origin: 'https://evil.example' }],
  ['another site, by a link', { 'sec-fetch-site': 'cross-site' }],
  ['a frame without an origin', { origin: 'null' }],
  ['a file', { origin: 'file://' }],
  ['another port', { origin: `https://${HOST}:8443`, 'sec-fetch-site': 'same-site' }],
  ['a domain below ours', { origin: `https://static.${HOST}`, 'sec-fetch-site': 'same-site' }],
  ['a domain below ours, by a link', { 'sec-fetch-site': 'same-site' }],
  ['a name that begins like ours', { origin: `https://${HOST}.evil.example` }],
  ['a name that ends like ours', { origin: `https://evil-${HOST}` }],
  ['our name before an @', { origin: `https://${HOST}@evil.example` }],
  ['what is no address', { origin: HOST }],
]

const changing = listCalls().filter(({ call }) => (call.method !== 'GET' || call.changes) && !call.crossSite)
const reading = listCalls().filter(({ call }) => call.method === 'GET' && !call.changes && !call.crossSite)

const inputOf = (call: Call): string => (call.changes ? '?phone=%2B79001234567&intent=link' : '')
const urlOf = (call: Call): string => address(call.path).replace(':network', 'vk').replace(/:\w+/g, '1') + inputOf(call)

/** How a page sends without asking first: as text, as a form; and as JSON, if it could. */
const bodies: [string, string][] = [
  ['application/json', '{"password":"x"}'],
  ['text/plain', '{"password":"x"}'],
  ['application/x-www-form-urlencoded', 'password=x'],
]

test.each(elsewhere)('from %s nothing is changed by any call', async (page, headers) => {
  const before = await stateOf(world.db)
  for (const { name, call } of changing) {
    for (const method of call.method === 'GET' ? (['GET', 'HEAD'] as const) : [call.method]) {
      for (const [type, payload] of call.method === 'GET' ? [['', '']] : bodies) {
        const response = await world.web.app.inject({
          method,
          url: urlOf(call),
          remoteAddress: victim.ip,
          headers: {
            host: HOST,
            cookie: `echolot=${victim.token}`,
            ...headers,
            ...(type ? { 'content-type': type } : {}),
          },
          ...(payload ? { payload } : {}),
        })
        const refused = call.redirect
          ? response.statusCode === 303 && response.headers.location === '/?refused=ORIGIN_NOT_ALLOWED'
          : response.statusCode === 403 &&
            (method === 'HEAD' || response.json<{ code: string }>().code === 'ORIGIN_NOT_ALLOWED')
        attack.tries(`${method} ${name} as ${type} from ${page}`, !refused || response.cookies.length > 0)
      }
    }
  }
  expect(await stateOf(world.db)).toEqual(before)
  attack.wasInVain()
})

it('no page of another site reads an answer, or is answered that it may ask', async () => {
  for (const { name, call } of [...reading, ...changing]) {
    for (const origin of ['https://evil.example', 'null', `https://static.${HOST}`]) {
      const headers = { host: HOST, origin, cookie: `echolot=${victim.token}` }
      const mayRead = (response: { headers: Record<string, unknown> }): boolean =>
        Object.keys(response.headers).some((header) => header.startsWith('access-control-'))
      const asked = await world.web.app.inject({
        method: 'OPTIONS',
        url: urlOf(call),
        headers: {
          ...headers,
          'access-control-request-method': call.method,
          'access-control-request-headers': 'content-type',
        },
      })
      attack.tries(`leave to ask ${name}`, asked.statusCode < 300 || mayRead(asked))
      if (call.method !== 'GET' || call.redirect) continue
      attack.tries(
        `reading ${name}`,
        mayRead(await world.web.app.inject({ url: urlOf(call), remoteAddress: victim.ip, headers })),
      )
    }
  }
  attack.wasInVain()
})

/** A socket once open, every call could be made over it. */
test.each(elsewhere.filter(([, headers]) => headers.origin !== undefined))(
  'no socket is opened from %s',
  async (page, headers) => {
    for (const transport of ['websocket', 'polling'] as const) {
      const socket = io(world.web.address, {
        transports: [transport],
        forceNew: true,
        reconnection: false,
        extraHeaders: { ...headers, cookie: `echolot=${victim.token}` },
      })
      const opened = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true))
        socket.once('connect_error', () => resolve(false))
      })
      // None of them is asked where there is no socket.
      for (const { name } of changing) attack.tries(`${name} over a socket (${transport}) from ${page}`, opened)
      socket.disconnect()
    }
    attack.wasInVain()
  },
)

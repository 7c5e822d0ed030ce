/** What no page of ours sends: every call refuses it with a sentence, nothing breaks, and anyone who else is there notices nothing. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { address } from '../../contract/call.ts'
import { listCalls, pathParameters } from '../../contract/request.ts'
import { HOUR } from '../kit/clock.ts'
import type { TestUser } from '../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import { beginAttack } from './attack.samples.ts'
import { openReadLog } from './log.samples.ts'

const attack = beginAttack('malformed bodies and frames')
let world: TestWorld
let admin: TestUser
const { log, lines: defects } = openReadLog('error')

beforeAll(async () => {
  world = await openTestWorld({ log })
  admin = await world.somebody('admin', ['admin'])
})
afterAll(async () => {
  console.log(attack.summary)
  await world.close()
})
// Every call may be asked again.
beforeEach(() => world.clock.advance(HOUR))
afterEach(() => {
  expect(defects.splice(0)).toEqual([])
  attack.wasInVain()
})

/** Signs the asker out, or begins to delete them: asked by no one. */
const endings = ['accounts.logout', 'accounts.logoutAllDevices', 'privacy.deleteAccount']
const cookieFor = (name: string): Record<string, string> =>
  endings.includes(name) ? {} : { cookie: `echolot=${admin.token}` }
const json = { 'content-type': 'application/json' }
const DEEP = 9_000
const NOBODY = '999999'
const wellFormed = ['a constructor', 'brackets all the way down', 'objects all the way down', 'bytes that are no text']

describe('over HTTP', () => {
  // Notices of other services are answered in their own words.
  const changing = listCalls().filter(({ call }) => call.method !== 'GET' && !call.hook)

  test.each<[string, Record<string, string>, string | Buffer]>([
    ['broken JSON', json, '{"id":'],
    ['an empty body called JSON', json, ''],
    ['a list', json, '[1]'],
    ['a number', json, '7'],
    ['a word', json, '"id"'],
    ['a prototype', json, '{"__proto__":{"admin":true}}'],
    ['a constructor', json, '{"constructor":{"prototype":{"admin":true}}}'],
    ['brackets all the way down', json, `{"id":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`],
    ['objects all the way down', json, `${'{"id":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`],
    ['more fields than any input has', json, `{${Array.from({ length: 1_001 }, (_, n) => `"f${n}":1`).join(',')}}`],
    ['bytes that are no text', json, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['plain text', { 'content-type': 'text/plain' }, '{"id":1}'],
    ['XML', { 'content-type': 'application/xml' }, '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
    [
      'parts',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\nContent-Disposition: form-data; name="id"\r\n\r\n1\r\n--x--',
    ],
    ['a type that is none', { 'content-type': 'json' }, '{"id":1}'],
    ['a length that is a lie', { ...json, 'content-length': '5' }, '{"id":1}'],
    ['more than fits', json, JSON.stringify({ id: 'x'.repeat(1_100_000) })],
  ])('%s is refused by every call', async (what, headers, payload) => {
    for (const { name, call } of changing) {
      const response = await world.web.app.inject({
        method: call.method,
        url: address(call.path).replace(/:\w+/g, NOBODY),
        remoteAddress: admin.ip,
        headers: { ...headers, ...cookieFor(name) },
        payload,
      })
      attack.tries(`${name}: ${what}`, response.statusCode >= 500)
      if (call.redirect) {
        expect([name, response.statusCode, response.headers.location]).toEqual([
          name,
          303,
          expect.stringMatching(/^\/\?refused=[A-Z_]+$/),
        ])
        continue
      }
      const { status, type, code } = response.json<{ status: string; type?: string; code?: string }>()
      // Of an object it takes what it knows: where it needs nothing, anything will do.
      const needsNothing = ((call.input as { required?: string[] }).required ?? []).every((field) =>
        pathParameters(call.path).includes(field),
      )
      if (status === 'ok' && needsNothing && wellFormed.includes(what)) continue
      expect([name, response.statusCode, type, code]).toEqual([
        name,
        expect.toSatisfy((http: number) => http >= 400 && http < 500),
        'refusal',
        expect.any(String),
      ])
    }
  })

  test.each([
    '%00',
    '%zz',
    '1e400',
    '99999999999999999999',
    '1%0d%0aset-cookie:x=1',
    '..%2f..%2fetc',
    '%F0%9F%98%80',
    "1'--",
    '%F0%90%80%80'.repeat(100),
  ])('/%s for an id is refused by every call that has one', async (id) => {
    for (const { name, call } of listCalls().filter((each) => each.call.path.includes('/:'))) {
      const response = await world.web.app.inject({
        method: call.method,
        url: address(call.path).replace(/:\w+/g, () => id),
        remoteAddress: admin.ip,
        headers: cookieFor(name),
        ...(call.method === 'GET' ? {} : { payload: {} }),
      })
      attack.tries(`${name}: ${id}`, response.statusCode >= 500)
      expect([name, response.statusCode]).toEqual([
        name,
        expect.toSatisfy((http: number) => http === 303 || (http >= 400 && http < 500)),
      ])
    }
  })

  it('queries of any shape are refused or left out', async () => {
    for (const { name, call } of listCalls().filter((each) => each.call.method === 'GET' && !each.call.redirect)) {
      for (const query of [
        'page[$gt]=1',
        'page=1&page=2',
        'limit=%00',
        'a='.repeat(2_000),
        '__proto__[x]=1',
        'ids=%ff',
        'type=toString',
        '%',
      ]) {
        const response = await world.web.app.inject({
          url: `${address(call.path).replace(/:\w+/g, NOBODY)}?${query}`,
          remoteAddress: admin.ip,
          headers: cookieFor(name),
        })
        attack.tries(`${name}?${query}`, response.statusCode >= 500)
        expect([name, query, response.statusCode]).toEqual([
          name,
          query,
          expect.toSatisfy((http: number) => http < 500),
        ])
      }
    }
  })

  it('cookies that are none are a guest’s', async () => {
    for (const cookie of [
      'echolot=',
      'echolot=%00',
      `echolot=${'x'.repeat(8_000)}`,
      'echolot=%ff',
      'echolot="',
      '=;;;',
      'echolot=a; echolot=b',
      "echolot=' or 1=1 --",
    ]) {
      const response = await world.web.app.inject({ url: '/api/user/me', headers: { cookie } })
      attack.tries(`a cookie ${cookie}`, response.json<{ result: { user: unknown } }>().result.user !== null)
      expect([cookie, response.statusCode, response.json<{ result: unknown }>().result]).toEqual([
        cookie,
        200,
        { user: null },
      ])
    }
  })
})

describe('over the socket', () => {
  /** A bare WebSocket that speaks Socket.IO only as far as it must. */
  async function openBare(): Promise<{
    send(frame: string | Uint8Array<ArrayBuffer>): void
    heard: string[]
    closed: Promise<void>
    close(): void
  }> {
    const socket = new WebSocket(`${world.web.address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
    const heard: string[] = []
    socket.addEventListener('message', ({ data }) => void heard.push(String(data)))
    const closed = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()))
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
    socket.send('40')
    await expect.poll(() => heard.some((frame) => frame.startsWith('40'))).toBe(true)
    return { send: (frame) => socket.send(frame), heard, closed, close: () => socket.close() }
  }

  const call = (input: string): string => `420["call",{"name":"filters.updateFilter","input":${input}}]`

  test.each<[string, (string | Uint8Array<ArrayBuffer>)[]]>([
    ['an empty frame', ['']],
    ['no packet', ['x', '9', '4', '49', '4x']],
    ['an event without its data', ['42']],
    ['broken JSON', ['42[', '42["call"', '42["call",']],
    ['an event that is no list', ['42{}', '42"call"', '42null', '42[]', '42[null]', '42[{}]']],
    ['an event nobody listens to', ['42["nothing",1]', '42["__proto__",1]', '42["constructor"]']],
    ['an event of the library itself', ['42["connect"]', '42["disconnect"]', '42["error",{}]', '42["disconnecting"]']],
    ['an answer to nothing', ['43[]', '4399["x"]', '43-1[]']],
    ['bytes that were not announced', [new Uint8Array([1, 2, 3])]],
    ['announced bytes that do not come', ['451-["call",{"_placeholder":true,"num":0}]', '42["call",{}]']],
    ['more announced bytes than anybody has', ['45999999999-["call",{"_placeholder":true,"num":0}]']],
    ['another room of the house', ['40/admin,', '42/admin,["call",{}]']],
    [
      'a number for an answer that is too large',
      ['42999999999999999999999["call",{"name":"accounts.getMe","input":{}}]'],
    ],
    ['too long a frame', [`42["call",{"name":"${'x'.repeat(1_200_000)}"}]`]],
    ['a second greeting', ['40', '40{"token":"x"}', '0{}']],
  ])('%s breaks nothing', async (what, frames) => {
    const others = await admin.connects()
    const bare = await openBare()
    for (const frame of frames) bare.send(frame)
    // The frames came before this one, over the same server.
    bare.send('421["call",{"name":"accounts.getMe","input":{}}]')
    await Promise.race([
      bare.closed,
      expect.poll(() => bare.heard.some((frame) => frame.startsWith('431['))).toBe(true),
    ])
    expect(await others.asks('accounts', 'getMe', {})).toMatchObject({ user: { id: admin.userId } })
    for (const [index] of frames.entries()) attack.tries(`${what}, frame ${index}`, !others.socket.connected)
    bare.close()
    others.close()
  })

  test.each<[string, string]>([
    ['brackets all the way down', call(`{"id":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`)],
    ['a deep field that nobody asked for', call(`{"id":1,"x":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`)],
    ['a prototype', call('{"id":1,"__proto__":{"admin":true}}')],
    ['a constructor', call('{"id":1,"constructor":{"prototype":{"admin":true}}}')],
    ['a thousand fields', call(`{"id":1,${Array.from({ length: 1000 }, (_, index) => `"f${index}":1`).join(',')}}`)],
  ])('%s is refused in words', async (what, frame) => {
    const bare = await openBare()
    bare.send(frame)
    await expect.poll(() => bare.heard.find((each) => each.startsWith('430['))).toBeDefined()
    attack.tries(what, defects.length > 0)
    expect(JSON.parse(bare.heard.find((each) => each.startsWith('430['))?.slice(3) ?? '')).toMatchObject([
      { status: 'error', type: 'refusal' },
    ])
    bare.close()
  })
})

/**
 * The attackers of `bench/hostile.ts`, in a process of their own that gives way to the server: they would be on other machines. Obeys
 * what its parent sends.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants, setPriority } from 'node:os'
import { io, type Socket } from 'socket.io-client'
import { obey } from './child.ts'
import type { Person } from './hostile-server.ts'

/** What is attacked. */
export interface Target {
  address: string
  person: Person
  /** Of the person, with a cookie of theirs. */
  filterId: number
  cookie: string
}

export type AttackOrder =
  | { do: 'attack'; what: string; target: Target; turn: number }
  /** To serve a feed, and to report its address. */
  | { do: 'serve'; what: string }

setPriority(constants.priority.PRIORITY_LOW)

/** Behind a proxy, so that everybody has an address of their own. */
let addresses = 0
const from = (): Record<string, string> => {
  addresses += 1
  return { 'x-forwarded-for': `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}` }
}

async function ask(
  { address }: Target,
  method: string,
  path: string,
  body: string | undefined,
  headers: Record<string, string> = from(),
): Promise<Response> {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(address + path, { method, headers: { ...type, ...headers }, body: body ?? null })
  await response.arrayBuffer()
  return response
}

/** All at once. What was sent may be refused, or be hung up on: either is an answer here. */
const times = async (many: number, work: (index: number) => Promise<unknown>): Promise<void> =>
  void (await Promise.allSettled(Array.from({ length: many }, (_, index) => work(index))))

async function callOverSocket(
  { address, cookie }: Target,
  many: number,
  envelope: (index: number) => object,
): Promise<void> {
  const socket: Socket = io(address, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { cookie, ...from() },
  })
  await once(socket as unknown as NodeJS.EventEmitter, 'connect')
  await times(many, (index) => socket.timeout(60_000).emitWithAck('call', envelope(index)))
  socket.disconnect()
}

const wide = (fields: number): string =>
  `{${Array.from({ length: fields }, (_, index) => `"${index.toString(36)}":1`).join(',')}}`

/** Each asks for other words than those before: what was asked for lately is answered from memory. */
async function search(target: Target, turn: number, beginnings: readonly string[]): Promise<void> {
  await times(40, (index) => {
    const keywords = [...beginnings.map((beginning) => `${beginning}*`), `слово${turn}х${index}`]
    return ask(target, 'POST', '/api/category/search', JSON.stringify({ keywords, operator: 'OR' }))
  })
}

const attacks: Record<string, (target: Target, turn: number) => Promise<void>> = {
  'a cart of 250 000 items, read 20 times': async (target) => {
    const items = Array.from({ length: 250_000 }, () => 1).join(',')
    const tariffDetails = `{"product":"category","type":"regular","items":[${items}]}`
    const put = await ask(target, 'PUT', '/api/cart', `{"tariff":3,"tariffDetails":${tariffDetails}}`)
    const cookie = put.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    await times(20, () => ask(target, 'GET', '/api/cart', undefined, { cookie, ...from() }))
  },
  '40 searches of categories with beginnings of words': (target, turn) => search(target, turn, [...'пнвкмсрдо']),
  '40 searches of categories with beginnings of four letters': (target, turn) =>
    search(target, turn, ['фото', 'номе', 'посо', 'кого', 'опыт']),
  '20 bodies of 110 000 unknown fields': (target) => {
    const body = wide(110_000)
    return times(20, () => ask(target, 'POST', '/auth/logout', body))
  },
  '20 bodies as wide as they may be': (target) => {
    const body = wide(7_000)
    return times(20, () => ask(target, 'POST', '/auth/logout', body))
  },
  '32 calls of 20 000 unknown fields over one socket': (target) => {
    const input = JSON.parse(wide(20_000)) as object
    return callOverSocket(target, 32, () => ({ name: 'accounts.getMe', input }))
  },
  // Of people whose failures are not counted yet: what is refused unread costs nothing.
  '120 sign-ins from 120 addresses': (target, turn) =>
    times(120, (index) => {
      const body = JSON.stringify({ email: `stranger${turn}.${index}@example.ru`, password: 'не тот пароль' })
      return ask(target, 'POST', '/auth/login', body)
    }),
  '30 times one filter a hundred times': (target) => {
    const filters = Array.from({ length: 100 }, () => ({ filterId: target.filterId, since: 0 }))
    return callOverSocket(target, 30, () => ({ name: 'feed.setFeedListener', input: { filters } }))
  },
}

const attributes = (many: number): string => Array.from({ length: many }, (_, index) => `a${index}=""`).join(' ')
const feedOf = (inside: string): string => `<rss version="2.0"><channel><title>x</title>${inside}</channel></rss>`
/** What a feed or a page that someone has named may hold. */
const served: Record<string, () => [type: string, text: string]> = {
  'a feed of 46 000 items': () => [
    'application/rss+xml',
    feedOf('<item><title>x</title><guid>y</guid></item>'.repeat(46_000)),
  ],
  'a feed of 300 000 attributes': () => ['application/rss+xml', feedOf(`<item ${attributes(300_000)}/>`)],
  'a feed of 400 000 entities': () => [
    'application/rss+xml',
    feedOf(`<item><title>${'&amp;'.repeat(400_000)}</title></item>`),
  ],
  'a page that names its engine 120 000 times': () => [
    'text/html',
    `<html><head>${'<meta name="generator">'.repeat(120_000)}</head></html>`,
  ],
}

obey<AttackOrder>({
  attack: ({ what, target, turn }) => attacks[what]!(target, turn),
  async serve({ what }): Promise<string> {
    const [type, text] = served[what]!()
    const site = createServer((request, response) => {
      response.statusCode = request.url === '/feed' ? 200 : 404
      response.setHeader('content-type', type)
      response.end(request.url === '/feed' ? text : '')
    })
    await once(site.listen(0, '127.0.0.1'), 'listening')
    site.unref()
    return `http://127.0.0.1:${(site.address() as AddressInfo).port}/feed`
  },
})

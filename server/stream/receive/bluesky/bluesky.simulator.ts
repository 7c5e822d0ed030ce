/**
 * Bluesky as its sheet tells, on this machine: the AppView's three calls and Jetstream's old wire at several hosts, over one
 * small world that anyone who tests fills and breaks.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { openLocalServer, type LocalServer } from '../shared/local-server.simulator.ts'

interface SimulatedAccount {
  did: string
  handle: string
  displayName: string
  followers: number
  /** Taken down or deleted: not to be seen. */
  gone: boolean
}

export interface SimulatedPost {
  did: string
  rkey: string
  record: { $type: string; text: string; createdAt: string; langs?: string[]; reply?: object }
  indexedAt: number
}

/** What one call of the AppView is answered with instead. */
export type AppViewFault =
  | 429
  | 500
  | 'hang'
  | 'break'
  | 'mumble'
  | 'empty'
  | { status: 429; headers: Record<string, string> }
/** How a Jetstream host behaves: `frozen` takes sockets, and lets open ones be, and says nothing; `refusing` takes none; `limiting` says to come again in three hundred years. */
export type HostState = 'well' | 'frozen' | 'refusing' | 'limiting'

export interface BlueskySimulator {
  /** Of the AppView. */
  url: string
  jetstreams: string[]
  account(name: string, given?: { displayName?: string; followers?: number }): SimulatedAccount
  post(
    account: SimulatedAccount,
    text: string,
    given?: { langs?: string[]; replyTo?: SimulatedPost; createdAt?: Date; silently?: boolean },
  ): SimulatedPost
  edit(post: SimulatedPost, text: string): void
  delete(post: SimulatedPost, given?: { silently?: boolean }): void
  rename(account: SimulatedAccount, handle: string): void
  close(account: SimulatedAccount): void
  /** Any frame, as it is. */
  say(frame: string): void
  /** Reposts someone's post: it is in the account's feed, and not its own. */
  repost(account: SimulatedAccount, post: SimulatedPost): void
  /** Feeds show nothing, as while the AppView is being mended; each post by itself is there. */
  emptied: boolean
  /** Reposts are taken off each page after it was cut off. */
  hidesReposts: boolean
  /** The next calls of the AppView, one each. */
  faults: AppViewFault[]
  hosts: {
    state: HostState
    sockets: number
    connections: number
    lastQuery: string
    /** Milliseconds its clock is ahead. */ skew: number
  }[]
  /** Everything is said twice, and what is replayed comes in pairs the wrong way round. */
  stutters: boolean
  /** Ends all open sockets. */
  cut(): void
  calls: Map<string, number>
  /** The most calls within five minutes; the network allows 3000. */
  mostWithinWindow(): number
  end(): Promise<void>
}

interface Event {
  timeUs: number
  body: Record<string, unknown>
}

const WINDOW = 300_000
const MOST_PER_WINDOW = 3_000
const LOOKBACK_US = 36 * 3_600_000_000
const letters = '234567abcdefghijklmnopqrstuvwxyz'

export async function startBlueskySimulator({
  now,
  hosts: hostCount = 2,
}: {
  now: () => Date
  hosts?: number
}): Promise<BlueskySimulator> {
  const accounts: SimulatedAccount[] = []
  const posts: SimulatedPost[] = []
  /** Sockets that missed something are dead for good, and only their silence tells. */
  const dead = new WeakSet<WebSocket>()
  const reposts: { by: string; post: SimulatedPost; at: number }[] = []
  const log: Event[] = []
  const callTimes: number[] = []
  let mostInWindow = 0
  let lastTimeUs = 0
  const nextTimeUs = (): number => (lastTimeUs = Math.max(lastTimeUs + 1, now().getTime() * 1000))
  const tid = (): string => tidOf(nextTimeUs())

  const listeners = await Promise.all(Array.from({ length: hostCount }, (_, n) => openHost(n)))
  const appView = await openLocalServer(answer)

  const simulator: BlueskySimulator = {
    url: appView.url,
    jetstreams: listeners.map(({ local }) => `ws://${local.host}`),
    account(name, { displayName = name, followers = 0 } = {}) {
      const account = {
        did: `did:plc:${name
          .toLowerCase()
          .replace(/[^a-z2-7]/g, 'a')
          .padEnd(24, 'a')
          .slice(0, 24)}`,
        handle: `${name}.bsky.social`,
        displayName,
        followers,
        gone: false,
      }
      accounts.push(account)
      return account
    },
    post({ did }, text, { langs, replyTo, createdAt = now(), silently = false } = {}) {
      const parent = replyTo && { uri: uriOf(replyTo), cid: 'bafyparent' }
      const root = replyTo && ((replyTo.record.reply as { root?: object } | undefined)?.root ?? parent)
      const post: SimulatedPost = {
        did,
        rkey: tid(),
        indexedAt: now().getTime(),
        record: {
          $type: 'app.bsky.feed.post',
          text,
          createdAt: createdAt.toISOString(),
          ...(langs && { langs }),
          ...(parent && { reply: { root, parent } }),
        },
      }
      posts.push(post)
      if (!silently) commit(post, 'create')
      return post
    },
    edit(post, text) {
      post.record = { ...post.record, text }
      commit(post, 'update')
    },
    delete(post, { silently = false } = {}) {
      posts.splice(posts.indexOf(post), 1)
      if (!silently) commit(post, 'delete')
    },
    rename(account, handle) {
      account.handle = handle
      tell(account.did, {
        kind: 'identity',
        identity: { did: account.did, handle, seq: log.length, time: now().toISOString() },
      })
    },
    close(account) {
      account.gone = true
      tell(account.did, {
        kind: 'account',
        account: { active: false, did: account.did, seq: log.length, time: now().toISOString(), status: 'deleted' },
      })
    },
    repost: ({ did }, post) => void reposts.push({ by: did, post, at: now().getTime() }),
    say: (frame) => listeners.forEach(({ sockets }) => sockets.forEach((socket) => socket.send(frame))),
    emptied: false,
    hidesReposts: false,
    faults: [],
    hosts: listeners.map(({ state }) => state),
    stutters: false,
    cut: () => listeners.forEach(({ sockets }) => sockets.forEach((socket) => socket.terminate())),
    calls: new Map(),
    mostWithinWindow: () => mostInWindow,
    async end() {
      simulator.cut()
      await Promise.all([appView, ...listeners.map(({ local }) => local)].map((each) => each.close()))
    },
  }
  return simulator

  function commit(post: SimulatedPost, operation: 'create' | 'update' | 'delete'): void {
    const { did, rkey, record } = post
    const content =
      operation === 'delete' ? {} : { record, cid: 'bafyreib3mgfqivyawk6jhny542qpola6liwf2iltybrbgxf2e2jwve2gb4' }
    tell(did, { kind: 'commit', commit: { rev: tid(), operation, collection: 'app.bsky.feed.post', rkey, ...content } })
  }
  function tell(did: string, body: Record<string, unknown>): void {
    const event = { timeUs: nextTimeUs(), body: { did, ...body } }
    log.push(event)
    for (const { sockets, state } of listeners) {
      for (const socket of sockets) {
        if (state.state === 'frozen') dead.add(socket)
        else sendEvent(socket, event, state.skew)
      }
    }
  }
  function sendEvent(socket: WebSocket, { timeUs, body }: Event, skew: number): void {
    if (dead.has(socket)) return
    const frame = JSON.stringify({ ...body, time_us: timeUs + skew * 1000 })
    socket.send(frame)
    if (simulator.stutters) socket.send(frame)
  }

  async function openHost(
    n: number,
  ): Promise<{ local: LocalServer; sockets: Set<WebSocket>; state: BlueskySimulator['hosts'][number] }> {
    const sockets = new Set<WebSocket>()
    const state: BlueskySimulator['hosts'][number] = {
      state: 'well',
      sockets: 0,
      connections: 0,
      lastQuery: '',
      skew: n * 7,
    }
    const gate = new WebSocketServer({ noServer: true, autoPong: false })
    const local = await openLocalServer((_request, response) => void response.writeHead(404).end())
    local.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      const url = new URL(request.url ?? '', 'http://localhost')
      if (state.state === 'limiting')
        return void stream.end('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 9999999999\r\n\r\n')
      if (state.state === 'refusing' || url.pathname !== '/subscribe')
        return void stream.end('HTTP/1.1 503 Service Unavailable\r\n\r\n')
      gate.handleUpgrade(request, stream, head, (socket) => {
        state.connections += 1
        state.sockets += 1
        state.lastQuery = url.search
        sockets.add(socket)
        socket.on('ping', () => state.state !== 'frozen' && !dead.has(socket) && socket.pong())
        socket.on('error', () => {})
        socket.on('close', () => {
          sockets.delete(socket)
          state.sockets -= 1
        })
        const cursor = Number(url.searchParams.get('cursor') ?? Number.NaN)
        if (state.state === 'frozen') dead.add(socket)
        if (Number.isFinite(cursor)) replay(socket, cursor, state.skew)
      })
    })
    return { local, sockets, state }
  }
  /** Inclusive; a cursor from before what is kept begins there, one from the future with what comes. */
  function replay(socket: WebSocket, cursor: number, skew: number): void {
    const from = Math.max(cursor, lastTimeUs - LOOKBACK_US)
    const events = log.filter(({ timeUs }) => timeUs + skew * 1000 >= from)
    for (let place = 0; place < events.length; place += 2) {
      const pair = events.slice(place, place + 2)
      for (const event of simulator.stutters ? pair.toReversed() : pair) sendEvent(socket, event, skew)
    }
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', 'http://localhost')
    const method = url.pathname.replace('/xrpc/', '')
    simulator.calls.set(method, (simulator.calls.get(method) ?? 0) + 1)
    const at = now().getTime()
    callTimes.push(at)
    while ((callTimes[0] as number) <= at - WINDOW) callTimes.shift()
    mostInWindow = Math.max(mostInWindow, callTimes.length)
    const date = new Date(at).toUTCString()
    const reply = (status: number, body: object, headers: Record<string, string> = {}): void =>
      void response
        .writeHead(status, { 'content-type': 'application/json; charset=utf-8', date, ...headers })
        .end(JSON.stringify(body))
    const fault = simulator.faults.shift() ?? (callTimes.length > MOST_PER_WINDOW ? 429 : null)
    if (fault === 'hang') return
    if (fault === 'break') return void request.socket.destroy()
    if (fault === 'mumble') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
    if (fault === 500) return reply(500, { error: 'InternalServerError', message: 'Internal Server Error' })
    if (fault === 429) {
      return reply(
        429,
        { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' },
        { 'ratelimit-limit': '3000', 'ratelimit-remaining': '0', 'ratelimit-reset': String(Math.ceil(at / 1000) + 2) },
      )
    }
    if (typeof fault === 'object' && fault !== null)
      return reply(fault.status, { error: 'RateLimitExceeded' }, fault.headers)
    const refuse = (message: string, error = 'InvalidRequest'): void => reply(400, { error, message })
    const find = (actor: string): SimulatedAccount | undefined =>
      accounts.find(({ did, handle, gone }) => !gone && (did === actor || handle === actor.toLowerCase()))
    switch (method) {
      case 'app.bsky.actor.getProfile': {
        const account = find(url.searchParams.get('actor') ?? '')
        return account ? reply(200, profileOf(account)) : refuse('Profile not found')
      }
      case 'app.bsky.actor.getProfiles': {
        const actors = url.searchParams.getAll('actors')
        if (actors.length === 0 || actors.length > 25)
          return refuse('Error: actors must not have more than 25 elements')
        return reply(200, {
          profiles: actors
            .map(find)
            .filter((account) => account !== undefined)
            .map(profileOf),
        })
      }
      case 'app.bsky.feed.getAuthorFeed': {
        const account = find(url.searchParams.get('actor') ?? '')
        const limit = Number(url.searchParams.get('limit') ?? 50)
        if (!account) return refuse('Profile not found')
        if (limit < 1 || limit > 100) return refuse('Error: limit can not be greater than 100')
        return reply(
          200,
          simulator.emptied || fault === 'empty'
            ? { feed: [] }
            : feedOf(account, limit, url.searchParams.get('cursor')),
        )
      }
      case 'app.bsky.feed.getPosts': {
        const uris = url.searchParams.getAll('uris')
        if (uris.length === 0 || uris.length > 25) return refuse('Error: uris must not have more than 25 elements')
        const isShown = (post: SimulatedPost): boolean => accounts.some(({ did, gone }) => did === post.did && !gone)
        return reply(200, { posts: posts.filter((post) => uris.includes(uriOf(post)) && isShown(post)).map(postView) })
      }
      default:
        return reply(501, { error: 'MethodNotImplemented', message: 'Method Not Implemented' })
    }
  }
  function feedOf({ did }: SimulatedAccount, limit: number, cursor: string | null): object {
    const sortAt = (post: SimulatedPost): number => Math.min(Date.parse(post.record.createdAt), post.indexedAt)
    const items = [
      ...posts
        .filter((post) => post.did === did)
        .map((post) => ({ post, at: sortAt(post), reason: null as object | null })),
      ...reposts
        .filter(({ by }) => by === did)
        .map(({ post, at }) => ({
          post,
          at,
          reason: { $type: 'app.bsky.feed.defs#reasonRepost', by: viewOf(did), indexedAt: new Date(at).toISOString() },
        })),
    ]
    const place = ({ at, post }: { at: number; post: SimulatedPost }): string =>
      `${new Date(at).toISOString()}::${post.rkey}`
    const sorted = items
      .toSorted((one, other) => (place(one) < place(other) ? 1 : -1))
      .filter((item) => cursor === null || place(item) < cursor)
    const page = sorted.slice(0, limit)
    const last = page.at(-1)
    return {
      feed: page
        .filter(({ reason }) => !(simulator.hidesReposts && reason))
        .map(({ post, reason }) => ({ post: postView(post), ...(reason && { reason }) })),
      ...(last && sorted.length > limit && { cursor: place(last) }),
    }
  }
  function postView(post: SimulatedPost): object {
    return {
      uri: uriOf(post),
      cid: 'bafypost',
      author: viewOf(post.did),
      record: post.record,
      replyCount: 0,
      indexedAt: new Date(post.indexedAt).toISOString(),
    }
  }
  function viewOf(did: string): object {
    const account = accounts.find((each) => each.did === did)
    return { did, handle: account?.handle ?? 'handle.invalid', displayName: account?.displayName }
  }
}

const uriOf = ({ did, rkey }: SimulatedPost): string => `at://${did}/app.bsky.feed.post/${rkey}`

function profileOf({ did, handle, displayName, followers }: SimulatedAccount): object {
  return {
    did,
    handle,
    displayName,
    avatar: `https://cdn.bsky.app/img/avatar/plain/${did}/bafkreiavatar@jpeg`,
    followersCount: followers,
    postsCount: 1,
    indexedAt: '2026-01-01T00:00:00.000Z',
  }
}

function tidOf(microseconds: number): string {
  let value = BigInt(microseconds) << 10n
  let tid = ''
  for (let place = 0; place < 13; place++) {
    tid = `${letters[Number(value % 32n)]}${tid}`
    value /= 32n
  }
  return tid
}

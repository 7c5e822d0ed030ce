/** A Mastodon instance as its sheet tells, on this machine: REST with its limit, and streaming for those with a token. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { openLocalServer } from '../shared/local-server.simulator.ts'

export interface SimulatedAccount {
  id: string
  username: string
  /** Null: of this instance. */
  domain: string | null
  displayName: string
  followers: number
  group: boolean
  suspended: boolean
}

export interface SimulatedStatus {
  id: string
  account: SimulatedAccount
  html: string
  createdAt: number
  editedAt: number | null
  language: string | null
  visibility: string
  spoiler: string
  replyTo: SimulatedStatus | null
  reblog: SimulatedStatus | null
}

/** `well`: nothing; `empty`: a list without anything in it; with headers of its own, where null leaves one out. */
export type MastodonFault =
  | 429
  | 500
  | 'hang'
  | 'break'
  | 'mumble'
  | 'well'
  | 'empty'
  | { status: 429 | 503; headers: Record<string, string | null> }

interface PostOptions {
  language?: string | null
  visibility?: string
  spoiler?: string
  replyTo?: SimulatedStatus
  reblog?: SimulatedStatus
  createdAt?: Date
  /** It is there, and the stream says nothing of it. */
  silently?: boolean
}

export interface MastodonSimulator {
  url: string
  domain: string
  account(
    username: string,
    given?: { domain?: string; displayName?: string; followers?: number; group?: boolean },
  ): SimulatedAccount
  post(account: SimulatedAccount, html: string, given?: PostOptions): SimulatedStatus
  edit(status: SimulatedStatus, html: string): void
  delete(status: SimulatedStatus): void
  /** Any frame, as it is. */
  say(frame: string): void
  /** The next calls, one each. */
  faults: MastodonFault[]
  /** It takes sockets and says nothing, not even a pong; those stay dead that missed something then. */
  frozen: boolean
  /** Its lists show nothing, as while it is being mended; each status by itself is there. */
  emptied: boolean
  /** It tells of no further pages. */
  linkless: boolean
  /** Fewer on a page than it is asked for, as some were hidden after it was cut off. */
  mostPerPage: number
  /** Strangers are refused everything but the instance itself. */
  closed: boolean
  /** No instance: every call is answered with a page. */
  isSite: boolean
  /** Where WebFinger leads. */
  webFinger: string | null
  /** The token that is taken; null: none is. */
  token: string | null
  /** Where it says that it streams. */
  streaming: string
  cut(): void
  sockets(): number
  connections: number
  /** By path, numbers left out. */
  calls: Map<string, number>
  mostWithinWindow(): number
  end(): Promise<void>
}

const WINDOW = 300_000
const MOST_PER_WINDOW = 300

export async function startMastodonSimulator({
  now,
  domain,
  skew = 0,
}: {
  now: () => Date
  domain: string
  /** Milliseconds its clock is ahead. */ skew?: number
}): Promise<MastodonSimulator> {
  const accounts: SimulatedAccount[] = []
  const statuses: SimulatedStatus[] = []
  const open = new Set<WebSocket>()
  /** Sockets that missed something are dead for good, and only their silence tells. */
  const dead = new WeakSet<WebSocket>()
  let windowStart = 0
  let callsInWindow = 0
  let mostInWindow = 0
  let lastId = 0n
  const clock = (): number => now().getTime() + skew
  /** Snowflakes: the time it was written at, wherever, and a number. */
  function idAt(time: number): string {
    let id = BigInt(time) << 16n
    while (statuses.some((status) => status.id === String(id))) id += 1n
    lastId = id > lastId ? id : lastId
    return String(id)
  }

  const gate = new WebSocketServer({ noServer: true, autoPong: false })
  const local = await openLocalServer(answer)
  local.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (pathname !== '/api/v1/streaming') return void stream.end('HTTP/1.1 404 Not Found\r\n\r\n')
    if (!hasToken(request)) return void stream.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
    gate.handleUpgrade(request, stream, head, (socket) => {
      simulator.connections += 1
      socket.on('ping', () => simulator.frozen || dead.has(socket) || socket.pong())
      socket.on('error', () => {})
      socket.on('close', () => open.delete(socket))
      if (searchParams.get('stream') === 'public') open.add(socket)
      else socket.send(JSON.stringify({ error: 'Unknown stream type', status: 400 }))
    })
  })

  const simulator: MastodonSimulator = {
    url: local.url,
    domain,
    account(username, { domain: of, displayName = username, followers = 0, group = false } = {}) {
      const account = {
        id: String(109_000_000_000_000_000 + accounts.length * 1_000),
        username,
        domain: of ?? null,
        displayName,
        followers,
        group,
        suspended: false,
      }
      accounts.push(account)
      return account
    },
    post(
      account,
      html,
      {
        language = null,
        visibility = 'public',
        spoiler = '',
        replyTo = null,
        reblog = null,
        createdAt,
        silently = false,
      } = {},
    ) {
      const time = createdAt?.getTime() ?? clock()
      const status: SimulatedStatus = {
        id: idAt(time),
        account,
        html,
        createdAt: time,
        editedAt: null,
        language,
        visibility,
        spoiler,
        replyTo,
        reblog,
      }
      statuses.push(status)
      if (!silently && visibility === 'public' && !reblog) tell('update', JSON.stringify(viewOf(status)))
      return status
    },
    edit(status, html) {
      status.html = html
      status.editedAt = Math.max(clock(), (status.editedAt ?? 0) + 1)
      tell('status.update', JSON.stringify(viewOf(status)))
    },
    delete(status) {
      statuses.splice(statuses.indexOf(status), 1)
      tell('delete', status.id)
    },
    say: (frame) => open.forEach((socket) => dead.has(socket) || socket.send(frame)),
    faults: [],
    frozen: false,
    emptied: false,
    linkless: false,
    mostPerPage: 40,
    closed: false,
    isSite: false,
    webFinger: null,
    token: null,
    streaming: `ws://${local.host}`,
    cut: () => open.forEach((socket) => socket.terminate()),
    sockets: () => open.size,
    connections: 0,
    calls: new Map(),
    mostWithinWindow: () => mostInWindow,
    end() {
      for (const socket of gate.clients) socket.terminate()
      return local.close()
    },
  }
  return simulator

  function tell(event: string, payload: string): void {
    if (simulator.frozen) open.forEach((socket) => dead.add(socket))
    else simulator.say(JSON.stringify({ stream: ['public'], event, payload }))
  }
  function hasToken({ headers }: IncomingMessage): boolean {
    return simulator.token !== null && headers.authorization === `Bearer ${simulator.token}`
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const name = pathname.replace(/\/\d+/g, '/:id')
    simulator.calls.set(name, (simulator.calls.get(name) ?? 0) + 1)
    if (clock() >= windowStart + WINDOW) [windowStart, callsInWindow] = [clock(), 0]
    callsInWindow += 1
    mostInWindow = Math.max(mostInWindow, callsInWindow)
    const headers: Record<string, string> = {
      'content-type': 'application/json; charset=utf-8',
      date: new Date(clock()).toUTCString(),
      'x-ratelimit-limit': String(MOST_PER_WINDOW),
      'x-ratelimit-remaining': String(Math.max(0, MOST_PER_WINDOW - callsInWindow)),
      'x-ratelimit-reset': new Date(windowStart + WINDOW).toISOString(),
    }
    const reply = (status: number, body: unknown, more: Record<string, string> = {}): void =>
      void response.writeHead(status, { ...headers, ...more }).end(JSON.stringify(body))
    const fault = simulator.faults.shift() ?? (callsInWindow > MOST_PER_WINDOW ? 429 : null)
    if (fault === 'hang') return
    if (fault === 'break') return void request.socket.destroy()
    if (fault === 429) return reply(429, { error: 'Too many requests' })
    if (typeof fault === 'object' && fault !== null) {
      const given = Object.entries({ ...headers, ...fault.headers }).filter(
        (header): header is [string, string] => header[1] !== null,
      )
      response.sendDate = false
      return void response.writeHead(fault.status, Object.fromEntries(given)).end('{}')
    }
    if (fault === 500) return reply(500, { error: 'We are sorry, but something went wrong on our end.' })
    if (pathname === '/.well-known/webfinger' && simulator.webFinger !== null) {
      return reply(200, {
        subject: searchParams.get('resource'),
        links: [{ rel: 'self', type: 'application/activity+json', href: simulator.webFinger }],
      })
    }
    if (simulator.isSite || fault === 'mumble')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Сайт</title>')
    if (pathname === '/api/v2/instance') {
      return reply(200, {
        domain,
        title: domain,
        version: '4.4.2',
        configuration: { urls: { streaming: simulator.streaming } },
      })
    }
    if (request.headers.authorization !== undefined && !hasToken(request))
      return reply(401, { error: 'The access token is invalid' })
    if (simulator.closed && !hasToken(request))
      return reply(401, { error: 'This method requires an authenticated user' })
    if (pathname === '/api/v1/accounts/lookup') {
      const [username, of] = (searchParams.get('acct') ?? '').toLowerCase().split('@')
      const account = accounts.find(
        (each) => each.username.toLowerCase() === username && (each.domain ?? domain) === (of ?? domain),
      )
      return account ? reply(200, accountView(account)) : reply(404, { error: 'Record not found' })
    }
    if (pathname === '/api/v1/timelines/public') {
      return page(statuses.filter(({ visibility, reblog }) => visibility === 'public' && !reblog))
    }
    const [, kind, id, part] = /^\/api\/v1\/(accounts|statuses)\/(\d+)\/(statuses|context)$/.exec(pathname) ?? []
    if (kind === 'accounts' && part === 'statuses') {
      const account = accounts.find((each) => each.id === id)
      if (!account) return reply(404, { error: 'Record not found' })
      const without = searchParams.get('exclude_reblogs') === 'true'
      return page(
        statuses.filter(
          (each) =>
            each.account === account && ['public', 'unlisted'].includes(each.visibility) && !(without && each.reblog),
        ),
      )
    }
    if (kind === 'statuses' && part === 'context') {
      const root = statuses.find((each) => each.id === id)
      if (!root) return reply(404, { error: 'Record not found' })
      const below = (status: SimulatedStatus | null): boolean =>
        status !== null && (status.replyTo === root || below(status.replyTo))
      return reply(200, { ancestors: [], descendants: statuses.filter(below).slice(0, 60).map(viewOf) })
    }
    const [, single] = /^\/api\/v1\/statuses\/(\d+)$/.exec(pathname) ?? []
    const status = statuses.find((each) => each.id === single && ['public', 'unlisted'].includes(each.visibility))
    return status ? reply(200, viewOf(status)) : reply(404, { error: 'Record not found' })

    /** `min_id` goes forward from it, the others back from the newest; what is answered begins with the newest. */
    function page(all: SimulatedStatus[]): void {
      const limit = Number(searchParams.get('limit') ?? 20)
      if (!(limit >= 1 && limit <= 40)) return reply(422, { error: 'limit' })
      const [above, below, since] = ['min_id', 'max_id', 'since_id'].map((each) => searchParams.get(each))
      if (simulator.emptied || fault === 'empty') return reply(200, [])
      const fits = all
        .filter(
          (each) =>
            (!above || BigInt(each.id) > BigInt(above)) &&
            (!below || BigInt(each.id) < BigInt(below)) &&
            (!since || BigInt(each.id) > BigInt(since)),
        )
        .toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? 1 : -1))
      const most = Math.min(limit, simulator.mostPerPage)
      const part = above ? fits.slice(-most) : fits.slice(0, most)
      const last = part.at(-1)
      const link: Record<string, string> =
        last && part.length === limit && !simulator.linkless
          ? {
              link: `<${simulator.url}${pathname}?max_id=${last.id}>; rel="next", <${simulator.url}${pathname}?min_id=${part[0]?.id}>; rel="prev"`,
            }
          : {}
      return reply(200, part.map(viewOf), link)
    }
  }

  function accountView(account: SimulatedAccount): object {
    const { id, username, domain: of, displayName, followers, group, suspended } = account
    return {
      id,
      username,
      acct: of === null ? username : `${username}@${of}`,
      display_name: displayName,
      locked: false,
      bot: false,
      group,
      suspended,
      url: `https://${of ?? domain}/@${username}`,
      uri: `https://${of ?? domain}/users/${username}`,
      avatar: `https://${domain}/avatars/${id}.png`,
      followers_count: followers,
    }
  }
  function viewOf(status: SimulatedStatus): object {
    const { id, account, html, createdAt, editedAt, language, visibility, spoiler, replyTo, reblog } = status
    const home = `https://${account.domain ?? domain}`
    return {
      id,
      created_at: new Date(createdAt).toISOString(),
      edited_at: editedAt === null ? null : new Date(editedAt).toISOString(),
      in_reply_to_id: replyTo?.id ?? null,
      in_reply_to_account_id: replyTo?.account.id ?? null,
      sensitive: spoiler !== '',
      spoiler_text: spoiler,
      visibility,
      language,
      uri: `${home}/users/${account.username}/statuses/${id}`,
      url: `${home}/@${account.username}/${id}`,
      content: html,
      replies_count: statuses.filter((each) => each.replyTo === status).length,
      reblog: reblog && viewOf(reblog),
      account: accountView(account),
      media_attachments: [],
      tags: [],
      mentions:
        replyTo && replyTo.account !== account
          ? [
              {
                id: replyTo.account.id,
                username: replyTo.account.username,
                acct:
                  replyTo.account.domain === null
                    ? replyTo.account.username
                    : `${replyTo.account.username}@${replyTo.account.domain}`,
              },
            ]
          : [],
    }
  }
}

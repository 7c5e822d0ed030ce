/** The VK API on this machine: status 200 for everything, limits by token, pages, faults on demand; its Streaming API beside it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { DAY, HOUR } from '../../../kit/clock.ts'
import { openFaults, openLocalServer } from '../shared/local-server.simulator.ts'
import { vkStreamingSimulator, type VkStreamingSimulator } from './vk-streaming.simulator.ts'
import {
  answersOf,
  commentJson,
  commentsOf,
  foundCommentJson,
  groupJson,
  postJson,
  userJson,
  vkWorld,
  type Json,
  type VkWorld,
} from './vk-world.simulator.ts'

export type VkTokenKind = 'user' | 'service' | 'group'

export type VkFault =
  /** An error in the body, as VK answers. */
  | { error: number }
  | { status: number; retryAfter?: number }
  /** Takes the question and never answers. */
  | { silence: true }
  /** Something that is no JSON. */
  | { page: string }
  /** The answer before, whatever was asked now. */
  | { stale: true }
  /** The right answer, its items in any order, some of them twice. */
  | { shuffled: true }

export interface VkCall {
  method: string
  parameters: Record<string, string>
  token: string
  /** Milliseconds. */
  at: number
  answer: Json | null
}

export interface VkSimulatorOptions {
  now: () => Date
  tokens?: Record<string, VkTokenKind>
  perSecond?: number
  perDay?: Record<string, number>
  /** Milliseconds by which VK's clock is ahead of ours. */
  skew?: number
}

export interface VkSimulator {
  /** Of the API. */
  url: string
  world: VkWorld
  streaming: VkStreamingSimulator
  tokens: Map<string, VkTokenKind>
  calls: VkCall[]
  called(method: string): number
  /** Questions that were too many, by method: of a client that keeps the limits there are none. */
  refused: Map<string, number>
  /** The next question of the method (of any) meets it, `times` times. */
  fail(fault: VkFault, method?: string, times?: number): void
  /** Nothing fails any more. */
  heal(): void
  close(): Promise<void>
}

/** VK counts its days in Moscow. */
const MOSCOW = 3 * HOUR
const errors: Record<number, string> = {
  1: 'Unknown error occurred',
  3: 'Unknown method passed',
  5: 'User authorization failed: invalid access_token (4).',
  6: 'Too many requests per second',
  9: 'Flood control',
  10: 'Internal server error',
  14: 'Captcha needed',
  15: 'Access denied',
  17: 'Validation required',
  18: 'User was deleted or banned',
  19: 'Content blocked',
  27: 'Group authorization failed: method is unavailable with group auth.',
  28: 'Application authorization failed',
  29: 'Rate limit reached',
  30: 'This profile is private',
  100: 'One of the parameters specified was missing or invalid',
  104: 'Not found',
  113: 'Invalid user id',
  125: 'Invalid group id',
  203: 'Access to group denied',
  212: 'Access to post comments denied',
}

/** Thrown by a method, answered as an error. */
class Refused extends Error {
  readonly code: number
  constructor(code: number) {
    super(errors[code] ?? 'Error')
    this.code = code
  }
}

type Parameters = Record<string, string>

export async function startVkSimulator({
  now,
  tokens: given = { service: 'service' },
  perSecond = 3,
  perDay = {},
  skew = 0,
}: VkSimulatorOptions): Promise<VkSimulator> {
  const milliseconds = (): number => now().getTime()
  const world = vkWorld(() => Math.floor((milliseconds() + skew) / 1000))
  const tokens = new Map(Object.entries(given))
  const calls: VkCall[] = []
  const refused = new Map<string, number>()
  const faults = openFaults<VkFault>()
  const days: Record<string, number> = { 'newsfeed.search': 1_000, 'wall.get': 5_000, ...perDay }
  const used = new Map<string, number>()
  const recent = new Map<string, number[]>()
  const before = new Map<string, Json>()

  function keepLimits(method: string, token: string): void {
    const at = milliseconds()
    const lately = (recent.get(token) ?? []).filter((time) => time > at - 1000)
    const name = `${token} ${method} ${Math.floor((at + skew + MOSCOW) / DAY)}`
    const refuse = (code: number): never => {
      refused.set(method, (refused.get(method) ?? 0) + 1)
      throw new Refused(code)
    }
    if (lately.length >= perSecond) refuse(6)
    recent.set(token, [...lately, at])
    if ((used.get(name) ?? 0) >= (days[method] ?? Infinity)) refuse(29)
    used.set(name, (used.get(name) ?? 0) + 1)
  }

  function checkToken(method: string, token: string): void {
    const kind = tokens.get(token)
    if (kind === undefined) throw new Refused(5)
    if (method === 'streaming.getServerUrl' && kind !== 'service') throw new Refused(28)
    if (kind === 'group' && /^(wall|newsfeed)\./.test(method)) throw new Refused(27)
  }

  const isClosed = (ownerId: number): boolean => {
    const owner = world.owners.get(ownerId)
    if (!owner || owner.deactivated) throw new Refused(ownerId < 0 ? 15 : 18)
    return owner.closed
  }
  const numberOf = (parameters: Parameters, name: string, otherwise?: number): number => {
    const value = parameters[name] === undefined ? otherwise : Number(parameters[name])
    if (value === undefined || !Number.isSafeInteger(value)) throw new Refused(100)
    return value
  }
  const partiesOf = (ids: (number | null)[]): Json => {
    const owners = [...new Set(ids)].flatMap((id) => world.owners.get(id ?? 0) ?? [])
    return {
      profiles: owners.filter(({ id }) => id > 0).map(userJson),
      groups: owners.filter(({ id }) => id < 0).map(groupJson),
    }
  }
  const findPost = (ownerId: number, id: number) =>
    world.posts.find((post) => post.ownerId === ownerId && post.id === id && !post.deleted)
  const byName = (name: string) => [...world.owners.values()].find((owner) => owner.screenName === name)

  const methods: Record<string, (parameters: Parameters) => unknown> = {
    'wall.get'(parameters) {
      const ownerId = numberOf(parameters, 'owner_id')
      if (isClosed(ownerId)) throw new Refused(ownerId < 0 ? 15 : 30)
      const offset = numberOf(parameters, 'offset', 0)
      const wall = world.wall(ownerId)
      const items = wall.slice(offset, offset + Math.min(100, numberOf(parameters, 'count', 20)))
      return {
        count: wall.length,
        items: items.map(postJson),
        ...partiesOf(items.flatMap(({ fromId, signerId, shared }) => [fromId, signerId, shared?.ownerId ?? null])),
      }
    },
    'wall.getById'(parameters) {
      const found = (parameters.posts ?? '')
        .split(',')
        .slice(0, 100)
        .flatMap((name) => {
          const [ownerId, id] = name.split('_').map(Number)
          return findPost(ownerId ?? 0, id ?? 0) ?? []
        })
      return { items: found.map(postJson) }
    },
    'wall.getComments'(parameters) {
      const ownerId = numberOf(parameters, 'owner_id')
      if (isClosed(ownerId)) throw new Refused(15)
      const post = findPost(ownerId, numberOf(parameters, 'post_id'))
      if (!post) throw new Refused(100)
      if (post.commentsClosed) throw new Refused(212)
      const root = numberOf(parameters, 'comment_id', 0)
      const level = root === 0 ? commentsOf(post).filter((comment) => comment.root === null) : answersOf(post, root)
      const sorted = level.toSorted((a, b) => (parameters.sort === 'desc' ? b.id - a.id : a.id - b.id))
      const offset = numberOf(parameters, 'offset', 0)
      const items = sorted.slice(offset, offset + Math.min(100, numberOf(parameters, 'count', 10)))
      const inThread = Math.min(10, numberOf(parameters, 'thread_items_count', 0))
      const named = items.flatMap((comment) => [
        comment.fromId,
        ...answersOf(post, comment.id).map(({ fromId }) => fromId),
      ])
      return {
        count: root === 0 ? commentsOf(post).length : level.length,
        items: items.map((comment) => commentJson(post, comment, inThread)),
        ...partiesOf(named),
        current_level_count: level.length,
        can_post: true,
        show_reply_button: true,
        groups_can_post: true,
      }
    },
    'newsfeed.search'(parameters) {
      const nowAt = Math.floor((milliseconds() + skew) / 1000)
      const from = numberOf(parameters, 'start_time', nowAt - 86_400)
      const to = numberOf(parameters, 'end_time', nowAt)
      const words = (parameters.q ?? '')
        .toLowerCase()
        .split(' ')
        .filter((word) => word !== '')
      if (words.length === 0) throw new Refused(100)
      // Any form of a word, as far as its first letters tell.
      const fits = (said: string): boolean => words.every((word) => said.toLowerCase().includes(word.slice(0, 5)))
      const open = world.posts.filter((post) => !post.deleted && !world.owners.get(post.ownerId)?.closed)
      const found = open
        .flatMap((post) => [
          ...(fits(post.text) && post.indexedAt <= nowAt
            ? [{ date: post.date, id: post.id, json: postJson(post), ids: [post.ownerId, post.fromId, post.signerId] }]
            : []),
          ...post.comments
            .filter((comment) => !comment.deleted && fits(comment.text))
            .map((comment) => ({
              date: comment.date,
              id: comment.id,
              json: foundCommentJson(post, comment),
              ids: [post.ownerId, comment.fromId],
            })),
        ])
        .filter(({ date }) => date >= from && date <= to)
        .toSorted((a, b) => b.date - a.date || b.id - a.id)
      const offset = parameters.start_from ? Number(parameters.start_from.split('/')[0]) : 0
      if (!Number.isSafeInteger(offset)) throw new Refused(100)
      const end = Math.min(offset + Math.min(200, numberOf(parameters, 'count', 30)), 1_000)
      const items = found.slice(offset, end)
      return {
        items: items.map(({ json }) => json),
        ...partiesOf(items.flatMap(({ ids }) => ids)),
        count: Math.min(found.length, 1_000),
        total_count: found.length,
        ...(end < Math.min(found.length, 1_000) ? { next_from: `${end}/${items.at(-1)?.id ?? 0}` } : {}),
      }
    },
    'groups.getById'(parameters) {
      const names = (parameters.group_ids ?? parameters.group_id ?? '').split(',')
      const found = names.map((name) => (/^\d+$/.test(name) ? world.owners.get(-Number(name)) : byName(name)))
      if (found.every((owner) => owner === undefined)) throw new Refused(100)
      return { groups: found.flatMap((owner) => (owner ? [groupJson(owner)] : [])), profiles: [] }
    },
    'users.get': (parameters) =>
      (parameters.user_ids ?? '').split(',').flatMap((id) => {
        const owner = world.owners.get(Number(id))
        return owner && owner.id > 0 ? [userJson(owner)] : []
      }),
    'utils.resolveScreenName'(parameters) {
      if (parameters.screen_name === 'some_app') return { type: 'vk_app', object_id: 7 }
      const owner = byName(parameters.screen_name ?? '')
      return owner ? { type: owner.id > 0 ? 'user' : 'group', object_id: Math.abs(owner.id) } : []
    },
    'streaming.getServerUrl': () => streaming.open(),
  }

  function answer(method: string, parameters: Parameters, token: string): Json {
    try {
      checkToken(method, token)
      keepLimits(method, token)
      const call = methods[method]
      if (!call) throw new Refused(3)
      return { response: call(parameters) }
    } catch (error) {
      if (error instanceof Refused) return errorJson(error.code, method, parameters)
      throw error
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://simulator.invalid')
    if (url.pathname.startsWith('/rules')) return streaming.handle(request, response, url)
    const method = /^\/method\/([\w.]+)$/.exec(url.pathname)?.[1] ?? ''
    const parameters: Parameters = Object.fromEntries(
      request.method === 'POST' ? new URLSearchParams(await text(request)) : url.searchParams,
    )
    const token = parameters.access_token ?? /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const call: VkCall = { method, parameters, token, at: milliseconds(), answer: null }
    calls.push(call)
    const fault = faults.take(method)
    if (fault && 'silence' in fault) return
    const send = (status: number, body: string, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(body)
    }
    if (fault && 'status' in fault)
      return send(
        fault.status,
        'Busy',
        fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) },
      )
    if (fault && 'page' in fault) return send(200, fault.page)
    if (fault && 'error' in fault) return send(200, JSON.stringify(errorJson(fault.error, method, parameters)))
    const right = answer(method, parameters, token)
    call.answer = fault && 'stale' in fault ? (before.get(method) ?? right) : fault ? shuffled(right) : right
    before.set(method, call.answer)
    send(200, JSON.stringify(call.answer))
  }

  const local = await openLocalServer(handle)
  const streaming = vkStreamingSimulator(local.server, local.host)

  return {
    url: local.url,
    world,
    streaming,
    tokens,
    calls,
    called: (method) => calls.filter((call) => call.method === method).length,
    refused,
    fail: faults.add,
    heal: faults.clear,
    close() {
      streaming.close()
      return local.close()
    },
  }
}

function errorJson(code: number, method: string, parameters: Parameters): Json {
  const shown = Object.entries({ method, oauth: '1', ...parameters }).map(([key, value]) => ({ key, value }))
  return {
    error: {
      error_code: code,
      error_msg: errors[code] ?? 'Error',
      request_params: shown,
      ...(code === 14
        ? { captcha_sid: '548747100691', captcha_img: 'https://api.vk.ru/captcha.php?sid=548747100284&s=1' }
        : {}),
      ...(code === 17 ? { redirect_uri: 'https://m.vk.com/activation?act=validate' } : {}),
    },
  }
}

function shuffled(answer: Json): Json {
  const { response } = answer as { response?: { items?: unknown[] } }
  if (!response?.items) return answer
  const { items } = response
  return {
    response: {
      ...response,
      items: [
        ...items.filter((_, place) => place % 2 === 1),
        ...items.filter((_, place) => place % 2 === 0),
        ...items.slice(0, 3),
      ],
    },
  }
}

/** The VK API on this machine: status 200 for everything, limits by token, pages, faults on demand; its Streaming API beside it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { DAY, HOUR } from '../../../kit/clock.ts'
import { openFaults, openLocalServer, type LocalServer } from '../shared/local-server.simulator.ts'
import { vkStreamingSimulator, type VkStreamingSimulator } from './vk-streaming.simulator.ts'
import { Refused, vkMethods, type VkParameters } from './vk-methods.simulator.ts'
import { vkWorld, type Json, type VkWorld } from './vk-world.simulator.ts'

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

/** Calls inside one `execute`. */
const MOST_INSIDE = 25
/** VK counts its days in Moscow. */
const MOSCOW = 3 * HOUR
const errors: Record<number, string> = {
  1: 'Unknown error occurred',
  3: 'Unknown method passed',
  5: 'User authorization failed: invalid access_token (4).',
  6: 'Too many requests per second',
  9: 'Flood control',
  12: 'Unable to compile code',
  13: 'Runtime error occurred during code invocation: response size is too big',
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

export async function startVkSimulator(options: VkSimulatorOptions): Promise<VkSimulator> {
  const local = await openLocalServer((request, response) => simulator.handle(request, response))
  const simulator = new VkSimulator(local, options)
  return simulator
}

export class VkSimulator {
  /** Of the API. */
  readonly url: string
  readonly world: VkWorld
  readonly streaming: VkStreamingSimulator
  readonly tokens: Map<string, VkTokenKind>
  readonly calls: VkCall[] = []
  /** Questions that were too many, by method: of a client that keeps the limits there are none. */
  readonly refused = new Map<string, number>()
  /** More inside one `execute` make an answer that is too long. */
  mostExecuted = Infinity

  readonly #local: LocalServer
  readonly #now: () => Date
  readonly #skew: number
  readonly #perSecond: number
  readonly #perDay: Record<string, number>
  readonly #faults = openFaults<VkFault>()
  /** By token, method and day in Moscow. */
  readonly #used = new Map<string, number>()
  /** Times of the last calls, by token. */
  readonly #recent = new Map<string, number[]>()
  /** The last answer, by method. */
  readonly #before = new Map<string, Json>()

  constructor(
    local: LocalServer,
    { now, tokens = { service: 'service' }, perSecond = 3, perDay = {}, skew = 0 }: VkSimulatorOptions,
  ) {
    this.url = local.url
    this.world = vkWorld(() => this.#vkSeconds())
    this.streaming = vkStreamingSimulator(local.server, local.host)
    this.tokens = new Map(Object.entries(tokens))
    this.#local = local
    this.#now = now
    this.#skew = skew
    this.#perSecond = perSecond
    this.#perDay = { 'newsfeed.search': 1_000, 'wall.get': 5_000, ...perDay }
  }

  called(method: string): number {
    return this.calls.filter((call) => call.method === method).length
  }

  /** The next question of the method (of any) meets it, `times` times. */
  fail(fault: VkFault, method?: string, times?: number): void {
    this.#faults.add(fault, method, times)
  }

  /** Nothing fails any more. */
  heal(): void {
    this.#faults.clear()
  }

  close(): Promise<void> {
    this.streaming.close()
    return this.#local.close()
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://simulator.invalid')
    if (url.pathname.startsWith('/rules')) return this.streaming.handle(request, response, url)
    const method = /^\/method\/([\w.]+)$/.exec(url.pathname)?.[1] ?? ''
    const parameters: VkParameters = Object.fromEntries(
      request.method === 'POST' ? new URLSearchParams(await text(request)) : url.searchParams,
    )
    const token = parameters.access_token ?? /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const call: VkCall = { method, parameters, token, at: this.#now().getTime(), answer: null }
    this.calls.push(call)
    const fault = this.#faults.take(method)
    if (fault && 'silence' in fault) return
    if (fault && 'status' in fault) return sendStatus(response, fault)
    if (fault && 'page' in fault) return send(response, fault.page)
    if (fault && 'error' in fault) return send(response, JSON.stringify(errorJson(fault.error, method, parameters)))
    const right = this.#answer(call)
    call.answer = fault && 'stale' in fault ? (this.#before.get(method) ?? right) : fault ? shuffled(right) : right
    this.#before.set(method, call.answer)
    send(response, JSON.stringify(call.answer))
  }

  #answer(call: VkCall): Json {
    const { method, parameters, token } = call
    try {
      this.#checkToken(method, token)
      this.#keepLimits(method, token)
      if (method === 'execute') return this.#execute(call)
      return { response: this.#run(method, parameters) }
    } catch (error) {
      if (error instanceof Refused) return errorJson(error.code, method, parameters)
      throw error
    }
  }

  /** Each call inside is one by itself but for the second it shares; those that fail are `false`, and listed in their order. */
  #execute({ parameters, token, at }: VkCall): Json {
    const { code = '' } = parameters
    const inside = [...code.matchAll(/API\.(\w+\.\w+)\((\{[^{}]*\})\)/g)]
    if (code !== `return [${inside.map(([source]) => source).join(',')}];`) throw new Refused(12)
    if (inside.length > MOST_INSIDE || inside.length > this.mostExecuted) throw new Refused(13)
    const errorsInside: Json[] = []
    const response = inside.map(([, method = '', json = '{}']) => {
      const asked = Object.fromEntries(
        Object.entries(JSON.parse(json) as Json).map(([key, value]) => [key, String(value)]),
      )
      const call: VkCall = { method, parameters: asked, token, at, answer: null }
      this.calls.push(call)
      try {
        const fault = this.#faults.take(method)
        if (fault && 'error' in fault) throw new Refused(fault.error)
        this.#checkToken(method, token)
        this.#keepDailyLimit(method, token)
        const answered = this.#run(method, asked)
        call.answer = { response: answered }
        return answered
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        errorsInside.push({ method, error_code: error.code, error_msg: errors[error.code] ?? 'Error' })
        return false
      }
    })
    return { response, ...(errorsInside.length > 0 ? { execute_errors: errorsInside } : {}) }
  }

  #run(method: string, parameters: VkParameters): unknown {
    if (method === 'streaming.getServerUrl') return this.streaming.open()
    const run = vkMethods[method]
    if (!run) throw new Refused(3)
    return run(this.world, parameters, this.#vkSeconds())
  }

  #checkToken(method: string, token: string): void {
    const kind = this.tokens.get(token)
    if (kind === undefined) throw new Refused(5)
    if (method === 'streaming.getServerUrl' && kind !== 'service') throw new Refused(28)
    if (method === 'execute' && kind === 'service') throw new Refused(28)
    if (kind === 'group' && /^(wall|newsfeed)\./.test(method)) throw new Refused(27)
  }

  #keepLimits(method: string, token: string): void {
    const at = this.#now().getTime()
    const lately = (this.#recent.get(token) ?? []).filter((time) => time > at - 1000)
    if (lately.length >= this.#perSecond) this.#refuse(method, 6)
    this.#recent.set(token, [...lately, at])
    this.#keepDailyLimit(method, token)
  }

  #keepDailyLimit(method: string, token: string): void {
    const name = `${token} ${method} ${Math.floor((this.#now().getTime() + this.#skew + MOSCOW) / DAY)}`
    const used = this.#used.get(name) ?? 0
    if (used >= (this.#perDay[method] ?? Infinity)) this.#refuse(method, 29)
    this.#used.set(name, used + 1)
  }

  #refuse(method: string, code: number): never {
    this.refused.set(method, (this.refused.get(method) ?? 0) + 1)
    throw new Refused(code)
  }

  #vkSeconds(): number {
    return Math.floor((this.#now().getTime() + this.#skew) / 1000)
  }
}

function send(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body)
}

function sendStatus(response: ServerResponse, { status, retryAfter }: { status: number; retryAfter?: number }): void {
  const wait = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...wait }).end('Busy')
}

function errorJson(code: number, method: string, parameters: VkParameters): Json {
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

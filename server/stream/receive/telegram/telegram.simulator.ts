/** Telegram as its sheet tells, on this machine: the public pages of t.me and the Bot API behind one address. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { openFaults, openLocalServer, openSecondCounter, type LocalServer } from '../shared/local-server.simulator.ts'
import { BotApi, type SimulatedBot } from './bot-api.simulator.ts'
import { cardPage, discussionPage, postPage, previewOf, previewPage } from './preview-markup.simulator.ts'
import { TelegramWorld, type SimulatedChat } from './telegram-world.simulator.ts'

export type TelegramMethod = 'page' | 'discussion' | 'post' | 'card' | 'bot'

/** What goes wrong with the next call of a method. */
export interface TelegramFault {
  method: TelegramMethod
  /** A status; silence, as of a half-open socket; `empty`: how too many questions are answered; `repeated`: the newest page, whatever was asked; `shuffled`: out of order; `stale`: without the five newest. */
  answer: number | 'silence' | 'broken' | 'empty' | 'repeated' | 'shuffled' | 'stale'
  retryAfter?: number
  times?: number
}

export interface TelegramCall {
  method: TelegramMethod
  path: string
  at: Date
}

export async function startTelegramSimulator({
  now,
  longPoll = 50,
}: {
  now: () => Date
  longPoll?: number
}): Promise<TelegramSimulator> {
  const local = await openLocalServer((request, response) => simulator.answer(request, response))
  const simulator = new TelegramSimulator(local, now, longPoll)
  return simulator
}

export class TelegramSimulator extends TelegramWorld {
  readonly url: string
  readonly calls: TelegramCall[] = []
  /** More calls of the pages in a second than this are refused with 429. */
  perSecond = Infinity

  readonly #local: LocalServer
  readonly #now: () => Date
  readonly #botApi: BotApi
  readonly #faults = openFaults<TelegramFault>()
  readonly #seconds = openSecondCounter()

  constructor(local: LocalServer, now: () => Date, longPoll: number) {
    super({ now })
    this.url = local.url
    this.#local = local
    this.#now = now
    this.#botApi = new BotApi(this, now, longPoll)
  }

  bot(token: string, ...memberOf: string[]): SimulatedBot {
    return this.#botApi.add(token, ...memberOf)
  }

  count(method: TelegramMethod): number {
    return this.calls.filter((call) => call.method === method).length
  }

  /** The most calls of the pages in any second. */
  busiestSecond(): number {
    return this.#seconds.busiest()
  }

  fail(fault: TelegramFault): void {
    this.#faults.add(fault, fault.method, fault.times)
  }

  close(): Promise<void> {
    this.#botApi.close()
    return this.#local.close()
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const [first = '', second = '', third] = url.pathname.split('/').filter((part) => part !== '')
    const method = methodOf(url, first, second, third)
    this.calls.push({
      method,
      path: method === 'bot' ? `/bot/${second}` : `${url.pathname}${url.search}`,
      at: this.#now(),
    })
    const inSecond = method === 'bot' ? 0 : this.#seconds.count('pages', this.#now())
    const fault = this.#faults.take(method)
    if (fault?.answer === 'silence') return
    if (fault?.answer === 'broken') {
      response.destroy()
      return
    }
    if (typeof fault?.answer === 'number') return refuse(response, method, fault.answer, fault.retryAfter)
    if (method === 'bot') {
      const given = (await text(request)) || '{}'
      const reply = await this.#botApi.answer(first.slice(3), second, JSON.parse(given) as Record<string, unknown>)
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
      return
    }
    if (inSecond > this.perSecond) return refuse(response, method, 429)
    this.#showPage(
      response,
      { method, url, name: (first === 's' ? second : first).toLowerCase(), id: Number(second) },
      fault,
    )
  }

  #showPage(response: ServerResponse, { method, url, name, id }: AskedPage, fault: TelegramFault | null): void {
    const chat = this.chats.get(name)
    if (method === 'page' && !chat?.preview) {
      response.writeHead(302, { location: `/${name}` }).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    if (method === 'page' && chat) response.end(preview(chat, url.searchParams, fault))
    else if (method === 'discussion') response.end(discussion(chat, id, url.searchParams, fault))
    else response.end(method === 'post' ? postPage(chat, id) : cardPage(chat, name))
  }
}

interface AskedPage {
  method: TelegramMethod
  url: URL
  /** Of the chat. */
  name: string
  /** Of the post, where it is about one. */
  id: number
}

function methodOf(url: URL, first: string, second: string, third: string | undefined): TelegramMethod {
  if (first.startsWith('bot') && third === undefined && second !== '' && !/^\d+$/.test(second)) return 'bot'
  if (first === 's') return 'page'
  if (second === '') return 'card'
  return url.searchParams.has('discussion') ? 'discussion' : 'post'
}

const numberOf = (asked: URLSearchParams, name: string, otherwise: number): number =>
  Number(asked.get(name) ?? otherwise)

function preview(chat: SimulatedChat, asked: URLSearchParams, fault: TelegramFault | null): string {
  if (fault?.answer === 'empty') return previewOf(chat, [], false)
  if (fault?.answer === 'stale') return previewPage({ ...chat, messages: chat.messages.slice(0, -5) }, {})
  if (fault?.answer === 'repeated') return previewPage(chat, {})
  const page = previewPage(chat, { before: numberOf(asked, 'before', Infinity), after: numberOf(asked, 'after', 0) })
  return fault?.answer === 'shuffled' ? shuffle(page) : page
}

function discussion(
  chat: SimulatedChat | undefined,
  id: number,
  asked: URLSearchParams,
  fault: TelegramFault | null,
): string {
  const post = chat?.preview ? chat.messages.find((each) => each.id === id) : undefined
  if (!chat || !post || fault?.answer === 'empty') return '<div class="tgme_widget_message_error">Post not found</div>'
  return discussionPage(chat, post, {
    before: numberOf(asked, 'comment', Infinity),
    limit: numberOf(asked, 'comments_limit', 5),
  })
}

function refuse(response: ServerResponse, method: TelegramMethod, status: number, retryAfter?: number): void {
  if (method === 'bot') {
    const body = {
      ok: false,
      error_code: status,
      description: status === 429 ? `Too Many Requests: retry after ${retryAfter ?? 5}` : 'Internal Server Error',
      ...(status === 429 ? { parameters: { retry_after: retryAfter ?? 5 } } : {}),
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    return
  }
  response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }).end()
}

/** The messages of a page in the wrong order, and its first one twice. */
function shuffle(page: string): string {
  const [head = '', ...messages] = page.split(/(?=<div class="tgme_widget_message_wrap)/)
  const last = messages.pop() ?? ''
  const [body = '', foot = ''] = last.split(/(?=<\/section>)/)
  const all = [...messages, body]
  return [head, ...all.toReversed(), all[0], foot].join('\n')
}

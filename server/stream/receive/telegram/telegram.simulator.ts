/** Telegram as its sheet tells, on this machine: the public pages of t.me and the Bot API behind one address. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Clock } from '../../../kit/clock.ts'
import { openFaults, openLocalServer, openSecondCounter } from '../shared/local-server.simulator.ts'
import { createBotApi, type SimulatedBot } from './bot-api.simulator.ts'
import { cardPage, discussionPage, postPage, previewOf, previewPage } from './preview-markup.simulator.ts'
import { createTelegramWorld, type TelegramWorld } from './telegram-world.simulator.ts'

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

export interface TelegramSimulator extends TelegramWorld {
  url: string
  bot(token: string, ...memberOf: string[]): SimulatedBot
  calls: TelegramCall[]
  count(method: TelegramMethod): number
  /** The most calls of the pages in any second. */
  busiestSecond(): number
  fail(fault: TelegramFault): void
  /** More calls of the pages in a second than this are refused with 429. */
  perSecond: number
  close(): Promise<void>
}

export async function startTelegramSimulator({
  now,
  longPoll = 50,
}: {
  now: () => Date
  longPoll?: number
}): Promise<TelegramSimulator> {
  const clock: Clock = { now }
  const world = createTelegramWorld(clock)
  const botApi = createBotApi(world, now, longPoll)
  const calls: TelegramCall[] = []
  const faults = openFaults<TelegramFault>()
  const seconds = openSecondCounter()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const [first = '', second = '', third] = url.pathname.split('/').filter((part) => part !== '')
    const method: TelegramMethod =
      first.startsWith('bot') && third === undefined && second !== '' && !/^\d+$/.test(second)
        ? 'bot'
        : first === 's'
          ? 'page'
          : second === ''
            ? 'card'
            : url.searchParams.has('discussion')
              ? 'discussion'
              : 'post'
    calls.push({ method, path: method === 'bot' ? `/bot/${second}` : `${url.pathname}${url.search}`, at: now() })
    const inSecond = method === 'bot' ? 0 : seconds.count('pages', now())
    const fault = faults.take(method)
    if (fault?.answer === 'silence') return
    if (fault?.answer === 'broken') {
      response.destroy()
      return
    }
    if (typeof fault?.answer === 'number') return refuse(response, method, fault.answer, fault.retryAfter)
    if (method === 'bot') {
      const given = (await text(request)) || '{}'
      const reply = await botApi.answer(first.slice(3), second, JSON.parse(given) as Record<string, unknown>)
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
      return
    }
    if (inSecond > simulator.perSecond) return refuse(response, method, 429)
    const name = (first === 's' ? second : first).toLowerCase()
    const chat = world.chats.get(name)
    const number = (key: string, otherwise: number): number => Number(url.searchParams.get(key) ?? otherwise)
    if (method === 'page' && !chat?.preview) {
      response.writeHead(302, { location: `/${name}` }).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    if (method === 'page' && chat) {
      if (fault?.answer === 'empty') response.end(previewOf(chat, [], false))
      else if (fault?.answer === 'stale')
        response.end(previewPage({ ...chat, messages: chat.messages.slice(0, -5) }, {}))
      else if (fault?.answer === 'repeated') response.end(previewPage(chat, {}))
      else {
        const page = previewPage(chat, { before: number('before', Infinity), after: number('after', 0) })
        response.end(fault?.answer === 'shuffled' ? shuffle(page) : page)
      }
    } else if (method === 'discussion') {
      const post = chat?.preview ? chat.messages.find(({ id }) => id === Number(second)) : undefined
      const page =
        chat && post && fault?.answer !== 'empty'
          ? discussionPage(chat, post, { before: number('comment', Infinity), limit: number('comments_limit', 5) })
          : '<div class="tgme_widget_message_error">Post not found</div>'
      response.end(page)
    } else {
      response.end(method === 'post' ? postPage(chat, Number(second)) : cardPage(chat, name))
    }
  }

  const local = await openLocalServer(answer)

  const simulator: TelegramSimulator = {
    ...world,
    url: local.url,
    bot: (token, ...memberOf) => botApi.add(token, ...memberOf),
    calls,
    count: (method) => calls.filter((call) => call.method === method).length,
    busiestSecond: seconds.busiest,
    fail: (fault) => faults.add(fault, fault.method, fault.times),
    perSecond: Infinity,
    close() {
      botApi.close()
      return local.close()
    },
  }
  return simulator
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

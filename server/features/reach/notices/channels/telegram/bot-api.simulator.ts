/** The Bot API of Telegram on this machine, after its contract and not after our code: what it refuses, how fast it may be asked, how it reports what people do. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { systemClock } from '../../../../../kit/clock.ts'
import { openBell, openFaults, openSimulatedServer, type Faults } from '../messenger-server.simulator.ts'
import { readHtml } from './read-html.simulator.ts'
import { closedBy, keyboardOf, Refused, type ClosedChat, type SimulatedButton } from './refusals.simulator.ts'

export const BOT_TOKEN = '1234567:simulated-token-of-a-bot'
export const BOT_NAME = 'echolot_test_bot'

type Fault = { status: 502 } | { status: 429; retryAfter: number } | { status: 401 }

export interface SimulatedMessage {
  id: number
  chat: number
  text: string
  bold: string[]
  buttons: SimulatedButton[][]
  preview: boolean
  edits: number
}

interface SimulatedChat {
  id: number
  type: 'private' | 'supergroup' | 'group'
  title: string
  /** Why nothing may be sent there. */
  closed: ClosedChat | null
  movedTo: number | null
  sentAt: number[]
}

export interface SimulatedAnswer {
  text: string
  alert: boolean
}

/** @param options.strict also short bursts to one chat are refused */
export async function simulateBotApi({
  now = () => systemClock.now(),
  strict = false,
}: { now?: () => Date; strict?: boolean } = {}): Promise<BotApiSimulator> {
  const simulator = new BotApiSimulator(now, strict)
  const { url, close } = await openSimulatedServer((request, body, response) =>
    simulator.answer(request, body, response),
  )
  simulator.url = url
  simulator.close = close
  return simulator
}

export class BotApiSimulator {
  url = ''
  close: () => Promise<void> = () => Promise.resolve()
  readonly faults: Faults<Fault> = openFaults()
  readonly messages: SimulatedMessage[] = []
  readonly answers: SimulatedAnswer[] = []
  commands: { command: string; description: string }[] = []
  webhook: { url: string; secret: string } | null = null
  /** Where a webhook is really sent, whatever its address says. */
  webhookHost = ''
  /** Statuses of what was sent there. */
  readonly statuses: number[] = []
  /** How often something was refused for being asked too fast. */
  tooFast = 0
  /** Asking twice at once, or beside a webhook. */
  conflicts = 0
  readonly #now: () => Date
  readonly #strict: boolean
  readonly #chats = new Map<number, SimulatedChat>()
  readonly #presses = new Set<string>()
  readonly #bell = openBell()
  #updates: { update_id: number }[] = []
  #lastUpdate = 100
  #lastId = 1_000
  #sentAt: number[] = []
  #polling = 0

  constructor(now: () => Date, strict: boolean) {
    this.#now = now
    this.#strict = strict
  }

  person(title: string): number {
    return this.#open('private', title, (this.#lastId += 1))
  }

  group(title: string): number {
    return this.#open('group', title, -(this.#lastId += 1))
  }

  #open(type: SimulatedChat['type'], title: string, id: number): number {
    this.#chats.set(id, { id, type, title, closed: null, movedTo: null, sentAt: [] })
    return id
  }

  /** Updates no one has taken. */
  get waiting(): number {
    return this.#updates.length
  }

  in(chat: number): SimulatedMessage[] {
    return this.messages.filter((message) => message.chat === chat)
  }

  last(chat: number): SimulatedMessage {
    const message = this.in(chat).at(-1)
    if (!message) throw new Error(`nothing was sent to ${chat}`)
    return message
  }

  writes(personId: number, text: string, chatId = personId): Promise<void> {
    return this.#emit({
      message: {
        message_id: (this.#lastId += 1),
        date: this.#seconds(),
        ...this.#where(chatId),
        ...this.#from(personId),
        text,
      },
    })
  }

  /** @param text the beginning of what stands on the button */
  presses(personId: number, message: SimulatedMessage, text: string): Promise<void> {
    const button = message.buttons.flat().find((each) => each.text.startsWith(text))
    if (!button?.callback_data)
      throw new Error(
        `no button ${text} among ${message.buttons
          .flat()
          .map((each) => each.text)
          .join(', ')}`,
      )
    return this.pressesData(personId, message, button.callback_data)
  }

  /** Whatever a client of someone's own making sends. */
  pressesData(personId: number, message: SimulatedMessage, data: string): Promise<void> {
    const id = `press-${(this.#lastId += 1)}`
    this.#presses.add(id)
    const about = {
      message_id: message.id,
      date: this.#seconds(),
      ...this.#where(message.chat),
      text: message.text,
      reply_markup: { inline_keyboard: message.buttons },
    }
    return this.#emit({ callback_query: { id, chat_instance: '1', ...this.#from(personId), message: about, data } })
  }

  blocks(personId: number): Promise<void> {
    this.#chat(personId).closed = 'blocked'
    return this.#membership(personId, personId, 'kicked')
  }

  throwsOut(groupId: number, byId: number): Promise<void> {
    this.#chat(groupId).closed = 'kicked'
    return this.#membership(groupId, byId, 'left')
  }

  /** Without an update: it is found out when something is sent. */
  closes(chatId: number, why: ClosedChat): void {
    this.#chat(chatId).closed = why
  }

  /** The group becomes a large one, with another number. @returns it */
  async grows(groupId: number, { announces = true } = {}): Promise<number> {
    const old = this.#chat(groupId)
    const to = this.#open('supergroup', old.title, -1_000_000_000_000 + groupId)
    if (announces)
      await this.#emit({
        message: { message_id: 1, date: this.#seconds(), ...this.#where(groupId), migrate_to_chat_id: to },
      })
    old.movedTo = to
    return to
  }

  /** The last update once more, as after an answer that was lost. */
  async repeats(update: object): Promise<void> {
    await this.#post(update)
  }

  #membership(chatId: number, byId: number, status: string): Promise<void> {
    const bot = { id: 1, is_bot: true, first_name: 'Эхолот', username: BOT_NAME }
    const change = { old_chat_member: { status: 'member', user: bot }, new_chat_member: { status, user: bot } }
    return this.#emit({
      my_chat_member: { ...this.#where(chatId), ...this.#from(byId), date: this.#seconds(), ...change },
    })
  }

  #where(chatId: number): object {
    const { id, type, title } = this.#chat(chatId)
    return { chat: type === 'private' ? { id, type, first_name: title } : { id, type, title } }
  }

  #from(personId: number): object {
    return { from: { id: personId, is_bot: false, first_name: this.#chat(personId).title } }
  }

  #chat(id: number): SimulatedChat {
    const chat = this.#chats.get(id)
    if (!chat) throw new Refused(400, 'Bad Request: chat not found')
    return chat
  }

  #seconds(): number {
    return Math.floor(this.#now().getTime() / 1000)
  }

  /** The update that was sent last. */
  lastUpdate: object = {}

  async #emit(contents: object): Promise<void> {
    const update = { update_id: (this.#lastUpdate += 1), ...contents }
    this.lastUpdate = update
    if (this.webhook) return this.#post(update)
    this.#updates.push(update)
    this.#bell.wake()
  }

  async #post(update: object): Promise<void> {
    if (!this.webhook) throw new Error('there is no webhook')
    const response = await fetch(`${this.webhookHost}${new URL(this.webhook.url).pathname}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': this.webhook.secret },
      body: JSON.stringify(update),
    })
    this.statuses.push(response.status)
  }

  async answer(request: IncomingMessage, body: string, response: ServerResponse): Promise<void> {
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? []
    try {
      const fault = this.faults.take(method)
      if (fault?.status === 502) {
        response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>')
        return
      }
      if (fault?.status === 429)
        throw new Refused(429, `Too Many Requests: retry after ${fault.retryAfter}`, { retry_after: fault.retryAfter })
      if (fault?.status === 401 || token !== BOT_TOKEN) throw new Refused(401, 'Unauthorized')
      const result = await this.#call(method, body === '' ? {} : (JSON.parse(body) as Record<string, unknown>), request)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, result }))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { code, message, parameters } = error
      const refusal = {
        ok: false,
        error_code: code,
        description: message,
        ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
      }
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
    }
  }

  async #call(method: string, asked: Record<string, unknown>, request: IncomingMessage): Promise<unknown> {
    switch (method) {
      case 'getMe':
        return { id: 1, is_bot: true, first_name: 'Эхолот', username: BOT_NAME }
      case 'setMyCommands':
        this.commands = asked.commands as typeof this.commands
        for (const { command, description } of this.commands)
          if (!/^[a-z0-9_]{1,32}$/.test(command) || description.length < 1 || description.length > 256)
            throw new Refused(400, 'Bad Request: BOT_COMMAND_INVALID')
        return true
      case 'setWebhook':
        if (!/^[A-Za-z0-9_-]{1,256}$/.test(String(asked.secret_token)))
          throw new Refused(400, 'Bad Request: secret token contains unallowed characters')
        this.webhook = { url: String(asked.url), secret: String(asked.secret_token) }
        return true
      case 'deleteWebhook':
        this.webhook = null
        return true
      case 'getUpdates':
        return this.#poll(asked, request)
      case 'sendMessage':
        return this.#send(asked)
      case 'editMessageText':
      case 'editMessageReplyMarkup':
        return this.#edit(method, asked)
      case 'answerCallbackQuery': {
        const text = String(asked.text ?? '')
        if (!this.#presses.delete(String(asked.callback_query_id)))
          throw new Refused(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid')
        if (text.length > 200) throw new Refused(400, 'Bad Request: MESSAGE_TOO_LONG')
        this.answers.push({ text, alert: asked.show_alert === true })
        return true
      }
      default:
        throw new Refused(404, 'Not Found')
    }
  }

  async #poll(
    { offset = 0, timeout = 0, limit = 100 }: { offset?: number; timeout?: number; limit?: number },
    request: IncomingMessage,
  ): Promise<unknown> {
    if (this.webhook) {
      this.conflicts += 1
      throw new Refused(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      )
    }
    if (this.#polling > 0) {
      this.conflicts += 1
      throw new Refused(
        409,
        'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
      )
    }
    this.#updates = this.#updates.filter((update) => update.update_id >= offset)
    this.#polling += 1
    try {
      if (this.#updates.length === 0) await this.#bell.wait(timeout * 1000, request)
      return this.#updates.slice(0, limit)
    } finally {
      this.#polling -= 1
    }
  }

  #send(asked: Record<string, unknown>): object {
    const chat = this.#chat(Number(asked.chat_id))
    if (chat.movedTo !== null)
      throw new Refused(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: chat.movedTo,
      })
    if (chat.closed) throw closedBy(chat.closed)
    const { text, bold } = this.#read(asked)
    const buttons = keyboardOf(asked.reply_markup)
    this.#count(chat)
    const { is_disabled: hidden = false } = (asked.link_preview_options ?? {}) as { is_disabled?: boolean }
    const id = (this.#lastId += 1)
    this.messages.push({ id, chat: chat.id, text, bold, buttons, preview: !hidden, edits: 0 })
    return { message_id: id, date: this.#seconds(), ...this.#where(chat.id), text }
  }

  #edit(method: string, asked: Record<string, unknown>): object {
    const message = this.messages.find(
      ({ id, chat }) => id === Number(asked.message_id) && chat === Number(asked.chat_id),
    )
    if (!message) throw new Refused(400, 'Bad Request: message to edit not found')
    const read = method === 'editMessageText' ? this.#read(asked) : { text: message.text, bold: message.bold }
    const buttons = keyboardOf(asked.reply_markup)
    if (JSON.stringify([message.text, message.buttons]) === JSON.stringify([read.text, buttons]))
      throw new Refused(
        400,
        'Bad Request: message is not modified: specified new message content and reply markup are exactly the same',
      )
    Object.assign(message, { ...read, buttons, edits: message.edits + 1 })
    return { message_id: message.id, date: this.#seconds(), ...this.#where(message.chat), text: message.text }
  }

  #read({ text: written, parse_mode: mode }: Record<string, unknown>): { text: string; bold: string[] } {
    if (mode !== 'HTML') throw new Refused(400, 'Bad Request: unsupported parse_mode')
    const read = readHtml(String(written))
    if (!read) throw new Refused(400, "Bad Request: can't parse entities: unsupported start tag")
    if (read.text === '') throw new Refused(400, 'Bad Request: message text is empty')
    if (read.text.length > 4_096) throw new Refused(400, 'Bad Request: message is too long')
    return read
  }

  #count(chat: SimulatedChat): void {
    const now = this.#now().getTime()
    this.#sentAt = this.#sentAt.filter((at) => at > now - 1_000)
    chat.sentAt = chat.sentAt.filter((at) => at > now - 60_000)
    const lately = chat.sentAt.filter((at) => at > now - 1_000).length
    const group = chat.type !== 'private'
    const wait =
      lately >= (this.#strict ? 1 : 8) ? 1 : group && chat.sentAt.length >= 20 ? 60 : this.#sentAt.length >= 30 ? 1 : 0
    if (wait > 0) {
      this.tooFast += 1
      throw new Refused(429, `Too Many Requests: retry after ${wait}`, { retry_after: wait })
    }
    this.#sentAt.push(now)
    chat.sentAt.push(now)
  }
}

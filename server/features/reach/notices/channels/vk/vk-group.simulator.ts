/** Messages of a VK community on this machine, after the contract of VK and not after our code: errors in the body of 200, its limits, Long Poll and Callback API. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { systemClock } from '../../../../../kit/clock.ts'
import { openBell, openFaults, openSimulatedServer, type Faults } from '../messenger-server.simulator.ts'

export const GROUP_ID = 200_300
export const GROUP_TOKEN = 'vk1.simulated-token-of-a-community'

interface SimulatedButton {
  action: { type: string; label: string; payload?: string; link?: string }
}

export interface SimulatedVkMessage {
  /** Of the conversation. */
  id: number
  peer: number
  text: string
  buttons: SimulatedButton[][]
  plain: boolean
}

interface SimulatedPerson {
  first_name: string
  last_name: string
  allowed: boolean
  blackListed: boolean
}

interface VkEventOut {
  type: string
  object: unknown
  group_id: number
  event_id: string
  v: string
}

class Refused extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export async function simulateVkGroup({
  now = () => systemClock.now(),
}: { now?: () => Date } = {}): Promise<VkGroupSimulator> {
  const simulator = new VkGroupSimulator(now)
  const { url, close } = await openSimulatedServer((request, body, response) =>
    simulator.answer(request, body, response),
  )
  simulator.url = url
  simulator.close = close
  return simulator
}

export class VkGroupSimulator {
  url = ''
  close: () => Promise<void> = () => Promise.resolve()
  /** Codes of errors, or a status of HTTP. */
  readonly faults: Faults<number> = openFaults()
  readonly messages: SimulatedVkMessage[] = []
  readonly snackbars: string[] = []
  /** Where events are posted; null: they wait for Long Poll. */
  callback: { url: string; secret: string } | null = null
  /** What was answered there. */
  readonly answers: { status: number; body: string }[] = []
  tooFast = 0
  /** How often a server for Long Poll was asked for. */
  servers = 0
  lastEvent: object = {}
  readonly #now: () => Date
  readonly #people = new Map<number, SimulatedPerson>()
  readonly #sent = new Map<string, number>()
  readonly #presses = new Set<string>()
  readonly #bell = openBell()
  #events: VkEventOut[] = []
  /** What is asked for next is forgotten. */
  #forgotten = false
  #key = 'key-1'
  #lastId = 10
  #asked: number[] = []

  constructor(now: () => Date) {
    this.#now = now
  }

  person(first_name: string, { allowed = false } = {}): number {
    const id = 5_000 + this.#people.size
    this.#people.set(id, { first_name, last_name: 'Иванова', allowed, blackListed: false })
    return id
  }

  set(id: number, change: Partial<SimulatedPerson>): void {
    Object.assign(this.#person(id), change)
  }

  in(peer: number): SimulatedVkMessage[] {
    return this.messages.filter((message) => message.peer === peer)
  }

  last(peer: number): SimulatedVkMessage {
    const message = this.in(peer).at(-1)
    if (!message) throw new Error(`nothing was sent to ${peer}`)
    return message
  }

  /** Who writes allows to be written to. */
  writes(personId: number, text: string, more: object = {}): Promise<void> {
    this.#person(personId).allowed = true
    const id = (this.#lastId += 1)
    const message = { id, conversation_message_id: id, from_id: personId, peer_id: personId, text, date: 0, ...more }
    return this.emit('message_new', {
      message,
      client_info: { button_actions: ['text', 'callback'], inline_keyboard: true },
    })
  }

  /** The button «Начать» of the link that brought them. */
  begins(personId: number, ref?: string): Promise<void> {
    return this.writes(personId, 'Начать', {
      payload: '{"command":"start"}',
      ...(ref ? { ref, ref_source: 'site' } : {}),
    })
  }

  presses(personId: number, message: SimulatedVkMessage, label: string): Promise<void> {
    const button = message.buttons.flat().find((each) => each.action.label.startsWith(label))
    if (button?.action.type !== 'callback')
      throw new Error(
        `no button ${label} among ${message.buttons
          .flat()
          .map((each) => each.action.label)
          .join(', ')}`,
      )
    return this.pressesPayload(personId, message, JSON.parse(button.action.payload ?? '{}'))
  }

  pressesPayload(personId: number, message: SimulatedVkMessage, payload: unknown): Promise<void> {
    const event_id = `press-${(this.#lastId += 1)}`
    this.#presses.add(event_id)
    return this.emit('message_event', {
      user_id: personId,
      peer_id: message.peer,
      event_id,
      payload,
      conversation_message_id: message.id,
    })
  }

  denies(personId: number): Promise<void> {
    this.#person(personId).allowed = false
    return this.emit('message_deny', { user_id: personId })
  }

  async emit(type: string, object: unknown): Promise<void> {
    const event = { type, object, group_id: GROUP_ID, event_id: `event-${(this.#lastId += 1)}`, v: '5.199' }
    this.lastEvent = event
    this.#events.push(event)
    if (this.callback) return this.post({ ...event, secret: this.callback.secret })
    this.#bell.wake()
  }

  async post(event: object): Promise<void> {
    if (!this.callback) throw new Error('there is no Callback API')
    const response = await fetch(this.callback.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
    })
    this.answers.push({ status: response.status, body: await response.text() })
  }

  /** `failed` 1: the history is forgotten; 2: the key is over; 3: place and key are lost. */
  fails(how: 1 | 2 | 3): void {
    this.recovered = false
    if (how === 1) this.#forgotten = true
    else this.#key = `key-${(this.#lastId += 1)}`
    this.#failing = how
    this.#bell.wake()
  }
  #failing: 1 | 2 | 3 = 2
  /** Since it failed someone waits for news again. */
  recovered = false

  #person(id: number): SimulatedPerson {
    const person = this.#people.get(id)
    if (!person) throw new Refused(100, 'One of the parameters specified was missing or invalid: user_id is not valid')
    return person
  }

  async answer(request: IncomingMessage, body: string, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.url)
    const json = (payload: unknown): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(payload))
    }
    if (url.pathname === '/poll') return json(await this.#poll(url.searchParams, request))
    const method = url.pathname.replace('/method/', '')
    const fault = this.faults.take(method)
    if (fault !== null && fault >= 500 && fault < 600) {
      response.writeHead(fault).end('Bad Gateway')
      return
    }
    try {
      if (fault !== null) throw new Refused(fault, 'simulated')
      if (request.headers.authorization !== `Bearer ${GROUP_TOKEN}`)
        throw new Refused(5, 'User authorization failed: invalid access_token')
      this.#count()
      json({ response: this.#call(method, new URLSearchParams(body)) })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      json({ error: { error_code: error.code, error_msg: error.message, request_params: [] } })
    }
  }

  /** Twenty a second with the key of a community. */
  #count(): void {
    const now = this.#now().getTime()
    this.#asked = this.#asked.filter((at) => at > now - 1_000)
    if (this.#asked.length >= 20) {
      this.tooFast += 1
      throw new Refused(6, 'Too many requests per second')
    }
    this.#asked.push(now)
  }

  #call(method: string, form: URLSearchParams): unknown {
    const get = (name: string): string => form.get(name) ?? ''
    if (get('v') === '') throw new Refused(8, 'Invalid request: v is required')
    switch (method) {
      case 'groups.getLongPollServer':
        if (Number(get('group_id')) !== GROUP_ID) throw new Refused(125, 'Invalid group id')
        this.servers += 1
        return { server: `${this.url}/poll`, key: this.#key, ts: String(this.#events.length + 1) }
      case 'users.get': {
        const id = Number(get('user_ids'))
        const { first_name, last_name } = this.#person(id)
        return [{ id, first_name, last_name }]
      }
      case 'messages.isMessagesFromGroupAllowed':
        return { is_allowed: this.#person(Number(get('user_id'))).allowed ? 1 : 0 }
      case 'messages.send':
        return this.#send(get)
      case 'messages.edit': {
        const message = this.messages.find(
          ({ id, peer }) => id === Number(get('conversation_message_id')) && peer === Number(get('peer_id')),
        )
        if (!message) throw new Refused(15, "Access denied: can't edit this message")
        Object.assign(message, { text: textOf(get('message')), buttons: keyboardOf(get('keyboard')) })
        return 1
      }
      case 'messages.sendMessageEventAnswer': {
        if (!this.#presses.delete(get('event_id'))) throw new Refused(100, 'event_id is not valid')
        const { text } = JSON.parse(get('event_data') || '{}') as { text?: string }
        if (text !== undefined && text.length > 90) throw new Refused(100, 'text is too long')
        if (text !== undefined) this.snackbars.push(text)
        return 1
      }
      default:
        throw new Refused(3, 'Unknown method passed')
    }
  }

  #send(get: (name: string) => string): number {
    const peer = Number(get('peer_id'))
    const randomId = get('random_id')
    if (!/^\d+$/.test(randomId) || Number(randomId) >= 2 ** 31) throw new Refused(100, 'random_id is not integer')
    const person = this.#person(peer)
    if (person.blackListed) throw new Refused(900, "Can't send messages for users from blacklist")
    if (!person.allowed) throw new Refused(901, "Can't send messages for users without permission")
    const text = textOf(get('message'))
    const buttons = keyboardOf(get('keyboard'))
    // The same number again is the same message.
    const known = this.#sent.get(`${peer} ${randomId}`)
    if (known !== undefined && randomId !== '0') return known
    const id = (this.#lastId += 1)
    this.#sent.set(`${peer} ${randomId}`, id)
    this.messages.push({
      id,
      peer,
      text,
      buttons,
      plain: get('dont_parse_links') === '1' && get('disable_mentions') === '1',
    })
    return id
  }

  #forgets(): boolean {
    const forgot = this.#forgotten
    this.#forgotten = false
    return forgot
  }

  async #poll(query: URLSearchParams, request: IncomingMessage): Promise<unknown> {
    const ts = Number(query.get('ts'))
    const last = (): number => this.#events.length + 1
    if (query.get('key') !== this.#key) return { failed: this.#failing === 3 ? 3 : 2 }
    if (this.#forgets()) return { failed: 1, ts: String(last()) }
    this.recovered = true
    if (last() === ts) await this.#bell.wait(Number(query.get('wait')) * 1_000, request)
    if (query.get('key') !== this.#key) return { failed: this.#failing === 3 ? 3 : 2 }
    if (this.#forgets()) return { failed: 1, ts: String(last()) }
    return { ts: String(last()), updates: this.#events.slice(ts - 1) }
  }
}

function textOf(text: string): string {
  if (text.trim() === '') throw new Refused(100, 'message is empty or invalid')
  if (text.length > 9_000) throw new Refused(914, 'Message is too long')
  return text
}

function keyboardOf(written: string): SimulatedButton[][] {
  if (written === '') return []
  const { inline, buttons } = JSON.parse(written) as { inline: boolean; buttons: SimulatedButton[][] }
  const wrong = (why: string): never => {
    throw new Refused(911, `Keyboard format is invalid: ${why}`)
  }
  if (!inline) wrong('not inline')
  if (buttons.length > 6 || buttons.some((row) => row.length > 5 || row.length === 0)) wrong('rows')
  if (buttons.flat().length > 10) wrong('too many buttons')
  for (const { action } of buttons.flat()) {
    if (action.label === '' || action.label.length > 40) wrong('label')
    if ((action.payload ?? '').length > 255) wrong('payload')
    if (action.type === 'open_link' && !/^https?:\/\//.test(action.link ?? '')) wrong('link')
    if (action.type !== 'open_link' && action.type !== 'callback') wrong('type')
  }
  return buttons
}

/** The REST API of Odnoklassniki as its sheet tells, on this machine, with a small world behind it. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { openFaults, openLocalServer, openSecondCounter, type LocalServer } from '../shared/local-server.simulator.ts'
import { okMethods } from './ok-methods.simulator.ts'
import { OkError, OkWorld } from './ok-world.simulator.ts'

/** What goes wrong with the next call of a method: a code of the API, a status as `http`, a socket that breaks or stays silent, pages out of order, an answer with nothing in it. */
export interface OkFault {
  method: string
  answer: { code: number } | { http: number } | 'broken' | 'silence' | 'shuffled' | 'empty'
  times?: number
}

export async function startOkSimulator({ now }: { now: () => Date }): Promise<OkSimulator> {
  const local = await openLocalServer((request, response) => simulator.answer(request, response))
  const simulator = new OkSimulator(local, now)
  return simulator
}

export class OkSimulator extends OkWorld {
  /** Of the host: calls go to `/fb.do` or `/api/group/name` there. */
  readonly url: string
  readonly application = { key: 'CBAEXAMPLEKEY', secret: 'E5D3SECRETAPPKEY0001' }
  /** Sessions that are worth something. */
  readonly tokens = new Set(['tkn1EXAMPLE~token'])
  /** More calls of a token in a second are refused with 8. */
  perSecond = Infinity
  readonly calls: { method: string; token: string; at: Date; parameters: Record<string, string> }[] = []

  readonly #local: LocalServer
  readonly #faults = openFaults<OkFault>()
  readonly #seconds = openSecondCounter()

  constructor(local: LocalServer, now: () => Date) {
    super(now)
    this.url = local.url
    this.#local = local
  }

  count(method: string): number {
    return this.calls.filter((call) => call.method === method).length
  }

  busiestSecond(): number {
    return this.#seconds.busiest()
  }

  /** Bound, to be handed on by itself. */
  readonly fail = (fault: OkFault): void => this.#faults.add(fault, fault.method, fault.times)

  /** Nothing fails any more. */
  heal(): void {
    this.#faults.clear()
  }

  close(): Promise<void> {
    return this.#local.close()
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const given = Object.fromEntries(new URLSearchParams(request.method === 'POST' ? await text(request) : url.search))
    const [, , part = '', name = ''] = url.pathname.split('/')
    const method = url.pathname === '/fb.do' ? (given.method ?? '') : `${part}.${name}`
    const token = given.access_token ?? ''
    this.calls.push({ method, token, at: this.now(), parameters: given })
    const inSecond = this.#seconds.count(token, this.now())
    const fault = this.#faults.take(method)
    if (fault?.answer === 'silence') return
    if (fault?.answer === 'broken') {
      response.destroy()
      return
    }
    if (typeof fault?.answer === 'object' && 'http' in fault.answer) {
      response.writeHead(fault.answer.http).end()
      return
    }
    response.writeHead(200, { 'content-type': 'application/json;charset=utf-8' })
    try {
      if (typeof fault?.answer === 'object') throw new OkError(fault.answer.code, 'made up')
      this.#check(method, given, token, inSecond)
      const run = okMethods[method]
      if (!run) throw new OkError(3, `METHOD : Method ${method} not found`)
      if (fault?.answer === 'empty') return void response.end('{}')
      // Some numbers go out bare, however long they are.
      response.end(
        JSON.stringify(run(this, given, fault?.answer === 'shuffled')).replace(/"objectId":"(\d+)"/, '"objectId":$1'),
      )
    } catch (error) {
      if (!(error instanceof OkError)) throw error
      response.end(JSON.stringify({ error_code: error.code, error_msg: error.message, error_data: null }))
    }
  }

  #check(method: string, given: Record<string, string>, token: string, inSecond: number): void {
    if (given.application_key !== this.application.key) throw new OkError(101, 'PARAM_API_KEY : Application not exist')
    if (token !== '' && !this.tokens.has(token)) throw new OkError(102, 'PARAM_SESSION_EXPIRED : Session expired')
    const secret = token === '' ? this.application.secret : md5(token + this.application.secret)
    const base = Object.keys(given)
      .filter((key) => key !== 'sig' && key !== 'access_token')
      .toSorted()
      .map((key) => `${key}=${given[key]}`)
      .join('')
    if (given.sig !== md5(base + secret)) throw new OkError(104, 'PARAM_SIGNATURE : Invalid signature')
    if (token === '' && method.startsWith('discussions.')) throw new OkError(453, 'SESSION_REQUIRED : Session required')
    if (inSecond > this.perSecond) throw new OkError(8, 'FLOOD_BLOCKED : Flood blocked')
  }
}

const md5 = (written: string): string => createHash('md5').update(written).digest('hex')

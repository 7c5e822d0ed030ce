/** The Streaming API beside the simulated API: rules by key, and a socket that sends what fits them. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { json } from 'node:stream/consumers'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Json } from './vk-world.simulator.ts'

const MOST_RULES = 300
const MOST_BYTES = 4_096
const MOST_WORDS = 100
const MOST_TAG = 256

export interface VkStreamingSimulator {
  /** By tag. */
  rules: Map<string, string>
  /** How many listen. */
  listeners(): number
  /** Sockets that were ever opened. */
  connections: number
  /** A new address and key, as `streaming.getServerUrl` gives them; the key before is worth nothing then. */
  open(): { endpoint: string; key: string }
  /** Reported to all who listen, when the text fits a rule. */
  event(event: Json & { text?: string }): void
  /** 3000: the server goes away; 3001: it is overloaded. */
  sendServiceMessage(serviceCode: number, message: string): void
  /** Frames as they come. */
  send(text: string): void
  drop(): void
  /** Keeps the connections and neither says nor answers anything on them. */
  fallSilent(): void
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>
  close(): void
}

export function vkStreamingSimulator(server: Server, endpoint: string): VkStreamingSimulator {
  const rules = new Map<string, string>()
  const sockets = new WebSocketServer({ noServer: true, autoPong: false })
  const opened = new Set<WebSocket>()
  let key = ''
  let keys = 0
  const refusalOf = (given: string | null): Json | null =>
    given === null ? error(1003, 'Key is missing') : given === key ? null : error(1004, 'Invalid key')

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = new URL(request.url ?? '/', 'http://simulator.invalid')
    const refusal =
      url.pathname === '/stream'
        ? (refusalOf(url.searchParams.get('key')) ??
          (sockets.clients.size > 0 ? error(1006, 'Already connected') : null))
        : error(1001, 'Wrong method')
    if (refusal) {
      const body = JSON.stringify(refusal)
      socket.end(
        `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      )
      return
    }
    sockets.handleUpgrade(request, socket, head, (socket) => {
      streaming.connections += 1
      opened.add(socket)
      socket
        .on('ping', (data) => socket.pong(data))
        .on('error', () => {})
        .on('close', () => opened.delete(socket))
    })
  })
  const all = (work: (socket: WebSocket) => void): void => {
    for (const socket of sockets.clients) work(socket)
  }
  const tagsOf = (written: string): string[] =>
    [...rules].filter(([, value]) => fits(value, written)).map(([tag]) => tag)

  const streaming: VkStreamingSimulator = {
    rules,
    listeners: () => sockets.clients.size,
    connections: 0,
    open() {
      key = `key-${(keys += 1)}`
      return { endpoint, key }
    },
    event(event) {
      const tags = tagsOf(event.text ?? '')
      if (tags.length > 0 || event.action === 'delete')
        all((socket) => socket.send(JSON.stringify({ code: 100, event: { ...event, tags } })))
    },
    sendServiceMessage: (serviceCode, message) =>
      all((socket) =>
        socket.send(JSON.stringify({ code: 300, service_message: { service_code: serviceCode, message } })),
      ),
    send: (text) => all((socket) => socket.send(text)),
    drop: () => all((socket) => socket.terminate()),
    fallSilent: () =>
      all((socket) => {
        socket.removeAllListeners('ping')
        // It still counts as connected here, as the other side does not know better.
        sockets.clients.delete(socket)
      }),
    async handle(request, response, url) {
      const body = request.method === 'GET' ? null : await json(request).catch(() => null)
      const refusal = refusalOf(url.searchParams.get('key'))
      const answer = refusal ?? changeRules(rules, request.method ?? '', body as RulesBody | null)
      response
        .writeHead(answer.code === 200 ? 200 : 400, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer))
    },
    close() {
      for (const socket of opened) socket.terminate()
      sockets.close()
    },
  }
  return streaming
}

interface RulesBody {
  rule?: { value?: string; tag?: string }
  tag?: string
}

const error = (code: number, message: string): Json => ({ code: 400, error: { message, error_code: code } })

function changeRules(rules: Map<string, string>, method: string, body: RulesBody | null): Json {
  if (method === 'GET')
    return { code: 200, rules: rules.size === 0 ? null : [...rules].map(([tag, value]) => ({ value, tag })) }
  if (!body) return error(2000, 'Bad JSON')
  if (method === 'DELETE') return rules.delete(body.tag ?? '') ? { code: 200 } : error(2002, 'Tag does not exist')
  const { value = '', tag = '' } = body.rule ?? {}
  const words = value.split(/\s+/).filter((word) => word !== '')
  if (tag === '' || Buffer.byteLength(tag) > MOST_TAG || words.length === 0 || Buffer.byteLength(value) > MOST_BYTES)
    return error(2003, 'Bad rule')
  if (rules.has(tag)) return error(2001, 'Tag already exists')
  if (words.length > MOST_WORDS) return error(2004, 'Too many filters')
  if ((value.match(/"/g)?.length ?? 0) % 2 === 1) return error(2005, 'Unbalanced quotes')
  if (rules.size >= MOST_RULES) return error(2006, 'Too many rules')
  if (words.every((word) => word.startsWith('-'))) return error(2008, 'Only minus words')
  rules.set(tag, value)
  return { code: 200 }
}

function fits(rule: string, written: string): boolean {
  const text = written.toLowerCase()
  return rule
    .split(' ')
    .every((word) => (word.startsWith('-') ? !text.includes(word.slice(1)) : text.includes(word.slice(0, 5))))
}

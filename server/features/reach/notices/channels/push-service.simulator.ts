/**
 * A push service as its standards have it (RFC 8030, 8291, 8292): it takes messages for browsers that subscribed with it, of no one but the one
 * they subscribed for, and decrypts them as the browser would.
 */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { importJWK, jwtVerify } from 'jose'
import { DAY, SECOND, systemClock } from '../../../../kit/clock.ts'

const MOST_BYTES = 4_096

export interface Pushed {
  text: string
  ttl: number
  urgency: string | undefined
  topic: string | undefined
  subject: unknown
}

/** As a browser keeps it; base64url. */
export interface BrowserKeys {
  privateKey: string
  p256dh: string
  auth: string
}

interface Subscribed extends BrowserKeys {
  endpoint: string
  /** What came, the first first. */
  received: Pushed[]
}

export interface Fault {
  status: number
  headers?: Record<string, string>
}

export type PushService = Awaited<ReturnType<typeof openPushService>>

export async function openPushService() {
  const browsers = new Map<string, { keys: BrowserKeys; serverKey: string; received: Pushed[]; gone: boolean }>()
  const faults: Fault[] = []
  let made = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refuse = (status: number, reason: string): void => void response.writeHead(status).end(reason)
    const fault = faults.shift()
    if (fault) return void response.writeHead(fault.status, fault.headers).end()
    if (request.method !== 'POST') return refuse(405, 'only POST')
    const browser = browsers.get(request.url ?? '')
    if (!browser) return refuse(404, 'no such subscription')
    if (browser.gone) return refuse(410, 'push subscription has unsubscribed or expired')
    const { ttl, urgency, topic, authorization = '', 'content-encoding': encoding } = request.headers
    if (!/^\d+$/.test(String(ttl))) return refuse(400, 'a TTL is required')
    if (encoding !== 'aes128gcm') return refuse(400, 'only aes128gcm')
    if (urgency !== undefined && !['very-low', 'low', 'normal', 'high'].includes(String(urgency)))
      return refuse(400, 'no such urgency')
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) return refuse(400, 'no such topic')
    const body = await buffer(request)
    if (body.length > MOST_BYTES) return refuse(413, 'payload too large')
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
    if (key !== browser.serverKey) return refuse(403, 'the key is not the one of the subscription')
    const subject = await subjectOf(token, key, url)
    if (subject === null) return refuse(401, 'the token is not good')
    const text = decryptPush(body, browser.keys)
    browser.received.push({ text, ttl: Number(ttl), urgency: one(urgency), topic: one(topic), subject })
    response.writeHead(201, { location: `${url}/message/${browser.received.length}` }).end()
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `http://${host}`
  return {
    host,
    /** The next answers are these. */
    meets: (...next: Fault[]): void => void faults.push(...next),
    /** @param serverKey the public one of the service, as browsers are handed it */
    subscribe(serverKey: string): Subscribed {
      made += 1
      const path = `/push/${made}-${randomBytes(8).toString('hex')}`
      const keys = newBrowserKeys()
      const received: Pushed[] = []
      browsers.set(path, { keys, serverKey, received, gone: false })
      return { endpoint: url + path, received, ...keys }
    },
    /** The browser did away with it, as when its person forbids notices. */
    unsubscribe(endpoint: string): void {
      const browser = browsers.get(new URL(endpoint).pathname)
      if (browser) browser.gone = true
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header)

export function newBrowserKeys(): BrowserKeys {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys('base64url')
  return { privateKey: pair.getPrivateKey('base64url'), p256dh, auth: randomBytes(16).toString('base64url') }
}

/** @returns the token's `sub`; null: a push service would not believe it */
async function subjectOf(token: string, key: string, origin: string): Promise<unknown> {
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  try {
    const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')
    const { payload } = await jwtVerify(token, publicKey, { audience: origin, algorithms: ['ES256'] })
    const { exp = Infinity, sub = '' } = payload
    const tooFar = exp > (systemClock.now().getTime() + DAY) / SECOND
    return tooFar || !/^(mailto:|https:)/.test(sub) ? null : sub
  } catch {
    return null
  }
}

/** RFC 8188 and 8291, the browser's part. @throws what was not encrypted for these keys */
export function decryptPush(body: Buffer, { privateKey, p256dh, auth }: BrowserKeys): string {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + (body[20] ?? 0))
  const encrypted = body.subarray(21 + senderKey.length)
  const own = createECDH('prime256v1')
  own.setPrivateKey(privateKey, 'base64url')
  const derive = (key: Buffer, from: Buffer, info: Buffer | string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', key, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), senderKey])
  const shared = derive(own.computeSecret(senderKey), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 })
  decipher.setAuthTag(encrypted.subarray(-16))
  const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no end of the last record')
  return padded.subarray(0, end).toString('utf8')
}

import { createServer, type Server } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { HOUR, SECOND } from '../../../kit/clock.ts'
import { fastTime } from '../../../testing/fast-time.ts'
import { readSocket, type SocketOptions } from './read-socket.ts'

/** A second is a minute. */
const time = fastTime(60)
const servers: (Server | TcpServer)[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listen(server: Server | TcpServer): Promise<URL> {
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return new URL(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}
async function socketServer(onConnection: (socket: WebSocket) => void, autoPong = true): Promise<URL> {
  const server = createServer()
  new WebSocketServer({ server, autoPong }).on('connection', onConnection)
  return listen(server)
}
async function read(
  url: URL,
  options: Partial<SocketOptions> = {},
  signal = new AbortController().signal,
  every = async (_frames: string[]): Promise<void> => {},
): Promise<{ frames: string[]; error: unknown }> {
  const frames: string[] = []
  try {
    for await (const piece of readSocket(url, { time, openWithin: HOUR, ...options }, signal)) {
      frames.push(...piece)
      await every(piece)
    }
    return { frames, error: null }
  } catch (error) {
    return { frames, error }
  }
}

describe('a socket', () => {
  it('is heard in pieces of a bounded size, however slow the reader is, and to its end', async () => {
    const total = 20_000
    const url = await socketServer((socket) => {
      for (let n = 0; n < total; n++) socket.send(String(n))
      socket.close()
    })
    let most = 0
    const { frames, error } = await read(url, { most: 500 }, undefined, async (piece) => {
      most = Math.max(most, piece.length)
      await time.sleep(300)
    })
    expect(frames).toEqual(Array.from({ length: total }, (_, n) => String(n)))
    expect(most).toBe(500)
    expect(error).toMatchObject({ kind: 'temporary' })
  })
  it('reports that it is alive though it says nothing, and ends with its signal', async () => {
    const url = await socketServer(() => {})
    const ends = new AbortController()
    let heard = 0
    const reading = read(url, { pingEvery: 20 * SECOND, onHeard: () => void (heard += 1) }, ends.signal)
    await expect.poll(() => heard).toBeGreaterThan(4)
    ends.abort()
    expect(await reading).toEqual({ frames: [], error: null })
  })
  it('is given up when it is half open', async () => {
    const url = await socketServer((socket) => socket.send('last'), false)
    const { frames, error } = await read(url, { pingEvery: 1_000 })
    expect(frames).toEqual(['last'])
    expect(error).toMatchObject({ kind: 'temporary', message: expect.stringContaining('fell silent') })
  })
  it('is given up when nobody opens it', async () => {
    const url = await listen(createTcpServer(() => {}))
    expect((await read(url, { openWithin: 3_000 })).error).toMatchObject({
      kind: 'temporary',
      message: expect.stringContaining('did not open'),
    })
  })
  it.each([
    ['401 Unauthorized', 'auth-dead', null],
    ['403 Forbidden', 'access-denied', null],
    ['429 Too Many Requests\r\nRetry-After: 7', 'rate-limited', 7_000],
    ['503 Service Unavailable', 'temporary', null],
  ])('refused with %s', async (status, kind, retryAfter) => {
    const server = createServer()
    server.on('upgrade', (_request, stream) => stream.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`))
    expect((await read(await listen(server))).error).toMatchObject({ kind, retryAfter })
  })
  it('refused by nobody at all', async () => {
    expect((await read(new URL('ws://127.0.0.1:9/'))).error).toMatchObject({ kind: 'temporary' })
  })
})

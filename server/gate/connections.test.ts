/** What a connection may hold of the server, with short limits instead of long ones. */
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { features } from '../features.ts'
import { handlersOf } from '../kit/feature.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import { connectionLimits, openGateParts, openHttpGate } from './http.ts'

const MOST = 3
let world: TestWorld
let app: FastifyInstance
beforeAll(async () => {
  world = await openTestWorld()
  const limits = { connections: MOST, request: 300, headers: 200, idle: 300, sweep: 50 }
  app = await openHttpGate(world, handlersOf(features), openGateParts(world), limits)
  app.get('/endless', (_request, reply) => reply.send(Readable.from(endless(), { objectMode: false })))
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await world.close()
})

async function* endless(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(1_048_576)
}

async function open(request: string): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(request)
  return socket
}
/** Also by a reset, which is an error first. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))
const post = 'POST /auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{'

it('ends bodies and headers that drip, and answers that are not taken', async () => {
  const [body, headers, answer] = [
    await open(post),
    await open('GET / HTTP/1.1\r\n'),
    await open('GET /endless HTTP/1.1\r\nhost: x\r\n\r\n'),
  ]
  const dripping = setInterval(() => {
    body.write(' ')
    headers.write('a: b\r\n')
  }, 20)
  const ended = [body, headers].map((socket) => {
    socket.resume()
    return closed(socket)
  })
  // It reads nothing: that it was ended shows on the other side.
  const openNow = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  await Promise.all(ended)
  clearInterval(dripping)
  await expect.poll(openNow).toBe(0)
  answer.destroy()
})

it('takes no more connections than it can hold', async () => {
  const held = await Promise.all(Array.from({ length: MOST }, () => open('')))
  const more = await open('')
  more.resume()
  await closed(more)
  for (const socket of held) socket.destroy()
})

it('has limits that no call of ours meets', () => {
  expect(world.web.app.server).toMatchObject({
    maxConnections: connectionLimits.connections,
    requestTimeout: connectionLimits.request,
    timeout: connectionLimits.idle,
  })
})

/** What a connection may hold of the server, with short limits instead of long ones. */
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { features } from '../features.ts'
import { MINUTE } from '../kit/clock.ts'
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

interface Opened {
  socket: Socket
  /** Also by a reset, which is an error first. It may come at any time from now on. */
  closed: Promise<unknown>
}
async function open(request: string, { server } = app): Promise<Opened> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  socket.write(request)
  return { socket, closed }
}
const openNow = ({ server } = app) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
const post = 'POST /auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{'

it('ends bodies and headers that drip, and answers that are not taken', async () => {
  const [body, headers, answer] = [
    await open(post),
    await open('GET / HTTP/1.1\r\n'),
    await open('GET /endless HTTP/1.1\r\nhost: x\r\n\r\n'),
  ]
  const dripping = setInterval(() => {
    body.socket.write(' ')
    headers.socket.write('a: b\r\n')
  }, 20)
  for (const { socket } of [body, headers]) socket.resume()
  await Promise.all([body.closed, headers.closed])
  clearInterval(dripping)
  // It reads nothing: that it was ended shows on the other side.
  await expect.poll(() => openNow()).toBe(0)
  answer.socket.destroy()
})

it('takes no more connections than it can hold', async () => {
  // Longer than a test may take: what is closed here was one too many.
  const long = 5 * MINUTE
  const limits = { connections: MOST, request: long, headers: long, idle: long, sweep: long }
  const patient = await openHttpGate(world, handlersOf(features), openGateParts(world), limits)
  await patient.listen({ host: '127.0.0.1', port: 0 })
  const held = await Promise.all(Array.from({ length: MOST }, () => open('', patient)))
  const more = await open('', patient)
  more.socket.resume()
  await more.closed
  expect(await openNow(patient)).toBe(MOST)
  for (const { socket } of held) socket.destroy()
  await patient.close()
})

it('has limits that no call of ours meets', () => {
  expect(world.web.app.server).toMatchObject({
    maxConnections: connectionLimits.connections,
    requestTimeout: connectionLimits.request,
    timeout: connectionLimits.idle,
  })
})

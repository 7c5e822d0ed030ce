import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server as SocketServer } from 'socket.io'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { askOverSocket, closeConnection, getConnection, listen, openConnection, watchConnection } from './connection.ts'
import type { ConnectionState } from './connection.ts'

const browser = Object.assign(new EventTarget(), { navigator: { onLine: true } })
let server: Server
let sockets: SocketServer
let calls = 0

beforeAll(async () => {
  server = createServer()
  sockets = new SocketServer(server)
  sockets.on('connection', (socket) => socket.on('call', () => (calls += 1)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  vi.stubGlobal('window', browser)
  vi.stubGlobal('location', { protocol: 'http:', hostname: '127.0.0.1', host: `127.0.0.1:${port}`, port: String(port) })
  listen(() =>
    Promise.resolve(new Proxy({}, { ownKeys: () => [] }) as Awaited<ReturnType<Parameters<typeof listen>[0]>>),
  )
})
afterAll(async () => {
  closeConnection()
  await sockets.close()
  vi.unstubAllGlobals()
})
beforeEach(async () => {
  browser.navigator.onLine = true
  closeConnection()
  void openConnection()
  await become('online')
})

const become = (state: ConnectionState): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (getConnection().state !== state) return
      stop()
      resolve()
    }
    const stop = watchConnection(look)
    look()
  })

test('a network that is gone is reported in the same moment, and nothing is sent into the dark', async () => {
  browser.navigator.onLine = false
  browser.dispatchEvent(new Event('offline'))
  expect(getConnection().state).toBe('offline')
  const asked = askOverSocket('feed.queryFeed', {}, new AbortController().signal, 60_000)
  await expect(asked).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
  expect(calls).toBe(0)
})

test('what was on its way then is given back as lost, and not waited for', async () => {
  const asked = askOverSocket('feed.queryFeed', {}, new AbortController().signal, 60_000)
  browser.navigator.onLine = false
  browser.dispatchEvent(new Event('offline'))
  await expect(asked).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
})

test('the way is tried all the same: a browser may be wrong', async () => {
  const { number } = getConnection()
  browser.navigator.onLine = false
  browser.dispatchEvent(new Event('offline'))
  await become('online')
  expect(getConnection().number).toBe(number + 1)
})

test('a network that is back is used at once', async () => {
  browser.navigator.onLine = false
  browser.dispatchEvent(new Event('offline'))
  browser.navigator.onLine = true
  browser.dispatchEvent(new Event('online'))
  expect(getConnection().state).toBe('reconnecting')
  await become('online')
})

test('nobody who is not connected hears of it', () => {
  closeConnection()
  browser.dispatchEvent(new Event('offline'))
  expect(getConnection().state).toBe('closed')
  browser.dispatchEvent(new Event('online'))
  expect(getConnection().state).toBe('closed')
})

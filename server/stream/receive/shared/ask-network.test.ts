import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { askNetwork, errorOfStatus } from './ask-network.ts'
import { NetworkError } from './network-error.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serve(listener: RequestListener): Promise<URL> {
  server = createServer({ sendDate: false } as object, listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/path?access_token=secret`)
}
const errorFor = async (status: number, headers: Record<string, string> = {}) => {
  const url = await serve((_, response) => {
    response.sendDate = false
    response.writeHead(status, headers).end('body')
  })
  return errorOfStatus(await askNetwork(url))
}

describe('an answer', () => {
  it('comes as it is: status, headers, bytes, text', async () => {
    const url = await serve((request, response) =>
      response.writeHead(200, { 'x-was': request.headers['x-is'] }).end('привет'),
    )
    const answer = await askNetwork(url, { init: { headers: { 'x-is': 'here' } } })
    expect(answer).toMatchObject({ status: 200, text: 'привет', url: url.href })
    expect(answer.headers.get('x-was')).toBe('here')
    expect(answer.bytes.byteLength).toBe(12)
    expect(errorOfStatus(answer)).toBeNull()
  })

  it('larger than is wanted is refused', async () => {
    const url = await serve((_, response) => response.end('x'.repeat(2_000)))
    await expect(askNetwork(url, { mostBytes: 1_000 })).rejects.toMatchObject({
      kind: 'bad-request',
      message: expect.stringContaining('1000 bytes') as string,
    })
  })
})

describe('no answer is temporary, and the log gets nothing of what was asked', () => {
  const errorOf = async (work: Promise<unknown>): Promise<NetworkError> => {
    const thrown = await work.then(
      () => null,
      (error: unknown) => error,
    )
    expect(thrown).toBeInstanceOf(NetworkError)
    expect((thrown as NetworkError).message).not.toContain('secret')
    return thrown as NetworkError
  }

  it('a server that accepts and says nothing', async () => {
    const url = await serve(() => {})
    expect(await errorOf(askNetwork(url, { timeout: 50 }))).toMatchObject({
      kind: 'temporary',
      message: expect.stringContaining('no answer in time') as string,
    })
  })

  it('an answer that stops in the middle', async () => {
    const url = await serve((_, response) => void response.writeHead(200, { 'content-length': '100' }).write('half'))
    expect(await errorOf(askNetwork(url, { timeout: 100 }))).toMatchObject({ kind: 'temporary' })
  })

  it('a connection that is cut', async () => {
    const url = await serve((request) => request.socket.destroy())
    expect(await errorOf(askNetwork(url))).toMatchObject({ kind: 'temporary' })
  })

  it('nobody there', async () => {
    const url = await serve(() => {})
    server?.close()
    await once(server as Server, 'close')
    expect(await errorOf(askNetwork(url))).toMatchObject({ kind: 'temporary' })
  })

  it('nobody wants it any more', async () => {
    const url = await serve(() => {})
    const ending = new AbortController()
    setTimeout(() => ending.abort(), 20)
    expect(await errorOf(askNetwork(url, { signal: ending.signal }))).toMatchObject({ kind: 'temporary' })
  })
})

describe('a status', () => {
  it.each([
    [304, null],
    [400, 'bad-request'],
    [401, 'auth-dead'],
    [403, 'access-denied'],
    [404, 'not-found'],
    [408, 'temporary'],
    [410, 'not-found'],
    [418, 'bad-request'],
    [425, 'temporary'],
    [429, 'rate-limited'],
    [500, 'temporary'],
    [502, 'temporary'],
    [503, 'temporary'],
  ])('%i is %s', async (status, kind) => {
    expect((await errorFor(status))?.kind ?? null).toBe(kind)
  })

  it.each([
    ['seconds', { 'retry-after': '30' }, 30_000],
    [
      'a date, by the clock of whoever says it',
      { date: 'Fri, 20 Nov 1998 12:00:00 GMT', 'retry-after': 'Fri, 20 Nov 1998 12:02:00 GMT' },
      120_000,
    ],
    [
      'a date that is over',
      { date: 'Fri, 20 Nov 1998 12:00:00 GMT', 'retry-after': 'Fri, 20 Nov 1998 11:00:00 GMT' },
      0,
    ],
    ['a date of a server that does not tell its time', { 'retry-after': 'Fri, 20 Nov 1998 12:02:00 GMT' }, null],
    ['nonsense', { 'retry-after': 'soon' }, null],
    ['less than nothing', { 'retry-after': '-5' }, null],
    ['nothing', {}, null],
  ])('429 with %s', async (_, headers, retryAfter) => {
    expect(await errorFor(429, headers as Record<string, string>)).toMatchObject({ kind: 'rate-limited', retryAfter })
  })

  it('503 with a time to come again is no breakdown', async () => {
    expect(await errorFor(503, { 'retry-after': '5' })).toMatchObject({ kind: 'rate-limited', retryAfter: 5_000 })
  })
})

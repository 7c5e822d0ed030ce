/** Yandex SmartCaptcha as its contract describes it: a token is good once, for five minutes, and only with the right secret. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { MINUTE, type Clock } from '../../../kit/clock.ts'

export type YandexCaptchaSimulator = Awaited<ReturnType<typeof openYandexCaptchaSimulator>>

export async function openYandexCaptchaSimulator(clock: Clock, secret: string) {
  const tokens = new Map<string, { until: number; host: string }>()
  const asked: { token: string; ip: string }[] = []
  let failure: 'none' | 'http 500' | 'no json' | 'no answer' = 'none'
  let solved = 0

  const server = createServer((request, response) => {
    const answer = (status: number, body: string): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    }
    void (async () => {
      const address = new URL(request.url ?? '/', 'http://simulator')
      const fields = request.method === 'POST' ? new URLSearchParams(await text(request)) : address.searchParams
      if (address.pathname !== '/validate') return answer(404, '{}')
      if (failure === 'http 500') return answer(500, '{}')
      if (failure === 'no json') return answer(200, '<html>')
      if (failure === 'no answer') return void request.socket.destroy()
      const failed = (message: string): void => answer(200, JSON.stringify({ status: 'failed', message, host: '' }))
      if (!fields.get('secret')) return failed('Authentication failed. Secret has not provided.')
      if (fields.get('secret') !== secret) return failed('Authentication failed. Invalid secret.')
      const token = fields.get('token') ?? ''
      asked.push({ token, ip: fields.get('ip') ?? '' })
      const known = tokens.get(token)
      tokens.delete(token)
      if (!known || known.until <= clock.now().getTime()) return failed('Token invalid or expired.')
      answer(200, JSON.stringify({ status: 'ok', message: '', host: known.host }))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What was asked with the right secret. */
    asked,
    /** As a person's browser would get it. */
    solve(host = ''): string {
      solved += 1
      const token = `dD0xNz${solved}:ZmFrZQ==`
      tokens.set(token, { until: clock.now().getTime() + 5 * MINUTE, host })
      return token
    },
    has(what: typeof failure): void {
      failure = what
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

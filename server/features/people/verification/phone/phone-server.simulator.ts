/** The ground of both simulators: a real HTTP server on this machine that takes a query or a form and answers JSON. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `hang`: the call is made, and no answer comes. `break`: the connection is cut. `mumble`: what comes is no JSON. */
export type Outage = 'hang' | 'break' | 'mumble' | 'http-500' | null

export interface SimulatedCall {
  phone: string
  ip: string
  /** The last four digits of the number that called. */
  code: string
}

export interface PhoneSimulator {
  url: string
  /** Calls that rang, oldest first. */
  calls: SimulatedCall[]
  close(): Promise<void>
}

export interface SimulatedServer {
  url: string
  close(): Promise<void>
}

/** @param outage asked again for every request */
export async function openSimulatedServer(
  path: string,
  outage: () => Outage,
  answer: (given: URLSearchParams) => object,
): Promise<SimulatedServer> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    for (const [name, value] of new URLSearchParams(await readBody(request))) searchParams.set(name, value)
    if (pathname !== path || !['GET', 'POST'].includes(request.method ?? '')) return void response.writeHead(404).end()
    const body = JSON.stringify(answer(searchParams))
    const failure = outage()
    if (failure === 'hang') return
    if (failure === 'break') return void request.socket.destroy()
    if (failure === 'http-500') return void response.writeHead(500).end('<h1>500</h1>')
    response
      .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
      .end(failure === 'mumble' ? `<html>${body}` : body)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** What the simulators of messengers stand on: a server on this machine, and what goes wrong with it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface SimulatedServer {
  url: string
  close(): Promise<void>
}

export async function openSimulatedServer(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => Promise<void>,
): Promise<SimulatedServer> {
  const server = createServer(async (request, response) => {
    try {
      await answer(request, await text(request), response)
    } catch (error) {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    }
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

/** What the next calls of a method meet. */
export interface Faults<Fault> {
  add(method: string, fault: Fault, times?: number): void
  take(method: string): Fault | null
}

export function openFaults<Fault>(): Faults<Fault> {
  const waiting = new Map<string, Fault[]>()
  return {
    add: (method, fault, times = 1) =>
      void waiting.set(method, [...(waiting.get(method) ?? []), ...Array<Fault>(times).fill(fault)]),
    take: (method) => waiting.get(method)?.shift() ?? null,
  }
}

/** Woken by `wake`; ends after so long, and when the connection does. */
export function openBell(): { wake(): void; wait(milliseconds: number, request: IncomingMessage): Promise<void> } {
  const waiting = new Set<() => void>()
  return {
    wake() {
      for (const each of waiting) each()
    },
    wait: (milliseconds, request) =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer)
          waiting.delete(done)
          resolve()
        }
        const timer = setTimeout(done, milliseconds)
        request.socket.once('close', done)
        waiting.add(done)
      }),
  }
}

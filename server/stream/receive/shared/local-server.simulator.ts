/** What the simulators of networks stand on: a server on this machine, what goes wrong with it, and how busy it is. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LocalServer {
  server: Server
  /** `127.0.0.1:12345`. */
  host: string
  /** The same over http. */
  url: string
  close(): Promise<void>
}

export async function openLocalServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<LocalServer> {
  // No connection is ended for being idle: on a machine that stands still for a while, the next question would meet its end.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    try {
      await answer(request, response)
    } catch (error) {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    }
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    server,
    host,
    url: `http://${host}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export interface Faults<Fault> {
  /** The next calls of the method (of any) meet it. */
  add(fault: Fault, method?: string, times?: number): void
  /** What this call meets. */
  take(method: string): Fault | null
  clear(): void
}

export function openFaults<Fault>(): Faults<Fault> {
  const waiting: { fault: Fault; method: string | undefined; times: number }[] = []
  return {
    add: (fault, method, times = 1) => void waiting.push({ fault, method, times }),
    take(method) {
      const at = waiting.findIndex((each) => each.method === undefined || each.method === method)
      const found = waiting[at]
      if (!found) return null
      found.times -= 1
      if (found.times <= 0) waiting.splice(at, 1)
      return found.fault
    },
    clear: () => void waiting.splice(0),
  }
}

export interface SecondCounter {
  /** @returns how many calls there were of this caller in the second that ends with this one */
  count(caller: string, at: Date): number
  /** The most calls of a caller in any second. */
  busiest(): number
}

export function openSecondCounter(): SecondCounter {
  const recent = new Map<string, number[]>()
  let busiest = 0
  return {
    count(caller, at) {
      const now = at.getTime()
      const lately = [...(recent.get(caller) ?? []).filter((time) => time > now - 1000), now]
      recent.set(caller, lately)
      busiest = Math.max(busiest, lately.length)
      return lately.length
    },
    busiest: () => busiest,
  }
}

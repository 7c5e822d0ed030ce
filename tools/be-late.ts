/**
 * `npm test -- --late`: everything that comes from elsewhere comes later than on a quiet machine, and out of step with the rest: requests, answers of
 * the database, what is published on the bus, signals. A test that trusts to luck fails, and so does a page or a server that does.
 */
import type { EventEmitter } from 'node:events'
import { Server } from 'node:http'
import pg from 'pg'
import { Namespace } from 'socket.io'
import { inject } from 'vitest'
import { createRandom } from '../server/stream/receive/made-up/random.ts'

/** Milliseconds. A request, and a connection to the database, wait for up to theirs; the others for all of it, and keep their order. */
const LATE = { request: 25, query: 3, notice: 80, signal: 40 }

// Workers run many files, each of which would begin again.
const marked = globalThis as { isLate?: true }
if (!marked.isLate) {
  marked.isLate = true
  beLate()
}

function beLate(): void {
  const random = createRandom(inject('seed'), 0)
  const upTo = (most: number): number => random.next() * most
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

  delay(Server.prototype, 'request', () => upTo(LATE.request))
  delay(pg.Client.prototype, 'notification', () => LATE.notice)

  const client = pg.Client.prototype as unknown as Record<'query', (...args: unknown[]) => unknown>
  const queryOfClient = client.query
  const latenesses = new WeakMap<object, number>()
  client.query = async function (this: object, ...args: unknown[]): Promise<unknown> {
    const lateness = latenesses.get(this) ?? upTo(LATE.query)
    latenesses.set(this, lateness)
    await wait(lateness)
    return queryOfClient.apply(this, args)
  }

  const { _initAdapter: addAdapter } = Namespace.prototype
  Namespace.prototype._initAdapter = function (this: Namespace): void {
    addAdapter.call(this)
    const { adapter } = this
    const broadcast = adapter.broadcast.bind(adapter)
    adapter.broadcast = (...args) => void setTimeout(() => broadcast(...args), LATE.signal)
  }
}

/** Those who listen to the event hear of it later. */
function delay(emitter: EventEmitter, event: string, lateness: () => number): void {
  const emit = emitter.emit
  emitter.emit = function (this: EventEmitter, name: string | symbol, ...rest: unknown[]): boolean {
    if (name !== event) return emit.call(this, name, ...rest)
    setTimeout(() => emit.call(this, name, ...rest), lateness())
    return true
  }
}

/**
 * What one socket listens to, and when it is sent its counts: never before the first answer, and not more often than it can use. Not declared as other
 * signals are (server/kit/signals.ts): each socket counts from where it says and as often as it can take it, while the runner sends all sockets of a
 * person the same at once.
 */
import { Histogram } from 'prom-client'
import type { ViewUpdate } from '../../../../../contract/reading/feed-updates.ts'
import type { LiveSocket } from '../../../../kit/context.ts'
import type { Clock } from '../../../../kit/clock.ts'
import { registers } from '../../../../kit/metrics.ts'
import { takeUpdate, type Listener } from './listener.ts'

/** A socket is sent the counts of all its filters and views at most this often. */
const BETWEEN_SIGNALS_MS = 300

const nothing = (): void => {}
const none: readonly Listener[] = []

const announceSeconds = new Histogram({
  name: 'echolot_announce_seconds',
  help: 'From a feed item being stored to its signal leaving',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
})

export class SocketListeners {
  /** By what they listen to: filters by their ids, views by their keys. */
  readonly listeners = new Map<number | string, Listener>()
  /** By the only product they may count, or null: an item is shown to few of a hundred views. */
  #byProduct = new Map<string | null, Listener[]>()
  readonly #socket: Pick<LiveSocket, 'sendSignal'>
  readonly #clock: Clock
  readonly #watermark: () => number
  /** How many first counts are on their way: nothing is sent before them. */
  #held = 0
  #timer: NodeJS.Timeout | null = null
  #sentAt = 0
  /** Of the set that was asked for last. */
  #turn = 0
  #counting: Promise<void> = Promise.resolve()
  #closed = false

  /** @param watermark up to which seqId everything is announced */
  constructor(socket: Pick<LiveSocket, 'sendSignal'>, clock: Clock, watermark: () => number) {
    this.#socket = socket
    this.#clock = clock
    this.#watermark = watermark
  }

  replace(listeners: Listener[]): void {
    this.listeners.clear()
    for (const listener of listeners) this.listeners.set(listener.of, listener)
    this.#byProduct = Map.groupBy(listeners, ({ productKey }) => productKey)
  }

  delete(of: number | string): void {
    this.listeners.delete(of)
    this.#byProduct = Map.groupBy(this.listeners.values(), ({ productKey }) => productKey)
  }

  /** Those that may count items of any product, then those that may count this one's alone. */
  anyProduct(): readonly Listener[] {
    return this.#byProduct.get(null) ?? none
  }
  ofProduct(productKey: string): readonly Listener[] {
    return this.#byProduct.get(productKey) ?? none
  }

  /** Another set of filters is asked for. @returns whether it is still the last that was, and there is a socket for it */
  begin(): () => boolean {
    this.#turn += 1
    const turn = this.#turn
    return () => !this.#closed && this.#turn === turn
  }

  /** One after the other. Until the last is done nothing is sent. */
  async count<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#held += 1
    const counted = this.#counting.then(work)
    this.#counting = counted.then(nothing, nothing)
    try {
      return await counted
    } finally {
      this.#held -= 1
      // A little later than the answer, so that the client has it before the first signal.
      this.#sentAt = performance.now()
      this.sendSoon()
    }
  }

  sendSoon(): void {
    if (this.#held > 0 || this.#timer || this.#closed) return
    const wait = Math.max(0, this.#sentAt + BETWEEN_SIGNALS_MS - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = null
      if (this.#held === 0) this.#send()
    }, wait)
  }

  close(): void {
    this.#closed = true
    if (this.#timer) clearTimeout(this.#timer)
  }

  #send(): void {
    this.#sentAt = performance.now()
    const now = this.#clock.now().getTime()
    const views: ViewUpdate[] = []
    for (const listener of this.listeners.values()) {
      const update = takeUpdate(listener, this.#watermark())
      if (!update) continue
      announceSeconds.observe(Math.max(0, now - listener.oldestStoredAt) / 1000)
      const { of } = listener
      if (typeof of === 'number') this.#socket.sendSignal('feed.updates', { filterId: of, ...update })
      else views.push({ view: of, ...update })
    }
    if (views.length > 0) this.#socket.sendSignal('feed.views', { updates: views })
  }
}

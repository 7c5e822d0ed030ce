/** The Streaming API: what is written all over VK, as far as the rules choose it and VK gives it (a hundredth, unless it was asked for more). */
import { SECOND } from '../../../kit/clock.ts'
import type { NetworkStream, Time } from '../shared/adapter.ts'
import { backOff } from '../shared/back-off.ts'
import { readSocket } from '../shared/read-socket.ts'
import type { RawBatch } from '../shared/source.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'
import type { AskVk } from './ask-vk.ts'
import { ownerNames, type OwnerNames } from './owner-names.ts'
import type { Owners } from './shape.ts'
import { ownersIn, readStreamingEvent, readFrame, type StreamingEvent } from './streaming-event.ts'
import { rulesOf, syncRules, type StreamingServer } from './streaming-rules.ts'

export interface VkStreamCursor {
  /** Of the last event, in seconds. Nothing can be asked for again: it only tells how long the stream was away. */
  last: number | null
}

export interface VkStreaming {
  /** The simulator speaks plain http. */
  scheme: 'https' | 'http'
  /** Milliseconds within which a socket has to open; one that does not is replaced. */
  openWithin?: number
}

export interface VkStreamOptions extends VkStreaming {
  ask: AskVk
  time: Time
}

const LONGEST_WAIT = 300 * SECOND
/** A connection that held so long was a good one: the next is tried at once. */
const STEADY = 60 * SECOND
/** Names are asked for many events at once. */
const GATHER = 3 * SECOND
const MOST_EVENTS = 200
const MOST_TRIES = 3
/** What the service says before it goes away: the next server is to be asked for. */
const MOVING = new Set([3000, 3001])

export function vkStream(options: VkStreamOptions): NetworkStream<VkStreamCursor> {
  return new VkStream(options)
}

class VkStream implements NetworkStream<VkStreamCursor> {
  readonly name = 'vk-stream'
  readonly #ask: AskVk
  readonly #time: Time
  readonly #scheme: VkStreamOptions['scheme']
  readonly #openWithin: number | undefined
  readonly #names: OwnerNames
  #searches: string[][] = []
  #watched = Promise.withResolvers<void>()
  #heardAt: Date | null = null

  constructor({ ask, time, scheme, openWithin }: VkStreamOptions) {
    this.#ask = ask
    this.#time = time
    this.#scheme = scheme
    this.#openWithin = openWithin
    this.#names = ownerNames(ask, time)
  }

  watch({ searches }: { searches: string[][] }): void {
    this.#searches = searches
    this.#watched.resolve()
    this.#watched = Promise.withResolvers()
  }

  heardAt(): Date | null {
    return this.#heardAt
  }

  async *read(cursor: VkStreamCursor | null, signal: AbortSignal): AsyncGenerator<RawBatch<VkStreamCursor>> {
    const waits = backOff({ longest: LONGEST_WAIT })
    const aborted = new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true })
    })
    let last = cursor?.last ?? null
    while (!signal.aborted) {
      // Without rules the stream says nothing.
      if (rulesOf(this.#searches).length === 0) {
        await Promise.race([this.#watched.promise, aborted])
        continue
      }
      const began = this.#time.now().getTime()
      try {
        for await (const events of this.#listen(signal)) {
          const owners = await this.#findOwners(events, signal)
          last = lastOf(events, last)
          yield {
            messages: events.map((event) => readStreamingEvent(event, owners)).filter((message) => message !== null),
            cursor: { last },
          }
        }
      } catch (error) {
        if (!isNetworkError(error)) throw error
      } finally {
        this.#heardAt = null
      }
      if (this.#time.now().getTime() - began > STEADY) waits.reset()
      await this.#time.sleep(waits.next(), signal)
    }
  }

  /**
   * One connection; ends when the server sends us to another one.
   * @throws NetworkError
   */
  async *#listen(signal: AbortSignal): AsyncGenerator<StreamingEvent[]> {
    const server = await this.#askServer(signal)
    let kept = this.#searches
    await syncRules(server, rulesOf(kept), signal)
    const url = new URL(`${this.#scheme === 'https' ? 'wss' : 'ws'}://${server.endpoint}/stream`)
    url.searchParams.set('key', server.key)
    url.searchParams.set('stream_id', '0')
    const time = this.#time
    const onHeard = (): void => {
      this.#heardAt = time.now()
    }
    const options = { time, openWithin: this.#openWithin, most: MOST_EVENTS, within: GATHER, onHeard }
    for await (const texts of readSocket(url, options, signal)) {
      const frames = texts.map(readFrame).filter((frame) => frame !== null)
      const events = frames.flatMap(({ event }) => event ?? [])
      if (events.length > 0) yield events
      if (frames.some(({ service_message: service }) => MOVING.has(service?.service_code ?? 0))) return
      if (kept === this.#searches) continue
      kept = this.#searches
      await syncRules(server, rulesOf(kept), signal)
    }
  }

  async #askServer(signal: AbortSignal): Promise<StreamingServer> {
    const { endpoint, key } = await this.#ask<{ endpoint?: string; key?: string }>('streaming.getServerUrl', {}, signal)
    if (!endpoint || !key || !/^[\w.-]+(:\d+)?$/.test(endpoint))
      throw new NetworkError('temporary', 'vk streaming: no address came')
    return { scheme: this.#scheme, endpoint, key }
  }

  /** Messages are not kept back for long because their authors' names do not come. */
  async #findOwners(events: StreamingEvent[], signal: AbortSignal): Promise<Owners> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#names.find(events.flatMap(ownersIn), signal)
      } catch (error) {
        if (!isNetworkError(error)) throw error
        if (tries === MOST_TRIES || signal.aborted || !isNetworkError(error, 'temporary', 'rate-limited'))
          return new Map()
        await this.#time.sleep(tries * GATHER, signal)
      }
    }
  }
}

/** Events that do not tell their time change nothing. */
function lastOf(events: StreamingEvent[], before: number | null): number | null {
  return events.reduce<number | null>(
    (most, { action_time: at }) => (at === undefined ? most : Math.max(most ?? at, at)),
    before,
  )
}

/** The Streaming API: what is written all over VK, as far as the rules choose it and VK gives it (a hundredth, unless it was asked for more). */
import { SECOND } from '../../../kit/clock.ts'
import type { NetworkStream, Time } from '../shared/adapter.ts'
import { backOff } from '../shared/back-off.ts'
import { readSocket } from '../shared/read-socket.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'
import type { AskVk } from './ask-vk.ts'
import { ownerNames } from './owner-names.ts'
import type { Owners } from './shape.ts'
import { ownersIn, readEvent, readFrame, type StreamingEvent } from './streaming-event.ts'
import { rulesOf, syncRules, type StreamingServer } from './streaming-rules.ts'

export interface VkStreamCursor {
  /** Of the last event, in seconds. Nothing can be asked for again: it only tells how long the stream was away. */
  last: number | null
}

export interface VkStreamOptions {
  ask: AskVk
  time: Time
  scheme: 'https' | 'http'
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

export function vkStream({ ask, time, scheme }: VkStreamOptions): NetworkStream<VkStreamCursor> {
  const names = ownerNames(ask, time)
  let searches: string[][] = []
  let watched = Promise.withResolvers<void>()
  let heardAt: Date | null = null

  return {
    name: 'vk-stream',
    watch(wanted) {
      searches = wanted.searches
      watched.resolve()
      watched = Promise.withResolvers()
    },
    heardAt: () => heardAt,
    async *read(cursor, signal) {
      const waits = backOff({ longest: LONGEST_WAIT })
      const aborted = new Promise((resolve) => {
        signal.addEventListener('abort', resolve, { once: true })
      })
      let last = cursor?.last ?? null
      while (!signal.aborted) {
        // Without rules the stream says nothing.
        if (rulesOf(searches).length === 0) {
          await Promise.race([watched.promise, aborted])
          continue
        }
        const began = time.now().getTime()
        try {
          for await (const events of listen(signal)) {
            const owners = await findOwners(events, signal)
            last = events.reduce<number | null>(
              (most, { action_time: at }) => (at === undefined ? most : Math.max(most ?? at, at)),
              last,
            )
            yield {
              messages: events.map((event) => readEvent(event, owners)).filter((message) => message !== null),
              cursor: { last },
            }
          }
        } catch (error) {
          if (!isNetworkError(error)) throw error
        } finally {
          heardAt = null
        }
        if (time.now().getTime() - began > STEADY) waits.reset()
        await time.sleep(waits.next(), signal)
      }
    },
  }

  /**
   * One connection; ends when the server sends us to another one.
   * @throws NetworkError
   */
  async function* listen(signal: AbortSignal): AsyncGenerator<StreamingEvent[]> {
    const server = await askServer(signal)
    let kept = searches
    await syncRules(server, rulesOf(kept), signal)
    const url = new URL(`${scheme === 'https' ? 'wss' : 'ws'}://${server.endpoint}/stream`)
    url.searchParams.set('key', server.key)
    url.searchParams.set('stream_id', '0')
    const onHeard = (): void => {
      heardAt = time.now()
    }
    for await (const texts of readSocket(url, { time, most: MOST_EVENTS, within: GATHER, onHeard }, signal)) {
      const frames = texts.map(readFrame).filter((frame) => frame !== null)
      const events = frames.flatMap(({ event }) => event ?? [])
      if (events.length > 0) yield events
      if (frames.some(({ service_message: said }) => MOVING.has(said?.service_code ?? 0))) return
      if (kept === searches) continue
      kept = searches
      await syncRules(server, rulesOf(kept), signal)
    }
  }

  async function askServer(signal: AbortSignal): Promise<StreamingServer> {
    const { endpoint, key } = await ask<{ endpoint?: string; key?: string }>('streaming.getServerUrl', {}, signal)
    if (!endpoint || !key || !/^[\w.-]+(:\d+)?$/.test(endpoint))
      throw new NetworkError('temporary', 'vk streaming: no address came')
    return { scheme, endpoint, key }
  }

  /** Messages are not kept back for long because their authors' names do not come. */
  async function findOwners(events: StreamingEvent[], signal: AbortSignal): Promise<Owners> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await names.find(events.flatMap(ownersIn), signal)
      } catch (error) {
        if (!isNetworkError(error)) throw error
        if (tries === MOST_TRIES || signal.aborted || !isNetworkError(error, 'temporary', 'rate-limited'))
          return new Map()
        await time.sleep(tries * GATHER, signal)
      }
    }
  }
}

/**
 * A source of lively made-up posts and comments over all seeded categories, so that the feed moves on first sight. Every
 * message is marked `demo`. Messages are numbered: the cursor keeps the number, the n-th message is always the same, and
 * a restart goes on without doubles.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { madeUpMessage } from './message.ts'
import { createRandom, type Random } from './random.ts'
import type { RawMessage, Source } from '../shared/source.ts'

export interface MadeUpCursor {
  seed: number
  /** The number of the next message. */
  n: number
  /** ISO; when the network was started first, which its backlog leads up to. */
  startedAt: string
  /** How much there was at that start. A cursor of an earlier version does not say. */
  backlog?: number
  backlogDays?: number
}

interface MadeUpNetworkOptions {
  now: () => Date
  seed?: number
  /** On the average; they come in bursts. */
  perMinute?: number
  /** Messages that are there at the very first start, spread over `backlogDays`. */
  backlog?: number
  backlogDays?: number
  /** Milliseconds; ends early when the signal aborts. */
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

const DAY = 24 * 60 * 60 * 1000
/**
 * Two weeks, so that there is something to read where the newest three days are hidden: of each category as much as fills the
 * first page of a trial, and a dozen more that are hidden.
 */
const HISTORY = { backlog: 6_000, backlogDays: 14 }
/** What a network began with that was started by an earlier version. */
const EARLIER_HISTORY = { backlog: 600, backlogDays: 4 }
const BACKLOG_BATCH = 100
/** A live batch is never larger, whatever the rate. */
const LARGEST_BURST = 1000
/** Anyone who stores slower than messages are due is let off what is older than this, and gets no flood afterwards. */
const MOST_BEHIND = 1000

export function madeUpNetwork(options: MadeUpNetworkOptions): Source<MadeUpCursor> {
  const { now, seed = 1, perMinute = 20, sleep = sleepFor } = options
  const { backlog = HISTORY.backlog, backlogDays = HISTORY.backlogDays } = options
  if (!(perMinute > 0)) throw new RangeError('perMinute is a number above 0')

  return {
    name: 'made-up',
    async *read(cursor, signal) {
      const from: Required<MadeUpCursor> = cursor
        ? { ...EARLIER_HISTORY, ...cursor }
        : { seed, n: 0, startedAt: now().toISOString(), backlog, backlogDays }
      const startedAt = new Date(from.startedAt)
      let n = from.n

      while (n < from.backlog && !signal.aborted) {
        const end = Math.min(n + BACKLOG_BATCH, from.backlog)
        const messages = range(n, end).map((at) => ({ ...messageOf(at), publishedAt: timeInBacklog(at) }))
        n = end
        yield { messages, cursor: { ...from, n } }
      }
      let due = now().getTime()
      while (!signal.aborted) {
        const portion = portionAt(n)
        const time = now().getTime()
        due = Math.max(due + portion.milliseconds, time - MOST_BEHIND)
        await sleep(Math.max(0, due - time), signal)
        if (signal.aborted) return
        const messages = range(n, n + portion.count).map((at) => ({ ...messageOf(at), publishedAt: now() }))
        n += portion.count
        yield { messages, cursor: { ...from, n } }
      }

      function messageOf(at: number): Omit<RawMessage, 'publishedAt'> {
        return madeUpMessage(from.seed, at).message
      }

      /** In order, and denser towards the end, as a feed is that people look at the newest part of. */
      function timeInBacklog(at: number): Date {
        const left = 1 - (at + createRandom(from.seed, at ^ 0x3c6ef372).next()) / from.backlog
        return new Date(startedAt.getTime() - left ** 1.6 * from.backlogDays * DAY)
      }

      /** Mostly one by one, sometimes a handful at once; on the average the rate that was asked for. */
      function portionAt(at: number): { milliseconds: number; count: number } {
        const random = createRandom(from.seed ^ 0x1b873593, at)
        // No more than some ten batches a second
        const least = Math.ceil(perMinute / 600)
        const count = Math.min(LARGEST_BURST, least * burst(random))
        const share = -Math.log(1 - random.next())
        return { milliseconds: Math.min(share, 4) * count * (60_000 / perMinute), count }
      }
    },
  }
}

function burst(random: Random): number {
  return random.chance(0.12) ? random.between(3, 6) : 1
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i)
}

async function sleepFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Keeps the segments up with what is stored, as long as it runs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import { indexMessages, readMark, type Indexing } from './index-messages.ts'
import { mergeSegments } from './merge-segments.ts'
import { countGiven } from './visible-up-to.ts'

const LOOK_EVERY = 2 * SECOND
/** What waits is read as it is by every query: so few, and so long. */
const FEWEST = 500
const LONGEST_WAIT = 15 * SECOND
/** Into one segment, when much waits. */
const MOST = 30_000
/** As few as are put there in some seconds. */
const MOST_GENTLY = 5_000
const AFTER_FAILURE = 10 * SECOND
/** Stored a second: someone imports a file, or a network is caught up with, and is not to be slowed down. */
const BUSY = 300
/** So much may wait until it is over: a query reads which there are in a moment, and some of their texts. */
const MOST_WAITING = 100_000

export function runIndexer(context: Indexing & { log: Log }): { close(): Promise<void> } {
  const { db, clock, log } = context
  const ending = new AbortController()
  let seen: { messages: number; at: number } | null = null
  /** Whether much was stored since this was asked last. */
  async function isBusy(): Promise<boolean> {
    const before = seen
    seen = { messages: await countGiven(db), at: performance.now() }
    return before !== null && seen.messages - before.messages > BUSY * Math.max(1, (seen.at - before.at) / SECOND)
  }
  async function work(): Promise<void> {
    for (;;) {
      const latest = new Date(clock.now().getTime() - LONGEST_WAIT)
      const gently = await isBusy()
      if (gently && seen && seen.messages - (await readMark(db)) < MOST_WAITING) return
      const indexed = await indexMessages(context, {
        most: gently ? MOST_GENTLY : MOST,
        fewest: FEWEST,
        latest,
        gently,
        signal: ending.signal,
      })
      if (ending.signal.aborted || gently) return
      if (indexed !== null && indexed >= MOST) continue
      while (!ending.signal.aborted && (await mergeSegments(db, clock.now()))) continue
      return
    }
  }
  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      const pause = await work().then(
        () => LOOK_EVERY,
        (error: unknown) => {
          if (!ending.signal.aborted)
            log.warn({ err: error }, 'stored messages could not be put into segments, trying again')
          return AFTER_FAILURE
        },
      )
      await sleep(pause, undefined, { signal: ending.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    async close() {
      ending.abort()
      await running
    },
  }
}

/**
 * Stored items -> counts for whoever listens. Runs where the sockets are. A notice only wakes it: what is new is read from
 * the database, from the mark on, in the order of seqIds, so that a missed notice costs time and never a count.
 */
import { getNewestSeqId, openFeedListeners, readNewItems, type FeedListeners } from '../../features/feed/feed.public.ts'
import type { Language } from '../../../engine/language/language.ts'
import type { Bus } from '../../kit/bus.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Db } from '../../kit/sql.ts'

export interface Announcer {
  listeners: FeedListeners
  /** Announces everything stored so far, and returns when it has. */
  catchUp(): Promise<void>
  close(): void
}

/** Items read at once. */
const CHUNK = 2_000

export async function openAnnouncer(context: {
  db: Db
  clock: Clock
  language: Language
  bus: Bus
  log: Log
}): Promise<Announcer> {
  const { db, bus, log } = context
  const listeners = openFeedListeners(context, await getNewestSeqId(db))
  let running: Promise<void> | null = null
  let again = false

  function catchUp(): Promise<void> {
    again = true
    running ??= (async () => {
      try {
        while (again) {
          again = false
          await announceNew(db, listeners)
        }
      } finally {
        running = null
      }
    })()
    return running
  }
  const wake = (): void =>
    void catchUp().catch((error: unknown) =>
      log.error({ err: error }, 'announcing failed; the next notice tries again'),
    )
  const stop = [bus.on('feed.stored', wake), bus.on('bus.reconnected', wake)]
  return {
    listeners,
    catchUp,
    close() {
      for (const off of stop) off()
      listeners.close()
    },
  }
}

async function announceNew(db: Db, listeners: FeedListeners): Promise<void> {
  for (;;) {
    if (listeners.size === 0) {
      const newest = await getNewestSeqId(db)
      // Nobody to tell: only the mark moves on. Whoever came while it was read counts from the old mark, and is told.
      if (listeners.size === 0) return listeners.announce([], Math.max(listeners.mark, newest))
    }
    const items = await readNewItems(db, listeners.mark, CHUNK)
    const last = items.at(-1)
    if (!last) return
    await listeners.announce(items, last.seqId)
  }
}

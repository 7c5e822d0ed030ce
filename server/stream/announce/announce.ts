/**
 * The last step of the stream: stored items -> counts for the sockets that listen, in the web role. A bus message only wakes it:
 * what is new is read from the database, from the watermark on, in the order of seqIds, so that a missed message costs time
 * and never a count.
 */
import { getNewestSeqId } from '../../features/reading/feed/feed.public.ts'
import { feedListenersOf, readNewItems, type FeedListeners } from '../../features/reading/feed/feed.stream.ts'
import type { AppContext } from '../../kit/context.ts'

type AnnouncerContext = Pick<AppContext, 'db' | 'clock' | 'config' | 'language' | 'bus' | 'log'>

/** Items read at once: of many listeners each is asked about each item, and others wait meanwhile. */
const MOST_ITEMS = 2_000
const FEWEST_ITEMS = 100
const QUESTIONS_AT_ONCE = 200_000
const itemsFor = (listeners: number): number =>
  Math.min(MOST_ITEMS, Math.max(FEWEST_ITEMS, Math.floor(QUESTIONS_AT_ONCE / listeners)))

export async function openAnnouncer(ctx: AnnouncerContext): Promise<Announcer> {
  return new Announcer(ctx, feedListenersOf(ctx), await getNewestSeqId(ctx.db))
}

export class Announcer {
  readonly listeners: FeedListeners
  readonly #ctx: AnnouncerContext
  readonly #unsubscribe: (() => void)[]
  #running: Promise<void> | null = null
  #again = false

  constructor(ctx: AnnouncerContext, listeners: FeedListeners, watermark: number) {
    this.#ctx = ctx
    this.listeners = listeners
    listeners.start(watermark)
    const wake = (): void =>
      void this.catchUp().catch((error: unknown) =>
        ctx.log.error({ err: error }, 'announcing failed; the next bus message tries again'),
      )
    this.#unsubscribe = [ctx.bus.on('feed.stored', wake), ctx.bus.on('bus.reconnected', wake)]
  }

  /** Announces everything stored so far, and returns when it has. */
  catchUp(): Promise<void> {
    this.#again = true
    this.#running ??= this.#announceAll()
    return this.#running
  }

  close(): void {
    for (const off of this.#unsubscribe) off()
    this.listeners.close()
  }

  async #announceAll(): Promise<void> {
    try {
      while (this.#again) {
        this.#again = false
        await this.#announceNew()
      }
    } finally {
      // At once: a call from here on starts a new round.
      this.#running = null
    }
  }

  async #announceNew(): Promise<void> {
    const { listeners } = this
    const { db } = this.#ctx
    for (;;) {
      if (listeners.size === 0) {
        const newest = await getNewestSeqId(db)
        // With no listeners only the watermark moves on. One that came while it was read counts from the old watermark.
        if (listeners.size === 0) return listeners.announce([], Math.max(listeners.watermark, newest))
      }
      const items = await readNewItems(db, listeners.watermark, itemsFor(listeners.size))
      const last = items.at(-1)
      if (!last) return
      await listeners.announce(items, last.seqId)
    }
  }
}

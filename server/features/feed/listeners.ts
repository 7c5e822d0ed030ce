/**
 * Who wants to hear of new items for which filter, in this process. Counting is exact over a reconnect: a listener says up
 * to where it has counted, the database counts from there to the mark this process has announced, and announcing goes on
 * from the mark.
 */
import type { FeedUpdate } from '../../../contract/feed.ts'
import type { Language } from '../../../engine/language/language.ts'
import { fits, type FilterableItem, type FilterQuestion } from '../../../rules/filters/fits.ts'
import { mayShow, type VisibleProduct } from '../../../rules/trial.ts'
import type { LiveSocket } from '../../kit/asking.ts'
import type { Bus } from '../../kit/bus.ts'
import { MINUTE, type Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import { announceSeconds } from '../../kit/metrics.ts'
import type { Db } from '../../kit/sql.ts'
import { accessFilter, questionOf } from '../filters/filters.public.ts'
import { listVisibleProducts } from '../subscriptions/subscriptions.public.ts'
import { countItems, pickPage } from './pick.ts'
import { snippetOf } from './show.ts'
import { fillItems } from './fill.ts'

/** A new item, as much of it as counting needs. */
export interface AnnouncedItem extends FilterableItem {
  seqId: number
  text: string
  /** When it was stored, in milliseconds. */
  storedAt: number
}

interface Listener {
  socket: LiveSocket
  userId: number
  filterId: number
  question: FilterQuestion
  products: Map<string, VisibleProduct>
  scopeReadAt: number
  /** The client knows the count up to here. */
  said: number
  count: number
  snippet: string | null
  oldestStoredAt: number
}

interface Outlet {
  listeners: Map<number, Listener>
  /** Nothing leaves while the first counts are on their way, nor sooner than this after the last. */
  held: boolean
  timer: NodeJS.Timeout | null
  leftAt: number
}

/** A socket hears of all its filters at most this often. */
const BETWEEN_SIGNALS_MS = 300

/** So often what a person may see is read again: subscriptions begin and end without anybody's doing. */
const SCOPE_AGE_MS = MINUTE

export interface FeedListeners {
  /** The filters this socket listens to from now on, and what came for each since it last knew. */
  listen(socket: LiveSocket, userId: number, wanted: { filterId: number; since: number }[]): Promise<FeedUpdate[]>
  /** New items, all there are in (mark, upTo]. */
  announce(items: AnnouncedItem[], upTo: number): void
  readonly mark: number
  /** Is anybody listening? */
  readonly size: number
  close(): void
}

const keyOf = (product: { productType: string; productId: number }): string => `${product.productType} ${product.productId}`

export function openFeedListeners(
  { db, clock, language, bus, log }: { db: Db; clock: Clock; language: Language; bus: Bus; log: Log },
  startMark: number,
): FeedListeners {
  const outlets = new Map<string, Outlet>()
  let mark = startMark

  const all = (): Listener[] => [...outlets.values()].flatMap((outlet) => [...outlet.listeners.values()])

  async function readScope(userId: number): Promise<Map<string, VisibleProduct>> {
    const products = await listVisibleProducts(db, userId, clock.now())
    return new Map(products.map((product) => [keyOf(product), product]))
  }
  async function refreshScope(userId: number): Promise<void> {
    const theirs = all().filter((listener) => listener.userId === userId)
    if (theirs.length === 0) return
    for (const listener of theirs) listener.scopeReadAt = clock.now().getTime()
    const products = await readScope(userId)
    for (const listener of theirs) listener.products = products
  }
  async function refreshFilter(filterId: number): Promise<void> {
    for (const listener of all().filter((each) => each.filterId === filterId)) {
      listener.question = questionOf(language, await accessFilter(db, listener.userId, filterId))
    }
  }
  const failed = (error: unknown): void => log.error({ err: error }, 'a feed listener could not be refreshed')
  const stop = [
    bus.on('filter.changed', ({ filterId }) => void refreshFilter(filterId).catch(failed)),
    bus.on('scope.changed', ({ userId }) => void refreshScope(userId).catch(failed)),
  ]

  function outletOf(socket: LiveSocket): Outlet {
    const known = outlets.get(socket.id)
    if (known) return known
    const outlet: Outlet = { listeners: new Map(), held: false, timer: null, leftAt: 0 }
    outlets.set(socket.id, outlet)
    socket.onClose(() => {
      if (outlet.timer) clearTimeout(outlet.timer)
      outlets.delete(socket.id)
    })
    return outlet
  }

  function flushSoon(outlet: Outlet): void {
    if (outlet.held || outlet.timer) return
    const wait = Math.max(0, outlet.leftAt + BETWEEN_SIGNALS_MS - performance.now())
    outlet.timer = setTimeout(() => {
      outlet.timer = null
      if (!outlet.held) flush(outlet)
    }, wait)
  }
  function flush(outlet: Outlet): void {
    outlet.leftAt = performance.now()
    const now = clock.now().getTime()
    for (const listener of outlet.listeners.values()) {
      if (listener.count === 0) continue
      const { filterId, count, snippet, said } = listener
      announceSeconds.observe(Math.max(0, now - listener.oldestStoredAt) / 1000)
      listener.said = Math.max(said, mark)
      listener.count = 0
      listener.snippet = null
      listener.socket.say('feed.updates', { filterId, count, snippet, since: said, seqId: listener.said })
    }
  }

  /** What the database holds for the listener in (since, upTo]. */
  async function countSince(listener: Listener, since: number, upTo: number): Promise<{ count: number; snippet: string | null }> {
    if (since >= upTo) return { count: 0, snippet: null }
    const scope = { products: [...listener.products.values()], question: listener.question, now: clock.now() }
    // Far above what a badge shows; beyond it only «много» matters.
    const count = Math.min(await countItems(db, scope, { after: since, upTo }, 999), 999)
    if (count === 0) return { count, snippet: null }
    const [newest] = await fillItems(db, await pickPage(db, scope, { upTo, edge: null, offset: 0, limit: 1 }))
    return { count, snippet: newest ? snippetOf(newest.text) : null }
  }

  return {
    get mark() {
      return mark
    },
    get size() {
      return outlets.size
    },

    async listen(socket, userId, wanted) {
      const products = await readScope(userId)
      const questions = new Map<number, FilterQuestion>()
      for (const { filterId } of wanted) questions.set(filterId, questionOf(language, await accessFilter(db, userId, filterId)))

      // From here to the first await nothing can be announced: the mark and the registration belong together.
      const from = mark
      const outlet = outletOf(socket)
      outlet.held = true
      outlet.listeners.clear()
      for (const { filterId, since } of wanted) {
        const question = questions.get(filterId)
        if (!question) continue
        outlet.listeners.set(filterId, {
          socket, userId, filterId, question, products,
          scopeReadAt: clock.now().getTime(),
          said: Math.max(from, since),
          count: 0,
          snippet: null,
          oldestStoredAt: 0,
        })
      }
      try {
        const updates: FeedUpdate[] = []
        for (const { filterId, since } of wanted) {
          const listener = outlet.listeners.get(filterId)
          if (!listener) continue
          const found = await countSince(listener, since, from)
          updates.push({ filterId, ...found, since, seqId: Math.max(from, since) })
        }
        return updates
      } finally {
        outlet.held = false
        // A little later than the answer, so that the client has it before the first signal.
        outlet.leftAt = performance.now()
        flushSoon(outlet)
      }
    },

    announce(items, upTo) {
      const now = clock.now().getTime()
      for (const [, outlet] of outlets) {
        for (const listener of outlet.listeners.values()) {
          if (now - listener.scopeReadAt > SCOPE_AGE_MS) void refreshScope(listener.userId).catch(failed)
          for (const item of items) {
            if (item.seqId <= listener.said) continue
            const product = listener.products.get(keyOf(item))
            if (!product || !mayShow(product, item.publishedAt, now) || !fits(listener.question, item, now)) continue
            if (listener.count === 0) listener.oldestStoredAt = item.storedAt
            listener.count += 1
            listener.snippet = snippetOf(item.text)
          }
          if (listener.count > 0) flushSoon(outlet)
        }
      }
      mark = upTo
    },

    close() {
      for (const off of stop) off()
      for (const { timer } of outlets.values()) if (timer) clearTimeout(timer)
      outlets.clear()
    },
  }
}

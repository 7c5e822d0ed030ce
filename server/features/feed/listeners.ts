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
import type { Clock } from '../../kit/clock.ts'
import { announceSeconds } from '../../kit/metrics.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Db } from '../../kit/sql.ts'
import { accessFilter, questionOf } from '../filters/filters.public.ts'
import { findNextScopeChange, listVisibleProducts } from '../subscriptions/subscriptions.public.ts'
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

/** What a person may see, as long as nobody changes it: until then, in milliseconds. */
interface Visible {
  products: Map<string, VisibleProduct>
  until: number
}

interface Listener {
  socket: LiveSocket
  userId: number
  filterId: number
  question: FilterQuestion
  visible: Visible
  /** A notice says that the question, or what is visible, is not what it was. */
  stale: boolean
  /** The client knows the count up to here. */
  said: number
  count: number
  snippet: string | null
  oldestStoredAt: number
}

interface Outlet {
  listeners: Map<number, Listener>
  /** How many first counts are on their way: nothing leaves before them. */
  held: number
  timer: NodeJS.Timeout | null
  leftAt: number
}

/** A socket hears of all its filters at most this often. */
const BETWEEN_SIGNALS_MS = 300

export interface FeedListeners {
  /** The filters this socket listens to from now on, and what came for each since it last knew. */
  listen(socket: LiveSocket, userId: number, wanted: { filterId: number; since: number }[]): Promise<FeedUpdate[]>
  /** Reads anew who may see what, and asks what, where that has changed; right before announcing. */
  freshen(): Promise<void>
  /** New items, all there are in (mark, upTo]. */
  announce(items: AnnouncedItem[], upTo: number): void
  readonly mark: number
  /** Is anybody listening? */
  readonly size: number
  close(): void
}

/** Somebody who lost his filter meanwhile hears no more of it. */
function nullIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

const keyOf = (product: { productType: string; productId: number }): string => `${product.productType} ${product.productId}`

export function openFeedListeners(
  { db, clock, language, bus }: { db: Db; clock: Clock; language: Language; bus: Bus },
  startMark: number,
): FeedListeners {
  const outlets = new Map<string, Outlet>()
  let mark = startMark

  const all = (): Listener[] => [...outlets.values()].flatMap((outlet) => [...outlet.listeners.values()])

  async function readVisible(userId: number): Promise<Visible> {
    const now = clock.now()
    const [products, change] = await Promise.all([listVisibleProducts(db, userId, now), findNextScopeChange(db, userId, now)])
    return { products: new Map(products.map((product) => [keyOf(product), product])), until: change?.getTime() ?? Infinity }
  }
  async function readQuestion(userId: number, filterId: number): Promise<FilterQuestion> {
    return questionOf(language, await accessFilter(db, userId, filterId))
  }

  let noticesHeard = 0
  function outdate(which: (listener: Listener) => boolean): void {
    noticesHeard += 1
    for (const listener of all()) if (which(listener)) listener.stale = true
  }
  const stop = [
    bus.on('filter.changed', ({ filterId }) => outdate((listener) => listener.filterId === filterId)),
    bus.on('scope.changed', ({ userId }) => outdate((listener) => listener.userId === userId)),
    bus.on('bus.reconnected', () => outdate(() => true)),
  ]

  function outletOf(socket: LiveSocket): Outlet {
    const known = outlets.get(socket.id)
    if (known) return known
    const outlet: Outlet = { listeners: new Map(), held: 0, timer: null, leftAt: 0 }
    outlets.set(socket.id, outlet)
    socket.onClose(() => {
      if (outlet.timer) clearTimeout(outlet.timer)
      outlets.delete(socket.id)
    })
    return outlet
  }

  function flushSoon(outlet: Outlet): void {
    if (outlet.held > 0 || outlet.timer) return
    const wait = Math.max(0, outlet.leftAt + BETWEEN_SIGNALS_MS - performance.now())
    outlet.timer = setTimeout(() => {
      outlet.timer = null
      if (outlet.held === 0) flush(outlet)
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
    const scope = { products: [...listener.visible.products.values()], question: listener.question, now: clock.now() }
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
      const heardBefore = noticesHeard
      const visible = await readVisible(userId)
      const questions = new Map<number, FilterQuestion>()
      for (const { filterId } of wanted) questions.set(filterId, await readQuestion(userId, filterId))

      // From here to the first await nothing can be announced: the mark and the registration belong together.
      const from = mark
      const outlet = outletOf(socket)
      outlet.held += 1
      outlet.listeners.clear()
      for (const { filterId, since } of wanted) {
        const question = questions.get(filterId)
        if (!question) continue
        outlet.listeners.set(filterId, {
          socket, userId, filterId, question, visible,
          stale: noticesHeard > heardBefore,
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
        outlet.held -= 1
        // A little later than the answer, so that the client has it before the first signal.
        outlet.leftAt = performance.now()
        flushSoon(outlet)
      }
    },

    async freshen() {
      const now = clock.now().getTime()
      const stale = all().filter((listener) => listener.stale || now >= listener.visible.until)
      // Before reading: a notice that comes meanwhile must not be taken for one that is done with.
      for (const listener of stale) listener.stale = false
      const visible = new Map<number, Visible>()
      try {
        for (const listener of stale) {
          const { userId, filterId } = listener
          if (!visible.has(userId)) visible.set(userId, await readVisible(userId))
          listener.visible = visible.get(userId) ?? listener.visible
          const question = await readQuestion(userId, filterId).catch(nullIfRefused)
          if (question) listener.question = question
          else outlets.get(listener.socket.id)?.listeners.delete(filterId)
        }
      } catch (error) {
        for (const listener of stale) listener.stale = true
        throw error
      }
    },

    announce(items, upTo) {
      const now = clock.now().getTime()
      for (const [, outlet] of outlets) {
        for (const listener of outlet.listeners.values()) {
          for (const item of items) {
            if (item.seqId <= listener.said) continue
            const product = listener.visible.products.get(keyOf(item))
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

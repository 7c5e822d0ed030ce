/**
 * Who wants to hear of new items for which filter, in this process. Counting is exact over a reconnect: a listener says up
 * to where it has counted, the database counts from there to the mark this process has announced, and announcing goes on
 * from the mark.
 */
import type { FeedUpdate } from '../../../contract/feed.ts'
import type { Language } from '../../../engine/language/language.ts'
import { whyHidden, type FilterableItem, type FilterQuestion } from '../../../rules/filters/fits.ts'
import type { VisibleProduct } from '../../../rules/trial.ts'
import type { LiveSocket, Person } from '../../kit/asking.ts'
import type { Bus } from '../../kit/bus.ts'
import { MINUTE, type Clock } from '../../kit/clock.ts'
import { announceSeconds } from '../../kit/metrics.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Db } from '../../kit/sql.ts'
import { accessFilter, questionOf } from '../filters/filters.public.ts'
import { judgeItems } from '../learning/learning.public.ts'
import { findNextScopeChange, listVisibleProducts } from '../subscriptions/subscriptions.public.ts'
import { fillItems } from './fill.ts'
import type { AnnouncedItem } from './item-facts.ts'
import { countItems, pickAmong, pickPage } from './pick.ts'
import { readReader, type Reader } from './reader.ts'
import { listBlackListed, type Scope } from './scope.ts'
import { snippetOf } from './show.ts'

/** What a person may see, as long as nobody changes it: until then, in milliseconds. */
interface Visible {
  reader: Reader
  products: Map<string, VisibleProduct>
  blackList: Set<number>
  until: number
}

/** As much of a person as decides what he may see. */
type Listening = Pick<Person, 'id' | 'roles'>

interface Listener {
  socket: LiveSocket
  person: Listening
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
  listen(socket: LiveSocket, person: Listening, wanted: { filterId: number; since: number }[]): Promise<FeedUpdate[]>
  /**
   * New items, all there are in (mark, upTo]. Reads anew who may see what, and asks what, where that has changed. Without
   * items nothing is waited for. Not to be called before the last one is done.
   */
  announce(items: AnnouncedItem[], upTo: number): Promise<void>
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

/** Marks are asked of the database: where only they speak against an item, or might speak for it, nothing is decided yet. */
const DEPENDS_ON_MARKS: ReadonlySet<string> = new Set(['notSpam', 'notFavorite', 'noNote'])

/** A message that is in the feed no longer than this has no marks yet, unless it repeats another. */
const UNMARKED_MS = MINUTE

/** How often what has changed is read anew before announcing; what changes even then is read the next time. */
const FRESHENINGS = 3

/** Questions asked of the database at once. */
const AT_ONCE = 4

const keyOf = (product: { productType: string; productId: number }): string =>
  `${product.productType} ${product.productId}`

export function openFeedListeners(
  { db, clock, language, bus }: { db: Db; clock: Clock; language: Language; bus: Bus },
  startMark: number,
): FeedListeners {
  const outlets = new Map<string, Outlet>()
  let mark = startMark

  const all = (): Listener[] => [...outlets.values()].flatMap((outlet) => [...outlet.listeners.values()])

  async function readVisible(person: Listening): Promise<Visible> {
    const now = clock.now()
    const [reader, products, blackList, change] = await Promise.all([
      readReader(db, person),
      listVisibleProducts(db, person.id, now),
      listBlackListed(db, person.id),
      findNextScopeChange(db, person.id, now),
    ])
    return {
      reader,
      products: new Map(products.map((product) => [keyOf(product), product])),
      blackList: new Set(blackList),
      until: change?.getTime() ?? Infinity,
    }
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
    bus.on('scope.changed', ({ userId }) => outdate((listener) => listener.person.id === userId)),
    bus.on('author.listed', ({ userId }) => outdate((listener) => listener.person.id === userId)),
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

  function scopeOf({ visible: { reader, products, blackList }, question }: Listener): Scope {
    return { reader, products: [...products.values()], blackList: [...blackList], question, now: clock.now() }
  }

  /** What the database holds for the listener in (since, upTo]. */
  async function countSince(
    listener: Listener,
    since: number,
    upTo: number,
  ): Promise<{ count: number; snippet: string | null }> {
    if (since >= upTo) return { count: 0, snippet: null }
    const scope = scopeOf(listener)
    if (scope.question.learned) await judgeItems(db, listener.person.id, scope.products)
    // Far above what a badge shows; beyond it only «много» matters.
    const count = Math.min(await countItems(db, scope, { after: since, upTo }, 999), 999)
    if (count === 0) return { count, snippet: null }
    const [newest] = await fillItems(db, await pickPage(db, scope, { upTo, edge: null, offset: 0, limit: 1 }))
    return { count, snippet: newest ? snippetOf(newest.text) : null }
  }

  const isOutdated = (listener: Listener): boolean => listener.stale || clock.now().getTime() >= listener.visible.until

  async function freshen(outdated: Listener[]): Promise<void> {
    // Before reading: a notice that comes meanwhile must not be taken for one that is done with.
    for (const listener of outdated) listener.stale = false
    const visible = new Map<number, Visible>()
    try {
      for (const listener of outdated) {
        const { person, filterId } = listener
        const seen = visible.get(person.id) ?? (await readVisible(person))
        visible.set(person.id, seen)
        listener.visible = seen
        const question = await readQuestion(person.id, filterId).catch(nullIfRefused)
        if (question) listener.question = question
        else outlets.get(listener.socket.id)?.listeners.delete(filterId)
      }
    } catch (error) {
      for (const listener of outdated) listener.stale = true
      throw error
    }
  }

  /** Has the item more to it than it says itself: an earlier copy, or marks of a message that is no longer new? */
  function isDoubtful({ repeats, storedAt }: AnnouncedItem): boolean {
    return repeats || storedAt < clock.now().getTime() - UNMARKED_MS
  }

  /** Why the item, a new one without marks, is not the listener's; null when it is. */
  function reasonAgainst(
    { visible: { reader, products, blackList }, question }: Listener,
    item: AnnouncedItem,
    now: number,
  ): string | null {
    const product = products.get(keyOf(item))
    if (!product) return 'invisible'
    const seen: FilterableItem = {
      ...item,
      trial: product.trial,
      moderator: reader.moderator,
      blackListed: item.authorId !== null && blackList.has(item.authorId),
      spamMarked: false,
      favorite: false,
      noted: false,
      unlike: false,
    }
    return whyHidden(question, seen, now)?.reason ?? null
  }

  /** Which of these items are cards of the listener's feed, as the database has it. */
  async function askAbout(listener: Listener, items: AnnouncedItem[]): Promise<Set<number>> {
    const { person, visible, question } = listener
    const now = clock.now().getTime()
    const open = items.filter((item) => {
      const reason = item.seqId > listener.said ? reasonAgainst(listener, item, now) : 'counted'
      return reason === null || DEPENDS_ON_MARKS.has(reason)
    })
    if (question.learned && open.length > 0) await judgeItems(db, person.id, [...visible.products.values()])
    return new Set(
      await pickAmong(
        db,
        scopeOf(listener),
        open.map(({ seqId }) => seqId),
      ),
    )
  }

  return {
    get mark() {
      return mark
    },
    get size() {
      return outlets.size
    },

    async listen(socket, person, wanted) {
      const heardBefore = noticesHeard
      const visible = await readVisible(person)
      const questions = new Map<number, FilterQuestion>()
      for (const { filterId } of wanted) questions.set(filterId, await readQuestion(person.id, filterId))

      // From here to the first await nothing can be announced: the mark and the registration belong together.
      const from = mark
      const outlet = outletOf(socket)
      outlet.held += 1
      outlet.listeners.clear()
      for (const { filterId, since } of wanted) {
        const question = questions.get(filterId)
        if (!question) continue
        outlet.listeners.set(filterId, {
          socket,
          person,
          filterId,
          question,
          visible,
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

    async announce(items, upTo) {
      const doubtful = items.filter(isDoubtful)
      // What a person's own marks taught may speak against any item.
      const doubtfulTo = ({ question }: Listener): AnnouncedItem[] => (question.learned ? items : doubtful)
      const decided = new Map<Listener, Set<number>>()
      // Whoever came while others were asked about is asked about too: between the last look and the counting nothing is waited for.
      for (let round = 0; items.length > 0; round += 1) {
        const outdated = round < FRESHENINGS ? all().filter(isOutdated) : []
        if (outdated.length > 0) await freshen(outdated)
        for (const listener of outdated) decided.delete(listener)
        const undecided = all().filter((listener) => !decided.has(listener) && doubtfulTo(listener).length > 0)
        for (let at = 0; at < undecided.length; at += AT_ONCE) {
          const asked = undecided.slice(at, at + AT_ONCE)
          const cards = await Promise.all(asked.map((listener) => askAbout(listener, doubtfulTo(listener))))
          asked.forEach((listener, place) => decided.set(listener, cards[place] ?? new Set()))
        }
        if (outdated.length + undecided.length === 0) break
      }

      const now = clock.now().getTime()
      for (const outlet of outlets.values()) {
        for (const listener of outlet.listeners.values()) {
          for (const item of items) {
            if (item.seqId <= listener.said) continue
            const asked = listener.question.learned || isDoubtful(item)
            const counts = asked ? decided.get(listener)?.has(item.seqId) : reasonAgainst(listener, item, now) === null
            if (!counts) continue
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

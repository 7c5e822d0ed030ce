/**
 * Which socket of this process listens to new items of which filters and views. Counting is exact over a reconnect: a listener says up to
 * where it has counted, the database counts from there to this process's watermark, up to which everything is announced, and
 * announcing goes on from the watermark.
 */
import type { InputOf } from '../../../../../contract/call.ts'
import type { feed } from '../../../../../contract/reading/feed.ts'
import type { FeedUpdate, ViewUpdate } from '../../../../../contract/reading/feed-updates.ts'
import { emptyFilter } from '../../../../../contract/reading/filters.ts'
import type { FilterQuestion } from '../../../../../rules/filters/fits.ts'
import { readView, viewFields } from '../../../../../rules/filters/views.ts'
import { AppError } from '../../../../kit/app-error.ts'
import type { AppContext, LiveSocket } from '../../../../kit/context.ts'
import { perProcess } from '../../../../kit/per-process.ts'
import { accessFilter, questionOf } from '../../filters/filters.public.ts'
import { judgeItems } from '../../learning/learning.public.ts'
import type { AnnouncedItem } from '../items/item-facts.ts'
import { fillItems } from '../read/fill.ts'
import { itemsToAsk, sortItems, type AnnouncedBatch } from './announced-batch.ts'
import { nothingBehind, readBehind } from './behind.ts'
import { countViews, VIEW_COUNT_CAP } from '../read/count-views.ts'
import { countItems, pickAmong, pickPage } from '../read/pick.ts'
import { readAskedFields } from '../read/scope.ts'
import { snippetOf } from '../read/show.ts'
import {
  countItem,
  dependsOnDatabase,
  isOutdated,
  mayCount,
  readReaderVisibility,
  reasonAgainst,
  scopeOf,
  type Listener,
  type ReaderVisibility,
} from './listener.ts'
import { SocketListeners } from './socket-listeners.ts'
import { productKeyOf } from '../../../../../rules/product-key.ts'

type Listening = InputOf<typeof feed.setFeedListener>
type Narrowed = NonNullable<Listening['narrowed']>

type ListeningContext = Pick<AppContext, 'db' | 'clock' | 'config' | 'language' | 'bus'>
/** How often what has changed is read again before announcing; what changes even then is read the next time. */
const REFRESHES = 3

/** Questions asked of the database at once. */
const AT_ONCE = 4

/** Far above what a badge shows; beyond it only «много» matters. */
const COUNT_CAP = 999

const MOST_VIEW_QUESTIONS = 10_000

export class FeedListeners {
  readonly #ctx: ListeningContext
  readonly #sockets = new Map<string, SocketListeners>()
  /** By the key of the view. */
  readonly #viewQuestions = new Map<string, FilterQuestion>()
  #unsubscribe: (() => void)[] = []
  #watermark = 0
  /** Grows with each bus message that may outdate what is read meanwhile. */
  #heard = 0

  constructor(ctx: ListeningContext) {
    this.#ctx = ctx
  }

  /** @param watermark up to which seqId nothing is announced any more */
  start(watermark: number): void {
    this.#watermark = watermark
    const { bus } = this.#ctx
    this.#unsubscribe = [
      bus.on('filter.changed', ({ filterId }) => this.#outdate((listener) => listener.of === filterId)),
      bus.on('scope.changed', ({ userId }) => this.#outdate((listener) => listener.userId === userId)),
      bus.on('author.listed', ({ userId }) => this.#outdate((listener) => listener.userId === userId)),
      bus.on('bus.reconnected', () => this.#outdate(() => true)),
    ]
  }

  get watermark(): number {
    return this.#watermark
  }

  /** Sockets that listen. */
  get size(): number {
    return this.#sockets.size
  }

  /** What this socket listens to from now on, and what came for each since it last knew. */
  async listen(
    socket: LiveSocket,
    userId: number,
    { filters, views = [], narrowed }: Listening,
  ): Promise<{ updates: FeedUpdate[]; views: ViewUpdate[] }> {
    // Each once: what was said of it last.
    const wanted = new Map<number | string, number>([
      ...filters.map(({ filterId, since }) => [filterId, since] as const),
      ...views.map(({ view, since }) => [view, since] as const),
      ...(narrowed ? [[narrowed.view, narrowed.since] as const] : []),
    ])
    const ofSocket = this.#listenersOf(socket)
    const isWanted = ofSocket.begin()
    const heardBefore = this.#heard
    const visible = await this.#readVisible(userId)
    const questions = new Map<number | string, FilterQuestion>()
    for (const of of wanted.keys()) {
      if (typeof of === 'number') questions.set(of, await this.#readQuestion(userId, of))
      else if (of !== narrowed?.view) questions.set(of, this.#questionOfView(of))
    }
    if (narrowed) questions.set(narrowed.view, await this.#readNarrowed(userId, narrowed))

    // What the socket asked meanwhile is what it listens to.
    if (!isWanted()) return { updates: [], views: [] }
    // From here to the first await nothing can be announced: the watermark and the registration belong together.
    const from = this.#watermark
    const stale = this.#heard > heardBefore
    ofSocket.replace(
      [...wanted].flatMap(([of, since]) => {
        const question = questions.get(of)
        const sentUpTo = Math.max(from, since)
        const uncounted = { count: 0, newestText: null, oldestStoredAt: 0 }
        return question
          ? {
              socketId: socket.id,
              userId,
              of,
              productKey: productOf(of),
              question,
              visible,
              stale,
              sentUpTo,
              ...uncounted,
            }
          : []
      }),
    )
    return ofSocket.count(async () => {
      const updates: FeedUpdate[] = []
      for (const [of, since] of wanted) {
        if (typeof of === 'string') continue
        // What the socket asked meanwhile is counted for that; where there is no socket any more, for no one.
        if (!isWanted()) break
        const listener = ofSocket.listeners.get(of)
        if (!listener) continue
        const found = await this.#countSince(listener, since, from)
        updates.push({ filterId: of, ...found, since, seqId: Math.max(from, since) })
      }
      const counted = isWanted() ? await this.#countViewsSince(ofSocket, wanted, from) : []
      const listener = narrowed && ofSocket.listeners.get(narrowed.view)
      if (!narrowed || !listener || !isWanted()) return { updates, views: counted }
      const { view, since } = narrowed
      const found = await this.#countSince(listener, since, from)
      return { updates, views: [...counted, { view, ...found, since, seqId: Math.max(from, since) }] }
    })
  }

  /**
   * New items, all there are in (watermark, upTo]. Reads again who may see what, and asks what, where that has changed. Without
   * items nothing is waited for. Not to be called before the last one is done.
   */
  async announce(items: AnnouncedItem[], upTo: number): Promise<void> {
    const now = this.#ctx.clock.now()
    const dependent = items.filter((item) => dependsOnDatabase(item, now))
    const behind = dependent.length > 0 ? await readBehind(this.#ctx.db, dependent) : nothingBehind
    const dependentOf = Map.groupBy(dependent, ({ productKey }) => productKey)
    const batch: AnnouncedBatch = { items, dependent, dependentOf, behind, decided: new Map() }
    // A listener that came while others were asked about is asked about too: between the last look and the counting nothing is waited for.
    for (let round = 0; items.length > 0; round += 1) {
      const at = this.#ctx.clock.now()
      const outdated = round < REFRESHES ? this.#all().filter((each) => isOutdated(each, at)) : []
      if (outdated.length === 0 && this.#undecided(batch).length === 0) break
      if (outdated.length > 0) await this.#refresh(outdated)
      for (const listener of outdated) batch.decided.delete(listener)
      await this.#decide(batch)
    }
    this.#count(batch)
    this.#watermark = upTo
  }

  close(): void {
    for (const off of this.#unsubscribe) off()
    for (const ofSocket of this.#sockets.values()) ofSocket.close()
    this.#sockets.clear()
  }

  #all(): Listener[] {
    return [...this.#sockets.values()].flatMap(({ listeners }) => [...listeners.values()])
  }

  #outdate(which: (listener: Listener) => boolean): void {
    this.#heard += 1
    for (const listener of this.#all()) if (which(listener)) listener.stale = true
  }

  #listenersOf(socket: LiveSocket): SocketListeners {
    const known = this.#sockets.get(socket.id)
    if (known) return known
    const made = new SocketListeners(socket, this.#ctx.clock, () => this.#watermark)
    this.#sockets.set(socket.id, made)
    socket.onClose(() => {
      made.close()
      this.#sockets.delete(socket.id)
    })
    return made
  }

  #readVisible(userId: number): Promise<ReaderVisibility> {
    return readReaderVisibility(this.#ctx, userId, this.#ctx.clock.now())
  }

  async #readQuestion(userId: number, filterId: number): Promise<FilterQuestion> {
    return questionOf(this.#ctx.language, await accessFilter(this.#ctx.db, userId, filterId, this.#ctx.clock.now()))
  }

  /** Of a saved filter it stays as that was: a client that hears of a change asks for the filter as it is then, under another name. */
  async #readNarrowed(userId: number, { search, ...asked }: Narrowed): Promise<FilterQuestion> {
    return questionOf(this.#ctx.language, await readAskedFields(this.#ctx, userId, asked), search)
  }

  /** The same for all who listen to the view. */
  #questionOfView(key: string): FilterQuestion {
    const known = this.#viewQuestions.get(key)
    if (known) return known
    const question = questionOf(this.#ctx.language, { ...emptyFilter, ...viewFields(readView(key) ?? null) })
    // Anyone who asks for what there is not must not fill the memory.
    if (this.#viewQuestions.size >= MOST_VIEW_QUESTIONS) this.#viewQuestions.clear()
    this.#viewQuestions.set(key, question)
    return question
  }

  async #refresh(outdated: Listener[]): Promise<void> {
    // Before reading: a bus message that comes meanwhile must not be taken for one that is done with.
    for (const listener of outdated) listener.stale = false
    const read = new Map<number, ReaderVisibility>()
    try {
      for (const listener of outdated) {
        const { userId, of, socketId } = listener
        const visible = read.get(userId) ?? (await this.#readVisible(userId))
        read.set(userId, visible)
        listener.visible = visible
        // A view is the same question whatever changes, and so is what is narrowed.
        if (typeof of === 'string') continue
        const question = await this.#readQuestion(userId, of).catch(nullIfRefused)
        if (question) listener.question = question
        else this.#sockets.get(socketId)?.delete(of)
      }
    } catch (error) {
      for (const listener of outdated) listener.stale = true
      throw error
    }
  }

  /** What the database holds for the listener in (since, upTo]. */
  async #countSince(
    listener: Listener,
    since: number,
    upTo: number,
  ): Promise<{ count: number; snippet: string | null }> {
    if (since >= upTo) return { count: 0, snippet: null }
    const { db, clock } = this.#ctx
    const scope = scopeOf(listener, clock.now())
    if (scope.question.learned) await judgeItems(db, listener.userId, scope.products)
    const count = Math.min(await countItems(db, scope, { after: since, upTo }, COUNT_CAP), COUNT_CAP)
    if (count === 0) return { count, snippet: null }
    const [newest] = await fillItems(db, await pickPage(db, scope, { upTo, edge: null, offset: 0, limit: 1 }))
    return { count, snippet: newest ? snippetOf(newest.text) : null }
  }

  /** The same for all views of the socket at once: one question for each of a hundred would hold up all others. */
  async #countViewsSince(
    { listeners }: SocketListeners,
    wanted: ReadonlyMap<number | string, number>,
    upTo: number,
  ): Promise<ViewUpdate[]> {
    const views = [...wanted].flatMap(([of, since]) =>
      typeof of === 'string' && readView(of) !== undefined ? { view: of, since } : [],
    )
    const listener = listeners.get(views[0]?.view ?? '')
    if (!listener) return []
    const { db, clock } = this.#ctx
    const counts = await countViews(db, scopeOf(listener, clock.now()), views, upTo, VIEW_COUNT_CAP)
    const newest = [...counts.values()].flatMap((found) => found.newest ?? [])
    const texts = new Map((await fillItems(db, newest)).map(({ seqId, text }) => [seqId, text]))
    return views.map(({ view, since }) => {
      const { count = 0, newest: last = null } = counts.get(view) ?? {}
      const text = last === null ? undefined : texts.get(last)
      return { view, count, snippet: text === undefined ? null : snippetOf(text), since, seqId: Math.max(upTo, since) }
    })
  }

  #undecided(batch: AnnouncedBatch): Listener[] {
    const undecided: Listener[] = []
    const add = (listener: Listener): void => {
      if (!batch.decided.has(listener) && itemsToAsk(listener, batch).length > 0) undecided.push(listener)
    }
    for (const ofSocket of this.#sockets.values()) {
      for (const listener of ofSocket.anyProduct()) add(listener)
      for (const productKey of batch.dependentOf.keys())
        for (const listener of ofSocket.ofProduct(productKey)) add(listener)
    }
    return undecided
  }

  async #decide(batch: AnnouncedBatch): Promise<void> {
    const now = this.#ctx.clock.now()
    const asked: { listener: Listener; open: AnnouncedItem[]; cards: Set<number> }[] = []
    for (const listener of this.#undecided(batch)) {
      const { cards, open } = sortItems(listener, batch, now)
      if (open.length === 0) batch.decided.set(listener, cards)
      else asked.push({ listener, open, cards })
    }
    for (let at = 0; at < asked.length; at += AT_ONCE) {
      await Promise.all(
        asked.slice(at, at + AT_ONCE).map(async ({ listener, open, cards }) => {
          for (const seqId of await this.#pickCards(listener, open)) cards.add(seqId)
          batch.decided.set(listener, cards)
        }),
      )
    }
  }

  /** Which of these items are cards of the listener's feed, as the database has it. */
  async #pickCards(listener: Listener, items: AnnouncedItem[]): Promise<number[]> {
    const { db, clock } = this.#ctx
    const now = clock.now()
    const open = items.filter((item) => mayCount(listener, item, now))
    const scope = scopeOf(listener, now)
    if (scope.question.learned && open.length > 0) await judgeItems(db, listener.userId, scope.products)
    return pickAmong(
      db,
      scope,
      open.map(({ seqId }) => seqId),
    )
  }

  #count({ items, dependent, decided }: AnnouncedBatch): void {
    const now = this.#ctx.clock.now()
    const isDependent = new Set(dependent)
    const counts = (listener: Listener, item: AnnouncedItem): boolean => {
      if (item.seqId <= listener.sentUpTo) return false
      const asked = listener.question.learned || isDependent.has(item)
      return asked ? decided.get(listener)?.has(item.seqId) === true : reasonAgainst(listener, item, now) === null
    }
    for (const ofSocket of this.#sockets.values()) {
      let any = false
      const look = (listener: Listener, item: AnnouncedItem): void => {
        if (!counts(listener, item)) return
        countItem(listener, item)
        any = true
      }
      for (const item of items) {
        for (const listener of ofSocket.anyProduct()) look(listener, item)
        for (const listener of ofSocket.ofProduct(item.productKey)) look(listener, item)
      }
      if (any) ofSocket.sendSoon()
    }
  }
}

/** The product whose items alone may count for a filter or a view; null: those of any may. */
function productOf(of: number | string): string | null {
  const view = typeof of === 'string' ? readView(of) : null
  return view ? productKeyOf(view) : null
}

export const feedListenersOf = perProcess((ctx: ListeningContext) => new FeedListeners(ctx))

/** A person who lost the filter meanwhile hears no more of it. */
function nullIfRefused(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

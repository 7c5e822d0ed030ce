/**
 * Notifies people of what came for their filters: new items -> whom each may concern -> when they are due -> what is posted. Everything it has to remember is in
 * the database before the next step begins, so that another engine over the same database goes on wherever this one ended.
 */
import { Gauge, Histogram } from 'prom-client'
import type { NoticeChannel } from '../../../../../contract/reach/notices.ts'
import { momentOfNotice } from '../../../../../rules/notices/moments.ts'
import { inPortions, publishEach } from '../../../../kit/bus.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { registers } from '../../../../kit/metrics.ts'
import { yieldEvery } from '../../../../kit/yield-every.ts'
import { getNewestSeqId, readNewItems, type AnnouncedItem } from '../../../reading/feed/feed.public.ts'
import type { Channels } from '../channels/channel.ts'
import { NoticeCandidates } from './notice-candidates.ts'
import { listNotifiablePeople, readPeople, type Pair, type ReachablePerson } from './people.ts'
import { Questions } from './questions.ts'
import { keepWaiting, listDue, findNextNoticeTime, readNoticeCursor, stopWaitingBut, type Waiting } from './states.ts'
import { factsOf, readSurroundings, notifyDue } from './notify-due.ts'

export type EngineContext = Pick<AppContext, 'db' | 'clock' | 'config' | 'language' | 'bus' | 'log'>

/** People read at once. */
const PEOPLE_AT_ONCE = 1_000
/** Items looked at between two looks at what is due. */
const ITEMS_AT_ONCE = 1_000
/** What is due is posted in such portions: what comes meanwhile is looked at between them. */
const DUE_AT_ONCE = 2_000
/** A notice of so few seqIds is quickly made; a digest of a day, or what waited for the end of a night, takes longer. */
const NEAR = 10_000
/** Others in the process have their turn this often, in milliseconds. */
const LONGEST_TURN = 20

const lookSeconds = new Histogram({
  name: 'echolot_notice_look_seconds',
  help: 'How long the engine of notices looks for whom a batch of new items may concern',
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 5],
  registers,
})
const noticeQuestions = new Gauge({
  name: 'echolot_notice_questions',
  help: 'Different questions that the engine of notices asks of new items, for all who are told of something',
  registers,
})

export class NoticeEngine {
  readonly #ctx: EngineContext
  readonly #channels: Channels
  readonly #questions: Questions
  readonly #candidates: NoticeCandidates
  readonly #people = new Map<number, ReachablePerson>()
  readonly #followers = new Map<number, Set<number>>()
  #stale = new Set<number>()
  #allStale = true
  /** When what someone holds changes by itself next. */
  #nextChange = Infinity
  #cursor: number | null = null
  #unsubscribe: (() => void)[] = []
  #turn: Promise<void> = Promise.resolve()

  constructor(ctx: EngineContext, channels: Channels) {
    this.#ctx = ctx
    this.#channels = channels
    this.#questions = new Questions(ctx.language)
    this.#candidates = new NoticeCandidates(this.#questions)
    const { bus } = ctx
    const outdate = ({ userId }: { userId: number }): void => void this.#stale.add(userId)
    this.#unsubscribe = [
      bus.on('scope.changed', outdate),
      bus.on('notices.changed', outdate),
      bus.on('feed.push.changed', outdate),
      bus.on('filters.changed', ({ userIds }) => userIds.forEach((userId) => outdate({ userId }))),
      bus.on('filter.changed', ({ filterId }) =>
        this.#followers.get(filterId)?.forEach((userId) => outdate({ userId })),
      ),
      bus.on('bus.reconnected', () => void (this.#allStale = true)),
    ]
  }

  /** How many there are in memory. */
  get size(): { people: number; questions: number } {
    return { people: this.#people.size, questions: this.#candidates.size }
  }

  /**
   * Works all that is stored and due by now, until nothing is left, or the signal aborts. One at a time.
   * @returns when something is due next; null: nothing waits
   * @throws what the database says, or LostTurn: the next call begins from what is written down
   */
  work(signal?: AbortSignal): Promise<Date | null> {
    const working = this.#turn.then(() => this.#workAll(signal))
    this.#turn = working.then(nothing, nothing)
    return working
  }

  close(): void {
    for (const off of this.#unsubscribe) off()
  }

  async #workAll(signal?: AbortSignal): Promise<Date | null> {
    try {
      for (;;) {
        if (signal?.aborted) return null
        await this.#refresh()
        const looked = await this.#lookAtNew()
        const notified = await this.#notifyDue()
        if (!looked && !notified) return await findNextNoticeTime(this.#ctx.db)
      }
    } catch (error) {
      this.#allStale = true
      this.#cursor = null
      throw error
    }
  }

  async #refresh(): Promise<void> {
    const { db, clock } = this.#ctx
    const now = clock.now().getTime()
    if (this.#allStale) {
      this.#allStale = false
      for (const userId of await listNotifiablePeople(this.#ctx)) this.#stale.add(userId)
      for (const userId of this.#people.keys()) this.#stale.add(userId)
    }
    if (now >= this.#nextChange)
      for (const { id, until } of this.#people.values()) if (now >= until) this.#stale.add(id)
    if (this.#cursor === null) this.#cursor = await readNoticeCursor(db, await getNewestSeqId(db))
    if (this.#stale.size === 0) return
    while (this.#stale.size > 0) {
      const userIds = [...this.#stale].slice(0, PEOPLE_AT_ONCE)
      // Before reading: a bus message that comes meanwhile must not be taken for one that is done with.
      for (const userId of userIds) this.#stale.delete(userId)
      try {
        const people = await readPeople(this.#ctx, this.#channels, userIds)
        const pairs = [...people.values()].flatMap(({ pairs: theirs }) => [...theirs.values()])
        await stopWaitingBut(db, userIds, pairs)
        for (const userId of userIds) this.#replace(userId, people.get(userId))
      } catch (error) {
        for (const userId of userIds) this.#stale.add(userId)
        throw error
      }
    }
    this.#nextChange = Infinity
    for (const { until } of this.#people.values()) this.#nextChange = Math.min(this.#nextChange, until)
  }

  #replace(userId: number, person: ReachablePerson | undefined): void {
    const before = this.#people.get(userId)
    if (before) {
      this.#candidates.remove(before)
      for (const { filterId } of before.pairs.values()) this.#followers.get(filterId)?.delete(userId)
    }
    if (!person) {
      this.#people.delete(userId)
      return
    }
    this.#people.set(userId, person)
    this.#candidates.add(person)
    for (const { filterId } of person.pairs.values())
      this.#followers.set(filterId, (this.#followers.get(filterId) ?? new Set()).add(userId))
  }

  /** @returns whether there were any */
  async #lookAtNew(): Promise<boolean> {
    const { db, clock } = this.#ctx
    const from = this.#cursor ?? 0
    const items = await readNewItems(db, from, ITEMS_AT_ONCE)
    const last = items.at(-1)
    if (!last) return false
    const now = clock.now()
    const waiting = await this.#findWaiting(items, now)
    noticeQuestions.set(this.#candidates.size)
    await keepWaiting(db, waiting, { from, upTo: last.seqId }, now)
    this.#cursor = last.seqId
    return true
  }

  async #findWaiting(items: readonly AnnouncedItem[], now: Date): Promise<Waiting[]> {
    const giveWay = yieldEvery(LONGEST_TURN)
    const waiting = new Map<Pair, Waiting>()
    let spent = 0
    for (const item of items) {
      await giveWay()
      const began = performance.now()
      const found = this.#candidates.find(item, now)
      spent += performance.now() - began
      for (const pair of found) {
        if (waiting.has(pair)) continue
        const since = pair.waitingSince ?? now.getTime()
        const at = momentOfNotice(factsOf(pair, now.getTime(), since))
        if (at === null) continue
        waiting.set(pair, { pair, before: item.seqId - 1, dueAt: at })
        Object.assign(pair, { waitingSince: since, dueAt: at, short: false })
        this.#candidates.settle(pair)
      }
    }
    lookSeconds.observe(spent / 1_000)
    return [...waiting.values()]
  }

  /** @returns whether anything was due */
  async #notifyDue(): Promise<boolean> {
    const { db, clock } = this.#ctx
    const upTo = this.#cursor ?? 0
    const rows = await listDue(db, clock.now(), upTo - NEAR, DUE_AT_ONCE)
    if (rows.length === 0) return false
    const around = await readSurroundings(db, rows, upTo)
    const due = rows.map((row) => ({ row, person: this.#people.get(row.userId) ?? noOne(row.userId) }))
    const ctx = { db, clock, questions: this.#questions }
    await notifyDue(ctx, due, around, {
      onSettled: (pair) => this.#candidates.settle(pair),
      async onNotified(people) {
        await publishEach(db, 'notice.posted', [{}])
        await publishEach(
          db,
          'notices.told',
          inPortions(people).map((userIds) => ({ userIds })),
        )
      },
    })
    return true
  }
}

/** Who is notified of nothing any more. */
const noOne = (id: number): ReachablePerson => ({
  id,
  clock: (moment) => moment,
  preferences: { quiet: null, ceiling: 1, pausedUntil: null },
  products: new Map(),
  moderator: false,
  until: Infinity,
  pairs: new Map(),
  recent: new Map<NoticeChannel, number[]>(),
})

const nothing = (): void => {}

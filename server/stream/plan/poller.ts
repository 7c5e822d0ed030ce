/**
 * A poller reads the groups of one network, or its searches: the targets that are due, several in parallel, until it is stopped.
 * It backs off from a network that refuses, and no other network waits for that. Each reading is stored with its cursor before
 * the next one of the same target begins.
 */
import type { Network } from '../../../contract/networks.ts'
import { HOUR, MINUTE, SECOND } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import { readingLateSeconds } from '../metrics.ts'
import type { FoundGroup, HubOffer, Reading, Time } from '../receive/shared/adapter.ts'
import type { CallAllowance } from '../receive/shared/adapter.ts'
import { backOffAfter } from '../receive/shared/back-off.ts'
import { isNetworkError, type NetworkError } from '../receive/shared/network-error.ts'
import { FanInEnded, type FanIn } from './fan-in.ts'
import type { PartHealth } from './health.ts'

/** What is read: a group, a search. */
export interface Target {
  /** Unique in its poller. */
  key: string
  cursorName: string
  dueAt: Date
  /** Not polled since it is watched. */
  isNew: boolean
  /** Milliseconds that its first poll goes back, where that is not as far as for others. */
  firstLook?: number
}

/** The result of one run: all steps of a target until nothing more is at hand, or others are due. */
export interface PollRun {
  messages: number
  /** When the oldest and the newest message were written. */
  oldest: Date | null
  newest: Date | null
  /** As the network described it along with the messages. */
  group: FoundGroup | null
  /** As its readings said, where they said it. */
  hub?: HubOffer | null
  /** It had no cursor before. */
  first: boolean
  /** More can be read at once. */
  more: boolean
}

/** Which targets there are, and when each is due. */
export interface Schedule<T extends Target> {
  /** The most urgent targets that are due, without these. */
  due(limit: number, except: string[]): Promise<T[]>
  nextDueAt(except: string[]): Promise<Date | null>
  done(target: T, turn: PollRun): Promise<void>
  /** @param error null: the error is in this service */
  failed(target: T, error: NetworkError | null): Promise<void>
}

export interface Poller<T extends Target> {
  network: Network
  part: 'groups' | 'searches'
  book: Schedule<T>
  read(target: T, cursor: unknown, since: Date, signal: AbortSignal): Promise<Reading>
  allowance(): CallAllowance
  /** Each target may be on a server of its own: an error of one says nothing about the others. */
  manyServers: boolean
  /** Milliseconds that the first poll of a target goes back. */
  firstLook: number
  confluence: Pick<FanIn, 'store'>
  /** As it was stored last; null: there is none, or it is too old to go on from. */
  readCursor(target: T): Promise<unknown>
  health: PartHealth
  time: Time
  log: Log
}

const MOST_PARALLEL = 16
/** Where a network allows so many: as many as VK answers in one call. */
const MOST_ALLOWED = 25
/** Steps of one run: after them other targets come first. */
const MOST_STEPS = 20
const LONGEST_RUN = 10 * MINUTE
/** The schedule is read this often when nothing wakes the poller. */
const LOOK_EVERY = 20 * SECOND
/** This many consecutive failures are taken for the network's, not the targets'. */
const BROKEN = 5
const BACK_OFF = { first: SECOND, longest: 2 * MINUTE }
/** No token works: an operator has to act. */
const HELPLESS_REST = 10 * MINUTE

export interface RunningPoller {
  /** There may be new targets. */
  wake(): void
  ended: Promise<void>
}

export function runPoller<T extends Target>(poller: Poller<T>, signal: AbortSignal): RunningPoller {
  const loop = new PollLoop(poller, signal)
  return { wake: () => loop.wake(), ended: loop.run() }
}

class PollLoop<T extends Target> {
  readonly #poller: Poller<T>
  readonly #signal: AbortSignal
  /** Runs under way, by the key of their target. */
  readonly #busy = new Map<string, Promise<void>>()
  /** Milliseconds: the network is left alone until then. */
  #restsUntil = 0
  /** Consecutive failures of whatever target. */
  #failures = 0
  #isOver = false
  #waking = new AbortController()

  constructor(poller: Poller<T>, signal: AbortSignal) {
    this.#poller = poller
    this.#signal = signal
  }

  wake(): void {
    this.#waking.abort()
  }

  async run(): Promise<void> {
    const { network, part, time, log } = this.#poller
    let databaseFails = 0
    while (!this.#signal.aborted && !this.#isOver) {
      this.#waking = new AbortController()
      let wait = LOOK_EVERY
      try {
        wait = await this.#startDue()
        databaseFails = 0
      } catch (error) {
        databaseFails += 1
        wait = backOffAfter(databaseFails, { first: 2 * SECOND, longest: LOOK_EVERY })
        if (!this.#signal.aborted)
          log.warn({ network, part, error: (error as Error).message }, 'the plan could not be read, trying again')
      }
      if (wait > 0) await time.sleep(wait, AbortSignal.any([this.#signal, this.#waking.signal]))
    }
    await Promise.all(this.#busy.values())
  }

  /** @returns milliseconds until the schedule has to be read again */
  async #startDue(): Promise<number> {
    const { network, part, book } = this.#poller
    if (this.#restsUntil > this.#now()) return this.#restsUntil - this.#now()
    const free = mostParallel(this.#poller.allowance()) - this.#busy.size
    if (free <= 0) return LOOK_EVERY
    const due = await book.due(free, [...this.#busy.keys()])
    for (const target of due) {
      readingLateSeconds.observe({ network, part }, Math.max(0, this.#now() - target.dueAt.getTime()) / 1000)
      const run = this.#poll(target).finally(() => {
        this.#busy.delete(target.key)
        this.wake()
      })
      this.#busy.set(target.key, run)
    }
    if (due.length === free) return LOOK_EVERY
    const next = await book.nextDueAt([...this.#busy.keys()])
    return next ? Math.min(LOOK_EVERY, Math.max(0, next.getTime() - this.#now())) : LOOK_EVERY
  }

  async #poll(target: T): Promise<void> {
    const { network, part, book, health, time, log } = this.#poller
    const over = new AbortController()
    const ends = AbortSignal.any([this.#signal, over.signal])
    void time.sleep(LONGEST_RUN, ends).then(() => over.abort())
    try {
      const run = await this.#readOn(target, ends)
      this.#failures = 0
      health.ok(run.newest)
      await book.done(target, run)
    } catch (error) {
      // Nothing is stored any more: polling on is useless.
      if (error instanceof FanInEnded) this.#isOver = true
      if (this.#signal.aborted || this.#isOver) return
      await this.#fail(target, error).catch(async (failure: unknown) => {
        log.warn({ network, part, error: (failure as Error).message }, 'the plan could not be written')
        // It is still due, and would be polled again at once.
        await time.sleep(LOOK_EVERY, this.#signal)
      })
    } finally {
      over.abort()
    }
  }

  async #readOn(target: T, ends: AbortSignal): Promise<PollRun> {
    const { network, part, confluence, health, log, firstLook } = this.#poller
    let cursor = await this.#poller.readCursor(target)
    let suspicion: string | undefined
    const run: PollRun = { messages: 0, oldest: null, newest: null, group: null, first: cursor === null, more: true }
    for (let step = 0; step < MOST_STEPS && run.more; step += 1) {
      const reading = await this.#poller.read(
        target,
        cursor,
        new Date(this.#now() - (target.firstLook ?? firstLook)),
        ends,
      )
      const { messages } = reading
      // Without messages and with the cursor unchanged there is nothing to store.
      if (messages.length > 0 || JSON.stringify(reading.cursor) !== JSON.stringify(cursor)) {
        await confluence.store({
          messages,
          cursor: reading.cursor,
          cursorName: target.cursorName,
          countedAs: `${network}:${part}`,
        })
      }
      if (!run.first) health.came(messages)
      cursor = reading.cursor
      suspicion = reading.suspicion
      addReading(run, reading)
    }
    if (suspicion !== undefined)
      log.warn(
        { network, part, target: target.key, suspicion },
        'what a network said is not believed, and asked for again',
      )
    health.suspect(target.key, suspicion ?? null)
    return run
  }

  async #fail(target: T, error: unknown): Promise<void> {
    const { network, part, book, health, log, manyServers } = this.#poller
    if (!isNetworkError(error)) {
      log.error({ err: error, network, part, target: target.key }, 'what a network said could not be read or stored')
      health.failed('непредвиденная ошибка, подробности в журнале')
      return book.failed(target, null)
    }
    switch (error.kind) {
      case 'rate-limited':
      case 'quota-exceeded':
      case 'auth-dead':
      case 'captcha-needed':
        if (!manyServers) return this.#rest(error)
        // Each server for itself; but many failing together are more likely a fault of this service.
        this.#failures += 1
        if (this.#failures >= BROKEN) health.failed(error.message)
        return book.failed(target, error)
      case 'temporary':
        this.#failures += 1
        if (this.#failures >= BROKEN) {
          health.failed(error.message)
          if (!manyServers) this.#restUntil(this.#now() + backOffAfter(this.#failures - BROKEN + 1, BACK_OFF))
        }
        return book.failed(target, error)
      case 'access-denied':
      case 'not-found':
      case 'bad-request':
        // The network works: it answered.
        this.#failures = 0
        health.ok()
        return book.failed(target, error)
    }
  }

  #rest(error: NetworkError): void {
    const { network, part, health, log } = this.#poller
    health.failed(error.message)
    this.#restUntil(restOf(error, this.#now()))
    log.warn(
      { network, part, kind: error.kind, error: error.message, until: new Date(this.#restsUntil) },
      'a network wants to be left alone',
    )
  }

  #restUntil(until: number): void {
    this.#restsUntil = Math.max(this.#restsUntil, until)
  }

  #now(): number {
    return this.#poller.time.now().getTime()
  }
}

/** Enough to use up the allowance even when answers are slow. */
function mostParallel({ perSecond }: CallAllowance): number {
  return perSecond === null ? MOST_PARALLEL : Math.min(MOST_ALLOWED, Math.max(2, Math.ceil(perSecond * 2)))
}

function addReading(run: PollRun, { messages, group, hub, more }: Reading): void {
  run.messages += messages.filter(({ deleted, editedAt }) => !deleted && !editedAt).length
  for (const { publishedAt } of messages) {
    if (!publishedAt) continue
    if (!run.oldest || publishedAt < run.oldest) run.oldest = publishedAt
    if (!run.newest || publishedAt > run.newest) run.newest = publishedAt
  }
  run.group = group ?? run.group
  if (hub !== undefined) run.hub = hub
  run.more = more
}

/** @returns until when the network is left alone, in milliseconds */
function restOf({ kind, until, retryAfter }: NetworkError, now: number): number {
  if (until) return Math.min(until.getTime(), now + 24 * HOUR)
  if (retryAfter !== null) return now + Math.max(SECOND, retryAfter)
  return now + (kind === 'rate-limited' ? 30 * SECOND : HELPLESS_REST)
}

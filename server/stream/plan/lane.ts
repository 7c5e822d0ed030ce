/**
 * One lane reads the groups of one network, or asks its searches: whatever is due, some side by side, for ever. A network that
 * wants to be left alone gets its rest, and nobody else has to wait for it. Each reading goes to the store with its cursor, and
 * the next one of the same target begins after that.
 */
import type { Network } from '../../../contract/networks.ts'
import { HOUR, MINUTE, SECOND } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import { readingLateSeconds } from '../../kit/metrics.ts'
import type { FoundGroup, Reading, Time } from '../receive/adapter.ts'
import type { CallAllowance } from '../receive/token-pool.ts'
import { isTrouble, type NetworkTrouble } from '../receive/trouble.ts'
import { ConfluenceEnded, type Confluence } from './confluence.ts'
import type { PartHealth } from './health.ts'

/** What is read: a group, a search. */
export interface Target {
  /** Unique in its lane. */
  key: string
  cursorName: string
  dueAt: Date
  /** Not read since it is watched. */
  isNew: boolean
}

/** What one turn of a target came to. */
export interface Turn {
  messages: number
  /** When the oldest and the newest message were written. */
  oldest: Date | null
  newest: Date | null
  /** As the network told of it by the way. */
  group: FoundGroup | null
  /** Nothing was known of it before. */
  first: boolean
  /** There is more to be had at once. */
  more: boolean
}

/** Which targets there are, and when each is due. */
export interface TargetBook<T extends Target> {
  /** The most pressing ones that are due, without these. */
  due(limit: number, except: string[]): Promise<T[]>
  nextDueAt(except: string[]): Promise<Date | null>
  done(target: T, turn: Turn): Promise<void>
  /** @param trouble null: the fault is ours */
  failed(target: T, trouble: NetworkTrouble | null): Promise<void>
}

export interface Lane<T extends Target> {
  network: Network
  part: 'groups' | 'searches'
  book: TargetBook<T>
  read(target: T, cursor: unknown, since: Date, signal: AbortSignal): Promise<Reading>
  allowance(): CallAllowance
  /** Each target may be a server of its own: what one says is nothing to the others. */
  manyServers: boolean
  /** Milliseconds that the first reading of a target goes back. */
  firstLook: number
  confluence: Pick<Confluence, 'store'>
  /** As it was stored last; null: nothing is known of it, or what is known is too old to go on from. */
  readCursor(target: T): Promise<unknown>
  health: PartHealth
  time: Time
  log: Log
}

const MOST_SIDE_BY_SIDE = 16
/** Steps of one turn: then others come before what is left. */
const MOST_STEPS = 20
const LONGEST_TURN = 10 * MINUTE
/** Without a word of anything new, the book is looked into so often. */
const LOOK_EVERY = 20 * SECOND
/** So many failures in a row are the network's, and no longer the targets'. */
const BROKEN = 5
const LONGEST_REST = 2 * MINUTE
/** No token works: somebody has to do something about it. */
const HELPLESS_REST = 10 * MINUTE

export interface RunningLane {
  /** There may be new targets. */
  wake(): void
  ended: Promise<void>
}

export function runLane<T extends Target>(lane: Lane<T>, signal: AbortSignal): RunningLane {
  const { network, part, book, confluence, health, time, log } = lane
  const busy = new Map<string, Promise<void>>()
  let restsUntil = 0
  let broken = 0
  let isOver = false
  let waking = new AbortController()
  const wake = (): void => waking.abort()
  const now = (): number => time.now().getTime()

  async function run(): Promise<void> {
    let databaseFails = 0
    while (!signal.aborted && !isOver) {
      waking = new AbortController()
      let wait = LOOK_EVERY
      try {
        wait = await startDue()
        databaseFails = 0
      } catch (error) {
        databaseFails += 1
        wait = Math.min(SECOND * 2 ** databaseFails, LOOK_EVERY)
        if (!signal.aborted)
          log.warn({ network, part, error: (error as Error).message }, 'the plan could not be read, trying again')
      }
      if (wait > 0) await time.sleep(wait, AbortSignal.any([signal, waking.signal]))
    }
    await Promise.all(busy.values())
  }

  /** @returns milliseconds until there is anything to do */
  async function startDue(): Promise<number> {
    if (restsUntil > now()) return restsUntil - now()
    const free = sideBySide() - busy.size
    if (free <= 0) return LOOK_EVERY
    const due = await book.due(free, [...busy.keys()])
    for (const target of due) {
      readingLateSeconds.observe({ network, part }, Math.max(0, now() - target.dueAt.getTime()) / 1000)
      const turn = takeTurn(target).finally(() => {
        busy.delete(target.key)
        wake()
      })
      busy.set(target.key, turn)
    }
    if (due.length === free) return LOOK_EVERY
    const next = await book.nextDueAt([...busy.keys()])
    return next ? Math.min(LOOK_EVERY, Math.max(0, next.getTime() - now())) : LOOK_EVERY
  }

  /** Enough to make use of what is allowed even when answers are slow. */
  function sideBySide(): number {
    const { perSecond } = lane.allowance()
    return perSecond === null ? MOST_SIDE_BY_SIDE : Math.min(MOST_SIDE_BY_SIDE, Math.max(2, Math.ceil(perSecond * 2)))
  }

  async function takeTurn(target: T): Promise<void> {
    const over = new AbortController()
    const ends = AbortSignal.any([signal, over.signal])
    void time.sleep(LONGEST_TURN, ends).then(() => over.abort())
    try {
      const turn = await readOn(target, ends)
      broken = 0
      health.ok(turn.newest)
      await book.done(target, turn)
    } catch (error) {
      // Nothing is stored any more: there is no use in reading.
      if (error instanceof ConfluenceEnded) isOver = true
      if (signal.aborted || isOver) return
      await fail(target, error).catch(async (failure: unknown) => {
        log.warn({ network, part, error: (failure as Error).message }, 'the plan could not be written')
        // It is still due, and would be read again at once.
        await time.sleep(LOOK_EVERY, signal)
      })
    } finally {
      over.abort()
    }
  }

  async function readOn(target: T, ends: AbortSignal): Promise<Turn> {
    let cursor = await lane.readCursor(target)
    let doubt: string | undefined
    const turn: Turn = { messages: 0, oldest: null, newest: null, group: null, first: cursor === null, more: true }
    for (let step = 0; step < MOST_STEPS && turn.more; step += 1) {
      const reading = await lane.read(target, cursor, new Date(now() - lane.firstLook), ends)
      const { messages } = reading
      // Nothing came, and nothing was learnt: there is nothing to keep.
      if (messages.length > 0 || JSON.stringify(reading.cursor) !== JSON.stringify(cursor)) {
        await confluence.store({
          messages,
          cursor: reading.cursor,
          cursorName: target.cursorName,
          countedAs: `${network}:${part}`,
        })
      }
      if (!turn.first) health.came(messages)
      cursor = reading.cursor
      turn.messages += messages.filter(({ deleted, editedAt }) => !deleted && !editedAt).length
      for (const { publishedAt } of messages) {
        if (!publishedAt) continue
        if (!turn.oldest || publishedAt < turn.oldest) turn.oldest = publishedAt
        if (!turn.newest || publishedAt > turn.newest) turn.newest = publishedAt
      }
      turn.group = reading.group ?? turn.group
      doubt = reading.doubt
      turn.more = reading.more
    }
    if (doubt !== undefined)
      log.warn({ network, part, target: target.key, doubt }, 'what a network said is not believed, and asked for again')
    health.doubt(target.key, doubt ?? null)
    return turn
  }

  async function fail(target: T, error: unknown): Promise<void> {
    if (!isTrouble(error)) {
      log.error({ err: error, network, part, target: target.key }, 'what a network said could not be read or stored')
      health.trouble('непредвиденная ошибка, подробности в журнале')
      return book.failed(target, null)
    }
    switch (error.kind) {
      case 'rate-limited':
      case 'quota-exceeded':
      case 'auth-dead':
      case 'captcha-needed':
        if (lane.manyServers) {
          // Each for itself; but all of them together are more likely our own fault.
          broken += 1
          if (broken >= BROKEN) health.trouble(error.message)
          return book.failed(target, error)
        }
        health.trouble(error.message)
        restsUntil = Math.max(restsUntil, restOf(error))
        log.warn(
          { network, part, kind: error.kind, trouble: error.message, until: new Date(restsUntil) },
          'a network wants to be left alone',
        )
        return undefined
      case 'temporary':
        broken += 1
        if (broken >= BROKEN) {
          health.trouble(error.message)
          if (!lane.manyServers)
            restsUntil = Math.max(restsUntil, now() + Math.min(LONGEST_REST, SECOND * 2 ** (broken - BROKEN)))
        }
        return book.failed(target, error)
      case 'access-denied':
      case 'not-found':
      case 'bad-request':
        // The network is well: it answered.
        broken = 0
        health.ok()
        return book.failed(target, error)
    }
  }

  function restOf(trouble: NetworkTrouble): number {
    if (trouble.until) return Math.min(trouble.until.getTime(), now() + 24 * HOUR)
    if (trouble.retryAfter !== null) return now() + Math.max(SECOND, trouble.retryAfter)
    return now() + (trouble.kind === 'rate-limited' ? 30 * SECOND : HELPLESS_REST)
  }

  return { wake, ended: run() }
}

/** The health of each part of each network: kept in memory, written to the database periodically, and exported to Prometheus. */
import { sql } from 'kysely'
import type { Network } from '../../../contract/networks.ts'
import type { SourceHealth } from '../../../contract/watching/sources.ts'
import { DAY, MINUTE, type Clock } from '../../kit/clock.ts'
import { networkCallsToday, networkTokens, sourceLagSeconds, sourceWaiting } from '../metrics.ts'
import type { Db } from '../../kit/sql.ts'
import type { RawMessage } from '../receive/shared/source.ts'
import type { TokenHealth } from '../receive/shared/token-pool.ts'

export type Part = SourceHealth['parts'][number]['part']

export interface PartHealth {
  /** It answered; `heardAt`: when its newest message was written, if there was one. */
  ok(heardAt?: Date | null): void
  /** New messages were stored now. */
  came(messages: RawMessage[]): void
  /** @param failure for the log and the operators: never a token */
  failed(failure: string): void
  /** What it answers about a target is implausible; null: no longer. `ok` for other targets does not clear it. */
  suspect(target: string, suspicion: string | null): void
}

export interface Health {
  part(network: Network, part: Part): PartHealth
  /** @param waiting how many targets are overdue, by network and part */
  write(
    waiting: (network: Network, part: Part) => Promise<number>,
    tokens: (network: Network) => TokenHealth[],
  ): Promise<void>
}

interface Suspicion {
  suspicion: string
  since: Date
  reportedAt: Date
}

interface PartSummary {
  okAt: Date | null
  heardAt: Date | null
  lagSeconds: number | null
  failure: string | null
  failureAt: Date | null
}

/** Messages by which the lag is measured. */
const MEASURED = 200
const LONGEST_FAILURE = 300
/** Every target is polled at least once a day: a suspicion that is not repeated belongs to a target that is no longer polled. */
const SUSPICION_HOLDS = 2 * DAY

export function openHealth(db: Db, clock: Clock): Health {
  const parts = new Map<string, PartState>()

  return {
    part(network, part) {
      const key = `${network} ${part}`
      const state = parts.get(key) ?? new PartState(network, part, clock)
      parts.set(key, state)
      return state
    },

    async write(countWaiting, tokensOf) {
      const networks = new Set([...parts.values()].map(({ network }) => network))
      for (const network of networks) countTokens(network, tokensOf(network))
      for (const state of parts.values()) {
        const { network, part } = state
        const waiting = await countWaiting(network, part)
        await writeRow(db, state, waiting, tokensOf(network), clock.now())
      }
      await forgetOldLags(db, clock)
    },
  }
}

/** What is known of one part of one network. */
class PartState implements PartHealth {
  readonly network: Network
  readonly part: Part
  readonly #clock: Clock
  #okAt: Date | null = null
  #heardAt: Date | null = null
  #failure: string | null = null
  #failureAt: Date | null = null
  /** Milliseconds between being written and being stored, of the last messages. */
  readonly #lags: number[] = []
  /** By target; the oldest first. */
  readonly #suspicions = new Map<string, Suspicion>()

  constructor(network: Network, part: Part, clock: Clock) {
    this.network = network
    this.part = part
    this.#clock = clock
  }

  ok(heardAt?: Date | null): void {
    this.#okAt = this.#clock.now()
    this.#failure = null
    this.#failureAt = null
    if (heardAt && (!this.#heardAt || heardAt > this.#heardAt)) this.#heardAt = heardAt
  }

  came(messages: RawMessage[]): void {
    const now = this.#clock.now().getTime()
    for (const { publishedAt, editedAt, deleted } of messages) {
      if (!publishedAt || editedAt || deleted) continue
      this.#lags.push(Math.max(0, now - publishedAt.getTime()))
      if (!this.#heardAt || publishedAt > this.#heardAt) this.#heardAt = new Date(Math.min(publishedAt.getTime(), now))
    }
    this.#lags.splice(0, this.#lags.length - MEASURED)
  }

  failed(failure: string): void {
    this.#failure = failure.slice(0, LONGEST_FAILURE)
    this.#failureAt ??= this.#clock.now()
  }

  suspect(target: string, suspicion: string | null): void {
    if (suspicion === null) return void this.#suspicions.delete(target)
    const now = this.#clock.now()
    this.#suspicions.set(target, { suspicion, since: this.#suspicions.get(target)?.since ?? now, reportedAt: now })
  }

  /** What is written to the database. */
  summary(): PartSummary {
    return {
      okAt: this.#okAt,
      heardAt: this.#heardAt,
      lagSeconds: this.#lags.length === 0 ? null : median(this.#lags) / 1000,
      ...this.#shownFailure(),
    }
  }

  /** A failure is never hidden by a suspicion. */
  #shownFailure(): { failure: string | null; failureAt: Date | null } {
    const now = this.#clock.now().getTime()
    for (const [target, { reportedAt }] of this.#suspicions)
      if (now - reportedAt.getTime() > SUSPICION_HOLDS) this.#suspicions.delete(target)
    const [first, ...others] = this.#suspicions.values()
    if (this.#failure !== null || !first) return { failure: this.#failure, failureAt: this.#failureAt }
    const more = others.length > 0 ? `, and ${others.length} more like this` : ''
    return { failure: `${first.suspicion.slice(0, LONGEST_FAILURE - more.length)}${more}`, failureAt: first.since }
  }
}

async function writeRow(db: Db, state: PartState, waiting: number, tokens: TokenHealth[], now: Date): Promise<void> {
  const { network, part } = state
  const summary = state.summary()
  if (summary.lagSeconds !== null) sourceLagSeconds.set({ network, part }, summary.lagSeconds)
  sourceWaiting.set({ network, part }, waiting)
  const { failure, failureAt, ...heard } = summary
  const row = {
    ...heard,
    trouble: failure,
    troubleAt: failureAt,
    waiting,
    details: JSON.stringify({ tokens }),
    updatedAt: now,
  }
  await db
    .insertInto('sourceHealth')
    .values({ network, part, ...row })
    .onConflict((conflict) =>
      conflict.columns(['network', 'part']).doUpdateSet({
        ...row,
        // What was known before this process began stays known.
        okAt: (eb) => eb.fn.coalesce('excluded.okAt', 'sourceHealth.okAt'),
        heardAt: (eb) => eb.fn.coalesce('excluded.heardAt', 'sourceHealth.heardAt'),
        lagSeconds: (eb) => eb.fn.coalesce('excluded.lagSeconds', 'sourceHealth.lagSeconds'),
      }),
    )
    .execute()
  await writeLag(db, state, summary, waiting, now)
}

/** The lag is kept for charts, by steps of so many minutes, for so many days. */
const LAG_STEP = 10 * MINUTE
const LAGS_KEPT = 7 * DAY

/** Of a step the worst stays. */
async function writeLag(
  db: Db,
  { network, part }: PartState,
  { lagSeconds, failure }: PartSummary,
  waiting: number,
  now: Date,
): Promise<void> {
  const at = new Date(Math.floor(now.getTime() / LAG_STEP) * LAG_STEP)
  await sql`
    insert into source_lags (network, part, at, lag_seconds, waiting, troubled)
    values (${network}, ${part}, ${at}, ${lagSeconds}, ${waiting}, ${failure !== null})
    on conflict (network, part, at) do update set lag_seconds = greatest(excluded.lag_seconds, source_lags.lag_seconds),
      waiting = greatest(excluded.waiting, source_lags.waiting), troubled = excluded.troubled or source_lags.troubled`.execute(
    db,
  )
}

/** Steps that no chart shows any more. */
async function forgetOldLags(db: Db, clock: Clock): Promise<void> {
  await db
    .deleteFrom('sourceLags')
    .where('at', '<', new Date(clock.now().getTime() - LAGS_KEPT))
    .execute()
}

/** Networks that are no longer listened to are removed from the health page. */
export async function forgetOtherNetworks(db: Db, networks: Network[]): Promise<void> {
  await db
    .deleteFrom('sourceHealth')
    .where((where) => where.not(where('network', '=', where.fn.any(where.val(networks as string[])))))
    .execute()
}

function countTokens(network: Network, tokens: TokenHealth[]): void {
  const states = { working: 0, resting: 0, dead: 0 }
  const calls = new Map<string, number>()
  for (const { dead, restsUntil, usedToday } of tokens) {
    states[dead ? 'dead' : restsUntil ? 'resting' : 'working'] += 1
    for (const [method, used] of Object.entries(usedToday)) calls.set(method, (calls.get(method) ?? 0) + used)
  }
  for (const [state, count] of Object.entries(states)) networkTokens.set({ network, state }, count)
  for (const [method, count] of calls) networkCallsToday.set({ network, method }, count)
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** How well each part of each network is heard: kept here while it happens, written down now and then, and counted for Prometheus. */
import type { Network } from '../../../contract/networks.ts'
import type { SourceHealth } from '../../../contract/sources.ts'
import { DAY, type Clock } from '../../kit/clock.ts'
import { networkCallsToday, networkTokens, sourceLagSeconds, sourceWaiting } from '../../kit/metrics.ts'
import type { Db } from '../../kit/sql.ts'
import type { RawMessage } from '../receive/source.ts'
import type { TokenHealth } from '../receive/token-pool.ts'

export type Part = SourceHealth['parts'][number]['part']

export interface PartHealth {
  /** It answered; `heardAt`: when its newest message was written, where there was one. */
  ok(heardAt?: Date | null): void
  /** Messages that are new to us were stored now. */
  came(messages: RawMessage[]): void
  /** @param trouble for the log and for those who look after it: never a token */
  trouble(trouble: string): void
  /** What it says of a target is not believed; null: it is. Others of the part being well does not end it. */
  doubt(target: string, doubt: string | null): void
}

export interface Health {
  part(network: Network, part: Part): PartHealth
  /** @param waiting what has waited for too long, by network and part */
  write(
    waiting: (network: Network, part: Part) => Promise<number>,
    tokens: (network: Network) => TokenHealth[],
  ): Promise<void>
}

interface Kept {
  okAt: Date | null
  heardAt: Date | null
  trouble: string | null
  troubleAt: Date | null
  /** Milliseconds between being written and being stored, of the last messages. */
  lags: number[]
  /** By target; the oldest first. */
  doubts: Map<string, { doubt: string; since: Date; toldAt: Date }>
}

/** Messages by which the lag is measured. */
const MEASURED = 200
const LONGEST_TROUBLE = 300
/** Every target is read at least once a day: what is not doubted anew is not asked any more. */
const DOUBT_HOLDS = 2 * DAY

export function openHealth(db: Db, clock: Clock): Health {
  const parts = new Map<string, Kept & { network: Network; part: Part }>()

  return {
    part(network, part) {
      const key = `${network} ${part}`
      const kept: Kept & { network: Network; part: Part } = parts.get(key) ?? {
        network,
        part,
        okAt: null,
        heardAt: null,
        trouble: null,
        troubleAt: null,
        lags: [],
        doubts: new Map(),
      }
      parts.set(key, kept)
      return {
        ok(heardAt) {
          kept.okAt = clock.now()
          kept.trouble = null
          kept.troubleAt = null
          if (heardAt && (!kept.heardAt || heardAt > kept.heardAt)) kept.heardAt = heardAt
        },
        came(messages) {
          const now = clock.now().getTime()
          for (const { publishedAt, editedAt, deleted } of messages) {
            if (!publishedAt || editedAt || deleted) continue
            kept.lags.push(Math.max(0, now - publishedAt.getTime()))
            if (!kept.heardAt || publishedAt > kept.heardAt)
              kept.heardAt = new Date(Math.min(publishedAt.getTime(), now))
          }
          kept.lags.splice(0, kept.lags.length - MEASURED)
        },
        trouble(trouble) {
          kept.trouble = trouble.slice(0, LONGEST_TROUBLE)
          kept.troubleAt ??= clock.now()
        },
        doubt(target, doubt) {
          if (doubt === null) return void kept.doubts.delete(target)
          const now = clock.now()
          kept.doubts.set(target, { doubt, since: kept.doubts.get(target)?.since ?? now, toldAt: now })
        },
      }
    },

    async write(countWaiting, tokensOf) {
      const networks = new Set([...parts.values()].map(({ network }) => network))
      for (const network of networks) countTokens(network, tokensOf(network))
      for (const kept of parts.values()) {
        const { network, part, okAt, heardAt, lags } = kept
        const { trouble, troubleAt } = troubleOf(kept, clock.now())
        const waiting = await countWaiting(network, part)
        const lagSeconds = lags.length === 0 ? null : median(lags) / 1000
        if (lagSeconds !== null) sourceLagSeconds.set({ network, part }, lagSeconds)
        sourceWaiting.set({ network, part }, waiting)
        const row = {
          okAt,
          heardAt,
          lagSeconds,
          waiting,
          trouble,
          troubleAt,
          details: JSON.stringify({ tokens: tokensOf(network) }),
          updatedAt: clock.now(),
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
      }
    },
  }
}

/** Nothing that fails is hidden by what is doubted. */
function troubleOf(
  { trouble, troubleAt, doubts }: Kept,
  now: Date,
): { trouble: string | null; troubleAt: Date | null } {
  for (const [target, { toldAt }] of doubts) if (now.getTime() - toldAt.getTime() > DOUBT_HOLDS) doubts.delete(target)
  const [first, ...others] = doubts.values()
  if (trouble !== null || !first) return { trouble, troubleAt }
  const more = others.length > 0 ? `, and ${others.length} more like this` : ''
  return { trouble: `${first.doubt.slice(0, LONGEST_TROUBLE - more.length)}${more}`, troubleAt: first.since }
}

/** What is not listened to any more is off. */
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

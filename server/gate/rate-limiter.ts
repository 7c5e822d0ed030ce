/**
 * Rate limits of calls, counted in the database so that several processes share them. A process leases some calls at once
 * and counts those by itself: a call that only reads does not cost a write each.
 */
import { sql } from 'kysely'
import type { Call, RateLimit } from '../../contract/call.ts'
import { every, type Job } from '../kit/jobs.ts'
import { HOUR, MINUTE, SECOND, type Clock } from '../kit/clock.ts'
import { AppError } from '../kit/app-error.ts'
import type { Db } from '../kit/sql.ts'

/** For calls without a limit of their own: far more than a busy page asks, or an office behind one address. */
const reads: RateLimit = { count: 1_200, seconds: 60 }
const changes: RateLimit = { count: 300, seconds: 60 }

/** A whole limit is leased in this many portions; what a process has leased and not used is lost to the others. */
const PORTIONS = 20

/** What this process may still let through of one limit in its period. */
interface Lease {
  start: number
  end: number
  left: number
  /** The limit is reached for this period: the database need not be asked. */
  spent: boolean
  asking: Promise<void> | null
}

export interface RateLimiter {
  /** Counts a call, and refuses it when there were too many in the period it falls into. */
  check(name: string, call: Call, who: string | number): Promise<void>
  /** Counts what came to no call, as one that only reads. */
  checkRefused(who: string | number): Promise<void>
}

export function openRateLimiter(db: Db, clock: Clock): RateLimiter {
  const leases = new Map<string, Lease>()
  let sweepAt = 0

  function leaseOf(key: string, length: number, now: number): Lease {
    if (now >= sweepAt) {
      sweepAt = now + MINUTE
      for (const [old, { end }] of leases) if (end <= now) leases.delete(old)
    }
    const start = now - (now % length)
    const known = leases.get(key)
    if (known?.start === start) return known
    const fresh = { start, end: start + length, left: 0, spent: false, asking: null }
    leases.set(key, fresh)
    return fresh
  }

  async function takePortion(key: string, lease: Lease, { count: limit }: RateLimit): Promise<void> {
    const portion = Math.max(1, Math.floor(limit / PORTIONS))
    const { count } = await db
      .insertInto('callCounts')
      .values({ key, periodStart: new Date(lease.start), count: portion })
      .onConflict((conflict) =>
        conflict.columns(['key', 'periodStart']).doUpdateSet({ count: sql`call_counts.count + ${portion}` }),
      )
      .returning('count')
      .executeTakeFirstOrThrow()
    lease.left = Math.min(portion, Math.max(0, limit - (count - portion)))
    lease.spent = lease.left < portion
  }

  async function count(key: string, limit: RateLimit): Promise<void> {
    const now = clock.now().getTime()
    const lease = leaseOf(key, limit.seconds * SECOND, now)
    while (lease.left === 0) {
      if (lease.spent) throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfter: Math.ceil((lease.end - now) / SECOND) })
      // Those who come meanwhile wait for the same portion.
      lease.asking ??= takePortion(key, lease, limit).finally(() => (lease.asking = null))
      await lease.asking
    }
    lease.left -= 1
  }

  return {
    async check(name, call, who) {
      const limit = call.rateLimit ?? (isReading(call) ? reads : changes)
      await count(`${call.rateLimit ? name : isReading(call) ? 'reads' : 'changes'} ${who}`, limit)
    },
    checkRefused: (who) => count(`reads ${who}`, reads),
  }
}

function isReading(call: Call): boolean {
  return call.method === 'GET' && !call.changes
}

export const rateLimiterJobs: Job[] = [
  every('*/20 * * * *', 'forget-call-counts', async ({ db, clock }) => {
    await db
      .deleteFrom('callCounts')
      .where('periodStart', '<', new Date(clock.now().getTime() - HOUR))
      .execute()
  }),
]

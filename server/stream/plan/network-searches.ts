/** Which searches each network is asked, and when each is asked next: the table `network_searches`. */
import { sql } from 'kysely'
import type { Network } from '../../../contract/networks.ts'
import { DAY, HOUR, MINUTE, SECOND, type Clock } from '../../kit/clock.ts'
import type { Db } from '../../kit/sql.ts'
import type { NetworkSearch } from '../receive/shared/adapter.ts'
import { backOffAfter } from '../receive/shared/back-off.ts'
import type { ChosenSearch } from './choose-searches.ts'
import type { Target, Schedule } from './poller.ts'
import { callsADay, firstRatePerDay, jittered, NEVER_SO_LATE, ratePerDay, restAfter } from './poll-interval.ts'
import { shareBudget } from './share-budget.ts'

export interface SearchTarget extends Target {
  words: string[]
  readAt: Date | null
  perDay: number
  failures: number
}

const BACK_OFF = { first: MINUTE, longest: 6 * HOUR }
/** Calls of searches are seldom and dear: with no budget left they are looked at again after this long. */
const LONGEST_INTERVAL = DAY

/** What is not asked any more is still known for this long: by what it brought it is known whether to ask it again. */
const KNOWN_FOR = 14 * DAY

/** From now on these are asked; new ones at once. */
export async function syncNetworkSearches(
  db: Db,
  clock: Clock,
  network: Network,
  searches: ChosenSearch[],
): Promise<void> {
  const keys = searches.map(({ key }) => key)
  await sql`
    insert into network_searches (network, key, words, weight, next_read_at, seconds_between)
    select ${network}, key, string_to_array(words, ' '), weight, ${clock.now()}, 0
    from unnest(${keys}::text[], ${searches.map(({ words }) => words.join(' '))}::text[], ${searches.map(({ weight }) => weight)}::real[]) as wanted (key, words, weight)
    on conflict (network, key) do update set words = excluded.words, weight = excluded.weight,
      next_read_at = case when network_searches.weight > 0 then network_searches.next_read_at else excluded.next_read_at end
    where (network_searches.words, network_searches.weight) is distinct from (excluded.words, excluded.weight)`.execute(
    db,
  )
  await sql`update network_searches set weight = 0 where network = ${network} and weight > 0 and not (key = any(${keys}::text[]))`.execute(
    db,
  )
  await sql`delete from network_searches where network = ${network} and weight = 0
    and coalesce(read_at < ${new Date(clock.now().getTime() - KNOWN_FOR)}, true)`.execute(db)
}

/** Messages a day that searches of this network brought lately. */
export async function readMeasured(db: Db, network: Network): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('networkSearches')
    .select(['key', 'perDay'])
    .where('network', '=', network)
    .where('readAt', 'is not', null)
    .execute()
  return new Map(rows.map(({ key, perDay }) => [key, perDay]))
}

export async function countLateSearches(db: Db, network: Network, before: Date): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) from network_searches where network = ${network} and weight > 0 and next_read_at < ${before}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export interface SearchBookOptions {
  db: Db
  clock: Clock
  network: Network
  /** From 0 to 1. */
  random?: () => number
}

export function bookOfSearches(
  { db, clock, network, random = Math.random }: SearchBookOptions,
  search: NetworkSearch,
): Schedule<SearchTarget> {
  let plan = { readings: new Map<string, number>(), at: -Infinity }

  /** How often each is asked a day, within what there is; worked out again each minute. */
  async function readingsOf(key: string): Promise<number> {
    const now = clock.now().getTime()
    if (now - plan.at >= MINUTE || !plan.readings.has(key)) {
      const rows = await db
        .selectFrom('networkSearches')
        .select(['key', 'weight', 'perDay'])
        .where('network', '=', network)
        .where('weight', '>', 0)
        .orderBy('key')
        .execute()
      const shares = shareBudget(rows, {
        callsADay: callsADay(search.allowance()),
        callsPerRead: Math.max(1, search.callsPerRead),
        mostResults: search.mostResults,
      })
      plan = { readings: new Map(rows.map((row, place) => [row.key, shares[place] ?? 0])), at: now }
    }
    return plan.readings.get(key) ?? 1
  }
  const neverSoLate = (): Date => new Date(clock.now().getTime() + NEVER_SO_LATE)
  const write = (key: string, row: Record<string, unknown>): Promise<unknown> =>
    db.updateTable('networkSearches').set(row).where('network', '=', network).where('key', '=', key).execute()

  return {
    async due(limit, except) {
      // Of those whose turn has come, for whom most wait relative to how long they were left.
      const { rows } = await sql<SearchTarget>`
        select key, words, next_read_at as due_at, read_at, per_day, failures from network_searches
        where network = ${network} and weight > 0 and (next_read_at <= ${clock.now()} or next_read_at > ${neverSoLate()}) and not (key = any(${except}::text[]))
        order by extract(epoch from ${clock.now()}::timestamptz - next_read_at) * sqrt(weight) desc, weight desc, key limit ${limit}`.execute(
        db,
      )
      return rows.map((row) => ({ ...row, cursorName: `${network}:search:${row.key}`, isNew: row.readAt === null }))
    },

    async nextDueAt(except) {
      const { rows } = await sql<{ at: Date | null }>`
        select min(case when next_read_at > ${neverSoLate()} then ${clock.now()} else next_read_at end) as at from network_searches
        where network = ${network} and weight > 0 and not (key = any(${except}::text[]))`.execute(db)
      return rows[0]?.at ?? null
    },

    async done(target, { messages, oldest, first, more }) {
      const now = clock.now()
      const perDay =
        first || target.readAt === null
          ? firstRatePerDay(messages, oldest, now)
          : ratePerDay(target.perDay, messages, now.getTime() - target.readAt.getTime())
      await write(target.key, { perDay, readAt: now, failures: 0 })
      const between = Math.min(LONGEST_INTERVAL, DAY / Math.max(await readingsOf(target.key), 1e-9))
      const wait = more ? SECOND : jittered(between, random())
      await write(target.key, {
        nextReadAt: new Date(now.getTime() + wait),
        secondsBetween: Math.round(between / SECOND),
      })
    },

    async failed(target, error) {
      const failures = target.failures + 1
      const retryAfter = error?.retryAfter ?? null
      const wait = retryAfter === null ? backOffAfter(failures, BACK_OFF) : restAfter(retryAfter, failures)
      await write(target.key, {
        failures,
        nextReadAt: new Date(clock.now().getTime() + Math.max(wait, jittered(wait, random()))),
      })
    },
  }
}

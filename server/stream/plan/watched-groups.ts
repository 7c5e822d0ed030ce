/** When each watched group is polled next, and what state it is in: the table `watched_groups`. */
import { sql } from 'kysely'
import type { Network } from '../../../contract/networks.ts'
import { TRIAL_HIDES_MS } from '../../../rules/trial.ts'
import { listTriedGroupsets } from '../../features/access/subscriptions/subscriptions.public.ts'
import { listWatchedGroups, noteGroupFailure } from '../../features/watching/groups/groups.public.ts'
import { clearHubNews, noteHubMissed } from '../../features/watching/hubs/hubs.public.ts'
import { DAY, HOUR, MINUTE, SECOND, type Clock } from '../../kit/clock.ts'
import type { Database, Db } from '../../kit/sql.ts'
import type { GroupReader, GroupTarget } from '../receive/shared/adapter.ts'
import { backOffAfter } from '../receive/shared/back-off.ts'
import { isMadeUpGroup } from '../receive/made-up/made-up-links.ts'
import { isNetworkError, type NetworkError } from '../receive/shared/network-error.ts'
import { keepGroup } from '../store/parties.ts'
import type { Target, Schedule, PollRun } from './poller.ts'
import {
  callsADay,
  firstRatePerDay,
  intervalOf,
  jittered,
  NEVER_SO_LATE,
  ratePerDay,
  readingsADay,
  restAfter,
  stretchOf,
} from './poll-interval.ts'

export interface WatchedTarget extends Target, GroupTarget {
  groupId: number
  readAt: Date | null
  perDay: number
  failures: number
  name: string | null
  failure: string | null
  failureAt: Date | null
  /** When its hub notified us of news that were not read yet. */
  newsAt: Date | null
  /** Its hub notified us of the last news. */
  isHubReliable: boolean
}

/** Closed and deleted groups are polled again at long intervals: some come back. */
const CLOSED_AGAIN = 12 * HOUR
const GONE_AGAIN = DAY
/** A trial hides the newest three days of what a first poll brings; so far back it goes where a group is tried. */
const FIRST_LOOK_ON_TRIAL = TRIAL_HIDES_MS + 7 * DAY
/** One refusal may be a mistake of the network: it is asked once more before users are notified. */
const SURE_AFTER = 15 * MINUTE
const FAILING_AFTER = DAY
const FAILING_BACK_OFF = { first: MINUTE, longest: 6 * HOUR }
/** For what has failed for less than that: it is likely to pass soon. */
const BACK_OFF = { first: MINUTE, longest: 30 * MINUTE }
/** For how long a new name is shown. */
const RENAMED_FOR = 7 * DAY
const MORE_SOON = SECOND
/** However often a hub notifies us. */
const NEWS_AT_MOST_EVERY = MINUTE
/** A group whose hub notifies us of its news is polled no more often: polling only shows whether the hub can still be relied on. */
const HUB_INTERVAL = HOUR
/** Also where a network without a working token allows no calls at all. */
const LONGEST_INTERVAL = DAY

/**
 * Follows the lists of users: newly watched groups are due at once, those no longer watched are removed.
 * @param beforeRead done before any of the newly watched can be read
 */
export async function syncWatchedGroups(
  db: Db,
  clock: Clock,
  networks: Network[],
  beforeRead: () => Promise<void>,
): Promise<Map<Network, string[]>> {
  const watched = (await listWatchedGroups(db, clock)).filter(
    ({ network, externalId }) => networks.includes(network) && !isMadeUpGroup(externalId),
  )
  const ids = watched.map(({ groupId }) => groupId)
  const { rows: fresh } = await sql`select from unnest(${ids}::bigint[]) as id
    where not exists (select from watched_groups where group_id = id) limit 1`.execute(db)
  if (fresh.length > 0) await beforeRead()
  await sql`insert into watched_groups (group_id, next_read_at, seconds_between)
    select id, ${clock.now()}, 0 from unnest(${ids}::bigint[]) as id on conflict do nothing`.execute(db)
  await sql`delete from watched_groups where not (group_id = any(${ids}::bigint[]))`.execute(db)
  return new Map(
    [...Map.groupBy(watched, ({ network }) => network)].map(([network, groups]) => [
      network,
      groups.map(({ externalId }) => externalId),
    ]),
  )
}

/** How many were due before this moment and were not polled. */
export async function countLateGroups(db: Db, network: Network, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from watched_groups w join groups g on g.id = w.group_id where g.network = ${network} and w.next_read_at < ${before}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export interface BookOptions {
  database: Database
  clock: Clock
  network: Network
  /** From 0 to 1. */
  random?: () => number
}

export function bookOfGroups(options: BookOptions, reader: GroupReader): Schedule<WatchedTarget> {
  return new GroupSchedule(options, reader)
}

/** By the index of the few that have news; after a failure its back-off counts. */
const hasNews = sql`w.group_id = any(array(select group_id from hub_subscriptions where news_at is not null))`
const newsDueAt = sql`case when h.news_at is not null and w.failures = 0
  then greatest(h.news_at, w.read_at + make_interval(secs => ${NEWS_AT_MOST_EVERY / SECOND})) end`

class GroupSchedule implements Schedule<WatchedTarget> {
  readonly #database: Database
  readonly #clock: Clock
  readonly #network: Network
  readonly #random: () => number
  readonly #reader: GroupReader
  #stretch = { value: 1, at: -Infinity }

  constructor({ database, clock, network, random = Math.random }: BookOptions, reader: GroupReader) {
    this.#database = database
    this.#clock = clock
    this.#network = network
    this.#random = random
    this.#reader = reader
  }

  async due(limit: number, except: string[]): Promise<WatchedTarget[]> {
    const network = this.#network
    const now = this.#clock.now()
    const { rows } = await sql<WatchedTarget>`
      select w.group_id, least(w.next_read_at, ${newsDueAt}) as due_at, w.read_at, w.per_day, w.failures, w.name,
        w.trouble as failure, w.trouble_at as failure_at, g.external_id, coalesce(g.url, '') as link, h.news_at,
        coalesce(h.told_at is not null and h.lease_until > ${now}, false) as is_hub_reliable
      from watched_groups w join groups g on g.id = w.group_id left join hub_subscriptions h on h.group_id = w.group_id
      where g.network = ${network} and not (w.group_id = any(${except}::bigint[]))
        and (w.next_read_at <= ${now} or w.next_read_at > ${this.#neverSoLate()} or (${hasNews} and ${newsDueAt} <= ${now}))
      order by w.read_at is null and w.failures = 0 desc, due_at, w.group_id limit ${limit}`.execute(this.#database.db)
    const tried = await this.#listTried(rows.filter(({ readAt }) => readAt === null).map(({ groupId }) => groupId))
    return rows.map((row) => ({
      ...row,
      key: String(row.groupId),
      cursorName: `${network}:group:${row.externalId}`,
      isNew: row.readAt === null,
      hasNews: row.newsAt !== null,
      ...(tried.has(row.groupId) ? { firstLook: FIRST_LOOK_ON_TRIAL } : {}),
    }))
  }

  /** Those of these groups that stand on a list which is on trial. */
  async #listTried(groupIds: number[]): Promise<Set<number>> {
    if (groupIds.length === 0) return new Set()
    const { db } = this.#database
    const listed = await db
      .selectFrom('monitoredGroups')
      .select(['groupId', 'groupsetId'])
      .where('groupId', 'in', groupIds)
      .where('enabled', '=', true)
      .where('removedAt', 'is', null)
      .execute()
    const lists = [...new Set(listed.map(({ groupsetId }) => groupsetId))]
    const tried = new Set(await listTriedGroupsets(db, this.#clock.now(), lists))
    return new Set(listed.filter(({ groupsetId }) => tried.has(groupsetId)).map(({ groupId }) => groupId))
  }

  async nextDueAt(except: string[]): Promise<Date | null> {
    const { rows } = await sql<{ at: Date | null }>`
      select min(least(case when w.next_read_at > ${this.#neverSoLate()} then ${this.#clock.now()} else w.next_read_at end, ${newsDueAt})) as at
      from watched_groups w join groups g on g.id = w.group_id left join hub_subscriptions h on h.group_id = w.group_id
      where g.network = ${this.#network} and not (w.group_id = any(${except}::bigint[]))`.execute(this.#database.db)
    return rows[0]?.at ?? null
  }

  async done(target: WatchedTarget, run: PollRun): Promise<void> {
    const { db, pool } = this.#database
    const now = this.#clock.now()
    const perDay = rateAfter(target, run, now)
    const isHubReliable = await this.#noteHub(target, run)
    const usual = intervalOf(perDay, await this.#currentStretch())
    const between = Math.min(
      LONGEST_INTERVAL,
      run.more ? MORE_SOON : isHubReliable ? Math.max(HUB_INTERVAL, usual) : usual,
    )
    const name = run.group?.name.trim() ?? null
    const renamed = name !== null && target.name !== null && name !== target.name
    if (run.group) {
      const { link, ...group } = run.group
      await keepGroup(pool, this.#network, { ...group, externalId: target.externalId, url: link })
    }
    if (renamed) await noteGroupFailure(db, this.#clock, target.groupId, 'renamed', target.name)
    await this.#write(target.groupId, {
      nextReadAt: new Date(now.getTime() + (run.more ? between : jittered(between, this.#random()))),
      secondsBetween: Math.round(between / SECOND),
      perDay,
      readAt: now,
      ...(run.newest ? { heardAt: new Date(Math.min(run.newest.getTime(), now.getTime())) } : {}),
      ...(name === null ? {} : { name }),
      ...(run.hub === undefined ? {} : { hub: run.hub?.hub ?? null, hubTopic: run.hub?.topic ?? null }),
      failures: 0,
      ...(renamed
        ? { trouble: 'renamed', troubleAt: now }
        : isNewlyRenamed(target, now)
          ? {}
          : { trouble: null, troubleAt: null }),
    })
  }

  async failed(target: WatchedTarget, error: NetworkError | null): Promise<void> {
    const now = this.#clock.now()
    const failure = failureOf(target, error, now)
    const { lost, isSure, isFailing, failures, failureAt } = failure
    if (isSure && target.failure !== lost) await noteGroupFailure(this.#database.db, this.#clock, target.groupId, lost)
    const wait = waitAfter(failure, error?.retryAfter ?? null)
    await this.#write(target.groupId, {
      nextReadAt: new Date(now.getTime() + Math.max(wait, jittered(wait, this.#random()))),
      failures,
      troubleAt: failureAt,
      ...(isSure ? { trouble: lost } : isFailing ? { trouble: 'failing' } : {}),
    })
  }

  /** @returns whether its hub can be relied on to notify us of news */
  async #noteHub({ groupId, newsAt, isHubReliable }: WatchedTarget, run: PollRun): Promise<boolean> {
    const { db } = this.#database
    if (newsAt !== null) {
      // With more to come, the newest may not have been read.
      if (!run.more) await clearHubNews(db, groupId, newsAt)
      return isHubReliable
    }
    if (!isHubReliable || run.messages === 0) return isHubReliable
    await noteHubMissed(db, groupId)
    return false
  }

  /** The calls that all groups of the network together want, against its allowance; computed each minute. */
  async #currentStretch(): Promise<number> {
    const now = this.#clock.now().getTime()
    if (now - this.#stretch.at < MINUTE) return this.#stretch.value
    const { rows } = await sql<{ perDay: number }>`
      select w.per_day from watched_groups w join groups g on g.id = w.group_id
      where g.network = ${this.#network} and coalesce(w.trouble, '') not in ('closed', 'gone')`.execute(
      this.#database.db,
    )
    const wanted = rows.reduce((sum, { perDay }) => sum + readingsADay(perDay), 0)
    const allowed = callsADay(this.#reader.allowance()) / Math.max(1, this.#reader.callsPerRead)
    this.#stretch = { value: stretchOf(wanted, allowed), at: now }
    return this.#stretch.value
  }

  #neverSoLate(): Date {
    return new Date(this.#clock.now().getTime() + NEVER_SO_LATE)
  }

  #write(groupId: number, row: Record<string, unknown>): Promise<unknown> {
    return this.#database.db.updateTable('watchedGroups').set(row).where('groupId', '=', groupId).execute()
  }
}

const isNewlyRenamed = ({ failure, failureAt }: WatchedTarget, now: Date): boolean =>
  failure === 'renamed' && failureAt !== null && now.getTime() - failureAt.getTime() < RENAMED_FOR

interface BaseFailure {
  failures: number
  failureAt: Date
  /** It has failed for a day, without being refused. */
  isFailing: boolean
}

type Failure =
  /** Refused again, a while after the first refusal. */
  | (BaseFailure & { isSure: true; lost: 'closed' | 'gone' })
  | (BaseFailure & { isSure: false; lost: 'closed' | 'gone' | null })

function failureOf(target: WatchedTarget, error: NetworkError | null, now: Date): Failure {
  const failureAt = target.failures === 0 ? now : (target.failureAt ?? now)
  const lasted = now.getTime() - failureAt.getTime()
  const lost = lostAs(error)
  const failure = { failures: target.failures + 1, failureAt, isFailing: lost === null && lasted >= FAILING_AFTER }
  return lost !== null && target.failures > 0 && lasted >= SURE_AFTER
    ? { ...failure, isSure: true, lost }
    : { ...failure, isSure: false, lost }
}

/** @returns milliseconds until the next attempt */
function waitAfter({ lost, isSure, isFailing, failures }: Failure, retryAfter: number | null): number {
  if (lost !== null) return !isSure ? SURE_AFTER : lost === 'closed' ? CLOSED_AGAIN : GONE_AGAIN
  if (retryAfter !== null) return restAfter(retryAfter, failures)
  return backOffAfter(failures, isFailing ? FAILING_BACK_OFF : BACK_OFF)
}

/** Whether the group can no longer be read, as far as this error tells. */
function lostAs(error: NetworkError | null): 'closed' | 'gone' | null {
  if (isNetworkError(error, 'access-denied')) return 'closed'
  return isNetworkError(error, 'not-found') ? 'gone' : null
}

function rateAfter({ perDay, readAt }: WatchedTarget, { messages, oldest, first }: PollRun, now: Date): number {
  return first || readAt === null
    ? firstRatePerDay(messages, oldest, now)
    : ratePerDay(perDay, messages, now.getTime() - readAt.getTime())
}

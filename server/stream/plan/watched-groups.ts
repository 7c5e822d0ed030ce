/** When each watched group is read next, and how it goes with it: the table `watched_groups`. */
import { sql } from 'kysely'
import type { Network } from '../../../contract/networks.ts'
import { listWatchedGroups, noteGroupTrouble } from '../../features/groups/groups.public.ts'
import { DAY, HOUR, MINUTE, SECOND, type Clock } from '../../kit/clock.ts'
import type { Database, Db } from '../../kit/sql.ts'
import type { GroupReader, GroupTarget } from '../receive/adapter.ts'
import { isMadeUpGroup } from '../receive/made-up-links.ts'
import { isTrouble, type NetworkTrouble } from '../receive/trouble.ts'
import { keepGroup } from '../store/parties.ts'
import type { Target, TargetBook, Turn } from './lane.ts'
import {
  backOff,
  callsADay,
  firstRatePerDay,
  intervalOf,
  jittered,
  NEVER_SO_LATE,
  ratePerDay,
  readingsADay,
  restAfter,
  stretchOf,
} from './pace.ts'

export interface WatchedTarget extends Target, GroupTarget {
  groupId: number
  readAt: Date | null
  perDay: number
  failures: number
  name: string | null
  trouble: string | null
  troubleAt: Date | null
}

/** Closed and gone groups are looked at again now and then: some come back. */
const CLOSED_AGAIN = 12 * HOUR
const GONE_AGAIN = DAY
/** One refusal may be a mistake of the network: it is asked once more before anybody is told. */
const SURE_AFTER = 15 * MINUTE
const FAILING_AFTER = DAY
/** What fails for less than that is likely to pass soon. */
const LONGEST_BACK_OFF = 30 * MINUTE
/** A new name is no trouble for long. */
const RENAMED_FOR = 7 * DAY
const MORE_SOON = SECOND
/** Where a dead network leaves no readings at all, the plan still goes on. */
const LONGEST_INTERVAL = DAY

/** Follows the lists of people: what is listened to from now on is due at once, what is not is not planned any more. */
export async function syncWatchedGroups(db: Db, clock: Clock, networks: Network[]): Promise<Map<Network, string[]>> {
  const watched = (await listWatchedGroups(db, clock)).filter(
    ({ network, externalId }) => networks.includes(network) && !isMadeUpGroup(externalId),
  )
  const ids = watched.map(({ groupId }) => groupId)
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

/** How many have waited for so long after their turn. */
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

export function bookOfGroups(
  { database, clock, network, random = Math.random }: BookOptions,
  reader: GroupReader,
): TargetBook<WatchedTarget> {
  const { db, pool } = database
  let stretch = { value: 1, at: -Infinity }

  /** What all groups of the network together want, against what there is; looked up each minute. */
  async function currentStretch(): Promise<number> {
    const now = clock.now().getTime()
    if (now - stretch.at < MINUTE) return stretch.value
    const { rows } = await sql<{ perDay: number }>`
      select w.per_day from watched_groups w join groups g on g.id = w.group_id
      where g.network = ${network} and coalesce(w.trouble, '') not in ('closed', 'gone')`.execute(db)
    const wanted = rows.reduce((sum, { perDay }) => sum + readingsADay(perDay), 0)
    stretch = { value: stretchOf(wanted, callsADay(reader.allowance()) / Math.max(1, reader.callsPerRead)), at: now }
    return stretch.value
  }
  const neverSoLate = (): Date => new Date(clock.now().getTime() + NEVER_SO_LATE)
  const write = (groupId: number, row: Record<string, unknown>): Promise<unknown> =>
    db.updateTable('watchedGroups').set(row).where('groupId', '=', groupId).execute()

  return {
    async due(limit, except) {
      const { rows } = await sql<WatchedTarget>`
        select w.group_id, w.next_read_at as due_at, w.read_at, w.per_day, w.failures, w.name, w.trouble, w.trouble_at,
          g.external_id, coalesce(g.url, '') as link
        from watched_groups w join groups g on g.id = w.group_id
        where g.network = ${network} and (w.next_read_at <= ${clock.now()} or w.next_read_at > ${neverSoLate()}) and not (w.group_id = any(${except}::bigint[]))
        order by w.read_at is null and w.failures = 0 desc, w.next_read_at, w.group_id limit ${limit}`.execute(db)
      return rows.map((row) => ({
        ...row,
        key: String(row.groupId),
        cursorName: `${network}:group:${row.externalId}`,
        isNew: row.readAt === null,
      }))
    },

    async nextDueAt(except) {
      const { rows } = await sql<{ at: Date | null }>`
        select min(case when w.next_read_at > ${neverSoLate()} then ${clock.now()} else w.next_read_at end) as at from watched_groups w join groups g on g.id = w.group_id
        where g.network = ${network} and not (w.group_id = any(${except}::bigint[]))`.execute(db)
      return rows[0]?.at ?? null
    },

    async done(target, turn) {
      const now = clock.now()
      const perDay = rateAfter(target, turn, now)
      const between = Math.min(LONGEST_INTERVAL, turn.more ? MORE_SOON : intervalOf(perDay, await currentStretch()))
      const name = turn.group?.name.trim() ?? null
      const renamed = name !== null && target.name !== null && name !== target.name
      if (turn.group) {
        const { link, ...group } = turn.group
        await keepGroup(pool, network, { ...group, externalId: target.externalId, url: link })
      }
      if (renamed) await noteGroupTrouble(db, clock, target.groupId, 'renamed', target.name)
      const isStillNews =
        target.trouble === 'renamed' &&
        target.troubleAt !== null &&
        now.getTime() - target.troubleAt.getTime() < RENAMED_FOR
      await write(target.groupId, {
        nextReadAt: new Date(now.getTime() + (turn.more ? between : jittered(between, random()))),
        secondsBetween: Math.round(between / SECOND),
        perDay,
        readAt: now,
        ...(turn.newest ? { heardAt: new Date(Math.min(turn.newest.getTime(), now.getTime())) } : {}),
        ...(name === null ? {} : { name }),
        failures: 0,
        ...(renamed ? { trouble: 'renamed', troubleAt: now } : isStillNews ? {} : { trouble: null, troubleAt: null }),
      })
    },

    async failed(target, trouble) {
      const now = clock.now()
      const failures = target.failures + 1
      const troubleAt = target.failures === 0 ? now : (target.troubleAt ?? now)
      const lost = lostAs(trouble)
      const retryAfter = trouble?.retryAfter ?? null
      // A group that refuses us once more, a while after it did before.
      const isSure = lost !== null && target.failures > 0 && now.getTime() - troubleAt.getTime() >= SURE_AFTER
      const isFailing = lost === null && now.getTime() - troubleAt.getTime() >= FAILING_AFTER
      if (isSure && target.trouble !== lost) await noteGroupTrouble(db, clock, target.groupId, lost)
      const wait =
        lost === null
          ? retryAfter !== null
            ? restAfter(retryAfter, failures)
            : isFailing
              ? backOff(failures)
              : backOff(failures, LONGEST_BACK_OFF)
          : !isSure
            ? SURE_AFTER
            : lost === 'closed'
              ? CLOSED_AGAIN
              : GONE_AGAIN
      await write(target.groupId, {
        nextReadAt: new Date(now.getTime() + Math.max(wait, jittered(wait, random()))),
        failures,
        troubleAt,
        ...(isSure ? { trouble: lost } : isFailing ? { trouble: 'failing' } : {}),
      })
    },
  }
}

/** Whether the group is lost to us, as far as this answer tells. */
function lostAs(trouble: NetworkTrouble | null): 'closed' | 'gone' | null {
  if (isTrouble(trouble, 'access-denied')) return 'closed'
  return isTrouble(trouble, 'not-found') ? 'gone' : null
}

function rateAfter({ perDay, readAt }: WatchedTarget, { messages, oldest, first }: Turn, now: Date): number {
  return first || readAt === null
    ? firstRatePerDay(messages, oldest, now)
    : ratePerDay(perDay, messages, now.getTime() - readAt.getTime())
}

/**
 * Listening, as a whole: which groups and searches each network is asked and when, its streams, the links people paste, and how
 * it all goes. Each network has lanes of its own, so that a slow one holds up no other; all of them store through one pipeline.
 */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Network } from '../../../contract/networks.ts'
import type { Bus } from '../../kit/bus.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../kit/clock.ts'
import type { StreamContext } from '../pipeline.ts'
import type { Time } from '../receive/adapter.ts'
import { findMadeUpGroup, isMadeUpKey } from '../receive/made-up-links.ts'
import { linkReaders, type ListenedTo } from '../receive/networks.ts'
import type { Source } from '../receive/source.ts'
import { choosing, lemmasIn } from './choose-searches.ts'
import { openConfluence } from './confluence.ts'
import { forgetOtherNetworks, openHealth, type Part } from './health.ts'
import { runLane, type RunningLane } from './lane.ts'
import { runLinks } from './links.ts'
import {
  bookOfSearches,
  countLateSearches,
  readMeasured,
  syncNetworkSearches,
  type SearchTarget,
} from './network-searches.ts'
import { lookAtStreams, runStreamSource } from './streams.ts'
import { listWaitingQueries } from './waiting-queries.ts'
import { bookOfGroups, countLateGroups, syncWatchedGroups, type WatchedTarget } from './watched-groups.ts'
import { wordShares } from './word-shares.ts'

export interface PlanOptions {
  context: StreamContext
  bus: Bus
  time: Time
  networks: ListenedTo[]
  /** Null: nothing is made up. */
  madeUp: Source | null
}

/** Milliseconds. Lists are read again after a notice, and now and then besides: subscriptions begin and end by themselves. */
const SYNC_EVERY = 2 * MINUTE
const SYNC_AFTER = SECOND
/** Choosing searches is work: changes are gathered for so long. */
const CHOOSE_AFTER = 20 * SECOND
const CHOOSE_EVERY = 30 * MINUTE
const WRITE_EVERY = 15 * SECOND
/** What has waited for longer than this is late. */
const LATE = 5 * MINUTE
/** The first reading goes back so far: what was written earlier is searched for in what is stored. */
const FIRST_LOOK = { groups: 3 * DAY, searches: 3 * HOUR }
/** What is known of a target that was not read for so long is nothing to go on from. */
const CURSOR_HOLDS = 3 * DAY
/** Words of a search, and searches that a stream is told of. */
const MOST_WORDS = 3
const MOST_HEARD = 300
/** How much is written in a network, to guess by what a search brings. */
const messagesADay: Partial<Record<Network, number>> = { vk: 5_000_000, youtube: 200_000, telegram: 3_000_000 }

export async function runPlan(
  { context, bus, time, networks, madeUp }: PlanOptions,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, log, language } = context
  const { db } = database
  const over = new AbortController()
  const ends = AbortSignal.any([signal, over.signal])
  const confluence = openConfluence(context)
  const health = openHealth(db, clock)
  const listened = new Map(networks.map((each) => [each.adapter.network, each]))
  const groupNetworks = networks.filter(({ adapter }) => adapter.groups).map(({ adapter }) => adapter.network)
  const lanes: RunningLane[] = []
  const running: Promise<unknown>[] = []
  await forgetOtherNetworks(db, [...listened.keys()])

  async function readCursor(name: string, isNew = false): Promise<unknown> {
    const row = await db
      .selectFrom('sourceCursors')
      .select(['cursor', 'updatedAt'])
      .where('source', '=', name)
      .executeTakeFirst()
    return !row || (isNew && clock.now().getTime() - row.updatedAt.getTime() > CURSOR_HOLDS) ? null : row.cursor
  }

  for (const { adapter, manyServers } of networks) {
    const { network, groups, search, streams } = adapter
    const shared = {
      network,
      manyServers,
      confluence,
      time,
      log,
      readCursor: (target: { cursorName: string; isNew: boolean }) => readCursor(target.cursorName, target.isNew),
    }
    if (groups) {
      lanes.push(
        runLane<WatchedTarget>(
          {
            ...shared,
            part: 'groups',
            firstLook: FIRST_LOOK.groups,
            book: bookOfGroups({ database, clock, network }, groups),
            health: health.part(network, 'groups'),
            read: (target, cursor, since, ending) => groups.read(target, cursor, since, ending),
            allowance: () => groups.allowance(),
          },
          ends,
        ),
      )
    }
    if (search) {
      lanes.push(
        runLane<SearchTarget>(
          {
            ...shared,
            part: 'searches',
            firstLook: FIRST_LOOK.searches,
            book: bookOfSearches({ db, clock, network }, search),
            health: health.part(network, 'searches'),
            read: (target, cursor, since, ending) => search.read(target.words, cursor, since, ending),
            allowance: () => search.allowance(),
          },
          ends,
        ),
      )
    }
    for (const source of streams) {
      running.push(
        runStreamSource(
          {
            source,
            countedAs: `${network}:stream`,
            confluence,
            readCursor,
            health: health.part(network, 'stream'),
            time,
            log,
          },
          ends,
        ),
      )
    }
    health.part(network, 'links')
  }
  if (madeUp)
    running.push(
      runStreamSource(
        { source: madeUp, countedAs: madeUp.name, confluence, readCursor, health: null, time, log },
        ends,
      ),
    )
  running.push(...lanes.map(({ ended }) => ended))

  const silent = { ok: () => {}, came: () => {}, trouble: () => {}, doubt: () => {} }
  const links = runLinks(
    {
      database,
      clock,
      time,
      log,
      readers: linkReaders,
      health: (network) => (listened.has(network) ? health.part(network, 'links') : silent),
      resolverOf(network) {
        const adapter = listened.get(network)?.adapter
        if (madeUp)
          return async (key, ending) =>
            adapter && !isMadeUpKey(key) ? adapter.resolve(key, ending) : findMadeUpGroup(network, key)
        return adapter ? (key, ending) => adapter.resolve(key, ending) : null
      },
    },
    ends,
  )
  running.push(links.ended)

  let watched = new Map<Network, string[]>()
  const heard = new Map<Network, string[][]>()
  function tellStreams(): void {
    for (const { adapter } of networks) {
      for (const stream of adapter.streams)
        stream.watch?.({ groups: watched.get(adapter.network) ?? [], searches: heard.get(adapter.network) ?? [] })
    }
  }
  async function syncGroups(): Promise<void> {
    watched = await syncWatchedGroups(db, clock, groupNetworks)
    tellStreams()
    for (const lane of lanes) lane.wake()
    links.wake()
  }
  let chosen = { of: '', at: -Infinity }
  async function syncSearches(): Promise<void> {
    const searched = networks.flatMap(({ adapter: { network, search } }) => (search ? [{ network, search }] : []))
    if (searched.length === 0) return
    const products = await listWaitingQueries(db, clock)
    // Most of what is told of changes nothing; what searches bring is looked at again now and then.
    const of = createHash('sha256').update(JSON.stringify(products)).digest('hex')
    if (of === chosen.of && clock.now().getTime() - chosen.at < CHOOSE_EVERY / 2) return
    const shareOf = await wordShares(db, lemmasIn(products, language))
    for (const { network, search } of searched) {
      const measured = await readMeasured(db, network)
      const queries = products.filter((product) => product.networks.length === 0 || product.networks.includes(network))
      const limits = {
        mostWords: MOST_WORDS,
        mostResults: search.mostResults,
        messagesADay: messagesADay[network] ?? 1_000_000,
      }
      const { searches, uncovered } = await unhurried(
        choosing(queries, limits, { language, shareOf, measured: (key) => measured.get(key) ?? null }),
      )
      if (uncovered > 0) log.info({ network, uncovered }, 'some standing queries can not be searched for')
      await syncNetworkSearches(db, clock, network, searches)
      heard.set(
        network,
        searches
          .toSorted((a, b) => b.weight - a.weight)
          .slice(0, MOST_HEARD)
          .map(({ words }) => words),
      )
    }
    chosen = { of, at: clock.now().getTime() }
    tellStreams()
    for (const lane of lanes) lane.wake()
  }
  async function write(): Promise<void> {
    for (const { adapter, pool } of networks) {
      if (adapter.streams.length > 0)
        lookAtStreams(adapter.network, adapter.streams, health.part(adapter.network, 'stream'), clock.now())
      await pool?.flush()
    }
    await health.write(countWaiting, (network) => listened.get(network)?.pool?.health() ?? [])
  }
  function countWaiting(network: Network, part: Part): Promise<number> {
    const before = new Date(clock.now().getTime() - LATE)
    if (part === 'groups') return countLateGroups(db, network, before)
    if (part === 'searches') return countLateSearches(db, network, before)
    return Promise.resolve(part === 'links' ? links.waiting(network) : 0)
  }

  const groupsWork = repeat(
    syncGroups,
    {
      time,
      every: SYNC_EVERY,
      after: SYNC_AFTER,
      failed: (error) => log.warn({ error: error.message }, 'what is watched could not be read'),
    },
    ends,
  )
  const searchesWork = repeat(
    syncSearches,
    {
      time,
      every: CHOOSE_EVERY,
      after: CHOOSE_AFTER,
      failed: (error) => log.warn({ error: error.message }, 'searches could not be chosen'),
    },
    ends,
  )
  const writeWork = repeat(
    write,
    {
      time,
      every: WRITE_EVERY,
      after: WRITE_EVERY,
      failed: (error) => log.warn({ error: error.message }, 'how the networks are heard could not be written'),
    },
    ends,
  )
  running.push(groupsWork.ended, searchesWork.ended, writeWork.ended)
  const off = [
    bus.on('watch.changed', () => {
      groupsWork.soon()
      links.wake()
    }),
    bus.on('standing-query.changed', ({ productType }) =>
      productType === 'group' ? groupsWork.soon() : searchesWork.soon(),
    ),
    bus.on('scope.changed', ({ userId }) => {
      if (userId === 0) return
      groupsWork.soon()
      searchesWork.soon()
    }),
    bus.on('bus.reconnected', () => {
      groupsWork.soon()
      searchesWork.soon()
    }),
  ]
  try {
    await confluence.run(ends)
  } finally {
    for (const each of off) each()
    over.abort()
    await Promise.all(running)
    await write().catch((error: unknown) =>
      log.warn({ error: (error as Error).message }, 'how the networks are heard could not be written'),
    )
  }
}

/** Milliseconds that others wait at most while something is worked out. */
const LONGEST_TURN = 5

async function unhurried<Result>(work: Generator<void, Result>): Promise<Result> {
  for (let turn = performance.now(); ;) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() - turn < LONGEST_TURN) continue
    await setImmediate()
    turn = performance.now()
  }
}

interface Repeating {
  time: Time
  every: number
  /** Milliseconds from being told to the work, so that what is told at once is done at once. */
  after: number
  failed(error: Error): void
}

/** Works now, then every so often, and soon after it is told to; never twice at once. */
function repeat(
  work: () => Promise<void>,
  { time, every, after, failed }: Repeating,
  signal: AbortSignal,
): { soon(): void; ended: Promise<void> } {
  let told = new AbortController()
  async function run(): Promise<void> {
    while (!signal.aborted) {
      told = new AbortController()
      await work().catch((error: unknown) => (signal.aborted ? undefined : failed(error as Error)))
      await time.sleep(every, AbortSignal.any([signal, told.signal]))
      if (told.signal.aborted) await time.sleep(after, signal)
    }
  }
  return { soon: () => told.abort(), ended: run() }
}

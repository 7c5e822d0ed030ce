/**
 * Listening as a whole: which groups and searches of each network are polled and when, the networks' streams, the links users
 * paste, and the health of it all. Each network has pollers of its own, so that a slow one holds up no other; all of them store
 * through one pipeline.
 */
import type { Network } from '../../../contract/networks.ts'
import type { Bus } from '../../kit/bus.ts'
import { DAY, HOUR, MINUTE, SECOND, type Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Db } from '../../kit/sql.ts'
import type { StreamContext } from '../pipeline.ts'
import type { NetworkAdapter, Time } from '../receive/shared/adapter.ts'
import { findMadeUpGroup, isMadeUpKey } from '../receive/made-up/made-up-links.ts'
import { linkReaders, type ListenedTo } from '../receive/networks.ts'
import type { Source } from '../receive/shared/source.ts'
import { lookUpAvatars } from '../store/avatars.ts'
import { askHubs } from './ask-hubs.ts'
import { openFanIn, type FanIn } from './fan-in.ts'
import { forgetOtherNetworks, openHealth, type Health, type Part } from './health.ts'
import { runPoller, type RunningPoller } from './poller.ts'
import { runLinks, type RunningLinks } from './links.ts'
import { bookOfSearches, countLateSearches, type SearchTarget } from './network-searches.ts'
import { repeat } from './repeat.ts'
import { lookAtStreams, runStreamSource } from './streams.ts'
import { bookOfGroups, countLateGroups, type WatchedTarget } from './watched-groups.ts'
import { CHOOSE_EVERY, WatchedSync } from './watched-sync.ts'

export interface PlanOptions {
  context: StreamContext
  bus: Bus
  time: Time
  networks: ListenedTo[]
  /** Null: no network is simulated. */
  madeUp: Source | null
}

/** Milliseconds. Lists are read again after a message on the bus, and periodically: subscriptions begin and end without one. */
const SYNC_EVERY = 2 * MINUTE
const SYNC_AFTER = SECOND
/** Choosing searches is expensive: changes are gathered for this long. */
const CHOOSE_AFTER = 20 * SECOND
const WRITE_EVERY = 15 * SECOND
/** One call of a network each time. */
const AVATARS_EVERY = MINUTE
const HUBS_EVERY = MINUTE
/** What is overdue by more than this counts as late. */
const LATE = 5 * MINUTE
/** How far back the first poll of a target goes: older messages are searched for among those that are stored. */
const FIRST_LOOK = { groups: 3 * DAY, searches: 3 * HOUR }
/** The cursor of a newly watched target that was not polled for this long is not used. */
const CURSOR_HOLDS = 3 * DAY

const silentHealth = { ok: () => {}, came: () => {}, failed: () => {}, suspect: () => {} }

export async function runPlan(options: PlanOptions, signal: AbortSignal): Promise<void> {
  const { context, bus, networks } = options
  const over = new AbortController()
  const plan = new Plan(options, AbortSignal.any([signal, over.signal]))
  await forgetOtherNetworks(
    context.database.db,
    networks.map(({ adapter }) => adapter.network),
  )
  plan.start()
  const unsubscribe = plan.subscribe(bus)
  try {
    await plan.store()
  } finally {
    for (const each of unsubscribe) each()
    over.abort()
    await plan.stop()
  }
}

type ReadCursor = (name: string, isNew?: boolean) => Promise<unknown>

const cursorReader =
  (db: Db, clock: Clock): ReadCursor =>
  async (name, isNew = false) => {
    const row = await db
      .selectFrom('sourceCursors')
      .select(['cursor', 'updatedAt'])
      .where('source', '=', name)
      .executeTakeFirst()
    return !row || (isNew && clock.now().getTime() - row.updatedAt.getTime() > CURSOR_HOLDS) ? null : row.cursor
  }

/** Everything that runs while this process listens, and what wakes it. */
class Plan {
  readonly #options: PlanOptions
  readonly #ends: AbortSignal
  readonly #log: Log
  readonly #fanIn: FanIn
  readonly #health: Health
  readonly #readCursor: ReadCursor
  readonly #listened: ReadonlyMap<Network, ListenedTo>
  readonly #pollers: RunningPoller[] = []
  readonly #running: Promise<unknown>[] = []
  #links!: RunningLinks
  #syncGroupsSoon = (): void => {}
  #syncSearchesSoon = (): void => {}

  constructor(options: PlanOptions, ends: AbortSignal) {
    const { database, clock, log } = options.context
    this.#options = options
    this.#ends = ends
    this.#log = log
    this.#fanIn = openFanIn(options.context)
    this.#health = openHealth(database.db, clock)
    this.#readCursor = cursorReader(database.db, clock)
    this.#listened = new Map(options.networks.map((each) => [each.adapter.network, each]))
  }

  start(): void {
    const { networks, madeUp } = this.#options
    for (const listened of networks) {
      this.#startPollers(listened)
      this.#startStreams(listened)
      this.#health.part(listened.adapter.network, 'links')
    }
    if (madeUp) this.#startSource(madeUp, madeUp.name, null)
    this.#running.push(...this.#pollers.map(({ ended }) => ended))
    this.#links = this.#startLinks()
    this.#running.push(this.#links.ended)
    this.#startRepeatedWork()
    for (const { adapter } of networks) {
      this.#startAvatars(adapter)
      this.#startHubs(adapter)
    }
  }

  /** @returns what ends each subscription */
  subscribe(bus: Bus): (() => void)[] {
    return [
      bus.on('watch.changed', () => {
        this.#syncGroupsSoon()
        this.#links.wake()
      }),
      bus.on('standing-query.changed', ({ productType }) =>
        productType === 'group' ? this.#syncGroupsSoon() : this.#syncSearchesSoon(),
      ),
      bus.on('scope.changed', () => {
        this.#syncGroupsSoon()
        this.#syncSearchesSoon()
      }),
      bus.on('hub.news', () => this.#wakePollers()),
      bus.on('bus.reconnected', () => {
        this.#wakePollers()
        this.#syncGroupsSoon()
        this.#syncSearchesSoon()
      }),
    ]
  }

  /** Stores what the networks bring until the signal aborts. */
  store(): Promise<void> {
    return this.#fanIn.run(this.#ends)
  }

  /** After the signal has aborted. */
  async stop(): Promise<void> {
    await Promise.all(this.#running)
    await this.#writeHealth().catch((error: unknown) => this.#warnOfHealth(error as Error))
  }

  #startPollers({ adapter: { network, groups, search }, manyServers }: ListenedTo): void {
    const { context, time } = this.#options
    const { database, clock, log } = context
    const shared = {
      network,
      manyServers,
      confluence: this.#fanIn,
      time,
      log,
      readCursor: (target: { cursorName: string; isNew: boolean }) => this.#readCursor(target.cursorName, target.isNew),
    }
    if (groups)
      this.#pollers.push(
        runPoller<WatchedTarget>(
          {
            ...shared,
            part: 'groups',
            firstLook: FIRST_LOOK.groups,
            book: bookOfGroups({ database, clock, network }, groups),
            health: this.#health.part(network, 'groups'),
            read: (target, cursor, since, ending) => groups.read(target, cursor, since, ending),
            allowance: () => groups.allowance(),
          },
          this.#ends,
        ),
      )
    if (search)
      this.#pollers.push(
        runPoller<SearchTarget>(
          {
            ...shared,
            part: 'searches',
            firstLook: FIRST_LOOK.searches,
            book: bookOfSearches({ db: database.db, clock, network }, search),
            health: this.#health.part(network, 'searches'),
            read: (target, cursor, since, ending) => search.read(target.words, cursor, since, ending),
            allowance: () => search.allowance(),
          },
          this.#ends,
        ),
      )
  }

  #startStreams({ adapter: { network, streams } }: ListenedTo): void {
    for (const source of streams) this.#startSource(source, `${network}:stream`, network)
  }

  /** @param network null: its health is not shown, as that of the simulated network */
  #startSource(source: Source, countedAs: string, network: Network | null): void {
    const { time } = this.#options
    const health = network === null ? null : this.#health.part(network, 'stream')
    this.#running.push(
      runStreamSource(
        { source, countedAs, confluence: this.#fanIn, readCursor: this.#readCursor, health, time, log: this.#log },
        this.#ends,
      ),
    )
  }

  #startLinks(): RunningLinks {
    const { context, time, madeUp } = this.#options
    const { database, clock, log } = context
    return runLinks(
      {
        database,
        clock,
        time,
        log,
        readers: linkReaders,
        health: (network) => (this.#listened.has(network) ? this.#health.part(network, 'links') : silentHealth),
        resolverOf: (network, key) => {
          const adapter = this.#listened.get(network)?.adapter
          if (madeUp && isMadeUpKey(key)) return async () => findMadeUpGroup(network, key)
          if (adapter) return (ending) => adapter.resolve(key, ending)
          return madeUp ? 'not_in_demo' : 'not_connected'
        },
      },
      this.#ends,
    )
  }

  #startAvatars({ network, avatars }: NetworkAdapter): void {
    if (!avatars) return
    const { context, time } = this.#options
    const { ended } = repeat(
      async () => void (await lookUpAvatars(context.database.db, context.clock, network, avatars, this.#ends)),
      {
        time,
        every: AVATARS_EVERY,
        after: AVATARS_EVERY,
        failed: (error) => this.#log.warn({ error: error.message, network }, 'avatars could not be looked up'),
      },
      this.#ends,
    )
    this.#running.push(ended)
  }

  #startHubs({ network, hubs }: NetworkAdapter): void {
    if (!hubs) return
    const { context, time } = this.#options
    const { database, clock, log } = context
    const { ended } = repeat(
      () => askHubs({ db: database.db, clock, log }, hubs, this.#ends),
      {
        time,
        every: HUBS_EVERY,
        after: HUBS_EVERY,
        failed: (error) => this.#log.warn({ error: error.message, network }, 'hubs could not be asked'),
      },
      this.#ends,
    )
    this.#running.push(ended)
  }

  #startRepeatedWork(): void {
    const { context, time, networks } = this.#options
    const sync = new WatchedSync(context, networks)
    const groups = repeat(
      async () => {
        await sync.syncGroups()
        this.#wakePollers()
        this.#links.wake()
      },
      {
        time,
        every: SYNC_EVERY,
        after: SYNC_AFTER,
        failed: (error) => this.#log.warn({ error: error.message }, 'what is watched could not be read'),
      },
      this.#ends,
    )
    const searches = repeat(
      async () => {
        if (await sync.syncSearches()) this.#wakePollers()
      },
      {
        time,
        every: CHOOSE_EVERY,
        after: CHOOSE_AFTER,
        failed: (error) => this.#log.warn({ error: error.message }, 'searches could not be chosen'),
      },
      this.#ends,
    )
    const health = repeat(
      () => this.#writeHealth(),
      { time, every: WRITE_EVERY, after: WRITE_EVERY, failed: (error) => this.#warnOfHealth(error) },
      this.#ends,
    )
    this.#syncGroupsSoon = groups.soon
    this.#syncSearchesSoon = searches.soon
    this.#running.push(groups.ended, searches.ended, health.ended)
  }

  #wakePollers(): void {
    for (const poller of this.#pollers) poller.wake()
  }

  async #writeHealth(): Promise<void> {
    const now = this.#options.context.clock.now()
    for (const { adapter, pool } of this.#options.networks) {
      if (adapter.streams.length > 0)
        lookAtStreams(adapter.network, adapter.streams, this.#health.part(adapter.network, 'stream'), now)
      await pool?.flush()
    }
    await this.#health.write(
      (network, part) => this.#countWaiting(network, part),
      (network) => this.#listened.get(network)?.pool?.health() ?? [],
    )
  }

  #countWaiting(network: Network, part: Part): Promise<number> {
    const { database, clock } = this.#options.context
    const before = new Date(clock.now().getTime() - LATE)
    if (part === 'groups') return countLateGroups(database.db, network, before)
    if (part === 'searches') return countLateSearches(database.db, network, before)
    return Promise.resolve(part === 'links' ? this.#links.waiting(network) : 0)
  }

  #warnOfHealth(error: Error): void {
    this.#log.warn({ error: error.message }, 'how the networks are heard could not be written')
  }
}

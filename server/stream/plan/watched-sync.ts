/** What users watch, as targets of the pollers and as what the streams listen for: read again when it changes. */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Network } from '../../../contract/networks.ts'
import { MINUTE } from '../../kit/clock.ts'
import type { StreamContext } from '../pipeline.ts'
import type { NetworkSearch } from '../receive/shared/adapter.ts'
import type { ListenedTo } from '../receive/networks.ts'
import { chooseSearches, lemmasIn } from './choose-searches.ts'
import { readMeasured, syncNetworkSearches } from './network-searches.ts'
import { listWaitingQueries } from './waiting-queries.ts'
import { syncWatchedGroups } from './watched-groups.ts'
import { wordShares } from './word-shares.ts'

/** Milliseconds between two choices of searches where nothing changes. */
export const CHOOSE_EVERY = 30 * MINUTE
/** Words of a search, and searches that a stream listens for. */
const MOST_WORDS = 3
const MOST_HEARD = 300
/** How much is written in a network, to estimate what a search brings. */
const messagesADay: Partial<Record<Network, number>> = { vk: 5_000_000, youtube: 200_000, telegram: 3_000_000 }

type WaitingQuery = Awaited<ReturnType<typeof listWaitingQueries>>[number]

interface Searched {
  network: Network
  search: NetworkSearch
}

export class WatchedSync {
  readonly #context: StreamContext
  readonly #networks: ListenedTo[]
  readonly #searched: Searched[]
  #watched = new Map<Network, string[]>()
  readonly #heard = new Map<Network, string[][]>()
  #chosen = { of: '', at: -Infinity }

  constructor(context: StreamContext, networks: ListenedTo[]) {
    this.#context = context
    this.#networks = networks
    this.#searched = networks.flatMap(({ adapter: { network, search } }) => (search ? [{ network, search }] : []))
  }

  async syncGroups(): Promise<void> {
    const { database, clock, standingQueries } = this.#context
    const networks = this.#networks.filter(({ adapter }) => adapter.groups).map(({ adapter }) => adapter.network)
    this.#watched = await syncWatchedGroups(database.db, clock, networks, () =>
      // What is read of a group before it is known whose it is would be in no feed.
      standingQueries.readGroups(),
    )
    this.#updateStreams()
  }

  /** @returns whether searches were chosen */
  async syncSearches(): Promise<boolean> {
    if (this.#searched.length === 0) return false
    const { database, clock, language } = this.#context
    const queries = await listWaitingQueries(database.db, clock)
    // Most changes do not change the queries; what searches bring is measured again periodically.
    const of = createHash('sha256').update(JSON.stringify(queries)).digest('hex')
    if (of === this.#chosen.of && clock.now().getTime() - this.#chosen.at < CHOOSE_EVERY / 2) return false
    const shareOf = await wordShares(database.db, lemmasIn(queries, language))
    for (const searched of this.#searched) await this.#chooseFor(searched, queries, shareOf)
    this.#chosen = { of, at: clock.now().getTime() }
    this.#updateStreams()
    return true
  }

  async #chooseFor(
    { network, search }: Searched,
    queries: WaitingQuery[],
    shareOf: Awaited<ReturnType<typeof wordShares>>,
  ): Promise<void> {
    const { database, clock, log, language } = this.#context
    const measured = await readMeasured(database.db, network)
    const ofNetwork = queries.filter(({ networks }) => networks.length === 0 || networks.includes(network))
    const limits = {
      mostWords: MOST_WORDS,
      mostResults: search.mostResults,
      messagesADay: messagesADay[network] ?? 1_000_000,
    }
    const { searches, uncovered } = await finishInSlices(
      chooseSearches(ofNetwork, limits, { language, shareOf, measured: (key) => measured.get(key) ?? null }),
    )
    if (uncovered > 0) log.info({ network, uncovered }, 'some standing queries can not be searched for')
    await syncNetworkSearches(database.db, clock, network, searches)
    const heaviest = searches.toSorted((a, b) => b.weight - a.weight).slice(0, MOST_HEARD)
    this.#heard.set(
      network,
      heaviest.map(({ words }) => words),
    )
  }

  #updateStreams(): void {
    for (const { adapter } of this.#networks) {
      const { network } = adapter
      for (const stream of adapter.streams)
        stream.watch?.({ groups: this.#watched.get(network) ?? [], searches: this.#heard.get(network) ?? [] })
    }
  }
}

/** Milliseconds for which a computation may block other work. */
const LONGEST_SLICE = 5

async function finishInSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  for (let began = performance.now(); ;) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() - began < LONGEST_SLICE) continue
    await setImmediate()
    began = performance.now()
  }
}

/**
 * The standing queries of the service in one index, kept live while they change: categories, projects, and lists of groups,
 * which every message of their groups fits. Of projects and lists only those that someone may see now.
 */
import type { Language } from '../../../engine/language/language.ts'
import {
  findCategoryQueries,
  listCategoryQueries,
  type CategoryQueries,
} from '../../features/watching/categories/categories.public.ts'
import { listWatchedGroups } from '../../features/watching/groups/groups.public.ts'
import {
  listProjectIdsOf,
  listRunningProjects,
  readProjectQueries,
} from '../../features/watching/projects/projects.public.ts'
import type { Bus } from '../../kit/bus.ts'
import { MINUTE, type Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import { loadTopicJudges } from '../../kit/topics.ts'
import { standingQueries as standingQueriesGauge } from '../metrics.ts'
import type { Db } from '../../kit/sql.ts'
import { openQueryIndex, type Hit, type MatchableMessage, type QueryIndex } from './query-index.ts'

/** The same with where it was written: lists of groups ask for nothing else. */
export interface PlacedMessage extends MatchableMessage {
  group: { externalId: string } | null
}

export interface StandingQueries {
  readonly size: number
  match(message: PlacedMessage): Hit[]
  /** The filters of a product whose words are looked for; undefined when they are not. */
  suppressionOf: QueryIndex['suppressionOf']
  /** Reads the lists of groups now, and not when it is heard that they changed: what is on them is known after it. Rejects when the database does. */
  readGroups(): Promise<void>
  /** Until everything that was heard so far is in the index. */
  settled(): Promise<void>
  close(): void
}

/** Subscriptions begin and end without a word. */
const BETWEEN_RELOADS = 3 * MINUTE

const groupKey = (network: string, externalId: string): string => `${network}\n${externalId}`

export async function openStandingQueries(
  db: Db,
  bus: Bus,
  language: Language,
  log: Log,
  clock: Clock,
): Promise<StandingQueries> {
  const queries = new IndexedQueries(
    new StoredQueries(db, clock, openQueryIndex(language, log, { judges: await loadTopicJudges() })),
    log,
  )
  queries.follow(bus)
  try {
    await queries.load()
  } catch (error) {
    queries.close()
    throw error
  }
  return queries
}

const stampOf = ({ keywords, excluded, topics }: CategoryQueries): string =>
  JSON.stringify([keywords, excluded, topics])

/** What the tables say, read into the index. */
class StoredQueries {
  readonly index: QueryIndex
  readonly #db: Db
  readonly #clock: Clock
  /** The lists that watch a group. */
  #watched = new Map<string, number[]>()

  constructor(db: Db, clock: Clock, index: QueryIndex) {
    this.#db = db
    this.#clock = clock
    this.index = index
  }

  listsOf(network: string, externalId: string): number[] {
    return this.#watched.get(groupKey(network, externalId)) ?? []
  }

  async readAll(): Promise<void> {
    await this.#readCategories()
    await this.readProjects()
    await this.readGroups()
  }

  async #readCategories(): Promise<void> {
    const products = await listCategoryQueries(this.#db)
    this.index.keepOnly('category', new Set(products.map(({ productId }) => productId)))
    for (const product of products) this.index.put(product, stampOf(product))
  }

  async readCategory(id: number): Promise<void> {
    const product = await findCategoryQueries(this.#db, id)
    if (product) this.index.put(product, stampOf(product))
    else this.index.drop('category', id)
  }

  /** All of them, or these; what is there as it was is not read again. */
  async readProjects(ids?: number[]): Promise<void> {
    const { index } = this
    const running = await listRunningProjects(this.#db, this.#clock.now(), ids)
    if (ids) for (const id of ids.filter((each) => !running.has(each))) index.drop('project', id)
    else index.keepOnly('project', new Set(running.keys()))
    const changed = [...running]
      .filter(([id, version]) => index.stampOf('project', id) !== String(version))
      .map(([id]) => id)
    for (const product of await readProjectQueries(this.#db, changed)) index.put(product, String(product.version))
  }

  async readProjectsOf(userId: number): Promise<void> {
    const ids = await listProjectIdsOf(this.#db, userId)
    if (ids.length > 0) await this.readProjects(ids)
  }

  async readGroups(): Promise<void> {
    const groups = await listWatchedGroups(this.#db, this.#clock)
    this.#watched = new Map(
      groups.map(({ network, externalId, groupsetIds }) => [groupKey(network, externalId), groupsetIds]),
    )
  }
}

class IndexedQueries implements StandingQueries {
  readonly #stored: StoredQueries
  readonly #log: Log
  /** One after the other, so that what was read last is what was said last. */
  #working: Promise<void> = Promise.resolve()
  #groupsAsked = false
  #stop: (() => void)[] = []

  constructor(stored: StoredQueries, log: Log) {
    this.#stored = stored
    this.#log = log
  }

  get size(): number {
    return this.#stored.index.size
  }

  match(message: PlacedMessage): Hit[] {
    const hits = this.#stored.index.match(message)
    const lists = message.group ? this.#stored.listsOf(message.network, message.group.externalId) : []
    for (const productId of lists)
      hits.push({ productType: 'group', productId, keyword: null, spans: [], suppression: null })
    return hits
  }

  suppressionOf(...product: Parameters<QueryIndex['suppressionOf']>): ReturnType<QueryIndex['suppressionOf']> {
    return this.#stored.index.suppressionOf(...product)
  }

  readGroups(): Promise<void> {
    const read = this.#working.then(() => this.#stored.readGroups())
    this.#working = read.catch((error: unknown) => this.#logFailure(error))
    return read
  }

  settled(): Promise<void> {
    return this.#working
  }

  close(): void {
    for (const stop of this.#stop) stop()
  }

  async load(): Promise<void> {
    await this.#stored.readAll()
    standingQueriesGauge.set(this.size)
  }

  follow(bus: Bus): void {
    const stored = this.#stored
    const reload = (): void => this.#work(() => stored.readAll())
    const timer = setInterval(reload, BETWEEN_RELOADS).unref()
    this.#stop = [
      () => clearInterval(timer),
      bus.on('standing-query.changed', ({ productType, productId }) => {
        if (productType === 'category') this.#work(() => stored.readCategory(productId))
        else if (productType === 'project') this.#work(() => stored.readProjects([productId]))
        else this.#workOnGroups()
      }),
      // Whose subscriptions changed, and anyone who is in a team with them.
      bus.on('scope.changed', ({ userId }) => {
        this.#work(() => stored.readProjectsOf(userId))
        this.#workOnGroups()
      }),
      bus.on('bus.reconnected', reload),
    ]
  }

  #work(read: () => Promise<void>): void {
    this.#working = this.#working
      .then(read)
      .then(() => standingQueriesGauge.set(this.size))
      .catch((error: unknown) => this.#logFailure(error))
  }

  #logFailure(error: unknown): void {
    this.#log.error({ err: error }, 'standing queries could not be read; the next notice tries again')
  }

  /** All lists are read together: however often they change meanwhile, once more is enough. */
  #workOnGroups(): void {
    if (this.#groupsAsked) return
    this.#groupsAsked = true
    this.#work(() => {
      this.#groupsAsked = false
      return this.#stored.readGroups()
    })
  }
}

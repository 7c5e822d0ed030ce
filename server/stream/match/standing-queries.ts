/**
 * The standing queries of the service in one index, kept live while they change: categories, projects, and lists of groups,
 * which every message of their groups fits. Of projects and lists only those that someone may see now.
 */
import type { Language } from '../../../engine/language/language.ts'
import { findCategoryQueries, listCategoryQueries } from '../../features/watching/categories/categories.public.ts'
import { listWatchedGroups } from '../../features/watching/groups/groups.public.ts'
import {
  listProjectIdsOf,
  listRunningProjects,
  readProjectQueries,
} from '../../features/watching/projects/projects.public.ts'
import type { Bus } from '../../kit/bus.ts'
import { MINUTE, type Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import { standingQueries as standingQueriesGauge } from '../metrics.ts'
import type { Db } from '../../kit/sql.ts'
import { openQueryIndex, type Hit, type MatchableMessage } from './query-index.ts'

/** The same with where it was written: lists of groups ask for nothing else. */
export interface PlacedMessage extends MatchableMessage {
  group: { externalId: string } | null
}

export interface StandingQueries {
  readonly size: number
  match(message: PlacedMessage): Hit[]
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
  const index = openQueryIndex(language, log)
  /** The lists that watch a group. */
  let watched = new Map<string, number[]>()

  async function readCategories(): Promise<void> {
    const products = await listCategoryQueries(db)
    index.keepOnly('category', new Set(products.map(({ productId }) => productId)))
    for (const product of products) index.put(product, JSON.stringify([product.keywords, product.excluded]))
  }
  async function readCategory(id: number): Promise<void> {
    const product = await findCategoryQueries(db, id)
    if (product) index.put(product, JSON.stringify([product.keywords, product.excluded]))
    else index.drop('category', id)
  }
  /** All of them, or these; what is there as it was is not read again. */
  async function readProjects(ids?: number[]): Promise<void> {
    const running = await listRunningProjects(db, clock.now(), ids)
    if (ids) for (const id of ids.filter((each) => !running.has(each))) index.drop('project', id)
    else index.keepOnly('project', new Set(running.keys()))
    const changed = [...running]
      .filter(([id, version]) => index.stampOf('project', id) !== String(version))
      .map(([id]) => id)
    for (const product of await readProjectQueries(db, changed)) index.put(product, String(product.version))
  }
  async function readGroups(): Promise<void> {
    const groups = await listWatchedGroups(db, clock)
    watched = new Map(
      groups.map(({ network, externalId, groupsetIds }) => [groupKey(network, externalId), groupsetIds]),
    )
  }
  async function reload(): Promise<void> {
    await readCategories()
    await readProjects()
    await readGroups()
  }
  async function readOf(userId: number): Promise<void> {
    const ids = await listProjectIdsOf(db, userId)
    if (ids.length > 0) await readProjects(ids)
  }

  /** One after the other, so that what was read last is what was said last. */
  let working: Promise<void> = Promise.resolve()
  function work(read: () => Promise<void>): void {
    working = working
      .then(read)
      .then(() => standingQueriesGauge.set(index.size))
      .catch((error: unknown) =>
        log.error({ err: error }, 'standing queries could not be read; the next notice tries again'),
      )
  }
  /** All lists are read together: however often they change meanwhile, once more is enough. */
  let groupsAsked = false
  function workOnGroups(): void {
    if (groupsAsked) return
    groupsAsked = true
    work(() => {
      groupsAsked = false
      return readGroups()
    })
  }
  const stop = [
    bus.on('standing-query.changed', ({ productType, productId }) => {
      if (productType === 'category') work(() => readCategory(productId))
      else if (productType === 'project') work(() => readProjects([productId]))
      else workOnGroups()
    }),
    // Whose subscriptions changed, and anyone who is in a team with them.
    bus.on('scope.changed', ({ userId }) => {
      work(() => readOf(userId))
      workOnGroups()
    }),
    bus.on('bus.reconnected', () => work(reload)),
  ]
  const timer = setInterval(() => work(reload), BETWEEN_RELOADS).unref()
  await reload()
  standingQueriesGauge.set(index.size)

  return {
    get size() {
      return index.size
    },
    match(message) {
      const hits = index.match(message)
      const lists = message.group ? watched.get(groupKey(message.network, message.group.externalId)) : undefined
      for (const productId of lists ?? [])
        hits.push({ productType: 'group', productId, keyword: null, spans: [], suppression: null })
      return hits
    },
    settled: () => working,
    close() {
      clearInterval(timer)
      for (const off of stop) off()
    },
  }
}

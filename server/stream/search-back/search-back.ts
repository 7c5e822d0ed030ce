/**
 * A project was saved: what is stored is searched by what it looks for now, and its items follow. Messages that fit get
 * items as if they had just come, those received first first; items that fit no more go; of all others it is settled again
 * why they are there and what its filters keep away. Everything is decided by the engine, as the stream decides it.
 *
 * Done again after a kill it comes to the same: each piece is a transaction, and what is there already stays. A later saving
 * ends it. When more is found than anybody reads, nothing of what is stored changes: the settings are saved and hold for
 * new messages, and the project says that the stored days were not searched (TOO_MANY_RESULTS).
 */
import type pg from 'pg'
import { MOST_FOUND } from '../../../contract/watching/projects.ts'
import { publishMessagesChanged } from '../../features/reading/feed/feed.public.ts'
import { listItemMessages, publishMessagesLeft } from '../../features/reading/feed/feed.stream.ts'
import {
  endSearch,
  endWaiting,
  failSearch,
  findWaiting,
  holdSearch,
  noteSearch,
  parseStored,
  readProjectQueries,
  type ProjectQueries,
} from '../../features/watching/projects/projects.public.ts'
import { readMessages, searchStored, type NarrowedQuery, type Candidate } from '../../archive/archive.public.ts'
import { HOUR, MINUTE } from '../../kit/clock.ts'
import { searchBackSeconds } from '../metrics.ts'
import { isPassing, type Db } from '../../kit/sql.ts'
import { yieldEvery } from '../../kit/yield-every.ts'
import { openQueryIndex, type MatchableMessage, type QueryIndex } from '../match/query-index.ts'
import type { SearchBackContext } from './search-back-context.ts'
import { openItemSettler, type SettledItems } from './settle-items.ts'

/** A later saving has taken the place of the one that is being searched for. */
class Outdated extends Error {}

/** @param mostFound more is refused */
export async function searchBack(
  context: SearchBackContext,
  projectId: number,
  version: number,
  mostFound = MOST_FOUND,
): Promise<void> {
  const { db, log } = context
  // Someone who saves again and again must not have many jobs wait for one search.
  if ((await findWaiting(db, projectId, version)) === null) return
  const release = await holdSearch(context.database, projectId)
  try {
    const waiting = await findWaiting(db, projectId, version)
    if (waiting === 'end') await endWaiting(db, projectId, version)
    if (waiting !== 'search') return
    const stop = searchBackSeconds.startTimer()
    await search(context, projectId, version, mostFound)
    stop()
  } catch (error) {
    if (error instanceof Outdated) return
    // What passes is tried again by the queue.
    if (isPassing(error)) throw error
    log.error({ err: error, projectId }, 'what is stored could not be searched for a project')
    await failSearch(db, projectId, version, 'SERVER_ERROR')
  } finally {
    await release()
  }
}

/** Words of one search; the whole stream's would fill memory for nothing. */
const REMEMBERED_WORDS = 1 << 14
/** A message that was on its way when the project was saved may be stored so much later. */
const ON_THE_WAY = MINUTE

async function search(
  context: SearchBackContext,
  projectId: number,
  version: number,
  mostFound: number,
): Promise<void> {
  const { db, clock, language, log, config } = context
  const [product] = await readProjectQueries(db, [projectId])
  if (!product || product.version !== version) throw new Outdated()
  const index = openQueryIndex(language, log, { rememberedWords: REMEMBERED_WORDS })
  index.put(product, String(version))
  const ask = askOf(product)
  const beganAt = clock.now()
  const stored = await searchStored(db, language, ask, { now: beganAt, days: config.messageDays })
  const hours = stored.stored.oldest === null ? 0 : Math.ceil((beganAt.getTime() - stored.stored.oldest) / HOUR)
  const report = progressReporter(context, projectId, version, hours)

  const found: Candidate[] = []
  let looked = 0
  for (const batch of stored.sure > mostFound ? [] : stored.batches(BATCH)) {
    found.push(...(await decide(context, index, batch)))
    looked += batch.length
    if (found.length > mostFound) break
    await report(found.length, (DECIDING * looked) / stored.candidates)
  }
  if (Math.max(stored.sure, found.length) > mostFound) {
    const total = Math.max(stored.sure, looked === 0 ? 0 : Math.round((found.length * stored.candidates) / looked))
    await failSearch(db, projectId, version, 'TOO_MANY_RESULTS', { total })
    return
  }

  const { changed, settle, settleSince } = openSettling(context, product, index, (total, done) =>
    report(total, DECIDING + (1 - DECIDING) * done),
  )
  await settle([...found.map(momentOf), ...(await listItemMessages(db, product))])
  // Once more what came meanwhile: the stream may have asked the queries of before about it, and stored it since.
  await settleSince(ask, new Date(beganAt.getTime() - ON_THE_WAY))
  await settle(await listItemMessages(db, product))
  await publishItemsChanged(db, product, changed)
  await endSearch(db, projectId, version, { total: changed.fitting, hours })
  log.info(
    { projectId, found: changed.fitting, gone: changed.gone.length },
    'what is stored was searched for a project',
  )
}

/**
 * Looks once more at what came while a project was saved and for a while after, when its search is over: the stream may have
 * asked the queries of before, and stored it only then. Done again it changes nothing.
 */
export async function searchLate(
  context: SearchBackContext,
  projectId: number,
  version: number,
  savedAt: Date,
): Promise<void> {
  const { db, language, log } = context
  const release = await holdSearch(context.database, projectId)
  try {
    const [product] = await readProjectQueries(db, [projectId])
    if (!product || product.version !== version) return
    const index = openQueryIndex(language, log, { rememberedWords: REMEMBERED_WORDS })
    index.put(product, String(version))
    const { changed, settle, settleSince } = openSettling(context, product, index, async () => {})
    const since = new Date(savedAt.getTime() - ON_THE_WAY)
    await settleSince(askOf(product), since)
    await settle((await listItemMessages(db, product)).filter(({ receivedAt }) => receivedAt >= since))
    await publishItemsChanged(db, product, changed)
  } catch (error) {
    if (!(error instanceof Outdated)) throw error
  } finally {
    await release()
  }
}

/** @param report is given how many fit so far, and how much of these messages is done: 0 to 1 */
function openSettling(
  context: SearchBackContext,
  product: ProjectQueries,
  index: QueryIndex,
  report: (total: number, done: number) => Promise<void>,
) {
  const { db, clock, language, config } = context
  const settler = openItemSettler(context, {
    product,
    fits: (message) => index.match(message)[0],
    hold: (client) => holdVersion(client, product.productId, product.version),
  })
  const changed: SettledItems = { fitting: 0, gone: [], suppressed: [], shown: [] }
  const seen = new Set<number>()
  async function settle(messages: StoredMoment[]): Promise<void> {
    const unseen = inOrder(messages.filter(({ id }) => !seen.has(id)))
    for (const { id } of unseen) seen.add(id)
    for (let at = 0; at < unseen.length; at += PIECE) {
      const settled = await settler.settle(unseen.slice(at, at + PIECE))
      if (!settled) throw new Outdated()
      changed.fitting += settled.fitting
      for (const name of ['gone', 'suppressed', 'shown'] as const) changed[name].push(...settled[name])
      await report(changed.fitting, at / unseen.length)
    }
  }
  async function settleSince(ask: NarrowedQuery, since: Date): Promise<void> {
    const late = await searchStored(db, language, ask, { now: clock.now(), days: config.messageDays, since })
    for (const batch of late.batches(BATCH)) await settle((await decide(context, index, batch)).map(momentOf))
  }
  return { changed, settle, settleSince }
}

async function publishItemsChanged(
  db: Db,
  product: ProjectQueries,
  { gone, suppressed, shown }: SettledItems,
): Promise<void> {
  await publishMessagesLeft(db, [...gone, ...suppressed], product)
  await publishMessagesChanged(db, shown, null)
}

interface StoredMoment {
  id: number
  receivedAt: Date
}

const momentOf = ({ id, receivedAt }: Candidate): StoredMoment => ({ id, receivedAt: new Date(receivedAt) })

/** Candidates whose texts are read at once. */
const BATCH = 1_000
/** Messages whose items are settled in one transaction: while it gives seqIds, the stream waits. */
const PIECE = 250
/** Of the whole work, as instructed: deciding, and then storing. */
const DECIDING = 0.4
/** In milliseconds: others are asked by this process too. */
const LONGEST_TURN = 5

const askOf = ({ keywords, context, excluded, networks, kinds }: ProjectQueries): NarrowedQuery => ({
  keywords: parseStored(keywords),
  context: parseStored(context),
  excluded: parseStored(excluded),
  networks,
  kinds,
})

/** Those that fit: some are known to, of the others the texts are read. */
async function decide({ db }: SearchBackContext, index: QueryIndex, batch: Candidate[]): Promise<Candidate[]> {
  const unsure = batch.filter(({ sure }) => !sure)
  const fitting = new Set<number>()
  const turn = yieldEvery(LONGEST_TURN)
  for (const message of await readMessages(db, unsure)) {
    if (index.match(message as MatchableMessage).length > 0) fitting.add(message.id)
    await turn()
  }
  return batch.filter(({ id, sure }) => sure || fitting.has(id))
}

/** Each once, those received first first. */
function inOrder(messages: StoredMoment[]): StoredMoment[] {
  const each = new Map(messages.map((message) => [message.id, message]))
  return [...each.values()].sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime() || a.id - b.id)
}

/** A browser is informed how far it is at most this often, in milliseconds. */
const BETWEEN_REPORTS = 300

function progressReporter({ db }: SearchBackContext, projectId: number, version: number, hours: number) {
  let reportedAt = performance.now()
  return async (total: number, done: number): Promise<void> => {
    if (performance.now() - reportedAt < BETWEEN_REPORTS) return
    reportedAt = performance.now()
    if (!(await noteSearch(db, projectId, version, { total, hours, done: Math.round(done * 100) / 100 })))
      throw new Outdated()
  }
}

/** To the end of the transaction the project cannot be saved again. False when it was already, or is gone. */
async function holdVersion(client: pg.ClientBase, projectId: number, version: number): Promise<boolean> {
  const { rowCount } = await client.query('select from monitored_projects where id = $1 and version = $2 for share', [
    projectId,
    version,
  ])
  return rowCount === 1
}

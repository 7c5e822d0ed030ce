/**
 * The way of a message, and the only place that knows its order:
 *
 *   receive → normalise → match → score → store   here, in the stream role
 *                                           ↓ 'feed.stored', a bus message that leaves with the transaction
 *                                       announce  announce/announce.ts, in the web role, where the sockets are
 *
 * Batches go through in the order of their source; matching and scoring work on the next
 * batch while the database stores this one, and a source is asked for more only when there is room.
 */
import { setImmediate } from 'node:timers/promises'
import { textTerms } from '../../engine/language/terms.ts'
import type { Language } from '../../engine/language/language.ts'
import type { Scorer } from '../../engine/relevance/score.ts'
import type { ProductType } from '../../contract/access/subscriptions.ts'
import { suppress } from '../features/watching/projects/projects.public.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import { feedItemsStored, messagesReceived, messagesStored, receiveLagSeconds, stepSeconds } from './metrics.ts'
import { pause } from '../kit/pause.ts'
import { loadScorer } from '../kit/relevance.ts'
import { isPassing, type Database } from '../kit/sql.ts'
import type { StandingQueries } from './match/standing-queries.ts'
import { normalise, type Message } from './normalise/normalise.ts'
import type { RawBatch, Source } from './receive/shared/source.ts'
import { markOf, scoreMessage, type FindPlace, type Scores } from './score/score.ts'
import type { MatchedMessage } from './store/matched-message.ts'
import { openStore, type MatchedBatch, type StoredBatch } from './store/store.ts'

export interface StreamContext {
  database: Database
  clock: Clock
  log: Log
  language: Language
  standingQueries: StandingQueries
  /** Without it every place is undefined. */
  findPlace?: FindPlace
  /** Texts received further apart are no copies of each other. */
  messageDays?: number
}

/** What one batch came to. */
export interface BatchProgress<Cursor = unknown> extends StoredBatch {
  received: number
  /** Where the source is now. */
  cursor: Cursor
}

/** Runs a source until it ends or the signal aborts. Waits out what passes (a restarting database), throws what does not. */
export async function runSource<Cursor>(
  context: StreamContext,
  source: Source<Cursor>,
  signal: AbortSignal,
  onProgress: (progress: BatchProgress<Cursor>) => void = () => {},
): Promise<void> {
  const store = openStore(context.database, context.clock, context.messageDays)
  const scorer = await loadScorer()
  const cursor = await waitOut(context, source.name, signal, () =>
    readSourceCursor<Cursor>(context.database, source.name),
  )
  if (signal.aborted) return
  const failed = new AbortController()
  const batches = ahead(source.read(cursor, AbortSignal.any([signal, failed.signal])))
  const matched = ahead(mapped(batches, (batch) => readBatch(context, scorer, source.name, batch)))
  for await (const batch of matched) {
    const endStore = stepSeconds.startTimer({ step: 'store' })
    const stored = await waitOut(context, source.name, signal, () => store.store(batch)).catch((error: unknown) => {
      // A source that waits for its network's next message must not keep the failure from being heard.
      failed.abort()
      throw error
    })
    endStore()
    if (!stored) return
    const counted = { source: batch.countedAs }
    messagesReceived.inc(counted, batch.received)
    messagesStored.inc(counted, stored.messages)
    feedItemsStored.inc(counted, stored.items)
    const newest = batch.messages.reduce((time, { message }) => Math.max(time, message.publishedAt.getTime()), 0)
    if (newest > 0) receiveLagSeconds.set(counted, (stored.receivedAt.getTime() - newest) / 1000)
    onProgress({ ...stored, received: batch.received, cursor: batch.cursor })
  }
}

export async function readSourceCursor<Cursor>(database: Database, source: string): Promise<Cursor | null> {
  const row = await database.db
    .selectFrom('sourceCursors')
    .select('cursor')
    .where('source', '=', source)
    .executeTakeFirst()
  return row ? (row.cursor as Cursor) : null
}

/** In milliseconds. Matching a whole batch at once would let the database, and everybody asking this process, wait. */
const LONGEST_TURN = 1

async function readBatch<Cursor>(
  context: StreamContext,
  scorer: Scorer,
  source: string,
  raw: RawBatch<Cursor>,
): Promise<MatchedBatch<Cursor> & { countedAs: string }> {
  const { clock, language, standingQueries, findPlace = () => null } = context
  const now = clock.now()
  const endNormalise = stepSeconds.startTimer({ step: 'normalise' })
  const messages = raw.messages
    .map((message) => normalise(message, now))
    .filter((message): message is Message => message !== null)
  endNormalise()
  const matched: MatchedMessage[] = []
  const busy = { match: 0, score: 0 }
  let turn = performance.now()
  for (const message of messages) {
    const from = performance.now()
    const hits = message.deleted ? [] : standingQueries.match(message)
    let known: Scores | undefined
    const scores = (): Scores => (known ??= scoreMessage(scorer, findPlace, message))
    const between = performance.now()
    // Here and not while the database waits; of what fits nothing, only an edit of a kept message asks for it later.
    if (hits.length > 0) scores()
    const marks = hits.map((hit) => markOf(scorer, message.text, hit, scores))
    const to = performance.now()
    busy.match += between - from
    busy.score += to - between
    matched.push({
      message,
      hits: marks,
      scores,
      terms: () => textTerms(language, message.text),
      suppressedUnder({ productType, productId }) {
        const suppression = standingQueries.suppressionOf(productType as ProductType, productId)
        return suppression && suppress(scorer, message.text, suppression, scores)
      },
    })
    if (to - turn < LONGEST_TURN) continue
    await setImmediate()
    turn = performance.now()
  }
  stepSeconds.observe({ step: 'match' }, busy.match / 1000)
  stepSeconds.observe({ step: 'score' }, busy.score / 1000)
  return {
    source: raw.cursorName ?? source,
    countedAs: raw.countedAs ?? source,
    cursor: raw.cursor,
    received: raw.messages.length,
    messages: matched,
  }
}

const LONGEST_WAIT = 15_000

/** @returns null when the signal ended the waiting */
async function waitOut<Result>(
  { log }: StreamContext,
  source: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result | null> {
  for (let wait = 250; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted) return null
      if (!isPassing(error)) throw error
      log.warn({ source, error: (error as Error).message, wait }, 'the database failed, trying again')
      await pause(wait, signal)
      if (signal.aborted) return null
    }
  }
}

async function* mapped<In, Out>(items: AsyncIterable<In>, work: (item: In) => Promise<Out>): AsyncGenerator<Out> {
  for await (const item of items) yield await work(item)
}

/** Works one item ahead of anyone who asks: that is all the room there is between two steps. */
async function* ahead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]()
  let next = iterator.next()
  // A failure is thrown when it is this item's turn; until then it must not count as unhandled.
  next.catch(() => {})
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = iterator.next()
      next.catch(() => {})
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}

/** Settles which items a product has of these messages, piece by piece: what fits gets one, what does not loses it. */
import type pg from 'pg'
import { textTerms } from '../../../engine/language/terms.ts'
import type { Scorer } from '../../../engine/relevance/score.ts'
import {
  deleteItems,
  insertItems,
  lockFeedItems,
  readItemsOfMessages,
  settleMarks,
  type ProductMatch,
  type NewItem,
  type Product,
} from '../../features/reading/feed/feed.stream.ts'
import { openPlaceFinder } from '../../features/watching/locations/locations.public.ts'
import { DAY } from '../../kit/clock.ts'
import { retryDeadlock, withTransaction } from '../../kit/sql.ts'
import type { SearchBackContext } from './search-back-context.ts'
import { loadScorer } from '../../kit/relevance.ts'
import type { Hit } from '../match/query-index.ts'
import type { Message } from '../normalise/normalise.ts'
import { markOf, scoreMessage, type FindPlace, type Scores } from '../score/score.ts'
import { openClusters } from '../store/clusters.ts'
import { newItemOf } from '../store/new-item.ts'
import { keepMessages, lockMessages, type StoredMessage } from '../store/stored-messages.ts'

export interface SettledItems {
  /** Messages of the stored days that fit. */
  fitting: number
  /** Messages whose item is no longer there, is kept away from now on, or is no longer kept away. */
  gone: number[]
  suppressed: number[]
  shown: number[]
}

/** Whose items they are, and what it looks for. */
export interface Settling {
  product: Product
  fits(message: Message): Hit | undefined
  /** To the end of the transaction it looks for nothing else. False when it does already. */
  hold(client: pg.ClientBase): Promise<boolean>
}

interface ItemSettler {
  /** @returns null when the product looks for something else by now: then nothing has changed */
  settle(messages: { id: number; receivedAt: Date }[]): Promise<SettledItems | null>
}

interface Fitting {
  stored: StoredMessage
  mark: ProductMatch
  scores(): Scores
}

export function openItemSettler(context: SearchBackContext, { product, fits, hold }: Settling): ItemSettler {
  const { database, db, clock, language, config } = context
  const clusters = openClusters(database, config.messageDays)
  let tools: Promise<[Scorer, FindPlace]> | undefined

  async function settleIn(
    client: pg.PoolClient,
    messages: { id: number; receivedAt: Date }[],
  ): Promise<SettledItems | null> {
    const [scorer, findPlace] = await (tools ??= Promise.all([loadScorer(), openPlaceFinder(db)]))
    if (!(await hold(client))) return null
    const fitting = new Map<number, Fitting>()
    for (const stored of await lockMessages(client, messages)) {
      const hit = fits(stored.message)
      if (!hit) continue
      let known: Scores | undefined
      const scores = (): Scores => (known ??= scoreMessage(scorer, findPlace, stored.message))
      fitting.set(stored.id, { stored, mark: markOf(scorer, stored.message.text, hit, scores), scores })
    }
    const items = await readItemsOfMessages(
      client,
      product,
      messages.map(({ id }) => id),
    )
    const fresh = [...fitting.values()].filter(
      ({ stored }) => !stored.message.deleted && !items.get(stored.id)?.isThere,
    )
    const gone = messages.map(({ id }) => id).filter((id) => items.get(id)?.isThere && !fitting.has(id))
    await keepMessages(
      client,
      fresh
        .filter(({ stored }) => !stored.kept)
        .map(({ stored, scores }) => ({ stored, terms: textTerms(language, stored.message.text), scores: scores() })),
    )
    const alone = fresh.filter(({ stored }) => !items.has(stored.id))
    const looked = clusters.look(
      alone.map(({ stored, scores }) => {
        const { fingerprint, words } = scores()
        return { messageId: stored.id, fingerprint, words, edited: false }
      }),
      clock.now(),
    )
    if (fresh.length + gone.length > 0) await lockFeedItems(client)
    const clusterIds = alone.length > 0 ? await clusters.decide(client, looked) : []
    const clusterOf = new Map(alone.map(({ stored }, place) => [stored.id, clusterIds[place] as number]))
    await insertItems(
      client,
      fresh.map((each) =>
        itemOf(each, clusterOf.get(each.stored.id) ?? items.get(each.stored.id)?.clusterId ?? each.stored.id),
      ),
    )
    await deleteItems(client, product, gone)
    const there = [...fitting.values()].filter(({ stored }) => items.get(stored.id)?.isThere)
    const settled = await settleMarks(
      client,
      there.map(({ stored, mark }) => ({ ...mark, messageId: stored.id })),
    )
    const since = clock.now().getTime() - config.messageDays * DAY
    const ofStoredDays = [...fitting.values()].filter(({ stored }) => stored.receivedAt.getTime() >= since)
    return { fitting: ofStoredDays.length, gone, ...settled }
  }

  return {
    settle: (messages) =>
      retryDeadlock(async () => {
        try {
          const settled = await withTransaction(
            database,
            (client) => settleIn(client, messages),
            (client) => clusters.catchUp(client, clock.now()),
          )
          clusters.remember()
          return settled
        } catch (error) {
          clusters.forget()
          throw error
        }
      }),
  }
}

function itemOf({ stored, mark, scores }: Fitting, clusterId: number): NewItem {
  return newItemOf({ ...stored, messageId: stored.id, scores: scores() }, clusterId, mark)
}

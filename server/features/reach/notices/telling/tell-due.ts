/** What is due for one person: told, or looked at again later, by the pure decision of rules/notices/moments.ts. */
import { decide, momentOf, type Facts } from '../../../../../rules/notices/moments.ts'
import { noticeText, noticeTitle } from '../../../../../rules/notices/words.ts'
import { AppError } from '../../../../kit/app-error.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { judgeItems } from '../../../reading/learning/learning.public.ts'
import { pickNewCards, type ReaderVisibility, type Scope } from '../../../reading/feed/feed.public.ts'
import { accessFilter, questionOf } from '../../../reading/filters/filters.public.ts'
import { pairKey, raised, remember, type Pair, type Person } from './people.ts'
import { listTold, postTold } from './post-notice.ts'
import { clearWaiting, putOff, stopWaiting, type StateRow } from './states.ts'

export type TellingContext = Pick<AppContext, 'db' | 'clock' | 'config' | 'language' | 'log'>

/** Messages counted in one notice; of more it is said that there are so many. */
export const MOST_TOLD = 10_000
/** Of them so many may be shown. */
const MOST_SHOWN = 20

/** Where nothing more is known than what waits. */
export function factsOf({ person, rule, channel, lastAt }: Pair, now: number, waitingSince: number): Facts {
  const { clock, preferences } = person
  return { rule, preferences, clock, now, waitingSince, lastAt, recent: person.recent.get(channel) ?? [] }
}

/**
 * One after the other: what is told of one filter counts for the next.
 * @param upTo all items up to it are looked at
 * @returns how many notices were posted
 */
export async function tellDue(
  ctx: TellingContext,
  person: Person,
  due: readonly StateRow[],
  upTo: number,
  readVisible: () => Promise<ReaderVisibility>,
  onSettled: (pair: Pair) => void,
): Promise<number> {
  let told = 0
  for (const row of due) {
    const pair = person.pairs.get(pairKey(row.filterId, row.channel))
    if (!pair) await stopWaiting(ctx.db, [row])
    else if (await tellOne(ctx, pair, row, upTo, readVisible)) told += 1
    if (pair) onSettled(pair)
  }
  return told
}

async function tellOne(
  ctx: TellingContext,
  pair: Pair,
  row: StateRow,
  upTo: number,
  readVisible: () => Promise<ReaderVisibility>,
): Promise<boolean> {
  const { db, clock, language } = ctx
  const { person, filterId, channel } = pair
  const now = clock.now()
  pair.lastAt = row.lastAt?.getTime() ?? null
  const since = row.waitingSince?.getTime() ?? now.getTime()
  const facts = factsOf(pair, now.getTime(), since)
  const at = momentOf(facts)
  if (at === null) return settle(ctx, pair, row, upTo)
  if (at > now.getTime()) return wait(ctx, pair, row, at)
  // As they are now: what the engine keeps of filters is enough to know whom something may concern.
  const filter = await accessFilter(db, person.id, filterId, now).catch(nullIfRefused)
  if (!filter) return settle(ctx, pair, row, upTo)
  const { reader, products, blackList } = await readVisible()
  const question = questionOf(language, raised(filter, pair.rule.level))
  const scope: Scope = { reader, products: [...products.values()], blackList: [...blackList], question, now }
  if (question.learned) await judgeItems(db, person.id, scope.products)
  const found = await pickNewCards(db, scope, { after: row.toldUpTo, upTo }, MOST_TOLD)
  const known = await listTold(
    db,
    person.id,
    channel,
    found.map(({ clusterId }) => clusterId),
  )
  const cards = found.filter(({ clusterId }) => !known.has(clusterId))
  if (cards.length === 0) return settle(ctx, pair, row, upTo)
  const decision = decide(facts, cards.length)
  if (!decision?.tell) {
    pair.short = true
    return wait(ctx, pair, row, decision?.next ?? now.getTime())
  }
  const texts = cards.map(({ text }) => text)
  const isTold = await postTold(
    db,
    {
      userId: person.id,
      channel,
      kind: pair.rule.mode === 'now' ? 'messages' : 'digest',
      filterId,
      title: noticeTitle(filter.name, cards.length, texts),
      text: noticeText(texts),
      count: cards.length,
      messageIds: cards.slice(0, MOST_SHOWN).map(({ messageId }) => messageId),
      alarm: null,
    },
    { filterId, after: row.toldUpTo, upTo, clusterIds: cards.map(({ clusterId }) => clusterId) },
    now,
  )
  if (!isTold) return settle(ctx, pair, row, upTo)
  Object.assign(pair, { waitingSince: null, dueAt: null, short: false, lastAt: now.getTime() })
  if (pair.rule.mode === 'now') remember(person, channel, now.getTime())
  return true
}

/** There is nothing to be told of, or no one to be told over this channel. */
async function settle({ db }: TellingContext, pair: Pair, row: StateRow, upTo: number): Promise<false> {
  await clearWaiting(db, row, upTo)
  Object.assign(pair, { waitingSince: null, dueAt: null, short: false })
  return false
}

async function wait({ db }: TellingContext, pair: Pair, row: StateRow, until: number): Promise<false> {
  await putOff(db, row, new Date(until))
  Object.assign(pair, { waitingSince: row.waitingSince?.getTime() ?? until, dueAt: until })
  return false
}

/** A filter that is gone, or seen no more. */
function nullIfRefused(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

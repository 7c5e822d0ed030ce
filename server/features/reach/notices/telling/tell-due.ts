/** What is due for one person: told, or looked at again later, by the pure decision of rules/notices/moments.ts. */
import { sql } from 'kysely'
import { emptyFilter, type FilterFields } from '../../../../../contract/reading/filters.ts'
import { decide, momentOf, type Facts } from '../../../../../rules/notices/moments.ts'
import { noticeText, noticeTitle } from '../../../../../rules/notices/words.ts'
import type { VisibleProduct } from '../../../../../rules/trial.ts'
import { AppError } from '../../../../kit/app-error.ts'
import type { AppContext } from '../../../../kit/context.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { judgeItems } from '../../../reading/learning/learning.public.ts'
import { pickNewCards, readReader, type Reader, type Scope } from '../../../reading/feed/feed.public.ts'
import { accessFilter, questionOf } from '../../../reading/filters/filters.public.ts'
import { pairKey, raised, remember, type Pair, type Person } from './people.ts'
import { postTold, toldOver } from './post-notice.ts'
import { clearWaiting, putOff, stopWaiting, type StateRow } from './states.ts'

export type TellingContext = Pick<AppContext, 'db' | 'clock' | 'config' | 'language' | 'log'>

/** Messages counted in one notice; of more it is said that there are so many. */
const MOST_TOLD = 10_000
/** Of them so many may be shown. */
const MOST_SHOWN = 20

/** Where nothing more is known than what waits. */
export function factsOf({ person, rule, channel, lastAt }: Pair, now: number, waitingSince: number): Facts {
  const { clock, preferences } = person
  return { rule, preferences, clock, now, waitingSince, lastAt, recent: person.recent.get(channel) ?? [] }
}

/** What is the same for all that are due together: read at once. */
export interface Surroundings {
  /** All items up to it are looked at. */
  upTo: number
  /** By person. */
  blackLists: ReadonlyMap<number, number[]>
  /** Those that are there. */
  filters: ReadonlyMap<number, DueFilter>
}
interface DueFilter {
  id: number
  userId: number
  name: string
  fields: Partial<FilterFields>
}

export async function readSurroundings(db: DbOrTx, due: readonly StateRow[], upTo: number): Promise<Surroundings> {
  const [listed, filters] = await Promise.all([
    sql<{ userId: number; authorId: number }>`
      select user_id, author_id from blacklisted_authors where user_id = any(${due.map(({ userId }) => userId)}::bigint[])`.execute(
      db,
    ),
    sql<DueFilter>`
      select id, user_id, name, fields from filters
      where id = any(${due.map(({ filterId }) => filterId)}::bigint[]) and deleted_at is null`.execute(db),
  ])
  const byPerson = Map.groupBy(listed.rows, ({ userId }) => userId)
  return {
    upTo,
    blackLists: new Map([...byPerson].map(([userId, rows]) => [userId, rows.map(({ authorId }) => authorId)])),
    filters: new Map(filters.rows.map((row) => [row.id, row])),
  }
}

/**
 * One after the other: what is told of one filter counts for the next.
 * @returns how many notices were posted
 */
export async function tellDue(
  ctx: TellingContext,
  person: Person,
  due: readonly StateRow[],
  around: Surroundings,
  onSettled: (pair: Pair) => void,
): Promise<number> {
  let told = 0
  for (const row of due) {
    const pair = person.pairs.get(pairKey(row.filterId, row.channel))
    if (!pair) await stopWaiting(ctx.db, [row])
    else if (await tellOne(ctx, pair, row, around)) told += 1
    if (pair) onSettled(pair)
  }
  return told
}

async function tellOne(ctx: TellingContext, pair: Pair, row: StateRow, around: Surroundings): Promise<boolean> {
  const { db, clock } = ctx
  const { person, filterId, channel } = pair
  const { upTo } = around
  const now = clock.now()
  pair.lastAt = row.lastAt?.getTime() ?? null
  const since = row.waitingSince?.getTime() ?? now.getTime()
  const facts = factsOf(pair, now.getTime(), since)
  const at = momentOf(facts)
  if (at === null) return settle(ctx, pair, row, upTo)
  if (at > now.getTime()) return wait(ctx, pair, row, at)
  const filter = await findFilter(ctx, pair, around)
  if (!filter) return settle(ctx, pair, row, upTo)
  const scope = await scopeOf(ctx, pair, filter, around)
  if (scope.question.learned) await judgeItems(db, person.id, scope.products)
  const range = { after: row.toldUpTo, upTo }
  const cards = await pickNewCards(db, scope, range, toldOver(person.id, channel), MOST_TOLD)
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

/** As it is now: what the engine keeps of filters is enough to know whom something may concern. */
async function findFilter(
  { db, clock }: TellingContext,
  { person, filterId }: Pair,
  { filters }: Surroundings,
): Promise<Pick<DueFilter, 'name' | 'fields'> | null> {
  const row = filters.get(filterId)
  if (!row || row.userId === person.id) return row ?? null
  // Another's: whether they still see it is a matter of their team.
  const seen = await accessFilter(db, person.id, filterId, clock.now()).catch(nullIfRefused)
  return seen && { name: seen.name, fields: seen }
}

/** What the person sees, as the engine keeps it and the bus keeps it true, narrowed to what they are told of. */
async function scopeOf(
  { db, clock, language }: TellingContext,
  { person, rule }: Pair,
  { fields }: Pick<DueFilter, 'fields'>,
  { blackLists }: Surroundings,
): Promise<Scope> {
  const { id, moderator } = person
  const now = clock.now()
  const question = questionOf(language, raised({ ...emptyFilter, ...fields }, rule.level))
  const asksTeam = question.onlyWithNotes || question.leadStatuses.length + question.assignees.length > 0
  const alone: Reader = {
    userId: id,
    team: [id],
    ownerId: id,
    right: 'manage',
    needs: 'view',
    moderator,
    admin: false,
  }
  const reader = asksTeam ? { ...(await readReader(db, { id, roles: [] }, now)), moderator } : alone
  const products = [...person.products].map(([key, onTrial]): VisibleProduct => {
    const [productType, productId] = key.split(' ')
    return { productType: productType as VisibleProduct['productType'], productId: Number(productId), trial: onTrial }
  })
  return { reader, products, blackList: blackLists.get(id) ?? [], question, now }
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

/** What is due: posted, or looked at again later, by the pure decision of rules/notices/moments.ts. Read and written for many at once. */
import { sql } from 'kysely'
import { emptyFilter, type FilterFields } from '../../../../../contract/reading/filters.ts'
import { decide, momentOfNotice, type Facts } from '../../../../../rules/notices/moments.ts'
import { noticeText, noticeTitle } from '../../../../../rules/notices/words.ts'
import type { VisibleProduct } from '../../../../../rules/trial.ts'
import { AppError } from '../../../../kit/app-error.ts'
import type { AppContext } from '../../../../kit/context.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { yieldEvery } from '../../../../kit/yield-every.ts'
import { judgeItems } from '../../../reading/learning/learning.public.ts'
import {
  pickNewCardsOfMany,
  readReader,
  readerAlone,
  type NewCard,
  type FeedScope,
} from '../../../reading/feed/feed.public.ts'
import { accessFilter } from '../../../reading/filters/filters.public.ts'
import type { Questions } from './questions.ts'
import { pairKey, raised, remember, type Pair, type ReachablePerson } from './people.ts'
import {
  postFilterNotices,
  readNotifiedClusters,
  notifiedKey,
  notifiedClusters,
  type FilterNotice,
} from './post-notice.ts'
import { clearWaiting, putOff, stopWaiting, type StateRow } from './states.ts'

export type NotifyingContext = Pick<AppContext, 'db' | 'clock'> & { questions: Questions }

/** Messages counted in one notice; of more the notice says that there are so many. */
const MOST_IN_NOTICE = 10_000
/** Of them so many may be shown. */
const MOST_SHOWN = 20
/** Others in the process have their turn this often, in milliseconds. */
const LONGEST_TURN = 20

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

export interface DueNotice {
  person: ReachablePerson
  row: StateRow
}

/** The first are few, so that they are on their way while the others are decided; then so many more each time, as each portion has a price of its own. */
const FIRST_TOGETHER = 250
const MORE_TOGETHER = 2

export interface NotifyingListener {
  /** Whether something waits for it is not what it was. */
  onSettled: (pair: Pair) => void
  /** Something is posted to these people, each named once. */
  onNotified: (userIds: readonly number[]) => Promise<void>
}

/** What is posted of one filter counts for the next of the same person over the same channel: those are posted one after the other, all others together. */
export async function notifyDue(
  ctx: NotifyingContext,
  due: readonly DueNotice[],
  around: Surroundings,
  { onSettled, onNotified }: NotifyingListener,
): Promise<void> {
  let together = FIRST_TOGETHER
  for (const turn of turnsOf(due)) {
    for (let at = 0; at < turn.length;) {
      const portion = turn.slice(at, at + together)
      at += together
      together *= MORE_TOGETHER
      const notified = new Set(await notifyTogether(ctx, portion, around, onSettled))
      if (notified.size > 0) await onNotified([...notified])
    }
  }
}

/** Of each person and channel one in each turn. */
function turnsOf(due: readonly DueNotice[]): DueNotice[][] {
  const turns: DueNotice[][] = []
  const taken = new Map<string, number>()
  for (const each of due) {
    const key = `${each.row.userId} ${each.row.channel}`
    const turn = taken.get(key) ?? 0
    taken.set(key, turn + 1)
    ;(turns[turn] ??= []).push(each)
  }
  return turns
}

/** One that may be posted now, if there is anything. */
interface Asked {
  pair: Pair
  row: StateRow
  facts: Facts
  name: string
  scope: FeedScope
}

/** What is decided of a turn. */
interface Decisions {
  /** No one is to be notified of it. */
  gone: StateRow[]
  /** There is nothing to be notified of. */
  empty: { pair: Pair; row: StateRow }[]
  later: { pair: Pair; row: StateRow; until: number; short: boolean }[]
  notices: { asked: Asked; filterNotice: FilterNotice }[]
}

async function notifyTogether(
  ctx: NotifyingContext,
  turn: readonly DueNotice[],
  around: Surroundings,
  onSettled: (pair: Pair) => void,
): Promise<number[]> {
  const { db, clock } = ctx
  const now = clock.now()
  const decisions: Decisions = { gone: [], empty: [], later: [], notices: [] }
  const asked: Asked[] = []
  const giveWay = yieldEvery(LONGEST_TURN)
  for (const each of turn) {
    await giveWay()
    const may = await mayNotify(ctx, each, around, now, decisions)
    if (may) asked.push(may)
  }
  await decideNotices(ctx, asked, around, decisions)
  const posted = new Set(
    await postFilterNotices(
      db,
      decisions.notices.map(({ filterNotice }) => filterNotice),
      around.upTo,
      now,
    ),
  )
  for (const { asked: each, filterNotice } of decisions.notices)
    if (!posted.has(filterNotice)) decisions.empty.push(each)
  await stopWaiting(db, decisions.gone)
  await clearWaiting(
    db,
    decisions.empty.map(({ row }) => row),
    around.upTo,
  )
  await putOff(db, decisions.later)
  for (const { pair } of decisions.empty) Object.assign(pair, { waitingSince: null, dueAt: null, short: false })
  for (const { pair, row, until, short } of decisions.later) {
    if (short) pair.short = true
    Object.assign(pair, { waitingSince: row.waitingSince?.getTime() ?? until, dueAt: until })
  }
  const theirs = decisions.notices
    .filter(({ filterNotice }) => posted.has(filterNotice))
    .map(({ asked: { pair } }) => pair)
  for (const pair of theirs) {
    Object.assign(pair, { waitingSince: null, dueAt: null, short: false, lastAt: now.getTime() })
    if (pair.rule.mode === 'now') remember(pair.person, pair.channel, now.getTime())
  }
  for (const { pair } of [...decisions.empty, ...decisions.later]) onSettled(pair)
  for (const pair of theirs) onSettled(pair)
  return theirs.map(({ person }) => person.id)
}

/** Whether it may be posted now, as far as rules and the clock say; where not, it is decided. */
async function mayNotify(
  ctx: NotifyingContext,
  { person, row }: DueNotice,
  around: Surroundings,
  moment: Date,
  { gone, empty, later }: Decisions,
): Promise<Asked | null> {
  const pair = person.pairs.get(pairKey(row.filterId, row.channel))
  if (!pair) {
    gone.push(row)
    return null
  }
  const now = moment.getTime()
  pair.lastAt = row.lastAt?.getTime() ?? null
  const facts = factsOf(pair, now, row.waitingSince?.getTime() ?? now)
  const at = momentOfNotice(facts)
  const filter = at !== null && at <= now ? await findFilter(ctx, pair, around) : null
  if (at !== null && at > now) later.push({ pair, row, until: at, short: false })
  else if (!filter) empty.push({ pair, row })
  else return { pair, row, facts, name: filter.name, scope: await scopeOf(ctx, pair, filter, around) }
  return null
}

/** What there is to notify of, and whether that is enough. */
async function decideNotices(
  { db }: NotifyingContext,
  asked: readonly Asked[],
  { upTo }: Surroundings,
  { empty, later, notices }: Decisions,
): Promise<void> {
  for (const { scope } of asked) if (scope.question.learned) await judgeItems(db, scope.reader.userId, scope.products)
  const picked = await pickNewCardsOfMany(
    db,
    asked.map(({ pair: { person, channel }, row, scope }) => ({
      scope,
      after: row.toldUpTo,
      known: notifiedClusters(person.id, channel),
    })),
    upTo,
    MOST_IN_NOTICE,
  )
  const known = await readNotifiedClusters(
    db,
    asked.flatMap(({ pair: { person, channel } }, place) =>
      (picked[place] ?? []).map(({ clusterId }) => ({ userId: person.id, channel, clusterId })),
    ),
  )
  for (const [place, each] of asked.entries()) {
    const { pair, row, facts } = each
    const cards = (picked[place] ?? []).filter(
      ({ clusterId }) => !known.has(notifiedKey(pair.person.id, pair.channel, clusterId)),
    )
    const decision = cards.length === 0 ? null : decide(facts, cards.length)
    if (cards.length === 0) empty.push({ pair, row })
    else if (decision?.due)
      notices.push({ asked: each, filterNotice: { ...filterNoticeOf(each, cards), after: row.toldUpTo } })
    else later.push({ pair, row, until: decision?.next ?? facts.now, short: true })
  }
}

/** @param cards at least one, the best first */
function filterNoticeOf({ pair, row, name }: Asked, cards: readonly NewCard[]): Omit<FilterNotice, 'after'> {
  const texts = cards.map(({ text }) => text)
  return {
    notice: {
      userId: pair.person.id,
      channel: pair.channel,
      kind: pair.rule.mode === 'now' ? 'messages' : 'digest',
      filterId: row.filterId,
      title: noticeTitle(name, cards.length, texts),
      text: noticeText(texts),
      count: cards.length,
      messageIds: cards.slice(0, MOST_SHOWN).map(({ messageId }) => messageId),
      alarm: null,
    },
    clusterIds: cards.map(({ clusterId }) => clusterId),
  }
}

/** As it is now: what the engine keeps of filters is enough to know whom something may concern. */
async function findFilter(
  { db, clock }: NotifyingContext,
  { person, filterId }: Pair,
  { filters }: Surroundings,
): Promise<Pick<DueFilter, 'name' | 'fields'> | null> {
  const row = filters.get(filterId)
  if (!row || row.userId === person.id) return row ?? null
  // Another's: whether they still see it is a matter of their team.
  const seen = await accessFilter(db, person.id, filterId, clock.now()).catch(nullIfRefused)
  return seen && { name: seen.name, fields: seen }
}

/** What the person sees, as the engine keeps it and the bus keeps it true, narrowed to what they are notified of. */
async function scopeOf(
  { db, clock, questions }: NotifyingContext,
  { person, rule }: Pair,
  { fields }: Pick<DueFilter, 'fields'>,
  { blackLists }: Surroundings,
): Promise<FeedScope> {
  const { id, moderator } = person
  const now = clock.now()
  const question = questions.of(raised({ ...emptyFilter, ...fields }, rule.level))
  const asksTeam = question.onlyWithNotes || question.leadStatuses.length + question.assignees.length > 0
  const reader = asksTeam
    ? { ...(await readReader(db, { id, roles: [] }, now)), moderator }
    : readerAlone(id, moderator)
  const products = [...person.products].map(([key, onTrial]): VisibleProduct => {
    const [productType, productId] = key.split(' ')
    return { productType: productType as VisibleProduct['productType'], productId: Number(productId), trial: onTrial }
  })
  return { reader, products, blackList: blackLists.get(id) ?? [], question, now }
}

/** A filter that is gone, or seen no more. */
function nullIfRefused(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

/**
 * What an item must be to stand in a feed, as conditions in SQL. They ask what rules/filters/fits.ts asks, and that one text is one
 * card; a property test holds both equal.
 */
import { sql, type RawBuilder } from 'kysely'
import {
  asksProduct,
  earliestMoment,
  termsOf,
  type AskedPlaces,
  type AskedWord,
  type FilterQuestion,
} from '../../../../../rules/filters/fits.ts'
import { plainTextSql } from '../../../../../rules/filters/phrase.ts'
import { isSpamSql } from '../../../../../rules/filters/spam.ts'
import { mayReadVerdictSql } from '../../../../../rules/filters/verdict.ts'
import { WHOLE_LIST } from '../../../../../rules/filters/views.ts'
import { trialShowsBefore } from '../../../../../rules/trial.ts'
import { isDismissedByModel } from '../../learning/learning.public.ts'
import { reachesIntentLevel } from '../items/intent-level.ts'
import type { Reader } from './reader.ts'
import type { FeedScope } from './scope.ts'
import { notedMessages } from './team-notes.ts'

export type Sql = RawBuilder<unknown>

/** The names of the tables a condition is about: an item, its product as the reader holds it, its message. */
interface Names {
  i: Sql
  p: Sql
  m: Sql
  /** `i` and `m` as text, for what rules/ say in SQL. */
  item: string
  message: string
}
export const first: Names = { i: sql.raw('i'), p: sql.raw('p'), m: sql.raw('m'), item: 'i', message: 'm' }
/** An earlier item of the same cluster. */
const earlier: Names = {
  i: sql.raw('earlier'),
  p: sql.raw('earlier_p'),
  m: sql.raw('earlier_m'),
  item: 'earlier',
  message: 'earlier_m',
}
/** The same under the product of `first`. */
export const earlierOfSame: Names = { ...earlier, p: first.p }
/** A later one. */
export const later: Names = {
  i: sql.raw('later'),
  p: sql.raw('later_p'),
  m: sql.raw('later_m'),
  item: 'later',
  message: 'later_m',
}

/** One of the same cluster, before or after it, or the item itself. */
const other: Names = {
  i: sql.raw('other'),
  p: sql.raw('other_p'),
  m: sql.raw('other_m'),
  item: 'other',
  message: 'other_m',
}

export const all = (conditions: Sql[]): Sql => (conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `))

/** The products the reader holds; or only those of them the filter asks for. */
export function subscribedProducts(
  { products, question }: Pick<FeedScope, 'products'> & { question?: FilterQuestion },
  { p }: Names,
  onlyAsked = false,
): Sql {
  const asks = products.map(({ productType, productId }) => !question || asksProduct(question, productType, productId))
  const taken = onlyAsked ? products.filter((_, place) => asks[place]) : products
  return sql`unnest(${taken.map(({ productType }) => productType)}::text[], ${taken.map(({ productId }) => productId)}::bigint[],
    ${taken.map(({ trial }) => trial)}::boolean[], ${onlyAsked ? taken.map(() => true) : asks}::boolean[])
    as ${p} (product_type, product_id, trial, asked)`
}
export const isHeld = ({ i, p }: Names): Sql =>
  sql`${i}.product_type = ${p}.product_type and ${i}.product_id = ${p}.product_id`

export const asksWords = ({ included, excluded, searched }: FilterQuestion): boolean =>
  included.length + excluded.length + searched.length > 0

/**
 * Words are asked of the message; anyone who asks for none need not read it.
 * @param led the items are led to by their messages; otherwise each item's message is looked up, and the fence (`offset 0`)
 * keeps the database from gathering all messages with a common word first
 */
export function messagesOf(question: FilterQuestion, { i, m }: Names, { anyway = false, led = false } = {}): Sql {
  if (!asksWords(question) && !anyway) return sql``
  if (led)
    return sql`join messages ${m} on ${m}.id = ${i}.message_id and ${m}.kept and ${m}.received_at = ${i}.received_at`
  return sql`cross join lateral (
    select mm.terms, mm.text from messages mm where mm.id = ${i}.message_id and mm.kept and mm.received_at = ${i}.received_at offset 0) as ${m}`
}

/** One text, one card: no earlier item of the cluster fits the same filter. Of `i` it asks seq_id, cluster_id and repeats. */
export function isCard(scope: FeedScope): Sql {
  return sql`(not i.repeats or not exists (
    select from feed_items earlier ${messagesOf(scope.question, earlier)}
    where earlier.cluster_id = i.cluster_id and earlier.seq_id < i.seq_id and ${all(fitsAnywhere(scope, earlier))}))`
}

/** Nothing that says the same as `i` stands in this feed. */
export function hasNoCard(scope: FeedScope): Sql {
  return sql`not exists (
    select from feed_items other ${messagesOf(scope.question, other)}
    where other.cluster_id = i.cluster_id and ${all(fitsAnywhere(scope, other))})`
}

export function fitsIn(scope: FeedScope, names: Names): Sql {
  return all([...mayRead(scope, names), ...filterConditions(scope, names)])
}

/** `fitsIn` of an item that was not found by its product, with no join to the products: there may be many, and few such items. */
export function fitsAnywhere(scope: FeedScope, names: Names): Sql[] {
  const { question, now } = scope
  const products = scope.products.filter(({ productType, productId }) => asksProduct(question, productType, productId))
  const { i } = names
  const alike = Map.groupBy(products, ({ productType, trial }) => `${productType} ${trial}`).values()
  const among = [...alike].flatMap((held) => {
    const [like] = held
    if (!like) return []
    const ids = held.map(({ productId }) => productId)
    return [
      sql`(${i}.product_type = ${like.productType} and ${i}.product_id = any(${ids}::bigint[]) and ${like.trial ? isOldEnough(i, now) : sql`true`})`,
    ]
  })
  return [
    among.length === 0 ? sql`false` : sql`(${sql.join(among, sql` or `)})`,
    ...isThere(scope, names),
    ...filterConditions(scope, names),
  ]
}

interface Seeing extends Pick<FeedScope, 'now'> {
  reader: Pick<FeedScope['reader'], 'moderator'>
}

/** What no filter changes: the product is the reader's, and the item is there for them. */
export function mayRead(scope: Seeing, names: Names): Sql[] {
  return [isHeld(names), ...isThere(scope, names), sql`(not ${names.p}.trial or ${isOldEnough(names.i, scope.now)})`]
}

function isThere({ reader }: Pick<Seeing, 'reader'>, { i, item }: Names): Sql[] {
  return [sql`not ${i}.gone`, sql.raw(mayReadVerdictSql(item, reader.moderator))]
}

const isOldEnough = (i: Sql, now: Date): Sql => sql`${i}.published_at < ${new Date(trialShowsBefore(now.getTime()))}`

/** What the filter asks; with `mayRead` the same as `whyHidden` of rules/filters/fits.ts, in the same order. */
export function filterConditions({ reader, blackList, question, now }: FeedScope, names: Names): Sql[] {
  const { i, item } = names
  const wants: Sql[] = []
  if (question.products && question.products.groups.length > 0) {
    const { groups } = question.products
    wants.push(sql`(${i}.product_type <> 'group' or exists (
      select from unnest(${groups.map(({ groupsetId }) => groupsetId)}::bigint[], ${groups.map(({ groupId }) => groupId)}::bigint[])
        as pair (groupset_id, group_id) where pair.groupset_id = ${i}.product_id and pair.group_id in (${i}.group_id, ${WHOLE_LIST})))`)
  }
  if (question.kind !== 'all') wants.push(sql`${i}.kind = ${question.kind}`)
  if (question.networks.length > 0) wants.push(sql`${i}.network = any(${question.networks})`)
  if (question.sourceKinds.length > 0) wants.push(sql`${i}.source_kind = any(${question.sourceKinds})`)
  const earliest = earliestMoment(question, now.getTime())
  if (earliest !== null) wants.push(sql`${i}.published_at >= ${new Date(earliest)}`)
  if (question.to !== null) wants.push(sql`${i}.published_at < ${new Date(question.to)}`)
  if (question.places) wants.push(liesIn(question.places, i))
  if (question.intentLevel !== 'cold') wants.push(reachesIntentLevel(i, question.intentLevel))
  wants.push(sql`${i}.suppressed_by is null`)
  // As sets that are read once, however many items are asked about.
  const listed = sql`${i}.author_id in (select unnest(${blackList}::bigint[]))`
  if (question.onlyBlackList) wants.push(sql`coalesce(${listed}, false)`)
  else if (blackList.length > 0) wants.push(sql`not coalesce(${listed}, false)`)
  const marked = sql`${i}.message_id in (select s.message_id from spam_marks s where s.user_id = ${reader.userId})`
  const isSpam = sql.raw(isSpamSql(item))
  if (question.spam === 'no') wants.push(sql`not ${isSpam}`, sql`not (${marked})`)
  if (question.spam === 'yes') wants.push(sql`(${isSpam} or ${marked})`)
  if (question.learned) wants.push(sql`not ${isDismissedByModel(reader.userId, i)}`)
  const handled = sql`select h.cluster_id from handled_clusters h where h.user_id = ${reader.userId}`
  if (question.handled === 'hide') wants.push(sql`not (${i}.cluster_id in (${handled}))`)
  if (question.handled === 'only') wants.push(sql`${i}.cluster_id = any(array(${handled}))`)
  wants.push(...isWorkedOn(reader, question, i))
  // As arrays, few as they are beside the items: so the items are looked up by them, and not the marks of every item.
  if (question.onlyFavorites) {
    wants.push(
      sql`${i}.message_id = any(array(select f.message_id from favorites f where f.user_id = ${reader.userId}))`,
    )
  }
  if (question.onlyWithNotes) {
    wants.push(sql`${i}.message_id = any(array(${notedMessages(reader)}))`)
  }
  const { included, excluded, searched } = question
  if (question.wordsMode === 'all') wants.push(...included.map((word) => holdsAny([word], names)))
  else if (included.length > 0) wants.push(holdsAny(included, names))
  if (excluded.length > 0) wants.push(sql`not ${holdsAny(excluded, names)}`)
  if (searched.length > 0) wants.push(holdsAny(searched, names))
  return wants
}

/** Leads that no one has touched have no row: where they are asked for, all others are left out. */
function isWorkedOn({ userId, ownerId }: Reader, { leadStatuses, assignees }: FilterQuestion, i: Sql): Sql[] {
  const wants: Sql[] = []
  const clusters = (which: Sql): Sql => sql`select c.cluster_id from leads l join lead_clusters c on c.lead_id = l.id
    where l.owner_id = ${ownerId} and ${which}`
  if (leadStatuses.length > 0) {
    const listed = sql`l.status = any(${leadStatuses}::text[])`
    if (leadStatuses.includes('new')) wants.push(sql`not (${i}.cluster_id in (${clusters(sql`not ${listed}`)}))`)
    else wants.push(sql`${i}.cluster_id = any(array(${clusters(listed)}))`)
  }
  if (assignees.length > 0) {
    const ids = assignees.flatMap((each) => (each === 'none' ? [] : [each === 'me' ? userId : Number(each)]))
    const listed = sql`l.assignee_id = any(${ids}::bigint[])`
    // Null is asked about apart: of an empty list SQL says that it does not hold even that.
    const another = sql`l.assignee_id is not null and not ${listed}`
    if (assignees.includes('none')) wants.push(sql`not (${i}.cluster_id in (${clusters(another)}))`)
    else wants.push(sql`${i}.cluster_id = any(array(${clusters(listed)}))`)
  }
  return wants
}

/** As `holdsWord` says it of any of the words. Terms are asked first, as an index knows them; a text is read for a phrase only. */
export function holdsAny(words: AskedWord[], { m, message }: Names): Sql {
  const leads = sql`${m}.terms && ${termsOf(words)}::text[]`
  const phrases = words.filter(({ phrase }) => phrase !== null)
  if (phrases.length === 0) return sql`(${leads})`
  const alone = termsOf(words.filter(({ phrase }) => phrase === null))
  const plain = sql.raw(plainTextSql(`${message}.text`))
  const ways = phrases.map(
    ({ terms, phrase }) => sql`(${m}.terms @> ${terms}::text[] and strpos(${plain}, ${phrase}) > 0)`,
  )
  if (alone.length > 0) ways.unshift(sql`${m}.terms && ${alone}::text[]`)
  return sql`(${leads} and (${sql.join(ways, sql` or `)}))`
}

function liesIn({ anywhere, ids, regions, unknown }: AskedPlaces, i: Sql): Sql {
  const ways = [anywhere ? sql`${i}.location_id is not null` : sql`${i}.location_id = any(${ids}::bigint[])`]
  if (!anywhere && regions.length > 0)
    ways.push(sql`(${i}.location_id is not null and ${i}.region_id = any(${regions}::bigint[]))`)
  if (unknown) ways.push(sql`${i}.location_id is null`)
  return sql`coalesce(${sql.join(ways, sql` or `)}, false)`
}

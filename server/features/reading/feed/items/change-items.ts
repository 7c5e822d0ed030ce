/**
 * Feed items change here when people speak of them, within the transaction of anyone who writes down what they said. What
 * stands in an item is worked out again from what is written down, so that the two never part.
 */
import { sql } from 'kysely'
import { inPortions, publish, publishEach } from '../../../../kit/bus.ts'
import { lock } from '../../../../kit/locks.ts'
import { retryDeadlock, type Db, type DbOrTx, type Tx } from '../../../../kit/sql.ts'
import type { AccessedMessage } from '../read/access-message.ts'
import { verdictOf } from './items.ts'

/** A transaction that changes items. The stream changes several at once too: of two that wait for each other one starts again. */
export function changeItemsIn<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return retryDeadlock(() => db.transaction().execute(work))
}

/** From here to the end of the transaction no item comes, goes or changes its cluster; to be taken before anything else. */
export async function lockFeed(tx: Tx): Promise<void> {
  await lock(tx, 'seqIds of the feed')
}

async function lockItemsOf(tx: Tx, messageId: number): Promise<void> {
  await sql`select from feed_items where message_id = ${messageId} order by seq_id for update`.execute(tx)
}

/** When one action changes more messages, only a number of the newest are published: open feeds do not hold older ones. */
const PUBLISHED_AT_ONCE = 1_000

/** These people, or with null everybody, are to be sent how the messages stand now. */
export async function publishMessagesChanged(
  tx: DbOrTx,
  messageIds: number[],
  userIds: number[] | null,
): Promise<void> {
  const newest = [...new Set(messageIds)].sort((one, other) => other - one).slice(0, PUBLISHED_AT_ONCE)
  const portions = userIds ? inPortions(userIds) : [null]
  await publishEach(
    tx,
    'message.changed',
    newest.flatMap((messageId) => portions.map((portion) => ({ messageId, userIds: portion }))),
  )
}

/** The readers of this product see these messages there no more. */
export async function publishMessagesLeft(
  db: DbOrTx,
  messageIds: number[],
  left: { productType: string; productId: number },
): Promise<void> {
  const newest = [...new Set(messageIds)].sort((one, other) => other - one).slice(0, PUBLISHED_AT_ONCE)
  await publishEach(
    db,
    'message.changed',
    newest.map((messageId) => ({ messageId, userIds: null, left })),
  )
}

/** Counts again how many people marked the message as spam. Anyone who marks at the same time waits here, and counts this one too. */
export async function setSpamCount(tx: Tx, messageId: number): Promise<void> {
  await lockItemsOf(tx, messageId)
  await sql`
    update feed_items set spam_count = marked.people
    from (select count(*) as people from spam_marks where message_id = ${messageId}) as marked
    where message_id = ${messageId} and spam_count <> marked.people`.execute(tx)
}

/** Which items a word of a moderator is about: of a message, of all messages that say the same, of an author. */
export type JudgedItems = { messageId: number } | { clusterId: number } | { authorId: number }

/**
 * Works out the verdicts again, when something was said or taken back. To be called under `lockFeed`.
 * @returns the messages whose verdict is another now
 */
export async function settleVerdicts(tx: Tx, judged: JudgedItems): Promise<number[]> {
  const which =
    'messageId' in judged
      ? sql`i.message_id = ${judged.messageId}`
      : 'clusterId' in judged
        ? sql`i.cluster_id = ${judged.clusterId}`
        : sql`i.author_id = ${judged.authorId}`
  const { rows } = await sql<{ messageId: number }>`
    update feed_items set verdict = settled.verdict
    from (
      select i.seq_id, ${sql.raw(verdictOf('i'))} as verdict from feed_items i where ${which} order by i.seq_id for update) as settled
    where feed_items.seq_id = settled.seq_id and feed_items.verdict is distinct from settled.verdict
    returning feed_items.message_id`.execute(tx)
  return [...new Set(rows.map(({ messageId }) => messageId))]
}

/** As `accessMessage`, for those who may take back that a message is removed: admins. Null when it is not removed. */
export async function findRemoved(db: DbOrTx, messageId: number): Promise<AccessedMessage | null> {
  const row = await db
    .selectFrom('feedItems')
    .select(['messageId', 'authorId', 'clusterId', 'seqId'])
    .where('messageId', '=', messageId)
    .where('verdict', '=', 'removed')
    .where('gone', '=', false)
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Null when the place is not known; a moderator's word stands when the text is edited. Says whether anything changed. */
export async function setItemsLocation(
  tx: Tx,
  messageId: number,
  place: { locationId: number; regionId: number | null } | null,
): Promise<boolean> {
  await lockItemsOf(tx, messageId)
  const { rows } = await sql`
    update feed_items set location_id = ${place?.locationId ?? null}::bigint, region_id = ${place?.regionId ?? null}::bigint,
      location_source = 'moderator', location_confidence = 1
    where message_id = ${messageId}
      and (location_source is distinct from 'moderator' or location_id is distinct from ${place?.locationId ?? null}::bigint)
    returning seq_id`.execute(tx)
  return rows.length > 0
}

/**
 * The message under another category: beside the one it is in, or instead of it. There it is a new item, with a seqId of its
 * own. To be called under `lockFeed`.
 * @returns null when it is not in `from`; else whether anything changed
 */
export async function putInCategory(
  tx: Tx,
  messageId: number,
  mode: 'copy' | 'move',
  from: number,
  to: number,
): Promise<boolean | null> {
  await lockItemsOf(tx, messageId)
  const { rows: there } = await sql<{ productId: number }>`
    select product_id from feed_items
    where message_id = ${messageId} and product_type = 'category' and product_id in (${from}, ${to})`.execute(tx)
  const isIn = (category: number): boolean => there.some(({ productId }) => productId === category)
  if (!isIn(from)) return null
  const item = sql`message_id = ${messageId} and product_type = 'category' and product_id = ${from}`
  if (isIn(to)) {
    if (mode === 'copy') return false
    await sql`delete from feed_items where ${item}`.execute(tx)
  } else {
    const upTo = await (mode === 'copy' ? copyItem : moveItem)(tx, item, to)
    await publish(tx, 'feed.stored', { upTo })
  }
  const left = mode === 'move' ? { left: { productType: 'category', productId: from } } : {}
  await publish(tx, 'message.changed', { messageId, userIds: null, ...left })
  return true
}

type Sql = ReturnType<typeof sql>

async function copyItem(tx: Tx, item: Sql, to: number): Promise<number> {
  const copied =
    sql.raw(`product_type, message_id, received_at, published_at, network, kind, source_kind, author_id, group_id, demo,
    gone, keyword, spans, cluster_id, intent_level, is_unwanted, location_id, region_id, location_source, location_confidence, spam_count, verdict`)
  const { rows } = await sql<{ seqId: number }>`
    insert into feed_items (seq_id, product_id, repeats, ${copied})
    select nextval('feed_seq'), ${to}::bigint, true, ${copied} from feed_items where ${item}
    returning seq_id`.execute(tx)
  return rows[0]?.seqId ?? 0
}

async function moveItem(tx: Tx, item: Sql, to: number): Promise<number> {
  const { rows } = await sql<{ seqId: number }>`
    update feed_items set seq_id = nextval('feed_seq'), product_id = ${to}, repeats = exists (
      select from feed_items other where other.cluster_id = feed_items.cluster_id and other.seq_id <> feed_items.seq_id)
    where ${item} returning seq_id`.execute(tx)
  return rows[0]?.seqId ?? 0
}

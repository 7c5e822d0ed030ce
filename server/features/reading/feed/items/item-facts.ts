/** Items as the predicate of filters looks at them (rules/filters/fits.ts). */
import { sql } from 'kysely'
import type { LeadStatus } from '../../../../../contract/reading/lead-mark.ts'
import { assignedTo, type FilterableItem, type ItemFacts } from '../../../../../rules/filters/fits.ts'
import { mayReadVerdictSql } from '../../../../../rules/filters/verdict.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import type { FeedScope } from '../read/scope.ts'
import { isReadableNote } from '../read/team-notes.ts'
import { isDismissedByModel } from '../../learning/learning.public.ts'
import { intentLevelWord } from './intent-level.ts'
import { productKeyOf, type ProductKey } from '../../../../../rules/product-key.ts'

/** A new item, as much of it as counting needs. */
export interface AnnouncedItem extends ItemFacts {
  seqId: number
  messageId: number
  clusterId: number
  authorId: number | null
  /** An earlier item of the same cluster was there before: it may be no card of its own. */
  repeats: boolean
  /** When its message was stored, in milliseconds. */
  storedAt: number
  /** `productKeyOf` it. */
  productKey: string
  /** The same facts, and what it is to the reader it is looked at for just now: one for all, as there are thousands. */
  seen: FilterableItem
}

type Row = Omit<AnnouncedItem, 'publishedAt' | 'storedAt' | 'productKey' | 'seen'> & {
  publishedAt: Date
  receivedAt: Date
}

const columns = sql`i.seq_id, i.message_id, i.cluster_id, i.author_id, i.repeats, i.network, i.kind, i.source_kind, i.product_type, i.product_id, i.group_id,
  i.published_at, i.received_at, i.location_id, i.region_id,
  ${intentLevelWord(sql.raw('i'))} as intent_level, i.suppressed_by, i.is_unwanted, i.spam_count, i.verdict,
  coalesce(m.terms, '{}') as terms, m.text`
const tables = sql`feed_items i join messages m on m.id = i.message_id and m.kept and m.received_at = i.received_at`

/** To someone who holds its product and has no mark on it. */
const unmarked = {
  trial: false,
  moderator: false,
  blackListed: false,
  spamMarked: false,
  favorite: false,
  noted: false,
  handled: false,
  leadStatus: 'new' as const,
  assignedTo: assignedTo(null, 0),
  dismissedByModel: false,
}

function announced<More extends Row>({ publishedAt, receivedAt, ...row }: More) {
  const facts = { ...row, publishedAt: publishedAt.getTime(), storedAt: receivedAt.getTime() }
  return { ...facts, productKey: productKeyOf(row), seen: { ...facts, ...unmarked } }
}

/** What was stored after this seqId, in its order; gone and removed ones left out. */
export async function readNewItems(db: DbOrTx, after: number, limit: number): Promise<AnnouncedItem[]> {
  const { rows } = await sql<Row>`
    select ${columns} from ${tables}
    where i.seq_id > ${after} and not i.gone and ${sql.raw(mayReadVerdictSql('i', true))} order by i.seq_id limit ${limit}`.execute(
    db,
  )
  return rows.map(announced)
}

/** As `readNewItems`, all there are of these products, each after a seqId of its own and no further than `upTo`. */
export async function readItemsOfProducts(
  db: DbOrTx,
  each: (ProductKey & { after: number })[],
  upTo: number,
): Promise<AnnouncedItem[]> {
  if (each.length === 0) return []
  const { rows } = await sql<Row>`
    select ${columns}
    from unnest(${each.map(({ productType }) => productType)}::text[], ${each.map(({ productId }) => productId)}::bigint[],
      ${each.map(({ after }) => after)}::bigint[]) as asked (product_type, product_id, after)
    cross join lateral (
      select i.* from feed_items i
      where i.product_type = asked.product_type and i.product_id = asked.product_id
        and i.seq_id > asked.after and i.seq_id <= ${upTo} and not i.gone and ${sql.raw(mayReadVerdictSql('i', true))}
      offset 0
    ) as i join messages m on m.id = i.message_id and m.kept and m.received_at = i.received_at
    order by i.seq_id`.execute(db)
  return rows.map(announced)
}

/** Where to look for what an item repeats: among the items of its cluster before it, of all products or of one. */
export interface Before {
  clusterId: number
  seqId: number
  product?: ProductKey
}

/** The oldest items before each of these, no more than `limit`, in the order of their seqIds; gone and removed ones left out. */
export async function readEarlierItems(db: DbOrTx, each: Before[], limit: number): Promise<AnnouncedItem[]> {
  if (each.length === 0) return []
  const { rows } = await sql<Row>`
    select distinct on (i.seq_id) ${columns}
    from unnest(${each.map(({ clusterId }) => clusterId)}::bigint[], ${each.map(({ seqId }) => seqId)}::bigint[],
      ${each.map(({ product }) => product?.productType ?? null)}::text[], ${each.map(({ product }) => product?.productId ?? null)}::bigint[])
      as asked (cluster_id, before, product_type, product_id)
    cross join lateral (
      select i.* from feed_items i
      where i.cluster_id = asked.cluster_id and i.seq_id < asked.before
        and (asked.product_type is null or (i.product_type = asked.product_type and i.product_id = asked.product_id))
        and not i.gone and ${sql.raw(mayReadVerdictSql('i', true))}
      order by i.seq_id limit ${limit}
    ) as i join messages m on m.id = i.message_id and m.kept and m.received_at = i.received_at
    order by i.seq_id`.execute(db)
  return rows.map(announced)
}

/** These items as this reader sees them. */
export async function readItemFacts(
  db: DbOrTx,
  { reader, products, blackList }: FeedScope,
  seqIds: number[],
): Promise<Map<number, FilterableItem>> {
  if (seqIds.length === 0) return new Map()
  const { rows } = await sql<
    Row &
      Pick<FilterableItem, 'favorite' | 'noted' | 'handled' | 'spamMarked' | 'dismissedByModel'> & {
        leadStatus: LeadStatus | null
        assigneeId: number | null
      }
  >`
    select ${columns},
      exists (select from favorites f where f.user_id = ${reader.userId} and f.message_id = i.message_id) as favorite,
      exists (select from spam_marks s where s.user_id = ${reader.userId} and s.message_id = i.message_id) as spam_marked,
      exists (select from notes n where n.message_id = i.message_id and ${isReadableNote(reader)}) as noted,
      exists (select from handled_clusters h where h.user_id = ${reader.userId} and h.cluster_id = i.cluster_id) as handled,
      ${isDismissedByModel(reader.userId, sql.raw('i'))} as dismissed_by_model, l.status as lead_status, l.assignee_id
    from ${tables}
    left join lead_clusters c on c.cluster_id = i.cluster_id and c.owner_id = ${reader.ownerId}
    left join leads l on l.id = c.lead_id
    where i.seq_id = any(${seqIds}::bigint[])`.execute(db)
  return new Map(
    rows.map(({ favorite, noted, handled, spamMarked, dismissedByModel, leadStatus, assigneeId, ...row }) => {
      const { seqId, authorId, ...item } = announced(row)
      const product = products.find(
        ({ productType, productId }) => productType === item.productType && productId === item.productId,
      )
      const blackListed = authorId !== null && blackList.includes(authorId)
      return [
        seqId,
        {
          ...item,
          favorite,
          noted,
          handled,
          spamMarked,
          dismissedByModel,
          leadStatus: leadStatus ?? 'new',
          assignedTo: assignedTo(assigneeId, reader.userId),
          blackListed,
          trial: product?.trial ?? false,
          moderator: reader.moderator,
        },
      ]
    }),
  )
}

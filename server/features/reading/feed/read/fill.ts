/** Ids -> rows with everything a card shows but what people did with it, in the order of the ids. */
import { sql } from 'kysely'
import { productIcons } from '../../../../../contract/access/subscriptions.ts'
import type { IntentLevel } from '../../../../../contract/reading/filters.ts'
import { prepared, type DbOrTx } from '../../../../kit/sql.ts'
import { intentLevelWord } from '../items/intent-level.ts'

export interface FilledItem {
  seqId: number
  messageId: number
  clusterId: number
  productType: string
  productId: number
  productName: string | null
  productIcon: string | null
  network: string
  kind: string
  sourceKind: string
  intentLevel: IntentLevel
  publishedAt: Date
  receivedAt: Date
  editedAt: Date | null
  demo: boolean
  keyword: string | null
  spans: number[]
  text: string
  url: string | null
  authorId: number | null
  authorName: string | null
  authorAvatar: string | null
  authorUrl: string | null
  authorCity: string | null
  groupId: number | null
  groupName: string | null
  groupAvatar: string | null
  groupUrl: string | null
  groupCity: string | null
  followers: number | null
}

/** What is read of an item `i`. */
export const itemColumns = sql`
  i.seq_id, i.message_id, i.cluster_id, i.product_type, i.product_id, i.network, i.kind, i.source_kind,
  ${intentLevelWord(sql.raw('i'))} as intent_level,
  i.published_at, i.received_at, i.demo, i.keyword, i.spans, m.text, m.url, m.edited_at,
  case i.product_type when 'category' then c.name when 'project' then coalesce(nullif(p.name, ''), 'Проект ' || p.id) else g.name end as product_name,
  case i.product_type when 'category' then c.icon when 'project' then ${sql.lit(productIcons.project)} else ${sql.lit(productIcons.group)} end as product_icon,
  a.id as author_id, a.name as author_name, a.avatar as author_avatar, a.url as author_url, a.city as author_city,
  g.id as group_id, g.name as group_name, g.avatar as group_avatar, g.url as group_url, g.city as group_city, g.followers`

/** And from where, in the order of the ids. */
export const itemsIn = (seqIds: number[]) => sql`
  unnest(${seqIds}::bigint[]) with ordinality as asked (seq_id, place)
  join feed_items i on i.seq_id = asked.seq_id
  join messages m on m.id = i.message_id and m.kept and m.received_at = i.received_at
  left join authors a on a.id = i.author_id
  left join groups g on g.id = i.group_id
  left join categories c on i.product_type = 'category' and c.id = i.product_id
  left join monitored_projects p on i.product_type = 'project' and p.id = i.product_id`

export async function fillItems(db: DbOrTx, seqIds: number[]): Promise<FilledItem[]> {
  if (seqIds.length === 0) return []
  const { rows } =
    await sql<FilledItem>`${prepared} select ${itemColumns} from ${itemsIn(seqIds)} order by asked.place`.execute(db)
  return rows
}

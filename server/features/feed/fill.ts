/** Ids -> rows with everything a card shows, in the order of the ids. */
import type { DbOrTx } from '../../kit/sql.ts'

export async function fillItems(db: DbOrTx, seqIds: number[]) {
  if (seqIds.length === 0) return []
  const rows = await db
    .selectFrom('feedItems as i')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.id', '=', 'i.messageId').on('m.kept', '=', true).onRef('m.receivedAt', '=', 'i.receivedAt'),
    )
    .leftJoin('authors as a', 'a.id', 'i.authorId')
    .leftJoin('groups as g', 'g.id', 'i.groupId')
    .leftJoin('categories as c', (join) => join.on('i.productType', '=', 'category').onRef('c.id', '=', 'i.productId'))
    .select([
      'i.seqId', 'i.messageId', 'i.productType', 'i.productId', 'i.network', 'i.kind', 'i.publishedAt', 'i.receivedAt', 'i.demo',
      'i.keyword', 'i.spans', 'm.text', 'm.url', 'm.editedAt', 'c.name as productName', 'c.icon as productIcon',
      'a.id as authorId', 'a.name as authorName', 'a.avatar as authorAvatar', 'a.url as authorUrl', 'a.city as authorCity',
      'g.id as groupId', 'g.name as groupName', 'g.avatar as groupAvatar', 'g.url as groupUrl', 'g.city as groupCity', 'g.followers',
    ])
    .where('i.seqId', 'in', seqIds)
    .execute()
  const bySeqId = new Map(rows.map((row) => [row.seqId, row]))
  return seqIds.flatMap((seqId) => bySeqId.get(seqId) ?? [])
}

export type FilledItem = Awaited<ReturnType<typeof fillItems>>[number]

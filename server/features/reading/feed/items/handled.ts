/** What a reader is done with: one text is one card, so one mark is upon all of its cluster. */
import { sql } from 'kysely'
import type { Tx } from '../../../../kit/sql.ts'
import type { AccessedMessage } from '../read/access-message.ts'
import { publishMessagesChanged } from './change-items.ts'

/** As many copies as the list behind a card shows. */
const MOST_COPIES = 200

/** Marks the message and its copies as handled by this person, or takes that back; the person's other tabs hear of it. */
export async function setHandled(
  tx: Tx,
  { messageId, clusterId }: Pick<AccessedMessage, 'messageId' | 'clusterId'>,
  by: { userId: number; at: Date },
  value: boolean,
): Promise<void> {
  const changed = value
    ? await tx
        .insertInto('handledClusters')
        .values({ ...by, clusterId, messageId })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
        .then(({ numInsertedOrUpdatedRows }) => (numInsertedOrUpdatedRows ?? 0n) > 0n)
    : await tx
        .deleteFrom('handledClusters')
        .where('userId', '=', by.userId)
        .where('clusterId', '=', clusterId)
        .executeTakeFirst()
        .then(({ numDeletedRows }) => numDeletedRows > 0n)
  if (!changed) return
  const { rows } = await sql<{ messageId: number }>`
    select distinct message_id from feed_items where cluster_id = ${clusterId} order by 1 desc limit ${MOST_COPIES}`.execute(
    tx,
  )
  const messageIds = new Set([messageId, ...rows.map((row) => row.messageId)])
  await publishMessagesChanged(tx, [...messageIds], [by.userId])
}

/** Whether somebody may do something with a message. */
import type { DbOrTx } from '../../kit/sql.ts'
import { Refusal } from '../../kit/refusal.ts'
import { listVisibleProducts } from '../subscriptions/subscriptions.public.ts'
import { pickItemsOf } from './pick.ts'
import type { Reader } from './reader.ts'

export interface AccessedMessage {
  messageId: number
  authorId: number | null
  clusterId: number
}

/** A message of a product this reader may see, whatever his filters say; one that is absent and one he may not see are refused alike. */
export async function accessMessage(
  db: DbOrTx,
  reader: Reader,
  messageId: number,
  now: Date,
): Promise<AccessedMessage> {
  const products = await listVisibleProducts(db, reader.userId, now)
  const [item] = await pickItemsOf(db, { reader, products, now }, messageId)
  if (!item) throw new Refusal('MESSAGE_NOT_FOUND')
  return { messageId, authorId: item.authorId, clusterId: item.clusterId }
}

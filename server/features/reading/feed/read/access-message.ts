/** Whether a reader may do something with a message, or with its author. */
import type { DbOrTx } from '../../../../kit/sql.ts'
import { AppError } from '../../../../kit/app-error.ts'
import { listVisibleProducts } from '../../../access/subscriptions/subscriptions.public.ts'
import { hasItemOfAuthor, pickItemsOf, pickReadable } from './pick.ts'
import type { Reader } from './reader.ts'

export interface AccessedMessage {
  messageId: number
  authorId: number | null
  clusterId: number
  /** Of the first item of it that they may see. */
  seqId: number
}

/** A message of a product this reader may see, whatever their filters say; one that is absent and one they may not see are refused alike. */
export async function accessMessage(
  db: DbOrTx,
  reader: Reader,
  messageId: number,
  now: Date,
): Promise<AccessedMessage> {
  const products = await listVisibleProducts(db, reader, now)
  const [item] = await pickItemsOf(db, { reader, products, now }, messageId)
  if (!item) throw new AppError('MESSAGE_NOT_FOUND')
  return { messageId, ...item }
}

/** Which of these messages this reader may see, as `accessMessage` would let them. */
export async function listAccessible(
  db: DbOrTx,
  reader: Reader,
  messageIds: number[],
  now: Date,
): Promise<Set<number>> {
  if (messageIds.length === 0) return new Set()
  const products = await listVisibleProducts(db, reader, now)
  return pickReadable(db, { reader, products, now }, messageIds)
}

/** An author of whom this reader may see a message; one that is absent and one they may not see are refused alike. */
export async function accessAuthor(db: DbOrTx, reader: Reader, authorId: number, now: Date): Promise<void> {
  const products = await listVisibleProducts(db, reader, now)
  if (!(await hasItemOfAuthor(db, { reader, products, now }, authorId))) throw new AppError('AUTHOR_NOT_FOUND')
}

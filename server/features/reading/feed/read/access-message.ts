/** Whether a reader may do something with a message, or with its author. */
import type { DbOrTx } from '../../../../kit/sql.ts'
import { AppError } from '../../../../kit/app-error.ts'
import type { VisibleProduct } from '../../../../../rules/trial.ts'
import { allows } from '../../../../../rules/team-needs.ts'
import { listOwnProducts, listVisibleProducts } from '../../../access/subscriptions/subscriptions.public.ts'
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
  const pick = (products: VisibleProduct[]) => pickItemsOf(db, { reader, products, now }, messageId)
  const [item] = await pick(await listVisibleProducts(db, reader, now))
  if (!item) throw new AppError('MESSAGE_NOT_FOUND')
  await checkTeamRight(db, reader, now, async (own) => (await pick(own)).length > 0)
  return { messageId, ...item }
}

/** Which of these messages this reader may see. */
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
  const has = (products: VisibleProduct[]) => hasItemOfAuthor(db, { reader, products, now }, authorId)
  if (!(await has(await listVisibleProducts(db, reader, now)))) throw new AppError('AUTHOR_NOT_FOUND')
  await checkTeamRight(db, reader, now, has)
}

/**
 * What is seen through the team only, is for those whose right there suffices; what is seen by own products, or by the role of a
 * moderator, is free. @param isOwn whether these products, which are not the team's, show it
 */
async function checkTeamRight(
  db: DbOrTx,
  reader: Reader,
  now: Date,
  isOwn: (products: VisibleProduct[]) => Promise<boolean>,
): Promise<void> {
  if (reader.needs === 'none') throw new Error('a call that reaches messages says that it reaches nothing of a team')
  if (allows(reader.right, reader.needs)) return
  if (!(await isOwn(await listOwnProducts(db, reader, now)))) throw new AppError('TEAM_RIGHT_REQUIRED')
}

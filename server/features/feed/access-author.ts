/** Whether somebody may do something with an author. */
import { Refusal } from '../../kit/refusal.ts'
import type { DbOrTx } from '../../kit/sql.ts'
import { listVisibleProducts } from '../subscriptions/subscriptions.public.ts'
import { hasItemOfAuthor } from './pick.ts'
import type { Reader } from './reader.ts'

/** An author of whom this reader may see a message; one that is absent and one he may not see are refused alike. */
export async function accessAuthor(db: DbOrTx, reader: Reader, authorId: number, now: Date): Promise<void> {
  const products = await listVisibleProducts(db, reader.userId, now)
  if (!(await hasItemOfAuthor(db, { reader, products, now }, authorId))) throw new Refusal('AUTHOR_NOT_FOUND')
}

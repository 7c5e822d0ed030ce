/** What a person may see, kept for a while. */
import { productKeyOf } from '../../../../../rules/product-key.ts'
import type { VisibleProduct } from '../../../../../rules/trial.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import {
  findNextScopeChange,
  listVisibleProducts,
  type Viewer,
} from '../../../access/subscriptions/subscriptions.public.ts'

export interface Visibility {
  /** By `productKeyOf`. */
  products: Map<string, VisibleProduct>
  /** In milliseconds: it changes then by itself, if nothing changes it before. */
  until: number
}

export async function readVisibility(db: DbOrTx, viewer: Viewer, now: Date): Promise<Visibility> {
  const [products, change] = await Promise.all([
    listVisibleProducts(db, viewer, now),
    findNextScopeChange(db, viewer.userId, now),
  ])
  return {
    products: new Map(products.map((product) => [productKeyOf(product), product])),
    until: change?.getTime() ?? Infinity,
  }
}

/** What becomes of a cart when something else is chosen. */
import type { InputOf } from '../../../../contract/call.ts'
import type { cart } from '../../../../contract/commerce/cart.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Tx } from '../../../kit/sql.ts'
import { findTariff, type SoldTariff } from '../../access/tariffs/tariffs.public.ts'
import type { CartContents } from './cart-row.ts'
import { checkQuantity } from './orderable-cart.ts'

type Wanted = InputOf<typeof cart.updateCart>

/** A tariff brings its product and type; another product or type lets go of the tariff. */
export async function updatedCart(tx: Tx, before: CartContents, wanted: Wanted): Promise<CartContents> {
  const after = { ...before }
  if (wanted.items) after.items = await checkCategories(tx, wanted.items)
  if (wanted.tariffDetails) {
    if (wanted.tariffDetails.type === 'package') throw new AppError('TARIFF_NOT_FOUND')
    after.product = wanted.tariffDetails.product
    after.type = wanted.tariffDetails.type
  }
  if (after.product !== before.product || after.type !== before.type) after.tariffId = null
  if (wanted.promoCode !== undefined) after.promoCode = wanted.promoCode?.trim() || null
  if (wanted.quantity !== undefined) after.quantity = wanted.quantity
  if (wanted.tariff === null) after.tariffId = null
  const tariff = wanted.tariff
    ? await getTariff(tx, wanted.tariff)
    : after.tariffId === null
      ? null
      : await findTariff(tx, after.tariffId)
  if (!tariff) return after
  // Anyone who names a number is informed when it is too large; anyone who takes another tariff has the largest it lets them.
  if (wanted.quantity !== undefined) checkQuantity(wanted.quantity, tariff)
  const { id, product, type, maxQuantity } = tariff
  return {
    ...after,
    tariffId: id,
    product,
    type,
    quantity: product === 'category' ? after.quantity : Math.min(after.quantity, maxQuantity ?? after.quantity),
  }
}

async function getTariff(tx: Tx, id: number): Promise<SoldTariff> {
  const tariff = await findTariff(tx, id)
  // A package is no cart of its own: it is bought beside the subscription it adds to.
  if (!tariff || tariff.type === 'package') throw new AppError('TARIFF_NOT_FOUND')
  return tariff
}

/** @returns each once */
export async function checkCategories(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return wanted
  const known = await tx.selectFrom('categories').select('id').where('id', 'in', wanted).execute()
  if (known.length < wanted.length) throw new AppError('CATEGORY_NOT_FOUND')
  return wanted
}

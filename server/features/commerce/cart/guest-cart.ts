/** From the cart of a guest to that of a person. */
import type { CallContext } from '../../../kit/context.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Db, Tx } from '../../../kit/sql.ts'
import { emptyCart, ensureCart, writeCart, type CartContents } from './cart-row.ts'
import { forgetGuestToken, GUEST_CART_HOLDS, guestHashOf } from './guest-token.ts'

/** The guest has signed in: what they chose a moment ago is in their cart; when they chose nothing, what was there stays. */
export async function takeGuestCart(
  tx: Tx,
  browser: Pick<CallContext, 'clock' | 'cookies' | 'config' | 'setCookie'>,
  userId: number,
): Promise<void> {
  const { clock } = browser
  const guestHash = guestHashOf(browser)
  if (!guestHash) return
  const taken = await tx
    .deleteFrom('carts')
    .where('guestHash', '=', guestHash)
    .returning(['items', 'product', 'type', 'tariffId', 'promoCode', 'quantity'])
    .executeTakeFirst()
  const chosen = taken as CartContents | undefined
  if (chosen && !isEmpty(chosen)) {
    const holder = { userId, guestHash: null }
    await ensureCart(tx, clock, holder)
    await writeCart(tx, clock, holder, chosen)
  }
  forgetGuestToken(browser)
}

/** As no one has touched it. */
function isEmpty({ items, ...rest }: CartContents): boolean {
  return items.length === 0 && (Object.keys(rest) as (keyof typeof rest)[]).every((key) => rest[key] === emptyCart[key])
}

export async function forgetGuestCarts(db: Db, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - GUEST_CART_HOLDS)
  await db.deleteFrom('carts').where('userId', 'is', null).where('updatedAt', '<', before).execute()
}

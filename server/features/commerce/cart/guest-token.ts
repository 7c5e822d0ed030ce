/** How a guest's cart is found again: a random token in a cookie, its hash in the table. */
import { createHash, randomBytes } from 'node:crypto'
import { guestCartDays } from '../../../../contract/commerce/cart.ts'
import type { CallContext } from '../../../kit/context.ts'
import { DAY, SECOND } from '../../../kit/clock.ts'
import type { Tx } from '../../../kit/sql.ts'

export const CART_COOKIE = 'cart'

/** So long a cart is kept that its guest does not touch, in milliseconds. */
export const GUEST_CART_HOLDS = guestCartDays * DAY

/** Null: this browser has none. */
export function guestHashOf(cookies: CallContext['cookies']): Buffer | null {
  const token = cookies[CART_COOKIE] ?? ''
  return /^[\w-]{43}$/.test(token) ? hashOf(token) : null
}

/** The token this browser has, handed out for another while; one we do not know of is not taken over, for anybody can write a cookie. */
export async function handGuestToken(
  tx: Tx,
  { cookies, setCookie }: Pick<CallContext, 'cookies' | 'setCookie'>,
): Promise<Buffer> {
  const hash = guestHashOf(cookies)
  const known = hash && (await tx.selectFrom('carts').select('id').where('guestHash', '=', hash).executeTakeFirst())
  const token = (known && cookies[CART_COOKIE]) || randomBytes(32).toString('base64url')
  setCookie(CART_COOKIE, token, GUEST_CART_HOLDS / SECOND)
  return hashOf(token)
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

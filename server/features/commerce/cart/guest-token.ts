/** How a guest's cart is found again: a random token in a cookie, its hash in the table. */
import { createHash, randomBytes } from 'node:crypto'
import { guestCartDays } from '../../../../contract/commerce/cart.ts'
import type { Config } from '../../../config/config.ts'
import type { CallContext } from '../../../kit/context.ts'
import { DAY, SECOND } from '../../../kit/clock.ts'
import type { Tx } from '../../../kit/sql.ts'

/** With `__Host-` no neighbouring domain can put its own in, for it to go into the account on signing in. */
const cartCookie = ({ production }: Pick<Config, 'production'>): string => (production ? '__Host-cart' : 'cart')
/** What it was called in production before: carts of then are found by it for as long as they are kept. */
const OLD_CART_COOKIE = 'cart'

type Browser = Pick<CallContext, 'cookies' | 'config'>

/** So long a cart is kept that its guest does not touch, in milliseconds. */
export const GUEST_CART_HOLDS = guestCartDays * DAY

/** Null: this browser has none. */
export function guestHashOf(browser: Browser): Buffer | null {
  const token = tokenOf(browser)
  return /^[\w-]{43}$/.test(token) ? hashOf(token) : null
}

const tokenOf = ({ cookies, config }: Browser): string => cookies[cartCookie(config)] ?? cookies[OLD_CART_COOKIE] ?? ''

export function forgetGuestToken({ cookies, config, setCookie }: Browser & Pick<CallContext, 'setCookie'>): void {
  for (const name of [cartCookie(config), OLD_CART_COOKIE]) if (cookies[name] !== undefined) setCookie(name, null)
}

/** The token this browser has, handed out for another while; one we do not know of is not taken over, for anybody can write a cookie. */
export async function handGuestToken(tx: Tx, browser: Browser & Pick<CallContext, 'setCookie'>): Promise<Buffer> {
  const hash = guestHashOf(browser)
  const known = hash && (await tx.selectFrom('carts').select('id').where('guestHash', '=', hash).executeTakeFirst())
  const token = (known && tokenOf(browser)) || randomBytes(32).toString('base64url')
  forgetGuestToken(browser)
  browser.setCookie(cartCookie(browser.config), token, GUEST_CART_HOLDS / SECOND)
  return hashOf(token)
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

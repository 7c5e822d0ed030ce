/** Where a person is taken after they came in (spec §2 Redirects after login). */

import type { TariffProduct } from '../contract/access/tariffs.ts'

export type Redirect = { to: 'stay' } | { to: 'reload' } | { to: 'address'; address: string }

/** Pages that lose nothing when someone signs in: they only stop asking for it. */
const staying = ['/order', '/partner-terms', '/team-invitation']
/** Pages that show someone signed in other things: they are asked for again where they are. */
const reloading = ['/blog', '/goto', '/promo', '/feed']

/** Anybody who signed in from elsewhere came for the feed. */
const AFTER_LOGIN = '/feed'

/** Anyone who is new chooses what to listen to. */
export const AFTER_REGISTRATION = '/order'

/** What someone has chosen already, be it before they had an account: something to listen to, or a team they are invited into. */
export type Wish = ProductWish | { invitation: string }

export interface ProductWish {
  product: TariffProduct
  /** Without it, whatever the price list begins with. */
  type?: 'trial' | 'regular'
  /** Ids. */
  categories?: readonly number[]
}

/** The order with what was chosen in it (spec §2 Order). */
export function orderAddressOf({ product, type, categories = [] }: ProductWish): string {
  const asked = [`product=${product}`, ...(type ? [`type=${type}`] : []), ...categories.map((id) => `category=${id}`)]
  return `/order?${asked.join('&')}`
}

export const tryCategory = (id: number): ProductWish => ({ product: 'category', type: 'trial', categories: [id] })
export const buyCategory = (id: number): ProductWish => ({ product: 'category', type: 'regular', categories: [id] })

/** Where an invitation into a team is answered. */
export const INVITATION_PAGE = '/team-invitation'

/** It with the invitation. The token stands behind the hash, so that it gets into no log and into no Referer. */
export const invitationAddress = (token: string): string => `${INVITATION_PAGE}#token=${token}`

/** Spec §2: to the order, filled in with what they chose before; anyone who is invited goes back to what they were asked. */
export function addressAfterRegistration(wish: Wish | null): string {
  if (wish === null) return AFTER_REGISTRATION
  return 'invitation' in wish ? invitationAddress(wish.invitation) : orderAddressOf(wish)
}

const under = (path: string, page: string): boolean => path === page || path.startsWith(`${page}/`)

/** `path` is the path of the page on which the person signed in. */
export function redirectAfterLogin(path: string): Redirect {
  if (staying.some((page) => under(path, page))) return { to: 'stay' }
  if (reloading.some((page) => under(path, page))) return { to: 'reload' }
  return { to: 'address', address: AFTER_LOGIN }
}

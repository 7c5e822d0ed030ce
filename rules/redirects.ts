/** Where a person is taken after they came in (spec §2 Redirects after login). */

export type Redirect = { to: 'stay' } | { to: 'reload' } | { to: 'address'; address: string }

/** Pages that lose nothing when someone signs in: they only stop asking for it. */
const staying = ['/order', '/partner-terms']
/** Pages that show someone signed in other things: they are asked for again where they are. */
const reloading = ['/blog', '/goto', '/promo', '/feed']

/** Anybody who signed in from elsewhere came for the feed. */
const AFTER_LOGIN = '/feed'

/** Anyone who is new chooses what to listen to. */
export const AFTER_REGISTRATION = '/order'

const under = (path: string, page: string): boolean => path === page || path.startsWith(`${page}/`)

/** `path` is the path of the page on which the person signed in. */
export function redirectAfterLogin(path: string): Redirect {
  if (staying.some((page) => under(path, page))) return { to: 'stay' }
  if (reloading.some((page) => under(path, page))) return { to: 'reload' }
  return { to: 'address', address: AFTER_LOGIN }
}

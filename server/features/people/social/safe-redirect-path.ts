/** Where a browser may be sent back to: pages of ours, whatever the address it came with says. */
import { AFTER_REGISTRATION, invitationPage, redirectAfterLogin } from '../../../../rules/redirects.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'

const HOME = '/'
/** Stands for ourselves, whatever our address is. */
const here = 'http://here.invalid'

/** `from` as a path of ours, as a browser would read it; the first page for whatever leads elsewhere, or to a call. */
export function ownPath(from: string | undefined): string {
  // Browsers drop tabs and line ends, and take a backslash for a slash.
  if (!from?.startsWith('/') || /[\s\\\p{Cc}]/u.test(from) || !URL.canParse(from, here)) return HOME
  const { origin, pathname, searchParams, search, hash } = new URL(from, here)
  // Only now: `/./` before a second slash is gone from the path, and what is left would name a host.
  if (origin !== here || pathname.startsWith('//') || /^\/(api|auth|logout)(\/|$)/.test(pathname)) return HOME
  if (!searchParams.has('refused')) return pathname + search + hash
  searchParams.delete('refused')
  return pathname + (searchParams.size > 0 ? `?${searchParams}` : '') + hash
}

/** After coming in (spec §2 Redirects after login). @param cameFrom a path of ours */
export function pathAfterSignIn(cameFrom: string): string {
  const redirect = redirectAfterLogin(new URL(cameFrom, here).pathname)
  return redirect.to === 'address' ? redirect.address : cameFrom
}

/** Anyone who was asked into a team goes back to answer. @param cameFrom a path of ours */
export const pathAfterRegistration = (cameFrom: string): string =>
  new URL(cameFrom, here).pathname === invitationPage ? cameFrom : AFTER_REGISTRATION

/** Behind the hash: the ticket gets into no log and into no Referer. The page asks for the code. */
export const pathToSecondStep = (secondStep: string): string => `${HOME}#second-step=${secondStep}`

/** The page one came from, and the code of what went wrong, for which it has the sentence. */
export function pathAfterRefusal(cameFrom: string, code: ErrorCode): string {
  const { pathname, searchParams, hash } = new URL(cameFrom, here)
  searchParams.set('refused', code)
  return `${pathname}?${searchParams}${hash}`
}

/** The invitation that waits for an answer while one registers or signs in: the browser keeps it until the tab is closed. */
const KEY = 'invitation'

/** The token of its letter; null: none waits. */
export function findInvitation(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** @param token null: it is answered, or stands no more */
export function keepInvitation(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, token)
  } catch {
    // Forbidden by the browser: then it lives as long as the address.
  }
}

/** What waits for its code from a letter. The browser keeps it until the tab is closed: a reload must not lose it. */
import type { Wish } from '../../../../rules/redirects.ts'
import type { Result } from '../../../kit/calls/ask.ts'

interface Begun {
  /** The dialog was not closed on purpose. */
  open: boolean
}
export interface BegunRegistration extends Result<'accounts', 'register'>, Begun {
  /** What they chose before. */
  wish: Wish | null
}
export interface BegunCodeLogin extends Result<'accounts', 'startCodeLogin'>, Begun {}

/** What has begun so, and waits; one at most. @param id the field that names it */
function begunCode<T extends Begun & { expiresAt: string }>(id: Exclude<keyof T, keyof Begun> & string) {
  const isBegun = (value: unknown): value is T =>
    typeof value === 'object' &&
    value !== null &&
    [id, 'target', 'resendAt', 'expiresAt'].every(
      (name) => typeof (value as Record<string, unknown>)[name] === 'string',
    )
  return {
    /** Null when there is none, or its code holds no more. */
    find(now = new Date()): T | null {
      try {
        const kept: unknown = JSON.parse(sessionStorage.getItem(id) ?? 'null')
        return isBegun(kept) && new Date(kept.expiresAt) > now ? kept : null
      } catch {
        return null
      }
    },
    keep(begun: T | null): void {
      try {
        if (begun === null) sessionStorage.removeItem(id)
        else sessionStorage.setItem(id, JSON.stringify(begun))
      } catch {
        // Forbidden by the browser: then it lives as long as the page.
      }
    },
  }
}

export const begunRegistration = begunCode<BegunRegistration>('registration')
export const begunCodeLogin = begunCode<BegunCodeLogin>('login')

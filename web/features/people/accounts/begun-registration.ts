/** The registration that waits for its code. The browser keeps it until the tab is closed: a reload must not lose it. */
import type { Wish } from '../../../../rules/redirects.ts'
import type { Result } from '../../../kit/calls/ask.ts'

export interface BegunRegistration extends Result<'accounts', 'register'> {
  /** The dialog was not closed on purpose. */
  open: boolean
  /** What they chose before. */
  wish: Wish | null
}

const KEY = 'registration'

const isBegun = (value: unknown): value is BegunRegistration =>
  typeof value === 'object' &&
  value !== null &&
  ['registration', 'target', 'resendAt', 'expiresAt'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  )

/** Null when there is none, or its code holds no more. */
export function findRegistration(now = new Date()): BegunRegistration | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return isBegun(kept) && new Date(kept.expiresAt) > now ? kept : null
  } catch {
    return null
  }
}

export function keepRegistration(begun: BegunRegistration | null): void {
  try {
    if (begun === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(begun))
  } catch {
    // Forbidden by the browser: then it lives as long as the page.
  }
}

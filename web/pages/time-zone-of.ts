import type { User } from '../../contract/people/accounts.ts'

/** Whose time is reported: the person's, or of anyone who looks in, that of their browser. */
export function timeZoneOf(user: User | null | undefined): string {
  return user?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

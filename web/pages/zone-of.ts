import type { User } from '../../contract/accounts.ts'

/** Whose time is told: the person's, or of whoever looks in, that of his browser. */
export function zoneOf(user: User | null | undefined): string {
  return user?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

import { useSyncExternalStore } from 'react'
import type { User } from '../../contract/people/accounts.ts'

/** Of moments that are drawn for guests on the server, which does not know where they are. */
const ZONE_OF_GUESTS = 'Europe/Moscow'

/** Whose time is reported: the person's, or of anyone who looks in, that of their browser. */
export function useTimeZoneOf(user: User | null | undefined): string {
  const here = useSyncExternalStore(neverChanges, zoneOfBrowser, () => ZONE_OF_GUESTS)
  return user?.timeZone ?? here
}

const neverChanges = () => () => {}
const zoneOfBrowser = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

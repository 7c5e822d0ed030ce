import type { QueryClient } from '@tanstack/react-query'
import { refetchScope } from '../features/access/subscriptions/use-subscriptions.ts'
import { readTeamAgain } from '../features/access/team/use-team.ts'
import { readMeAgain } from '../features/people/accounts/use-me.ts'

/** What the signal `team.changed` does: who is in it, what one may do there, and so what one sees. */
export function takeTeamChange(cache: QueryClient): void {
  readTeamAgain(cache)
  // A team that began or ended makes its owner one, or no more.
  readMeAgain(cache)
  refetchScope(cache)
}

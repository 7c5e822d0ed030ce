import type { QueryClient } from '@tanstack/react-query'
import { readTeamAgain } from '../features/access/team/use-team.ts'
import { readMeAgain } from '../features/people/accounts/use-me.ts'

/** What the signal `team.changed` does. What it changes of what one sees follows from who is in the team: `useTeamScope`. */
export function takeTeamChange(cache: QueryClient): void {
  readTeamAgain(cache)
  // A team that began or ended makes its owner one, or no more.
  readMeAgain(cache)
}

import type { teamSignals } from '../../../../contract/access/team.ts'
import type { Listen } from '../../../kit/live/connection.ts'
import { readTeamAgain } from './use-team.ts'

export const listeners: Listen<keyof typeof teamSignals> = (cache) => ({
  // What it changes of what one sees follows from who is in the team: `useTeamScope`.
  'team.changed': () => readTeamAgain(cache),
})

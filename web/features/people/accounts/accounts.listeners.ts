import type { accountsSignals } from '../../../../contract/people/accounts.ts'
import type { Listen } from '../../../kit/live/connection.ts'
import { takeSessionEnded } from './session-ended.ts'
import { readMeAgain } from './use-me.ts'

export const listeners: Listen<keyof typeof accountsSignals | 'team.changed'> = (cache) => ({
  'session.ended': () => void takeSessionEnded(cache),
  // A team that began or ended makes its owner one, or no more.
  'team.changed': () => readMeAgain(cache),
})

import type { groupsSignals } from '../../../../contract/watching/groups.ts'
import type { Listen } from '../../../kit/live/connection.ts'
import { readGroupsAgain, takeAddition } from './groups-cache.ts'

export const listeners: Listen<keyof typeof groupsSignals> = (cache) => ({
  'monitored-group': (addition) => takeAddition(cache, addition),
  'groups.changed': () => readGroupsAgain(cache),
})

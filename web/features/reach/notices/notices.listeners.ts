import type { noticesSignals } from '../../../../contract/reach/notices.ts'
import type { Listen } from '../../../kit/live/connection.ts'
import { takeNoticesChanged } from './notices-cache.ts'

export const listeners: Listen<keyof typeof noticesSignals> = (cache) => ({
  'notices.changed': () => takeNoticesChanged(cache),
})

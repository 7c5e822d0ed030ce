import type { partnerSignals } from '../../../../contract/commerce/partner.ts'
import type { Listen } from '../../../kit/live/connection.ts'
import { takePartnerChanged } from './partner-cache.ts'

export const listeners: Listen<keyof typeof partnerSignals> = (cache) => ({
  'partner.changed': () => takePartnerChanged(cache),
})

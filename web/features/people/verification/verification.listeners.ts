import type { verificationSignals } from '../../../../contract/people/verification.ts'
import type { Listen } from '../../../kit/live/connection.ts'
import { takeCodeFlag } from './code-flags.ts'

export const listeners: Listen<keyof typeof verificationSignals> = (cache) => ({
  'approve-email': ({ flag }) => void takeCodeFlag(cache, 'email', flag),
  'approve-phone-by-sms': ({ flag }) => void takeCodeFlag(cache, 'phone', flag),
})

/** What admins read of payouts and partners. */
import type { PayoutStatus } from '../../../../../contract/commerce/partner.ts'
import type { Input, Result } from '../../../../kit/calls/ask.ts'

export type AdminPayout = Result<'partner', 'listPartnerOrders'>['docs'][number]
export type PayoutFilter = Pick<Input<'partner', 'listPartnerOrders'>, 'partner' | 'email' | 'status'>
export type PartnerStats = Result<'partner', 'getPartnerStats'>

export const statusTone = (status: PayoutStatus): 'good' | 'warn' | 'quiet' => {
  if (status === 10) return 'good'
  return status === 5 || status === 11 ? 'warn' : 'quiet'
}

/** One field for both: a number is a partner's number, anything else a part of an e-mail. */
export function whoseIn(typed: string): Pick<PayoutFilter, 'partner' | 'email'> {
  const words = typed.trim()
  const number = /^№?\s*(\d{1,9})$/.exec(words)?.[1]
  if (number !== undefined) return { partner: Number(number) }
  return words === '' ? {} : { email: words }
}

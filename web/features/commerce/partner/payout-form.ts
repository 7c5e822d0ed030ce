/** What a partner fills in for a payout, and what is wrong with it before the server looks. */
import type { PayoutMethod } from '../../../../contract/commerce/partner.ts'
import { errors } from '../../../../contract/errors.ts'
import { sumInWords } from '../../../../rules/money.ts'
import { walletMistake } from '../../../../rules/partner/payout.ts'
import type { Mistakes } from '../../../kit/ui/hooks/use-checked-form.ts'
import { readNumber } from '../../../kit/ui/text/read-number.ts'

export interface PayoutForm {
  method: PayoutMethod
  sum: string
  wallet: string
  other: string
}

/** Roubles. */
export interface PayoutBounds {
  available: number
  smallest: number
}

/** Roubles and kopecks, as they are typed; null: no sum. */
export const readTypedSum = (typed: string): number | null => readNumber(typed.replace(/руб\.?|₽/i, ''), 2)

export function payoutMistakes({ method, sum, wallet, other }: PayoutForm, bounds: PayoutBounds): Mistakes<PayoutForm> {
  const mistakes: Mistakes<PayoutForm> = {}
  const roubles = readTypedSum(sum)
  if (roubles === null) mistakes.sum = 'Введите сумму в рублях'
  else if (roubles > bounds.available) mistakes.sum = errors.PAYOUT_LIMIT_REACHED.message
  else if (roubles < bounds.smallest) mistakes.sum = `Наименьшая выплата — ${sumInWords(bounds.smallest)}`
  const found = walletMistake(method, wallet, other)
  // An account is named by two fields, and the rule reports one of them at a time.
  const [field, mistake] =
    method === 'account' && found !== null && walletMistake(method, wallet, anyDetails) === null
      ? (['other', found] as const)
      : (['wallet', found] as const)
  if (mistake !== null) mistakes[field] = mistake
  return mistakes
}

/** Details that no rule complains of. */
const anyDetails = 'ИНН 0000000000, БИК 040000000'

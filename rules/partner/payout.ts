/** How a payout goes on: which status may follow which, what it does to the money, what it asks of an admin (spec §4). */
import type { PayoutMethod, PayoutStatus } from '../../contract/commerce/partner.ts'

/** The sum is held while it is open; then it is paid, or the partner's again. */
export type PayoutEffect = 'none' | 'paid' | 'returned'

const open: readonly PayoutStatus[] = [0, 1, 2, 3]
const following: Record<PayoutStatus, readonly PayoutStatus[]> = {
  0: [1, 2, 3, 5, 10, 12],
  1: [0, 2, 3, 5, 10, 12],
  2: [1, 3, 5, 10, 12],
  3: [10, 11, 5, 12],
  5: [],
  10: [],
  11: [],
  12: [],
}

export const mayFollow = (status: PayoutStatus, next: PayoutStatus): boolean => following[status].includes(next)
export const nextStatuses = (status: PayoutStatus): readonly PayoutStatus[] => following[status]
export const isOpen = (status: PayoutStatus): boolean => open.includes(status)

export function effectOf(next: PayoutStatus): PayoutEffect {
  if (next === 10) return 'paid'
  return open.includes(next) ? 'none' : 'returned'
}

/** Spec §4: 5 and 12 ask for a comment. */
export const asksComment = (status: PayoutStatus): boolean => status === 5 || status === 12
/** Spec §4: 5 and any status of 10 or more ask for confirmation. */
export const asksConfirmation = (status: PayoutStatus): boolean => status === 5 || status >= 10

/** What is wrong with where the money is to go, in Russian; null: nothing. */
export function walletMistake(method: PayoutMethod, wallet: string, other: string): string | null {
  const digits = wallet.replaceAll(/[\s()+-]/g, '')
  switch (method) {
    case 'card':
      return /^\d{16,19}$/.test(digits) && passesLuhn(digits) ? null : 'Проверьте номер карты: 16–19 цифр'
    case 'sbp':
      return /^[78]9\d{9}$/.test(digits) ? null : 'Укажите телефон: +7 и десять цифр'
    case 'yoomoney':
      return /^41001\d{6,15}$/.test(digits) ? null : 'Номер кошелька ЮMoney начинается с 41001'
    case 'account':
      if (!/^\d{20}$/.test(digits)) return 'Расчётный счёт — 20 цифр'
      if (!/\b(\d{10}|\d{12})\b/.test(other)) return 'В реквизитах нужен ИНН: 10 или 12 цифр'
      return /\b04\d{7}\b/.test(other) ? null : 'В реквизитах нужен БИК банка: 9 цифр, первые 04'
  }
}

/** The check digit of bank cards. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, sign, at) => {
    const doubled = Number(sign) * (at % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** As it is shown: the last four signs. */
export const hiddenWallet = (wallet: string): string => `•••• ${wallet.replaceAll(/\s/g, '').slice(-4)}`

/** «an***@example.ru»: enough to know one's own people again. */
export function hiddenEmail(email: string): string {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, Math.min(2, Math.max(1, name.length - 1)))}***@${host}`
}

/** How many messages there were, in words that hold whatever the days are: «9 сообщений за 4 дня». */
import { dayForms, messageForms, plural } from '../../../../rules/plural.ts'

/** Not even one: there is a day since the first message, or a part of it. */
const wholeDays = (days: number): number => Math.max(1, Math.round(days))

export const heardDaysInWords = (days: number): string =>
  `за ${wholeDays(days)}\u00A0${plural(wholeDays(days), dayForms)}`

/** @param days since the first message that is stored, not whole */
export function heardInWords(count: number, days: number): string {
  return `${count.toLocaleString('ru')}\u00A0${plural(count, messageForms)} ${heardDaysInWords(days)}`
}

/** Fewer days than these show nothing of a usual one. */
const ENOUGH_DAYS = 5

/** «около 12 в день», «меньше одного в день»; null while there are too few days to know. */
export function perDayInWords(count: number, days: number): string | null {
  if (days < ENOUGH_DAYS || count === 0) return null
  const each = count / days
  return each < 1 ? 'меньше одного в\u00A0день' : `около ${Math.round(each).toLocaleString('ru')} в\u00A0день`
}

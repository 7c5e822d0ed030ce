import { dayForms, hourForms, plural } from '../../../../rules/plural.ts'

/** «меньше минуты», «12 минут», «3 часа», «2 дня» */
export function lagInWords(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return 'меньше минуты'
  if (minutes < 60) return `${minutes} ${plural(minutes, ['минута', 'минуты', 'минут'])}`
  const hours = Math.round(minutes / 60)
  if (hours < 48) return `${hours} ${plural(hours, hourForms)}`
  const days = Math.round(hours / 24)
  return `${days} ${plural(days, dayForms)}`
}

/** When one may want to be reminded, in the reader's zone. */
import { momentOf, wallTime } from '../../../../kit/ui/text/zone-time.ts'

export interface ReminderTime {
  title: string
  at: string
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

export function reminderTimes(now: number, zone: string): ReminderTime[] {
  return [
    { title: 'Через час', at: new Date(now + HOUR).toISOString() },
    { title: 'Завтра в 9', at: atNine(now, 1, zone) },
    { title: 'Через неделю', at: atNine(now, 7, zone) },
  ]
}

function atNine(now: number, days: number, zone: string): string {
  const [today = ''] = wallTime(now, zone).split(' ')
  // Of days as they are counted, and not of hours: the clocks may be put forward in between.
  const day = new Date(Date.parse(today) + days * DAY).toISOString().slice(0, 10)
  return new Date(momentOf(`${day} 09:00:00`, zone)).toISOString()
}

/** «завтра, 09:00», «сегодня, 18:30», «12 мар., 09:00» */
export function reminderInWords(at: string, now: number, zone: string): string {
  const [day = '', time = ''] = wallTime(Date.parse(at), zone).split(' ')
  const [today = ''] = wallTime(now, zone).split(' ')
  const days = (Date.parse(day) - Date.parse(today)) / DAY
  const named = days === 0 ? 'сегодня' : days === 1 ? 'завтра' : days === -1 ? 'вчера' : null
  const shown = named ?? new Date(day).toLocaleDateString('ru', { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return `${shown}, ${time.slice(0, 5)}`
}

/** Over which time the funnel is drawn: days of the reader's zone, the last one not in it. */
export const funnelPeriods = { '7': 'Неделя', '30': '30 дней', '90': '90 дней', '365': 'Год' } as const
export type FunnelPeriod = keyof typeof funnelPeriods

const DAY = 86_400_000

/** So many days up to today, and today; half-open. */
export function funnelDays(period: FunnelPeriod, zone: string, now: Date): { from: string; to: string } {
  // The one locale that writes a day as the calendar does.
  const end = Date.parse(now.toLocaleDateString('sv', { timeZone: zone })) + DAY
  const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)
  return { from: dayOf(end - Number(period) * DAY), to: dayOf(end) }
}

/** «12 мин», «3 ч 5 мин», «2 дн. 4 ч»; null: no one answered. */
export function answerTime(seconds: number | null): string {
  if (seconds === null) return '—'
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return 'меньше минуты'
  if (minutes < 60) return `${minutes} мин`
  const hours = Math.floor(minutes / 60)
  const two = (whole: string, rest: number, unit: string): string => (rest === 0 ? whole : `${whole} ${rest} ${unit}`)
  if (hours < 24) return two(`${hours} ч`, minutes % 60, 'мин')
  return two(`${Math.floor(hours / 24)} дн.`, hours % 24, 'ч')
}

/** «12 %» of the step before; null where there was nothing. */
export const stepShareInPercent = (count: number, of: number): string | null =>
  of === 0 ? null : `${Math.round((count / of) * 100)} %`

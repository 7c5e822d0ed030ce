/** Periods of the statistics, as days of the asker's zone; both ends are in it. */
export const statisticsPeriods = { '7': 'Неделя', '30': '30 дней', '90': '90 дней', '365': 'Год' } as const
export type StatisticsPeriod = keyof typeof statisticsPeriods

const DAY = 86_400_000

export function periodDays(period: StatisticsPeriod, today: string): { from: string; to: string } {
  const first = new Date(Date.parse(today) - (Number(period) - 1) * DAY)
  return { from: first.toISOString().slice(0, 10), to: today }
}

/** Today, `YYYY-MM-DD`, where the clocks of `zone` are. */
export function todayIn(zone: string, now: Date): string {
  // The one locale that writes a day as the calendar does.
  return now.toLocaleDateString('sv', { timeZone: zone })
}

export interface DayCounts {
  day: string
  approved: number
  rejected: number
  spam: number
  locations: number
  categories: number
}

/** This many bars can be distinguished. */
const MOST_BARS = 45

/** A bar for each day, or, of a long time, for each week that ends at the last day; named by its first day, «20.11». */
export function barsOf(days: readonly DayCounts[]): DayCounts[] {
  const step = days.length > MOST_BARS ? Math.ceil(days.length / MOST_BARS / 7) * 7 : 1
  const bars: DayCounts[] = []
  for (let end = days.length; end > 0; end -= step) {
    const some = days.slice(Math.max(0, end - step), end)
    const sum = (key: Exclude<keyof DayCounts, 'day'>): number => some.reduce((total, each) => total + each[key], 0)
    bars.unshift({
      day: (some[0]?.day ?? '').slice(5).split('-').reverse().join('.'),
      approved: sum('approved'),
      rejected: sum('rejected'),
      spam: sum('spam'),
      locations: sum('locations'),
      categories: sum('categories'),
    })
  }
  return bars
}

/** The bars of a chart of the lag: so many as can be told apart, each the worst of its time. */
export interface LagPoint {
  at: string
  lagSeconds: number | null
  waiting: number
  failed: boolean
}

export interface LagBar extends Omit<LagPoint, 'at'> {
  key: string
  /** «14:30», «3 мар., 12:00» */
  from: string
}

const HOUR = 3_600_000
/** Of a day half an hour, of a week four hours. */
const widthOf = (days: number): number => (days === 1 ? HOUR / 2 : 4 * HOUR)

export function lagBars(
  points: readonly LagPoint[],
  { now, days, zone }: { now: number; days: number; zone: string },
): LagBar[] {
  const width = widthOf(days)
  const last = Math.floor(now / width)
  const count = (days * 24 * HOUR) / width
  return Array.from({ length: count }, (_, at) => {
    const place = last - count + 1 + at
    const theirs = points.filter((point) => Math.floor(Date.parse(point.at) / width) === place)
    const lags = theirs.flatMap(({ lagSeconds }) => lagSeconds ?? [])
    return {
      key: String(place),
      from: new Date(place * width).toLocaleString('ru', {
        timeZone: zone,
        hour: '2-digit',
        minute: '2-digit',
        ...(days > 1 && { day: 'numeric', month: 'short' }),
      }),
      lagSeconds: lags.length === 0 ? null : Math.max(...lags),
      waiting: Math.max(0, ...theirs.map(({ waiting }) => waiting)),
      failed: theirs.some(({ failed }) => failed),
    }
  })
}

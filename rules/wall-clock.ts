/** What a clock on the wall shows somewhere. */

/** Offsets change on quarters of an hour only. */
export const QUARTER = 900_000

/** From a moment to what the wall shows then: in milliseconds, as if it were UTC, so that a UTC reader reads the wall's hours. */
export type WallClock = (moment: number) => number

/** Each quarter of an hour is looked up once. */
export function wallClock(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const offsets = new Map<number, number>()
  function offsetAt(moment: number): number {
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second) - moment
  }
  return (moment) => {
    const quarter = Math.floor(moment / QUARTER)
    const offset = offsets.get(quarter) ?? offsetAt(quarter * QUARTER)
    if (offsets.size > 100_000) offsets.clear()
    offsets.set(quarter, offset)
    return moment + offset
  }
}

/** Hours and days of a person's clock as moments. */

/** What a clock of the zone shows, as if it were UTC, in milliseconds. */
function wallOf(moment: number, timeZone: string): number {
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
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/**
 * When a clock of the zone shows this time so many days after the day of `now`. A time that the clock leaps over is the one it leaps to.
 * @param minutes since midnight
 */
export function momentOfDay(now: Date, timeZone: string, days: number, minutes: number): Date {
  const wall = new Date(wallOf(now.getTime(), timeZone))
  const wanted = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + days, 0, minutes)
  // The offset of a moment nearby, then that of the moment itself: between the two clocks may have been changed.
  const near = wanted - (wallOf(wanted, timeZone) - wanted)
  return new Date(wanted - (wallOf(near, timeZone) - near))
}

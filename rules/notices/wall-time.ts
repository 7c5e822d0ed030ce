/** Hours and days of a person's clock as moments. */
import { wallClock } from '../wall-clock.ts'

/**
 * When a clock of the zone shows this time so many days after the day of `now`. A time that the clock leaps over is the one it leaps to.
 * @param minutes since midnight
 */
export function momentOfDay(now: Date, timeZone: string, days: number, minutes: number): Date {
  const wallOf = wallClock(timeZone)
  const wall = new Date(wallOf(now.getTime()))
  const wanted = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + days, 0, minutes)
  // The offset of a moment nearby, then that of the moment itself: between the two clocks may have been changed.
  const near = wanted - (wallOf(wanted) - wanted)
  return new Date(wanted - (wallOf(near) - near))
}

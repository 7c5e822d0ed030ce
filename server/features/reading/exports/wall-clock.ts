/** What a clock on the wall shows somewhere. */

const QUARTER = 900_000

/**
 * Moments as a time zone's clocks show them: in milliseconds, as if it were UTC, so that a UTC reader reads the wall's hours.
 * Offsets change on quarters of an hour only; each quarter is looked up once.
 */
export function wallClock(timeZone: string): (moment: number) => number {
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

const two = (part: number): string => String(part).padStart(2, '0')

/** «20.11.2026» of a wall's moment. */
function writtenDay(wall: number): string {
  const date = new Date(wall)
  return `${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`
}

/** «20.11.2026 15:04» of a wall's moment. */
export function writtenMoment(wall: number): string {
  const date = new Date(wall)
  return `${writtenDay(wall)} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
}

/** «01.11–20.11.2026» of the days that [from, to) touches; a single day alone, years where they differ. */
export function writtenDays(from: number, to: number): string {
  const [first, last] = [writtenDay(from), writtenDay(to - 1)]
  if (first === last) return first
  return `${first.slice(-4) === last.slice(-4) ? first.slice(0, 5) : first}–${last}`
}

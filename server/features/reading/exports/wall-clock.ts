/** Moments of a wall's clock (rules/wall-clock.ts), as files write them. */

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

/** Moments as the clocks of a time zone show them. `zone` is an IANA name such as Europe/Moscow. */
import { wallClock } from '../../../../rules/wall-clock.ts'

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
const offsetAt = (moment: number, zone: string): number => wallClock(zone)(moment) - moment

/** «2026-03-10 09:00:00» of that moment, to the second. */
export function wallTime(moment: number, zone: string): string {
  return new Date(moment + offsetAt(moment, zone)).toISOString().slice(0, 19).replace('T', ' ')
}

/** The moment, in milliseconds, at which the clocks show `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`. */
export function momentOf(wall: string, zone: string): number {
  const asUtc = Date.parse(wall.length === 10 ? wall : `${wall.replace(' ', 'T')}Z`)
  // The zone's clock may be put forward or back in between: the offset of a first guess is that of the moment, or near it.
  const guess = asUtc - offsetAt(asUtc, zone)
  return asUtc - offsetAt(guess, zone)
}

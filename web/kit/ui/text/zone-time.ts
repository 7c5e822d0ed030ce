/** Moments as the clocks of a time zone show them. `zone` is an IANA name such as Europe/Moscow. */

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(moment)
  const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value)
  const whole = moment - (moment % 1000)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - whole
}

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

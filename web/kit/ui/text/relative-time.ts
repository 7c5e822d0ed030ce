/** How long ago, in words; made when it is first needed, for browsers take long to make it. */
let words: Intl.RelativeTimeFormat | undefined
const inWords = (ago: number, unit: 'minute' | 'hour' | 'day'): string =>
  (words ??= new Intl.RelativeTimeFormat('ru', { numeric: 'auto' })).format(-ago, unit)

const formats = new Map<string, Intl.DateTimeFormat>()
/** A page of the feed writes some hundred moments in three ways: to make each format once takes a tenth of the time. */
function format(moment: Date, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options)
  let found = formats.get(key)
  if (!found) formats.set(key, (found = new Intl.DateTimeFormat('ru', options)))
  return found.format(moment)
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Longer ago than this a date says more than a number of days. */
const WEEK = 7 * DAY

/** `zone` is an IANA name such as Europe/Moscow. */
export function relativeTime(moment: Date, now: Date, zone: string): string {
  const past = now.getTime() - moment.getTime()
  // The clocks of networks and browsers differ a little: the near future is now.
  if (past < MINUTE) return past > -10 * MINUTE ? 'только что' : dayOf(moment, now, zone)
  if (past < HOUR) return inWords(Math.floor(past / MINUTE), 'minute')
  if (past < DAY) return inWords(Math.floor(past / HOUR), 'hour')
  if (past < WEEK) return inWords(Math.floor(past / DAY), 'day')
  return dayOf(moment, now, zone)
}

/** The same where there is room for a word: «5 мин», «3 ч», «вчера», «4 дн.», «12 мар.» */
export function shortTime(moment: Date, now: Date, zone: string): string {
  const past = now.getTime() - moment.getTime()
  if (past < MINUTE) return past > -10 * MINUTE ? 'сейчас' : shortDay(moment, now, zone)
  if (past < HOUR) return `${Math.floor(past / MINUTE)} мин`
  if (past < DAY) return `${Math.floor(past / HOUR)} ч`
  if (past < 2 * DAY) return 'вчера'
  return past < WEEK ? `${Math.floor(past / DAY)} дн.` : shortDay(moment, now, zone)
}

/** How long something took: «4 мин», «3 ч», «2 дн.» */
export function spanInWords(milliseconds: number): string {
  if (milliseconds < MINUTE) return 'минуту'
  if (milliseconds < HOUR) return `${Math.floor(milliseconds / MINUTE)} мин`
  return milliseconds < DAY ? `${Math.floor(milliseconds / HOUR)} ч` : `${Math.floor(milliseconds / DAY)} дн.`
}

function shortDay(moment: Date, now: Date, zone: string): string {
  return isSameYear(moment, now, zone)
    ? format(moment, { day: 'numeric', month: 'short', timeZone: zone })
    : format(moment, { month: '2-digit', year: 'numeric', timeZone: zone })
}

function dayOf(moment: Date, now: Date, zone: string): string {
  const sameYear = isSameYear(moment, now, zone)
  return format(moment, { day: 'numeric', month: 'long', year: sameYear ? undefined : 'numeric', timeZone: zone })
}

function isSameYear(one: Date, other: Date, zone: string): boolean {
  const year = (date: Date): string => format(date, { year: 'numeric', timeZone: zone })
  return year(one) === year(other)
}

/** Day, month, year, hour, minute and the zone they are informed in. */
export function exactTime(moment: Date, zone: string): string {
  return format(moment, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  })
}

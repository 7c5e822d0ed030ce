/** «1ч», «до утра»: until when someone wants no notices, as they write it in a chat. */
import { momentOfDay } from './wall-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LONGEST = 30 * DAY
/** The morning of those who have no quiet hours. */
const MORNING = '08:00'

export interface PauseContext {
  now: Date
  timeZone: string
  /** When the quiet hours end, `HH:MM`; null: there are none. */
  quietTo: string | null
}

const units: [words: RegExp, length: number][] = [
  [/^(м|мин|минут[аыу]?)$/u, MINUTE],
  [/^(ч|час|часа|часов)$/u, HOUR],
  [/^(д|день|дня|дней|сут|сутки|суток)$/u, DAY],
  [/^(нед|недел[яюиь]|недель)$/u, 7 * DAY],
]

/** @returns null: it is not understood, is over already, or is longer than thirty days */
export function readPause(written: string, { now, timeZone, quietTo }: PauseContext): Date | null {
  const words = written
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/^на\s+/u, '')
    .trim()
  const until = readUntil(words, now, timeZone, quietTo ?? MORNING) ?? readLength(words, now)
  if (until === null || until <= now || until.getTime() - now.getTime() > LONGEST) return null
  return until
}

function readUntil(words: string, now: Date, timeZone: string, morning: string): Date | null {
  const next = (time: string): Date => {
    const today = momentOfDay(now, timeZone, 0, minutesOf(time))
    return today > now ? today : momentOfDay(now, timeZone, 1, minutesOf(time))
  }
  if (/^(до\s+)?утра?$/u.test(words)) return next(morning)
  if (/^(до\s+)?завтра$/u.test(words)) return momentOfDay(now, timeZone, 1, minutesOf(morning))
  if (/^(до\s+)?вечера?$/u.test(words)) return next('18:00')
  const time = /^до\s+([01]?\d|2[0-3])(?:[:.]([0-5]\d))?(?:\s*час(?:а|ов)?)?$/u.exec(words)
  return time ? next(`${time[1]}:${time[2] ?? '00'}`) : null
}

function readLength(words: string, now: Date): Date | null {
  const found = /^(\d{1,4})?\s*(\p{L}+)$/u.exec(words)
  const length = units.find(([unit]) => unit.test(found?.[2] ?? ''))?.[1]
  return length === undefined ? null : new Date(now.getTime() + Number(found?.[1] ?? 1) * length)
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

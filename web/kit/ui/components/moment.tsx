import { exactTime, relativeTime, shortTime } from '../text/relative-time.ts'
import { useNow } from '../hooks/use-now.ts'

/** «5 минут назад», kept true while the page is open; the exact time is one hover away. */
export function Moment({ at, zone, short = false }: { at: string; zone: string; short?: boolean }) {
  const now = useNow()
  const moment = new Date(at)
  return (
    <time dateTime={at} title={exactTime(moment, zone)}>
      {(short ? shortTime : relativeTime)(moment, now, zone)}
    </time>
  )
}

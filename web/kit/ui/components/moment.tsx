import { exactTime, relativeTime } from '../text/relative-time.ts'
import { useNow } from '../hooks/use-now.ts'

/** «5 минут назад», kept true while the page is open; the exact time is one hover away. */
export function Moment({ at, zone }: { at: string; zone: string }) {
  const now = useNow()
  const moment = new Date(at)
  return (
    <time dateTime={at} title={exactTime(moment, zone)}>
      {relativeTime(moment, now, zone)}
    </time>
  )
}

import type { Preview } from '../../../../contract/watching/projects.ts'
import { messageForms, plural } from '../../../../rules/plural.ts'
import { CountBars } from '../../../kit/ui/components/count-bars.tsx'

const short = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayOf = (day: string): string => short.format(new Date(`${day}T00:00:00Z`))

/** How many messages each day brought. */
export function DayChart({ perDay }: { perDay: Preview['perDay'] }) {
  const [first, last] = [perDay[0], perDay.at(-1)]
  if (!first || !last) return null
  const bars = perDay.map(({ day, count }) => ({
    key: day,
    count,
    words: `${dayOf(day)}: ${count.toLocaleString('ru')} ${plural(count, messageForms)}`,
  }))
  return <CountBars label="Сообщений по дням" bars={bars} ends={[dayOf(first.day), dayOf(last.day)]} />
}

import { VisuallyHidden } from '@mantine/core'
import type { Preview } from '../../../../contract/watching/projects.ts'
import { messageForms, plural } from '../../../../rules/plural.ts'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import classes from './day-chart.module.css'

const short = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayOf = (day: string): string => short.format(new Date(`${day}T00:00:00Z`))

/** How many messages each day brought: a row of bars, and the same as words. */
export function DayChart({ perDay }: { perDay: Preview['perDay'] }) {
  const most = Math.max(1, ...perDay.map(({ count }) => count))
  const [first, last] = [perDay[0], perDay.at(-1)]
  if (!first || !last) return null
  return (
    <Stack as="figure" gap={1}>
      <ol className={classes.bars} aria-label="Сообщений по дням">
        {perDay.map(({ day, count }) => {
          const words = `${dayOf(day)}: ${count.toLocaleString('ru')} ${plural(count, messageForms)}`
          return (
            <li key={day} title={words}>
              <span
                className={classes.bar}
                style={{ height: `${Math.max(count > 0 ? 6 : 2, (count / most) * 100)}%` }}
                data-none={count === 0 || undefined}
              />
              <VisuallyHidden>{words}</VisuallyHidden>
            </li>
          )
        })}
      </ol>
      <figcaption className={classes.ends} aria-hidden="true">
        <span>{dayOf(first.day)}</span>
        <span>{dayOf(last.day)}</span>
      </figcaption>
    </Stack>
  )
}

import { VisuallyHidden } from '@mantine/core'
import { Stack } from './stack.tsx'
import classes from './count-bars.module.css'

export interface CountBar {
  key: string
  count: number
  /** The bar in words: «3 марта: 5 сообщений». */
  words: string
}

export interface CountBarsProps {
  label: string
  bars: readonly CountBar[]
  /** What stands under the first bar, and under the last one. */
  ends: readonly [string, string]
}

/** A row of bars, and the same as words. */
export function CountBars({ label, bars, ends: [first, last] }: CountBarsProps) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <Stack as="figure" gap={1}>
      <ol className={classes.bars} aria-label={label}>
        {bars.map(({ key, count, words }) => (
          <li key={key} title={words}>
            <span
              className={classes.bar}
              style={{ height: `${Math.max(count > 0 ? 6 : 2, (count / most) * 100)}%` }}
              data-none={count === 0 || undefined}
            />
            <VisuallyHidden>{words}</VisuallyHidden>
          </li>
        ))}
      </ol>
      <figcaption className={classes.ends} aria-hidden="true">
        <span>{first}</span>
        <span>{last}</span>
      </figcaption>
    </Stack>
  )
}

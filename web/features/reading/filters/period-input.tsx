import { Skeleton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { FilterFields } from '../../../../contract/reading/filters.ts'
import { FIRST_DAY } from '../../../../rules/filters/period.ts'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { ChoiceChips, type ChoiceOption } from '../../../kit/ui/components/choice-chips.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import { dayAt, dayRangeOf, rangeOf } from './filter-days.ts'
import { recentDaysTitles } from './filter-parts.ts'

const DayRangeCalendar = lazyNamed(
  () => import('../../../kit/ui/components/day-range-calendar.tsx'),
  'DayRangeCalendar',
)

type Choice = 'all' | '1' | '3' | '7' | 'range'
const options: ChoiceOption<Choice>[] = [
  { value: 'all', title: 'Всё время' },
  ...([1, 3, 7] as const).map((days) => ({ value: String(days) as Choice, title: recentDaysTitles[days] })),
  { value: 'range', title: 'Даты' },
]

type Period = Pick<FilterFields, 'recentDays' | 'fromDate' | 'toDate'>

/** Recent days, or a range of days in the reader's zone. */
export function PeriodInput({
  period,
  zone,
  onChange,
}: {
  period: Period
  zone: string
  onChange: (period: Partial<Period>) => void
}) {
  const [choosing, setChoosing] = useState(false)
  const [today] = useState(() => dayAt(Date.now(), zone))
  const { recentDays, fromDate, toDate } = period
  const dated = fromDate !== null || toDate !== null
  const wasDated = useRef(dated)
  // Dates that were taken away elsewhere, by a chip or with everything else, are chosen no more.
  useEffect(() => {
    if (wasDated.current && !dated) setChoosing(false)
    wasDated.current = dated
  }, [dated])
  const chosen: Choice = dated || choosing ? 'range' : recentDays === null ? 'all' : (String(recentDays) as Choice)
  const choose = (choice: Choice): void => {
    setChoosing(choice === 'range')
    if (choice === 'all') onChange({ recentDays: null, fromDate: null, toDate: null })
    else if (choice !== 'range') onChange({ recentDays: Number(choice) as 1 | 3 | 7 })
  }
  return (
    <>
      <ChoiceChips label="Когда написано" options={options} value={chosen} onChange={choose} />
      {chosen === 'range' && (
        <LazyBoundary waiting={<Skeleton height={300} radius="md" />}>
          <DayRangeCalendar
            label="Даты, с какой по какую"
            value={dayRangeOf({ fromDate, toDate }, zone)}
            today={today}
            since={FIRST_DAY}
            onChange={(days) => onChange(rangeOf(days, zone))}
          />
        </LazyBoundary>
      )}
    </>
  )
}

import '@mantine/dates/styles.css'
import 'dayjs/locale/ru'
import { DatePicker, DatesProvider } from '@mantine/dates'
import { useState } from 'react'
import { calendarNames, dayLabel } from './calendar-words.ts'
import classes from './day-range-calendar.module.css'

/** First and last day, `YYYY-MM-DD`, both in the range; null for an open end. */
export type DayRange = [first: string | null, last: string | null]

export interface DayRangeCalendarProps {
  label: string
  value: DayRange
  onChange: (value: DayRange) => void
  /** It is marked, and the days behind it can't be chosen. */
  today: string
  /** The first day that may be chosen. */
  since?: string
}

/**
 * Two days from a calendar that stands open. A range is reported when both are chosen, one day pressed twice is a range too. Fetch
 * it lazily: calendars are heavy.
 */
export function DayRangeCalendar({ label, value, onChange, today, since }: DayRangeCalendarProps) {
  const [half, setHalf] = useState<DayRange | null>(null)
  return (
    <DatesProvider settings={{ locale: 'ru', firstDayOfWeek: 1 }}>
      <div role="group" aria-label={label} className={classes.calendar}>
        <DatePicker
          type="range"
          allowSingleDateInRange
          size="sm"
          ariaLabels={calendarNames}
          classNames={{ day: classes.day ?? '' }}
          defaultDate={value[1] ?? value[0] ?? today}
          // What is drawn is not chosen: days of other months would be chosen twice.
          hideOutsideDates
          highlightToday
          getDayAriaLabel={dayLabel}
          getDayProps={(day) => (day === today ? { 'aria-current': 'date' } : {})}
          maxDate={today}
          {...(since === undefined ? {} : { minDate: since })}
          value={half ?? value}
          onChange={([first, last]) => {
            const whole = (first === null) === (last === null)
            setHalf(whole ? null : [first, last])
            if (whole) onChange([first, last])
          }}
        />
        <p className={classes.hint} role="status">
          {half ? 'Теперь последний день' : value[0] === null && value[1] === null ? 'Выберите первый день' : ''}
        </p>
      </div>
    </DatesProvider>
  )
}

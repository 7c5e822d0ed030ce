import '@mantine/dates/styles.css'
import 'dayjs/locale/ru'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { calendarNames, dayLabel } from './calendar-words.ts'
import calendar from './day-range-calendar.module.css'
import type { DayRange } from './day-range-calendar.tsx'
import classes from './day-range-field.module.css'

export interface DayRangeFieldProps {
  label: string
  value: DayRange
  onChange: (value: DayRange) => void
  /** The first and the last day that may be chosen, `YYYY-MM-DD`. */
  since: string
  until: string
  /** How a day is written: ДД.ММ.ГГ, unless the year is to be whole. */
  wholeYear?: boolean
  /** A range that is never without its days. */
  always?: boolean
  /** Its name is not shown: what stands in it says enough. */
  bare?: boolean
  className?: string
}

/** A range of days as a field with a calendar. Fetch it lazily: calendars are heavy. */
export function DayRangeField({
  label,
  value,
  onChange,
  since,
  until,
  wholeYear = false,
  always = false,
  bare = false,
  className = '',
}: DayRangeFieldProps) {
  const id = useId()
  const [half, setHalf] = useState<DayRange | null>(null)
  return (
    <DatesProvider settings={{ locale: 'ru', firstDayOfWeek: 1 }}>
      {/* The calendar is called so. */}
      <span id={id} hidden>
        {label}
      </span>
      <DatePickerInput
        type="range"
        {...(bare ? { 'aria-label': label } : { label })}
        placeholder={wholeYear ? 'ДД.ММ.ГГГГ – ДД.ММ.ГГГГ' : 'ДД.ММ.ГГ – ДД.ММ.ГГ'}
        valueFormat={wholeYear ? 'DD.MM.YYYY' : 'DD.MM.YY'}
        size="sm"
        className={`${classes.field} ${className}`}
        classNames={{ day: calendar.day ?? '', placeholder: classes.placeholder ?? '' }}
        allowSingleDateInRange
        clearable={!always}
        clearButtonProps={{ 'aria-label': `Убрать даты: ${label}` }}
        minDate={since}
        maxDate={until}
        hideOutsideDates
        ariaLabels={calendarNames}
        getDayAriaLabel={dayLabel}
        leftSection={<IconCalendar size={16} stroke={1.7} aria-hidden="true" />}
        value={half ?? value}
        onChange={([first, last]) => {
          const whole = (first === null) === (last === null)
          setHalf(whole ? null : [first, last])
          if (whole) onChange([first, last])
        }}
        popoverProps={{ id, withinPortal: true }}
      />
    </DatesProvider>
  )
}

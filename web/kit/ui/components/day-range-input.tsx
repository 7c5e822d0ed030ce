import '@mantine/dates/styles.css'
import 'dayjs/locale/ru'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'

/** First and last day, `YYYY-MM-DD`, both in the range; null for an open end. */
export type DayRange = [first: string | null, last: string | null]

export interface DayRangeInputProps {
  label: string
  value: DayRange
  onChange: (value: DayRange) => void
  /** The first and the last day that may be chosen. */
  since?: string
  until?: string
}

/** Two days from a calendar. A range is reported when both are chosen, or when it is cleared. Fetch it lazily: calendars are heavy. */
export function DayRangeInput({ label, value, onChange, since, until }: DayRangeInputProps) {
  const [half, setHalf] = useState<DayRange | null>(null)
  return (
    <DatesProvider settings={{ locale: 'ru', firstDayOfWeek: 1 }}>
      <DatePickerInput
        type="range"
        allowSingleDateInRange
        clearable
        aria-label={label}
        placeholder="Выберите дни"
        valueFormat="DD.MM.YY"
        size="sm"
        leftSection={<IconCalendar size={16} stroke={1.7} aria-hidden="true" />}
        clearButtonProps={{ 'aria-label': 'Убрать даты' }}
        value={half ?? value}
        {...(since === undefined ? {} : { minDate: since })}
        {...(until === undefined ? {} : { maxDate: until })}
        onChange={([first, last]) => {
          const whole = (first === null) === (last === null)
          setHalf(whole ? null : [first, last])
          if (whole) onChange([first, last])
        }}
      />
    </DatesProvider>
  )
}

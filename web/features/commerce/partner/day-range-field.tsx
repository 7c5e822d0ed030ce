import '@mantine/dates/styles.css'
import 'dayjs/locale/ru'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FIRST_PARTNER_DAY } from '../../../../contract/commerce/partner.ts'
import { calendarNames, dayInWords } from '../../../kit/ui/components/calendar-words.ts'
import calendar from '../../../kit/ui/components/day-range-calendar.module.css'
import type { DayRange } from '../../../kit/ui/components/day-range-calendar.tsx'
import classes from './partner.module.css'

export interface DayRangeFieldProps {
  label: string
  value: DayRange
  onChange: (value: DayRange) => void
  /** The last day that may be chosen, `YYYY-MM-DD`. */
  today: string
}

/** Days from the beginning of the programme up to today (spec §5). Fetch it lazily: calendars are heavy. */
export function DayRangeField({ label, value, onChange, today }: DayRangeFieldProps) {
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
        label={label}
        placeholder="ДД.ММ.ГГ – ДД.ММ.ГГ"
        valueFormat="DD.MM.YY"
        size="sm"
        className={classes.days}
        classNames={{ day: calendar.day ?? '', placeholder: classes.placeholder ?? '' }}
        allowSingleDateInRange
        clearable
        clearButtonProps={{ 'aria-label': `Убрать даты: ${label}` }}
        minDate={FIRST_PARTNER_DAY}
        maxDate={today}
        hideOutsideDates
        ariaLabels={calendarNames}
        getDayAriaLabel={dayInWords}
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

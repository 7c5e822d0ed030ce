import '@mantine/dates/styles.css'
import 'dayjs/locale/ru'
import { Button } from '@mantine/core'
import { DatesProvider, DateTimePicker } from '@mantine/dates'
import { useId, useState } from 'react'
import { calendarNames, dayLabel } from '../../../../kit/ui/components/calendar-words.ts'
import calendar from '../../../../kit/ui/components/day-range-calendar.module.css'
import { Row } from '../../../../kit/ui/components/stack.tsx'
import { momentOf, wallTime } from '../../../../kit/ui/text/zone-time.ts'
import classes from './lead-detail.module.css'

export interface TimeFieldProps {
  zone: string
  onChoose: (at: string) => void
}

/** Any moment to come, by the clocks of the reader. Fetch it lazily: calendars are heavy. */
export function TimeField({ zone, onChoose }: TimeFieldProps) {
  const id = useId()
  const [wall, setWall] = useState<string | null>(null)
  const [now] = useState(() => Date.now())
  const at = wall === null ? null : momentOf(wall, zone)
  return (
    <DatesProvider settings={{ locale: 'ru', firstDayOfWeek: 1 }}>
      <Row gap={2} align="flex-start">
        {/* The calendar is called so. */}
        <span id={id} hidden>
          День и время напоминания
        </span>
        <DateTimePicker
          label="День и время напоминания"
          placeholder="День и время"
          className={classes.time}
          classNames={{ day: calendar.day ?? '' }}
          size="sm"
          valueFormat="D MMMM, HH:mm"
          minDate={wallTime(now, zone).slice(0, 10)}
          defaultTimeValue="09:00"
          hideOutsideDates
          ariaLabels={calendarNames}
          getDayAriaLabel={dayLabel}
          value={wall}
          onChange={setWall}
          popoverProps={{ id, withinPortal: true }}
          submitButtonProps={{ 'aria-label': 'Готово' }}
          timePickerProps={{ hoursInputLabel: 'Часы', minutesInputLabel: 'Минуты' }}
        />
        <Button
          size="sm"
          className={classes.keep}
          disabled={at === null || at <= now}
          onClick={() => at !== null && onChoose(new Date(at).toISOString())}
        >
          Напомнить
        </Button>
      </Row>
    </DatesProvider>
  )
}

import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { Lead } from '../../../../../contract/reading/leads.ts'
import { LazyBoundary } from '../../../../kit/ui/components/lazy-boundary.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import { useNow } from '../../../../kit/ui/hooks/use-now.ts'
import { lazyNamed } from '../../../../kit/ui/lazy-named.ts'
import typography from '../../../../kit/ui/typography.module.css'
import type { OnLeadChange } from './change-lead.ts'
import { reminderInWords, reminderTimes } from './reminder-times.ts'

const TimeField = lazyNamed(() => import('./time-field.tsx'), 'TimeField')

export interface LeadReminderProps {
  lead: Pick<Lead, 'remindAt' | 'reminder'>
  zone: string
  /** Null: it is there to be read. */
  onChange: OnLeadChange | null
}

/** When who has the lead is reminded of it: in an hour, tomorrow at nine, or at any other time. */
export function LeadReminder({ lead: { remindAt, reminder }, zone, onChange }: LeadReminderProps) {
  const [choosing, setChoosing] = useState(false)
  const now = useNow().getTime()
  if (!onChange)
    return (
      remindAt !== null && <span className={typography.note}>Напоминание: {reminderInWords(remindAt, now, zone)}</span>
    )
  const before = { remindAt, reminder }
  const set = (at: string): void => {
    setChoosing(false)
    onChange(`Напомним: ${reminderInWords(at, now, zone)}`, { remindAt: at }, before)
  }
  return (
    <Stack gap={2}>
      {remindAt !== null ? (
        <Row gap={2} align="center">
          <span className={typography.note}>Напомним: {reminderInWords(remindAt, now, zone)}</span>
          <button
            type="button"
            className={`${typography.link} ${typography.note}`}
            onClick={() => onChange('Напоминание убрано', { remindAt: null }, before)}
          >
            Убрать напоминание
          </button>
        </Row>
      ) : (
        <Row gap={2} align="center" role="group" aria-label="Напомнить">
          <span className={typography.note}>Напомнить</span>
          {reminderTimes(now, zone).map(({ title, at }) => (
            <Button key={title} size="compact-sm" variant="default" fw={500} onClick={() => set(at)}>
              {title}
            </Button>
          ))}
          <Button
            size="compact-sm"
            variant="subtle"
            fw={500}
            aria-expanded={choosing}
            onClick={() => setChoosing(!choosing)}
          >
            Другое время
          </Button>
        </Row>
      )}
      {choosing && remindAt === null && (
        <LazyBoundary waiting={<Skeleton height={36} radius="md" />}>
          <TimeField zone={zone} onChoose={set} />
        </LazyBoundary>
      )}
    </Stack>
  )
}

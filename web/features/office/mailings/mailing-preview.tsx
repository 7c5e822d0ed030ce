import { SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../../kit/calls/use-call.ts'
import { AdminFailure } from '../../../kit/ui/components/admin-failure.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './mailings.module.css'

const TYPING_MS = 400

const views = [
  { value: 'desktop', label: 'Компьютер' },
  { value: 'phone', label: 'Телефон' },
  { value: 'plain', label: 'Текст' },
]

interface MailingPreviewProps {
  type: string
  subj: string
  body: string
}

/** The letter as the admin would get it; in a frame of its own, which runs nothing. */
export function MailingPreview({ type, subj, body }: MailingPreviewProps) {
  const [view, setView] = useState('desktop')
  const [asked] = useDebouncedValue(JSON.stringify({ type, subj, body }), TYPING_MS)
  const letter = JSON.parse(asked) as MailingPreviewProps
  const { data, error } = useCall('mailings', 'previewMailing', letter, { placeholderData: keepPreviousData })
  return (
    <Stack gap={3} as="section" aria-label="Как выглядит письмо">
      <SegmentedControl aria-label="Где смотреть" data={views} value={view} onChange={setView} />
      {error && <AdminFailure error={error} />}
      {data?.mistakes.map((mistake) => (
        <AlertBox key={mistake} tone="bad">
          {mistake}
        </AlertBox>
      ))}
      {data?.warnings.map((warning) => (
        <AlertBox key={warning} tone="warn">
          {warning}
        </AlertBox>
      ))}
      {data && (
        <>
          <p className={classes.subject}>
            <span className={typography.note}>Тема: </span>
            {data.subject}
          </p>
          {view === 'plain' ? (
            <pre className={classes.plain}>{data.plain}</pre>
          ) : (
            <iframe className={classes.letter} data-view={view} title="Письмо" sandbox="" srcDoc={data.html} />
          )}
        </>
      )}
    </Stack>
  )
}

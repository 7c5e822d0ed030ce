import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { sentenceOf } from '../../calls/call-error.ts'
import { showErrorToast } from './action-toast.tsx'
import { Row } from './stack.tsx'

const formats = ['xlsx', 'csv'] as const
type Format = (typeof formats)[number]

export interface SaveAsProps {
  save: (format: Format) => Promise<void>
  /** «рефералы»: for who does not see what stands beside; without it the page has nothing else to save. */
  what?: string
  /** It did not come, or is asked for once more (null); left out, a toast says why it did not. */
  onError?: (error: Error | null) => void
  className?: string | undefined
}

/** A table as a file, in the two ways there are. */
export function SaveAs({ save, what, onError, className }: SaveAsProps) {
  const [saving, setSaving] = useState<Format | null>(null)
  const fail = (error: unknown): void => {
    if (onError) onError(error instanceof Error ? error : new Error(String(error)))
    else showErrorToast(`Скачать не получилось. ${sentenceOf(error)}`)
  }
  const start = (format: Format): void => {
    setSaving(format)
    onError?.(null)
    save(format)
      .catch(fail)
      .finally(() => setSaving(null))
  }
  return (
    <Row gap={2} className={className}>
      {formats.map((format) => (
        <Button
          key={format}
          variant="default"
          size="sm"
          loading={saving === format}
          aria-label={`Скачать ${format.toUpperCase()}${what === undefined ? '' : `: ${what}`}`}
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => start(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </Row>
  )
}

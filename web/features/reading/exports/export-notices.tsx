import { notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import type { Export } from '../../../../contract/reading/exports.ts'
import { Row } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { useExports } from './export-cache.ts'
import { finished } from './export-list-changes.ts'
import classes from './export-notices.module.css'
import { failureInWords, fileAddress } from './export-in-words.ts'

/** Announces when a file is ready that was being made, whatever is on the screen by then. */
export function ExportNotices() {
  const { exports } = useExports()
  const known = useRef<readonly Export[]>(exports ?? [])
  useEffect(() => {
    if (!exports) return
    for (const file of finished(known.current, exports)) showFinished(file)
    known.current = exports
  }, [exports])
  return null
}

const SHOWN_MS = 20_000

function showFinished(file: Export): void {
  const failure = failureInWords(file)
  const id = `export-${file.id}`
  notifications.show({
    id,
    autoClose: SHOWN_MS,
    withBorder: true,
    radius: 'md',
    color: failure === null ? 'sea' : 'red',
    role: failure === null ? 'status' : 'alert',
    message: (
      <Row as="span" gap={[0, 3]} className={classes.line}>
        <span className={classes.words}>
          {failure === null ? `Файл готов: ${file.fileName}` : `${file.fileName}: ${failure}`}
        </span>
        {failure === null && (
          <a
            className={`${typography.link} ${classes.fetch}`}
            href={fileAddress(file)}
            download
            onClick={() => notifications.hide(id)}
          >
            Скачать
          </a>
        )}
      </Row>
    ),
  })
}

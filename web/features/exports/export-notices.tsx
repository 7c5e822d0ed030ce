import { notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import type { Export } from '../../../contract/exports.ts'
import { useExports } from './export-cache.ts'
import { finished } from './export-list-changes.ts'
import classes from './export-notices.module.css'
import { failureInWords, fileAddress } from './export-words.ts'

/** Says when a file is ready that was being made, whatever is on the screen by then. */
export function ExportNotices() {
  const { exports } = useExports()
  const known = useRef<readonly Export[]>(exports ?? [])
  useEffect(() => {
    if (!exports) return
    for (const file of finished(known.current, exports)) tell(file)
    known.current = exports
  }, [exports])
  return null
}

const SHOWN_MS = 20_000

function tell(file: Export): void {
  const failure = failureInWords(file)
  const id = `export-${file.id}`
  notifications.show({
    id,
    autoClose: SHOWN_MS,
    withBorder: true,
    radius: 'md',
    color: failure === null ? 'sea' : 'red',
    closeButtonProps: { 'aria-label': 'Закрыть' },
    role: failure === null ? 'status' : 'alert',
    message: (
      <span className={classes.line}>
        <span className={classes.words}>
          {failure === null ? `Файл готов: ${file.fileName}` : `${file.fileName}: ${failure}`}
        </span>
        {failure === null && (
          <a className={classes.fetch} href={fileAddress(file)} download onClick={() => notifications.hide(id)}>
            Скачать
          </a>
        )}
      </span>
    ),
  })
}

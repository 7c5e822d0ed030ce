/** What was done, said for some seconds with a way back: one place for every deed. */
import { Notifications, notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import classes from './deed-notice.module.css'

const SHOWN_MS = 8_000

/** A later deed takes the place of the one before: nobody reads a pile of them. */
let shown: string | null = null

function show(message: ReactNode, tone: 'done' | 'trouble'): void {
  hideDeed()
  shown = notifications.show({
    message,
    autoClose: SHOWN_MS,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Закрыть' },
    className: classes.notice,
    withBorder: true,
    radius: 'md',
    color: tone === 'trouble' ? 'red' : 'sea',
    role: tone === 'trouble' ? 'alert' : 'status',
  })
}

/** «Добавлено в чёрный список · Отменить» */
export function showDeed(sentence: string, undo: (() => void) | null): void {
  const takeBack = (): void => {
    hideDeed()
    undo?.()
  }
  show(
    <span className={classes.line}>
      <span>{sentence}</span>
      {undo && (
        <button type="button" className={classes.undo} onClick={takeBack}>
          Отменить
        </button>
      )}
    </span>,
    'done',
  )
}

/** Why something that looked done was not. */
export function showTrouble(sentence: string): void {
  show(<span className={classes.line}>{sentence}</span>, 'trouble')
}

export function hideDeed(): void {
  if (shown !== null) notifications.hide(shown)
  shown = null
}

/** Where they appear. Stands once on a page that has deeds. */
export function DeedNotices() {
  return <Notifications position="bottom-left" limit={2} zIndex={350} containerWidth={420} transitionDuration={160} />
}

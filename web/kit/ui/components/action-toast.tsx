/** What was done, shown for some seconds with a way back: one place for every action. */
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import typography from '../typography.module.css'
import classes from './action-toast.module.css'
import { lazyNamed } from '../lazy-named.ts'
import { LazyBoundary } from './lazy-boundary.tsx'
import { Row } from './stack.tsx'

// What is shown before it has come waits for it.
const Notices = lazyNamed(() => import('./notices.tsx'), 'Notices')

/** What succeeded (spec §9); what did not, which takes longer to read; what nothing else takes back. */
const SHOWN_MS = { done: 5_000, error: 8_000, only: 20_000 }

/** A later action takes the place of the one before: no one reads a pile of them. */
let shown: string | null = null

function show(message: ReactNode, tone: keyof typeof SHOWN_MS): void {
  hideActionToast()
  shown = notifications.show({
    message,
    autoClose: SHOWN_MS[tone],
    withCloseButton: true,
    className: classes.notice,
    withBorder: true,
    radius: 'md',
    color: tone === 'error' ? 'red' : 'sea',
    role: tone === 'error' ? 'alert' : 'status',
  })
}

/**
 * «Добавлено в чёрный список · Отменить»
 * @param only there is no other way to take it back: it stays for longer, and the way is called so
 */
export function showActionToast(sentence: string, undo: (() => void) | null, only?: { label: string }): void {
  const takeBack = (): void => {
    hideActionToast()
    undo?.()
  }
  show(
    <Row as="span" gap={[0, 3]} align="center" className={classes.line}>
      <span>{sentence}</span>
      {undo && (
        <button type="button" className={`${typography.link} ${classes.undo}`} onClick={takeBack}>
          {only?.label ?? 'Отменить'}
        </button>
      )}
    </Row>,
    only ? 'only' : 'done',
  )
}

/** Why something that looked done was not. */
export function showErrorToast(sentence: string): void {
  show(
    <Row as="span" gap={[0, 3]} align="center" className={classes.line}>
      {sentence}
    </Row>,
    'error',
  )
}

export function hideActionToast(): void {
  if (shown !== null) notifications.hide(shown)
  shown = null
}

/** Where they appear. Stands once on a page that has actions. */
export function ActionToasts() {
  return (
    <LazyBoundary>
      <Notices />
    </LazyBoundary>
  )
}

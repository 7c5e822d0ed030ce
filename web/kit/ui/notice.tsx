import type { ReactNode } from 'react'
import classes from './notice.module.css'

export interface NoticeProps {
  tone: 'warn' | 'bad' | 'calm'
  children: ReactNode
  /** A button, when there is something to do about it. */
  action?: ReactNode
}

/** A sentence in place, said to screen readers when it appears. */
export function Notice({ tone, children, action }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <div className={classes.text}>{children}</div>
      {action}
    </div>
  )
}

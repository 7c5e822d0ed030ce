import type { ReactNode } from 'react'
import classes from './alert-box.module.css'
import { Row } from './stack.tsx'

export interface NoticeProps {
  tone: 'warn' | 'bad' | 'quiet'
  children: ReactNode
  /** A button, when there is something to do about it. */
  action?: ReactNode
}

/** A sentence in place, announced to screen readers when it appears. */
export function AlertBox({ tone, children, action }: NoticeProps) {
  return (
    <Row
      gap={[2, 4]}
      align="center"
      className={classes.notice}
      data-tone={tone}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <div className={classes.text}>{children}</div>
      {action}
    </Row>
  )
}

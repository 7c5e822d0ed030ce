import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { loadSentenceOf } from '../../calls/call-error.ts'
import { EmptyState, type BlankProps } from './empty-state.tsx'
import { AlertBox } from './alert-box.tsx'

export interface LoadFailureProps {
  error: Error
  onRetry: () => void
  /** Given: it fills the place of what is missing; left out: it is a line among others. */
  title?: string
  /** What is missing, in front of why. */
  children?: ReactNode
  size?: ButtonProps['size']
  level?: BlankProps['level']
  /** `filled` where it is all there is to do on the page. */
  variant?: 'default' | 'filled'
}

/** Something could not be loaded: why, and the way to ask again. */
export function LoadFailure({ error, onRetry, title, children, size, level, variant = 'default' }: LoadFailureProps) {
  const retry = (
    <Button variant={variant} size={size} onClick={onRetry}>
      Повторить
    </Button>
  )
  if (title !== undefined)
    return (
      <EmptyState picture="failure" title={title} level={level} action={retry}>
        {loadSentenceOf(error)}
      </EmptyState>
    )
  return (
    <AlertBox tone="bad" action={retry}>
      {children} {loadSentenceOf(error)}
    </AlertBox>
  )
}

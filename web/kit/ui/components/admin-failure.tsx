import { Button } from '@mantine/core'
import { CallError, sentenceOf } from '../../calls/call-error.ts'
import classes from './admin-failure.module.css'
import { AlertBox } from './alert-box.tsx'
import { Stack } from './stack.tsx'

export interface AdminFailureProps {
  error: Error | null
  /** Given where something could not be loaded. */
  onRetry?: () => void
}

/** Admins are shown the error itself (spec §8 Other texts), under its sentence. */
export function AdminFailure({ error, onRetry }: AdminFailureProps) {
  if (error === null) return null
  const retry = onRetry && (
    <Button variant="default" onClick={onRetry}>
      Повторить
    </Button>
  )
  return (
    <AlertBox tone="bad" action={retry}>
      <Stack gap={2}>
        <span>{sentenceOf(error)}</span>
        <code className={classes.json}>{inJson(error)}</code>
      </Stack>
    </AlertBox>
  )
}

function inJson(error: Error): string {
  const { message } = error
  return JSON.stringify(
    error instanceof CallError ? { code: error.code, message, details: error.details } : { message },
  )
}

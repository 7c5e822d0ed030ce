import { Button } from '@mantine/core'
import { CallError, sentenceOf } from '../../../../kit/calls/call-error.ts'
import { AlertBox } from '../../../../kit/ui/components/alert-box.tsx'
import { Stack } from '../../../../kit/ui/components/stack.tsx'
import classes from './partner-admin.module.css'

export interface AdminTroubleProps {
  error: Error | null
  /** Given where something could not be loaded. */
  onRetry?: () => void
}

/** Admins are shown the error itself (spec §8 Other texts), under its sentence. */
export function AdminTrouble({ error, onRetry }: AdminTroubleProps) {
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

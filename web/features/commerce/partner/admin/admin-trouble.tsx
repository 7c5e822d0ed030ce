import { CallError, sentenceOf } from '../../../../kit/calls/call-error.ts'
import { AlertBox } from '../../../../kit/ui/components/alert-box.tsx'
import { Stack } from '../../../../kit/ui/components/stack.tsx'
import classes from './partner-admin.module.css'

/** Admins are shown the error itself (spec §8 Other texts), under its sentence. */
export function AdminTrouble({ error }: { error: Error | null }) {
  if (error === null) return null
  return (
    <AlertBox tone="bad">
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

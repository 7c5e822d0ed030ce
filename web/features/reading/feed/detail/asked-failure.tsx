import { Button } from '@mantine/core'
import { hasCode, loadSentenceOf } from '../../../../kit/calls/call-error.ts'
import { AlertBox } from '../../../../kit/ui/components/alert-box.tsx'
import { LoadFailure } from '../../../../kit/ui/components/load-failure.tsx'
import type { AskedMessage } from './use-asked-message.ts'

/** Says why the message that the address names is not shown. */
export function AskedFailure({ asking: { error, retry, leave } }: { asking: AskedMessage }) {
  if (!error) return null
  if (!hasCode(error, 'MESSAGE_NOT_FOUND')) return <LoadFailure error={error} onRetry={retry} size="sm" />
  return (
    <AlertBox
      tone="bad"
      action={
        <Button variant="default" size="sm" onClick={leave}>
          Понятно
        </Button>
      }
    >
      {loadSentenceOf(error)}
    </AlertBox>
  )
}

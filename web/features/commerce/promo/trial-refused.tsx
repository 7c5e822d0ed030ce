import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'

/** Why there is no trial; anyone who has had their may still buy. */
export function TrialRefused({ error }: { error: Error }) {
  const had = hasCode(error, 'TRIAL_ALREADY_USED') || hasCode(error, 'TRIAL_ALREADY_USED_ON_DEVICE')
  const onward = (
    <Button component={Link} to="/order" variant="default" size="sm">
      Посмотреть тарифы
    </Button>
  )
  return (
    <AlertBox tone="bad" action={had && onward}>
      {sentenceOf(error)}
    </AlertBox>
  )
}

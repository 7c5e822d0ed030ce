import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { hasCode, sentenceOf } from '../../kit/calls/call-error.ts'
import { Notice } from '../../kit/ui/notice.tsx'

/** Why there is no trial; whoever has had his may still buy. */
export function TrialRefused({ error }: { error: Error }) {
  const had = hasCode(error, 'TRIAL_USED') || hasCode(error, 'TRIAL_USED_ON_DEVICE')
  const onward = (
    <Button component={Link} to="/order" variant="default" size="sm">
      Посмотреть тарифы
    </Button>
  )
  return (
    <Notice tone="bad" action={had && onward}>
      {sentenceOf(error)}
    </Notice>
  )
}

import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { buyCategory, orderAddressOf } from '../../../../rules/redirects.ts'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { DeviceNote } from './device-note.tsx'

/** Why there is no trial; anyone who has had their may still buy. @param category what they wanted to try; null: groups */
export function TrialRefused({ error, category }: { error: Error; category: number | null }) {
  const onDevice = hasCode(error, 'TRIAL_ALREADY_USED_ON_DEVICE')
  const had = onDevice || hasCode(error, 'TRIAL_ALREADY_USED')
  const wanted = orderAddressOf(category === null ? { product: 'group', type: 'regular' } : buyCategory(category))
  const onward = (
    <Button component={Link} to={wanted} variant="default" size="sm">
      Посмотреть тарифы
    </Button>
  )
  return (
    <AlertBox tone="bad" action={had && onward}>
      {sentenceOf(error)} {onDevice && <DeviceNote />}
    </AlertBox>
  )
}

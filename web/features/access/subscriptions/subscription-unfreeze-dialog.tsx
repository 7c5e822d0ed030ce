import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { errors } from '../../../../contract/errors.ts'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { DialogButtons } from '../../../kit/ui/components/dialog.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { useNow } from '../../../kit/ui/hooks/use-now.ts'
import { dayInWords } from '../../../kit/ui/text/day-in-words.ts'
import typography from '../../../kit/ui/typography.module.css'
import classes from './subscription-dialog.module.css'
import type { SubscriptionDialogProps } from './subscription-freeze-dialog.tsx'
import { leftInWords, runsAgainAt, subscriptionName } from './subscription-history.ts'
import { SubscriptionIcon } from './subscription-icon.tsx'
import { changeSubscription } from './use-subscriptions.ts'

/** A subscription that stands still is to run again. */
export function SubscriptionUnfreezeDialog({ subscription, zone, onClose }: SubscriptionDialogProps) {
  const cache = useQueryClient()
  const now = useNow()
  const unfreeze = useAct('subscriptions', 'unfreezeSubscription', {
    onSuccess: ({ subscription: running }) => {
      changeSubscription(cache, running)
      onClose()
      showActionToast(`Подписка снова действует, до ${dayInWords(running.expiresAt, zone)}`, null)
    },
  })
  const stood = now.getTime() - Date.parse(subscription.frozenAt ?? subscription.expiresAt)
  const end = new Date(Date.parse(subscription.expiresAt) + Math.max(0, stood)).toISOString()
  return (
    <Modal opened onClose={onClose} title="Разморозить подписку?" size={480}>
      <Stack>
        <Row as="p" gap={3} align="center" nowrap className={classes.which}>
          <SubscriptionIcon of={subscription} size={22} />
          {subscriptionName(subscription)}
        </Row>
        <Stack as="ul" gap={2} className={typography.bullets}>
          <li>Её сообщения сразу вернутся в ленту.</li>
          <li>
            Дни снова пойдут: {leftInWords(subscription, now)}, до {dayInWords(end, zone)}
          </li>
          <li>Если не разморозить, подписка продолжится {dayInWords(runsAgainAt(subscription), zone)}</li>
        </Stack>
        {unfreeze.error && <UnfreezeFailure error={unfreeze.error} />}
        <DialogButtons onClose={onClose}>
          <Button loading={unfreeze.isPending} onClick={() => unfreeze.mutate({ id: subscription.id })}>
            Разморозить
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}

/** Support is asked to help (spec §8), and is reported by what else the server answered; a lost network needs no support. */
function UnfreezeFailure({ error }: { error: Error }) {
  const sentence = sentenceOf(error)
  const support = errors.SUBSCRIPTION_NOT_FROZEN.message
  if (hasCode(error, 'NETWORK_ERROR')) return <AlertBox tone="bad">{sentence}</AlertBox>
  return (
    <AlertBox tone="bad">
      {support}
      {sentence !== support && <div>{sentence}</div>}
    </AlertBox>
  )
}

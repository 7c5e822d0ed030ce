import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { errors } from '../../../contract/errors.ts'
import { hasCode, sentenceOf } from '../../kit/calls/call-error.ts'
import { useAct } from '../../kit/calls/use-call.ts'
import { showDeed } from '../../kit/ui/deed-notice.tsx'
import { Notice } from '../../kit/ui/notice.tsx'
import { useNow } from '../../kit/ui/use-now.ts'
import classes from './subscription-dialog.module.css'
import type { SubscriptionDialogProps } from './subscription-freeze-dialog.tsx'
import { dayInWords, leftInWords, runsAgainAt, subscriptionName } from './subscription-history.ts'
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
      showDeed(`Подписка снова действует, до ${dayInWords(running.expiresAt, zone)}`, null)
    },
  })
  const stood = now.getTime() - Date.parse(subscription.frozenAt ?? subscription.expiresAt)
  const end = new Date(Date.parse(subscription.expiresAt) + Math.max(0, stood)).toISOString()
  return (
    <Modal
      opened
      onClose={onClose}
      title="Разморозить подписку?"
      size={480}
      centered
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
    >
      <div className={classes.form}>
        <p className={classes.which}>
          <SubscriptionIcon of={subscription} size={22} />
          {subscriptionName(subscription)}
        </p>
        <ul className={classes.meaning}>
          <li>Её сообщения сразу вернутся в ленту.</li>
          <li>
            Дни снова пойдут: {leftInWords(subscription, now)}, до {dayInWords(end, zone)}
          </li>
          <li>Если не разморозить, подписка пойдёт дальше сама {dayInWords(runsAgainAt(subscription), zone)}</li>
        </ul>
        {unfreeze.error && <Trouble error={unfreeze.error} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button loading={unfreeze.isPending} onClick={() => unfreeze.mutate({ id: subscription.id })}>
            Разморозить
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** Support is asked to help (spec §8), and is told by what else the server said; a lost network needs no support. */
function Trouble({ error }: { error: Error }) {
  const sentence = sentenceOf(error)
  const support = errors.NOT_FROZEN.message
  if (hasCode(error, 'NETWORK_ERROR')) return <Notice tone="bad">{sentence}</Notice>
  return (
    <Notice tone="bad">
      {support}
      {sentence !== support && <div>{sentence}</div>}
    </Notice>
  )
}

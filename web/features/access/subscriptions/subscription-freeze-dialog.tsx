import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Subscription } from '../../../../contract/access/subscriptions.ts'
import { plural, type PluralForms } from '../../../../rules/plural.ts'
import { daysLeft } from '../../../../rules/pricing/period.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { DialogButtons } from '../../../kit/ui/components/dialog.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { useNow } from '../../../kit/ui/hooks/use-now.ts'
import typography from '../../../kit/ui/typography.module.css'
import classes from './subscription-dialog.module.css'
import { daysInWords, subscriptionName } from './subscription-history.ts'
import { SubscriptionIcon } from './subscription-icon.tsx'
import { changeSubscription } from './use-subscriptions.ts'

export interface SubscriptionDialogProps {
  subscription: Subscription
  zone: string
  onClose: () => void
}

const timeForms: PluralForms = ['раз', 'раза', 'раз']
const waitForms: PluralForms = ['подождёт', 'подождут', 'подождут']

/** A subscription is to stand still: what that means, before it does. */
export function SubscriptionFreezeDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const cache = useQueryClient()
  const now = useNow()
  const freeze = useAct('subscriptions', 'freezeSubscription', {
    onSuccess: ({ subscription: frozen }) => {
      changeSubscription(cache, frozen)
      onClose()
      showActionToast('Подписка заморожена', null)
    },
  })
  const { times, days } = subscription.freeze
  const left = daysLeft(now, new Date(subscription.expiresAt))
  return (
    <Modal opened onClose={onClose} title="Заморозить подписку?" size={480}>
      <Stack>
        <Row as="p" gap={3} align="center" nowrap className={classes.which}>
          <SubscriptionIcon of={subscription} size={22} />
          {subscriptionName(subscription)}
        </Row>
        <Stack as="ul" gap={2} className={typography.bullets}>
          <li>
            Пока подписка заморожена, её сообщений нет в ленте
            {subscription.Tariff.type === 'team' ? ' ни у вас, ни у вашей команды' : ''}.
          </li>
          <li>
            Оплаченное не пропадёт: {daysInWords(left)} {plural(left, waitForms)}, пока вы не разморозите.
          </li>
          <li>
            Заморозить можно ещё {times} {plural(times, timeForms)}, в сумме на {daysInWords(days)}. Если не разморозить
            раньше, через {daysInWords(days)} подписка продолжится.
          </li>
        </Stack>
        {freeze.error && <AlertBox tone="bad">{sentenceOf(freeze.error)}</AlertBox>}
        <DialogButtons onClose={onClose}>
          <Button loading={freeze.isPending} onClick={() => freeze.mutate({ id: subscription.id })}>
            Заморозить
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}

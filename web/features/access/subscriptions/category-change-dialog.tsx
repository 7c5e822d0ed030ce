import { Button, Modal, Select, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { errors } from '../../../../contract/errors.ts'
import { plural, type PluralForms } from '../../../../rules/plural.ts'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct, useCall } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { DialogButtons } from '../../../kit/ui/components/dialog.tsx'
import { ProductOption } from '../../../kit/ui/components/product-option.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { useNow } from '../../../kit/ui/hooks/use-now.ts'
import typography from '../../../kit/ui/typography.module.css'
import { heldCategories } from './held-categories.ts'
import classes from './subscription-dialog.module.css'
import type { SubscriptionDialogProps } from './subscription-freeze-dialog.tsx'
import { subscriptionName } from './subscription-history.ts'
import { SubscriptionIcon } from './subscription-icon.tsx'
import { changeSubscription, useSubscriptions } from './use-subscriptions.ts'

const timeForms: PluralForms = ['раз', 'раза', 'раз']

/** Another category in place of the one that was bought, for the days that are left. */
export function CategoryChangeDialog({ subscription, onClose }: SubscriptionDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Сменить категорию" size={480}>
      <Stack>
        <Row as="p" gap={3} align="center" nowrap className={classes.which}>
          <SubscriptionIcon of={subscription} size={22} />
          {subscriptionName(subscription)}
        </Row>
        {subscription.categoryChangesLeft === 0 ? (
          <Refused onClose={onClose}>{errors.CATEGORY_CHANGE_LIMIT_REACHED.message}</Refused>
        ) : (
          <Choice subscription={subscription} onClose={onClose} />
        )}
      </Stack>
    </Modal>
  )
}

function Choice({ subscription, onClose }: Omit<SubscriptionDialogProps, 'zone'>) {
  const cache = useQueryClient()
  const now = useNow()
  const { data, error } = useCall('categories', 'listCategories', {}, { staleTime: Infinity })
  const { subscriptions } = useSubscriptions()
  const [chosen, setChosen] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const change = useAct('subscriptions', 'changeCategory', {
    onSuccess: ({ subscription: changed }) => {
      changeSubscription(cache, changed)
      onClose()
      showActionToast(`Теперь это «${subscriptionName(changed)}»`, null)
    },
  })
  if (error) return <Refused onClose={onClose}>{sentenceOf(error)}</Refused>
  if (!data || !subscriptions) return <Skeleton height={96} radius="md" />
  // One that is on trial may be had for good.
  const held = heldCategories(
    subscriptions.filter(({ Tariff }) => Tariff.type !== 'trial'),
    now,
  )
  const others = data.categories.filter(({ id }) => !held.has(id))
  if (others.length === 0 || hasCode(change.error, 'ALL_CATEGORIES_SUBSCRIBED'))
    return <Refused onClose={onClose}>{errors.ALL_CATEGORIES_SUBSCRIBED.message}</Refused>
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setMissing(chosen === null)
    if (chosen !== null) change.mutate({ id: subscription.id, category: Number(chosen) })
  }
  const left = subscription.categoryChangesLeft
  return (
    <Stack as="form" noValidate onSubmit={submit}>
      <Select
        label="Новая категория"
        placeholder="Выберите категорию"
        searchable
        nothingFoundMessage="Такой категории нет"
        data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
        renderOption={({ option }) => (
          <ProductOption icon={others.find(({ id }) => String(id) === option.value)?.icon ?? ''} name={option.label} />
        )}
        value={chosen}
        onChange={(value) => {
          setChosen(value)
          setMissing(false)
        }}
        error={missing ? errors.OTHER_CATEGORY_REQUIRED.message : null}
        // Or its list would lie over the buttons as soon as the dialog opens.
        openOnFocus={false}
        data-autofocus
      />
      <p className={typography.note}>
        Срок подписки не изменится, сообщения прежней категории пропадут из ленты. Сменить можно ещё {left}{' '}
        {plural(left, timeForms)}.
      </p>
      {change.error && <AlertBox tone="bad">{sentenceOf(change.error)}</AlertBox>}
      <DialogButtons onClose={onClose}>
        <Button type="submit" loading={change.isPending}>
          Сменить
        </Button>
      </DialogButtons>
    </Stack>
  )
}

function Refused({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <>
      <AlertBox tone="warn">{children}</AlertBox>
      <Row justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Понятно
        </Button>
      </Row>
    </>
  )
}

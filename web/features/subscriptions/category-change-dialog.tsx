import { Button, Modal, Select, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { errors } from '../../../contract/errors.ts'
import { plural, type PluralForms } from '../../../rules/plural.ts'
import { hasCode, sentenceOf } from '../../kit/calls/call-error.ts'
import { useAct, useCall } from '../../kit/calls/use-call.ts'
import { showDeed } from '../../kit/ui/deed-notice.tsx'
import { Notice } from '../../kit/ui/notice.tsx'
import { ProductIcon } from '../../kit/ui/product-icon.tsx'
import { useNow } from '../../kit/ui/use-now.ts'
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
    <Modal
      opened
      onClose={onClose}
      title="Сменить категорию"
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
        {subscription.count_change_category === 0 ? (
          <Refused onClose={onClose}>{errors.CATEGORY_CHANGES_SPENT.message}</Refused>
        ) : (
          <Choice subscription={subscription} onClose={onClose} />
        )}
      </div>
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
      showDeed(`Теперь это «${subscriptionName(changed)}»`, null)
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
  if (others.length === 0 || hasCode(change.error, 'ALL_CATEGORIES_HELD'))
    return <Refused onClose={onClose}>{errors.ALL_CATEGORIES_HELD.message}</Refused>
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setMissing(chosen === null)
    if (chosen !== null) change.mutate({ id: subscription.id, category: Number(chosen) })
  }
  const left = subscription.count_change_category
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <Select
        label="Новая категория"
        placeholder="Выберите категорию"
        searchable
        nothingFoundMessage="Такой категории нет"
        data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
        renderOption={({ option }) => (
          <span className={classes.option}>
            <ProductIcon name={others.find(({ id }) => String(id) === option.value)?.fa_font ?? ''} size={18} />
            {option.label}
          </span>
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
      <p className={classes.note}>
        Срок подписки не изменится, сообщения прежней категории пропадут из ленты. Сменить можно ещё {left}{' '}
        {plural(left, timeForms)}.
      </p>
      {change.error && <Notice tone="bad">{sentenceOf(change.error)}</Notice>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Отмена
        </Button>
        <Button type="submit" loading={change.isPending}>
          Сменить
        </Button>
      </div>
    </form>
  )
}

function Refused({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <>
      <Notice tone="warn">{children}</Notice>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          Понятно
        </Button>
      </div>
    </>
  )
}

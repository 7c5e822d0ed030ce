import { Button, Modal, NumberInput, Select, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { StartedPayment } from '../../../../contract/commerce/payments.ts'
import { describeGroupLimit } from '../../../../rules/group-limit.ts'
import { formatRoubles, toKopecks } from '../../../../rules/money.ts'
import { dayForms, plural, type PluralForms } from '../../../../rules/plural.ts'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct, useCall } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { DialogButtons } from '../../../kit/ui/components/dialog.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { OwnAction } from '../../../kit/ui/components/own-action.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './package-order-dialog.module.css'

export interface PackageOrderDialogProps {
  /** The order is made and is to be paid now. */
  onOrdered: (started: StartedPayment) => void
  onClose: () => void
}

const groupForms: PluralForms = ['группа', 'группы', 'групп']
const placeForms: PluralForms = ['место', 'места', 'мест']
/** Long enough to type a number in. */
const TYPING_MS = 300

/** More groups for the subscription that runs, until its end. */
export function PackageOrderDialog({ onOrdered, onClose }: PackageOrderDialogProps) {
  // Of one group: whether there is anything to buy at all, and how much of it.
  const limits = useCall('subscriptions', 'estimatePackage', { quantity: 1 }, { staleTime: 0 })
  return (
    <Modal opened onClose={onClose} title="Купить больше мест для групп" size={480}>
      {limits.data ? (
        <Order max={limits.data.maxQuantity} days={limits.data.days} onOrdered={onOrdered} onClose={onClose} />
      ) : hasCode(limits.error, 'TARIFF_LIMIT_EXCEEDED') ? (
        <Refused onClose={onClose}>
          Больше групп к этой подписке не добавить: мест уже куплено столько, сколько бывает в её тарифе. Пустые тоже
          считаются.
        </Refused>
      ) : limits.error ? (
        <Refused
          onClose={onClose}
          action={
            hasCode(limits.error, 'SUBSCRIPTION_REQUIRED') && (
              <Button component={Link} to="/order?product=group">
                Выбрать тариф
              </Button>
            )
          }
        >
          {sentenceOf(limits.error)}
        </Refused>
      ) : (
        <Skeleton height={180} radius="md" />
      )}
    </Modal>
  )
}

interface OrderProps extends PackageOrderDialogProps {
  max: number
  days: number
}

function Order({ max, days, onOrdered, onClose }: OrderProps) {
  const input = useRef<HTMLInputElement>(null)
  // The dialog has opened before there was anything to type into.
  useEffect(() => input.current?.focus(), [])
  const [typed, setTyped] = useState<number | string>(1)
  const fits = typeof typed === 'number' && Number.isInteger(typed) && typed >= 1 && typed <= max
  const [quantity] = useDebouncedValue(fits ? typed : 1, TYPING_MS)
  const price = useCall('subscriptions', 'estimatePackage', { quantity }, { placeholderData: keepPreviousData })
  const gateways = useCall('payments', 'listGateways', {}, { staleTime: Infinity }).data?.gateways ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const gateway = gateways.find(({ type }) => type === chosen) ?? gateways[0]
  const order = useAct('payments', 'orderPackage', {
    onSuccess: (started) => {
      onClose()
      onOrdered(started)
    },
  })
  const settled = fits && quantity === typed && !price.isPlaceholderData && price.data !== undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (settled) order.mutate({ quantity, ...(gateway && { gateway: gateway.type }) })
  }
  const mistake =
    typed === ''
      ? 'Укажите, сколько групп добавить'
      : typeof typed === 'number' && typed > max
        ? describeGroupLimit(max)
        : null
  const error = order.error ?? price.error
  return (
    <Stack as="form" noValidate onSubmit={submit}>
      <NumberInput
        ref={input}
        label="Сколько групп добавить"
        description={`Можно купить ещё ${max.toLocaleString('ru')} ${plural(max, placeForms)}`}
        value={typed}
        onChange={setTyped}
        min={1}
        allowNegative={false}
        allowDecimal={false}
        thousandSeparator=" "
        error={mistake}
        size="md"
      />
      <Row
        gap={[1, 4]}
        align="baseline"
        justify="space-between"
        className={classes.price}
        aria-live="polite"
        aria-busy={!settled}
      >
        <span>
          {fits ? `${typed.toLocaleString('ru')} ${plural(typed, groupForms)}` : 'Группы'} до конца подписки,{' '}
          {`${days} ${plural(days, dayForms)}`}
        </span>
        <span className={classes.sum}>{price.data && fits ? formatRoubles(toKopecks(price.data.total)) : '…'}</span>
      </Row>
      {gateways.length > 1 && (
        <Select
          label="Способ оплаты"
          data={gateways.map(({ type, title }) => ({ value: type, label: title }))}
          value={gateway?.type ?? null}
          onChange={(type) => setChosen(type)}
          allowDeselect={false}
          size="md"
        />
      )}
      <p className={typography.note}>Места прибавятся к тем, что уже куплены, как только платёж пройдёт.</p>
      {error && <AlertBox tone="bad">{sentenceOf(error)}</AlertBox>}
      <DialogButtons onClose={onClose}>
        <OwnAction>
          <Button type="submit" loading={order.isPending} disabled={!settled}>
            Оплатить
          </Button>
        </OwnAction>
      </DialogButtons>
    </Stack>
  )
}

function Refused({ children, action, onClose }: { children: ReactNode; action?: ReactNode; onClose: () => void }) {
  return (
    <Stack>
      <AlertBox tone="warn">{children}</AlertBox>
      <Row justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Закрыть
        </Button>
        {action}
      </Row>
    </Stack>
  )
}

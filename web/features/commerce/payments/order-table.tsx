import { Button, Select, Skeleton } from '@mantine/core'
import { useDebouncedValue, useFocusReturn } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminOrder } from '../../../../contract/commerce/payments.ts'
import { sumInWords } from '../../../../rules/money.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { Card } from '../../../kit/ui/components/card.tsx'
import { DataTable, type Column } from '../../../kit/ui/components/data-table.tsx'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { Pager } from '../../../kit/ui/components/pager.tsx'
import { SearchField } from '../../../kit/ui/components/search-field.tsx'
import { StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Row } from '../../../kit/ui/components/stack.tsx'
import { usePageNumber } from '../../../kit/ui/hooks/use-page-hash.ts'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import typography from '../../../kit/ui/typography.module.css'
import classes from './order-table.module.css'
import { boughtInWords, boughtTariffInWords } from './purchase-in-words.ts'

const RefundDialog = lazyNamed(() => import('./order-refund-dialog.tsx'), 'OrderRefundDialog')

const JournalDialog = lazyNamed(() => import('./order-journal-dialog.tsx'), 'OrderJournalDialog')

const LIST = 'orders'
const ANY = 'any'
const TYPING_MS = 300

const gatewayTitles: Record<AdminOrder['gateway'], string> = {
  none: 'Без оплаты',
  test: 'Тестовая оплата',
  cloudpayments: 'CloudPayments',
  unitpay: 'UnitPay',
  cent: 'cent',
  interkassa: 'Interkassa',
  alfa: 'Альфа-Банк',
}

const statuses: Record<AdminOrder['status'], { title: string; tone: 'good' | 'warn' | 'quiet' }> = {
  waiting: { title: 'ждёт оплаты', tone: 'quiet' },
  paid: { title: 'оплачен', tone: 'good' },
  failed: { title: 'не оплачен', tone: 'quiet' },
  refunded: { title: 'деньги возвращены', tone: 'warn' },
}

type Status = AdminOrder['status']
const statusNames = Object.keys(statuses) as Status[]
const statusOptions = [
  { value: ANY, label: 'Любое состояние' },
  ...statusNames.map((value) => ({ value, label: statuses[value].title })),
]

const columnsIn = (zone: string): Column<AdminOrder>[] => [
  { title: 'Номер', show: ({ account }) => <strong className={classes.number}>{account}</strong> },
  { title: 'Дата', show: ({ createdAt }) => <Moment at={createdAt} zone={zone} /> },
  { title: 'Покупатель', show: ({ email }) => <span className={classes.email}>{email ?? 'Аккаунт удалён'}</span> },
  {
    title: 'Что куплено',
    show: (order) => (
      <span title={order.productNames.join(', ')}>
        {boughtInWords(order)} <span className={typography.note}>{boughtTariffInWords(order)}</span>
      </span>
    ),
  },
  { title: 'Сумма', show: ({ sum }) => sumInWords(sum), numbers: true },
  { title: 'Платёжная система', show: ({ gateway }) => gatewayTitles[gateway] },
  {
    title: 'Состояние',
    show: ({ status }) => <StateMark tone={statuses[status].tone}>{statuses[status].title}</StateMark>,
  },
]

/** Every order there is, for anyone who looks one up or gives money back. */
export function OrderTable({ zone }: { zone: string }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS)
  const [status, setStatus] = useState<Status | null>(null)
  const [page, write] = usePageNumber(LIST)
  const find = (words: string): void => {
    setTyped(words)
    write(1, true)
  }
  const choose = (value: string | null): void => {
    setStatus(statusNames.find((name) => name === value) ?? null)
    write(1, true)
  }
  return (
    <>
      <Row>
        <SearchField
          label="Найти заказ"
          placeholder="Почта или номер заказа"
          maxLength={100}
          value={typed}
          onChange={find}
        />
        <Select
          className={classes.status}
          aria-label="Состояние"
          data={statusOptions}
          value={status ?? ANY}
          onChange={choose}
          allowDeselect={false}
        />
      </Row>
      <Orders
        asked={{ ...(search !== '' && { search }), ...(status !== null && { status }), page }}
        zone={zone}
        toFirst={() => write(1, true)}
      />
    </>
  )
}

interface OrdersProps {
  asked: { search?: string; status?: Status; page: number }
  zone: string
  toFirst: () => void
}

function Orders({ asked, zone, toFirst }: OrdersProps) {
  const { page, search, status } = asked
  const { data, error, refetch } = useCall('payments', 'listOrders', asked, {
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const [opened, setOpened] = useState<{ order: AdminOrder; as: 'refund' | 'journal' } | null>(null)
  // A dialog gives the focus back when it closes, but not when it is taken away, as these are.
  useFocusReturn({ opened: opened !== null })
  if (!data) {
    if (!error) return <Skeleton height={320} radius="lg" aria-busy="true" />
    return <LoadFailure title="Заказы не загрузились" error={error} onRetry={() => void refetch()} variant="filled" />
  }
  const close = (): void => setOpened(null)
  return (
    <>
      <Card aria-label="Заказы">
        {data.docs.length > 0 ? (
          <DataTable
            label="Заказы"
            columns={columnsIn(zone)}
            rows={data.docs}
            isOff={(order) => order.status === 'failed'}
            action={(order) => <OrderActions order={order} onOpen={(as) => setOpened({ order, as })} />}
          />
        ) : data.total > 0 ? (
          <EmptyState
            picture="nothing-fits"
            title="На этой странице заказов нет"
            action={<Button onClick={toFirst}>К последним</Button>}
          />
        ) : (
          <EmptyState
            picture="nothing-fits"
            title={search === undefined && status === undefined ? 'Заказов пока нет' : 'Такого заказа нет'}
          />
        )}
      </Card>
      <Pager list={LIST} page={Math.min(page, data.pages)} pages={data.pages} reach={data.pages} />
      <LazyBoundary>
        {opened?.as === 'refund' && <RefundDialog order={opened.order} onClose={close} />}
        {opened?.as === 'journal' && <JournalDialog order={opened.order} zone={zone} onClose={close} />}
      </LazyBoundary>
    </>
  )
}

function OrderActions({ order, onOpen }: { order: AdminOrder; onOpen: (as: 'refund' | 'journal') => void }) {
  return (
    <Row gap={2}>
      <Button
        variant="default"
        size="xs"
        aria-label={`Журнал: заказ ${order.account}`}
        onClick={() => onOpen('journal')}
      >
        Журнал
      </Button>
      <RefundButton order={order} onPress={() => onOpen('refund')} />
    </Row>
  )
}

function RefundButton({ order: { account, refund }, onPress }: { order: AdminOrder; onPress: () => void }) {
  if (refund === null) return null
  const words = refund === 'gateway' ? 'Вернуть деньги' : 'Вернуть в кабинете платёжной системы'
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.refund}
      aria-label={`${words}: заказ ${account}`}
      onClick={onPress}
    >
      {words}
    </Button>
  )
}

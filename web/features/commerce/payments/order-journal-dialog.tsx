import { Modal, Skeleton } from '@mantine/core'
import type { AdminOrder } from '../../../../contract/commerce/payments.ts'
import { sumInWords } from '../../../../rules/money.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { AdminFailure } from '../../../kit/ui/components/admin-failure.tsx'
import { DataTable, type Column } from '../../../kit/ui/components/data-table.tsx'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'

type Journal = Result<'payments', 'getOrderJournal'>
type Entry = Journal['entries'][number] & { id: number }
type Notice = Journal['notices'][number] & { id: number }

const entryKinds: Record<string, string> = { payment: 'Оплата', refund: 'Возврат' }
const noticeKinds: Record<string, string> = {
  paid: 'оплачено',
  declined: 'не прошло, можно попробовать ещё',
  failed: 'не оплачено',
  refunded: 'деньги возвращены',
  check: 'можно ли платить',
  other: 'другое',
  unread: 'не прочитано',
}
const verdicts: Record<string, string> = {
  settled: 'принято',
  repeated: 'уже было',
  ignored: 'ничего не меняет',
  trouble: 'у нас что-то сломалось, просили повторить',
  'unknown order': 'такого заказа нет',
  closed: 'заказ уже закрыт',
  foreign: 'чужой платёж',
  'no signature': 'нет подписи',
  'bad signature': 'подпись неверна',
  malformed: 'не разобрать',
  'wrong sum': 'не та сумма',
  'wrong currency': 'не та валюта',
  test: 'пробный платёж',
}

export interface OrderJournalDialogProps {
  order: AdminOrder
  zone: string
  onClose: () => void
}

/** What happened to the money of an order: what stands in the books, and what the gateway answered. */
export function OrderJournalDialog({ order: { account }, zone, onClose }: OrderJournalDialogProps) {
  const { data, error, refetch } = useCall('payments', 'getOrderJournal', { account }, { staleTime: 0 })
  return (
    <Modal opened onClose={onClose} title={`Журнал заказа ${account}`} size={760}>
      {data ? (
        <Stack gap={4}>
          <Part title="В книгах" none="Денег по этому заказу не было." rows={data.entries} columns={entriesIn(zone)} />
          <Part
            title="Что сообщила платёжная система"
            none="Платёжная система ничего не сообщала."
            rows={data.notices}
            columns={noticesIn(zone)}
          />
        </Stack>
      ) : error ? (
        <AdminFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={200} radius="md" aria-busy="true" />
      )}
    </Modal>
  )
}

interface PartProps<Line> {
  title: string
  none: string
  rows: readonly Omit<Line, 'id'>[]
  columns: readonly Column<Line>[]
}

function Part<Line extends { id: number }>({ title, none, rows, columns }: PartProps<Line>) {
  const numbered = rows.map((row, id) => ({ ...row, id }) as unknown as Line)
  return (
    <Stack as="section" gap={2} aria-label={title}>
      <h3 className={typography.heading}>{title}</h3>
      {numbered.length > 0 ? (
        <DataTable label={title} columns={columns} rows={numbered} />
      ) : (
        <p className={typography.note}>{none}</p>
      )}
    </Stack>
  )
}

const entriesIn = (zone: string): Column<Entry>[] => [
  { title: 'Когда', show: ({ at }) => <Moment at={at} zone={zone} /> },
  { title: 'Что', show: ({ kind }) => entryKinds[kind] ?? kind },
  { title: 'Сумма', show: ({ sum }) => sumInWords(sum), numbers: true },
  { title: 'Номер в платёжной системе', show: ({ externalId }) => externalId },
]

const noticesIn = (zone: string): Column<Notice>[] => [
  { title: 'Когда', show: ({ at }) => <Moment at={at} zone={zone} /> },
  { title: 'Сообщение', show: ({ kind }) => noticeKinds[kind] ?? kind },
  { title: 'Сумма', show: ({ sum }) => sum !== null && sumInWords(sum), numbers: true },
  { title: 'Номер', show: ({ externalId }) => externalId },
  { title: 'Что мы решили', show: ({ verdict }) => verdicts[verdict] ?? verdict },
]

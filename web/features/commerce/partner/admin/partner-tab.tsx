import { Button, Select, Skeleton } from '@mantine/core'
import { useDebouncedValue, useFocusReturn } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { partner as calls, payoutStatuses, type PayoutStatus } from '../../../../../contract/commerce/partner.ts'
import { isOpen } from '../../../../../rules/partner/payout.ts'
import { download } from '../../../../kit/calls/download.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import { Card } from '../../../../kit/ui/components/card.tsx'
import { DataTable } from '../../../../kit/ui/components/data-table.tsx'
import { EmptyState } from '../../../../kit/ui/components/empty-state.tsx'
import { LazyBoundary } from '../../../../kit/ui/components/lazy-boundary.tsx'
import { Pager } from '../../../../kit/ui/components/pager.tsx'
import { SaveAs } from '../../../../kit/ui/components/save-as.tsx'
import { SearchField } from '../../../../kit/ui/components/search-field.tsx'
import { Row } from '../../../../kit/ui/components/stack.tsx'
import { usePageNumber } from '../../../../kit/ui/hooks/use-page-hash.ts'
import { lazyNamed } from '../../../../kit/ui/lazy-named.ts'
import { AdminFailure } from '../../../../kit/ui/components/admin-failure.tsx'
import { Toolbar } from '../../../../kit/ui/components/toolbar.tsx'
import { whoseIn, type AdminPayout, type PayoutFilter } from './in-words.ts'
import { payoutColumns } from './payout-columns.tsx'
import classes from './partner-admin.module.css'
import { SuspectedPartners } from './suspected-partners.tsx'

const CardDialog = lazyNamed(() => import('./partner-card-dialog.tsx'), 'PartnerCardDialog')
const StatusDialog = lazyNamed(() => import('./payout-status-dialog.tsx'), 'PayoutStatusDialog')
const TermsDialog = lazyNamed(() => import('./terms-dialog.tsx'), 'TermsDialog')

const LIST = 'payouts'
const TYPING_MS = 300
const ANY = 'any'

const statusOptions = [
  { value: ANY, label: 'Любое состояние' },
  ...Object.entries(payoutStatuses).map(([value, label]) => ({ value, label })),
]

type Opened = { payout: AdminPayout } | { partnerId: number } | 'terms'

/** Who is to be paid, who is to be looked at, and by which terms partners earn. */
export function PartnerTab({ zone }: { zone: string }) {
  const [typed, setTyped] = useState('')
  const [words] = useDebouncedValue(typed, TYPING_MS)
  const [status, setStatus] = useState<PayoutStatus | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [, write] = usePageNumber(LIST)
  // A dialog gives the focus back when it closes, but not when it is taken away, as these are.
  useFocusReturn({ opened: opened !== null })
  const filter: PayoutFilter = { ...whoseIn(words), ...(status !== null && { status }) }
  const { partner: number } = whoseIn(words)
  const close = (): void => setOpened(null)
  return (
    <>
      <Toolbar>
        <Row gap={3} className={classes.tools}>
          <SearchField
            label="Найти заявки партнёра"
            placeholder="Номер или почта партнёра"
            maxLength={100}
            value={typed}
            onChange={(text) => {
              setTyped(text)
              write(1, true)
            }}
          />
          <Select
            className={classes.status}
            aria-label="Состояние"
            data={statusOptions}
            value={status === null ? ANY : String(status)}
            onChange={(value) => {
              setStatus(value === null || value === ANY ? null : (Number(value) as PayoutStatus))
              write(1, true)
            }}
            allowDeselect={false}
          />
          {number !== undefined && (
            <Button variant="default" onClick={() => setOpened({ partnerId: number })}>
              Карточка партнёра № {number}
            </Button>
          )}
        </Row>
        <Button variant="default" onClick={() => setOpened('terms')}>
          Условия программы
        </Button>
      </Toolbar>
      <SuspectedPartners onOpen={(partnerId) => setOpened({ partnerId })} />
      <Payouts filter={filter} zone={zone} onOpen={setOpened} />
      <LazyBoundary>
        {opened === 'terms' && <TermsDialog onClose={close} />}
        {opened !== null && typeof opened === 'object' && 'payout' in opened && (
          <StatusDialog payout={opened.payout} onClose={close} />
        )}
        {opened !== null && typeof opened === 'object' && 'partnerId' in opened && (
          <CardDialog partnerId={opened.partnerId} zone={zone} onClose={close} />
        )}
      </LazyBoundary>
    </>
  )
}

interface PayoutsProps {
  filter: PayoutFilter
  zone: string
  onOpen: (what: Opened) => void
}

function Payouts({ filter, zone, onOpen }: PayoutsProps) {
  const [page, write] = usePageNumber(LIST)
  const { data, error, refetch } = useCall(
    'partner',
    'listPartnerOrders',
    { ...filter, page },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  if (!data) {
    if (!error) return <Skeleton height={320} radius="lg" aria-busy="true" />
    return <AdminFailure error={error} onRetry={() => void refetch()} />
  }
  const columns = payoutColumns(zone, (partnerId) => onOpen({ partnerId }))
  return (
    <>
      <Card aria-label="Заявки на выплату">
        {data.docs.length > 0 ? (
          <DataTable
            label="Заявки на выплату"
            columns={columns}
            rows={data.docs}
            isOff={({ status }) => !isOpen(status)}
            action={(payout) =>
              isOpen(payout.status) && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Изменить состояние: заявка № ${payout.id}`}
                  onClick={() => onOpen({ payout })}
                >
                  Изменить
                </Button>
              )
            }
          />
        ) : page > 1 ? (
          <EmptyState
            picture="nothing-fits"
            title="На этой странице заявок нет"
            action={<Button onClick={() => write(1, true)}>К первым</Button>}
          />
        ) : (
          <EmptyState
            picture="nothing-fits"
            title={Object.keys(filter).length === 0 ? 'Заявок на выплату пока нет' : 'Таких заявок нет'}
          />
        )}
      </Card>
      {data.total > 0 && <Export filter={filter} />}
      <Pager list={LIST} page={Math.min(page, data.pages)} pages={data.pages} reach={data.pages} />
    </>
  )
}

/** Everything the filter lets through, not this page alone. */
function Export({ filter }: { filter: PayoutFilter }) {
  const [error, setError] = useState<Error | null>(null)
  return (
    <>
      <Row align="center">
        <span>Для бухгалтерии, все найденные заявки:</span>
        <SaveAs save={(format) => download(calls.exportPartnerOrders, { ...filter, format })} onError={setError} />
      </Row>
      <AdminFailure error={error} />
    </>
  )
}

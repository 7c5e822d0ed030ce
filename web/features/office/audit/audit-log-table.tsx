import { Checkbox, Select, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { LogEntry } from '../../../../contract/office/audit.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { AdminFailure } from '../../../kit/ui/components/admin-failure.tsx'
import { Card } from '../../../kit/ui/components/card.tsx'
import { DataTable, type Column } from '../../../kit/ui/components/data-table.tsx'
import type { DayRange } from '../../../kit/ui/components/day-range-calendar.tsx'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { Pager } from '../../../kit/ui/components/pager.tsx'
import { SearchField } from '../../../kit/ui/components/search-field.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { usePageNumber } from '../../../kit/ui/hooks/use-page-hash.ts'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import { wallTime } from '../../../kit/ui/text/zone-time.ts'
import typography from '../../../kit/ui/typography.module.css'
import classes from './audit-log-table.module.css'
import { readLogFilter, writeLogFilter, type LogFilter } from './log-filter.ts'

const DayRangeField = lazyNamed(() => import('../../../kit/ui/components/day-range-field.tsx'), 'DayRangeField')

const LIST = 'log'
const TYPING_MS = 300
const ANY = 'any'

/** The log of what happened to accounts and of what staff did; what is looked for stands in the address. */
export function AuditLogTable({ zone }: { zone: string }) {
  const [search, setSearch] = useSearchParams()
  const filter = readLogFilter(search)
  const [page, writePage] = usePageNumber(LIST)
  const [typed, setTyped] = useState(filter.who)
  const [who] = useDebouncedValue(typed.trim(), TYPING_MS)
  const { data, error, refetch } = useCall(
    'audit',
    'listAuditLog',
    {
      page,
      ...(who !== '' && { who }),
      ...(filter.action !== null && { action: filter.action }),
      ...(filter.from !== null && { from: filter.from }),
      ...(filter.to !== null && { to: filter.to }),
      ...(filter.byStaff && { byStaff: true }),
    },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  /** Another question begins with its first page, which the address has without a hash. */
  const change = (part: Partial<LogFilter>): void =>
    setSearch((before) => writeLogFilter(before, { ...filter, who: typed.trim(), ...part }), { replace: true })
  return (
    <>
      <Row gap={[3, 4]} align="center">
        <SearchField
          label="Кто или чей аккаунт"
          placeholder="Email или номер"
          maxLength={254}
          value={typed}
          onChange={(text) => {
            setTyped(text)
            change({ who: text.trim() })
          }}
        />
        <Select
          className={classes.action}
          aria-label="Что случилось"
          data={[
            { value: ANY, label: 'Любое событие' },
            ...(data?.actions ?? []).map(({ action, words }) => ({ value: action, label: words })),
          ]}
          value={filter.action ?? ANY}
          onChange={(value) => change({ action: value === ANY ? null : value })}
          allowDeselect={false}
          searchable
          nothingFoundMessage="Такого события нет"
        />
        <Days zone={zone} value={[filter.from, filter.to]} onChange={([from, to]) => change({ from, to })} />
        <Checkbox
          label="Только действия с чужими аккаунтами"
          checked={filter.byStaff}
          onChange={({ currentTarget: { checked } }) => change({ byStaff: checked })}
        />
      </Row>
      {data ? (
        <Card aria-label="Журнал">
          {data.docs.length > 0 ? (
            <DataTable label="Журнал" columns={columnsIn(zone)} rows={data.docs} />
          ) : (
            <EmptyState
              picture="nothing-fits"
              title={page > 1 ? 'На этой странице записей нет' : 'Таких записей нет'}
            />
          )}
        </Card>
      ) : error ? (
        <AdminFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={420} radius="lg" aria-busy="true" />
      )}
      {data && <Pager list={LIST} page={Math.min(page, data.pages)} pages={data.pages} reach={data.pages} />}
      {data && page > data.pages && data.pages > 0 && (
        <button type="button" className={classes.back} onClick={() => writePage(1, true)}>
          К новым записям
        </button>
      )}
    </>
  )
}

interface DaysProps {
  zone: string
  value: DayRange
  onChange: (value: DayRange) => void
}

/** So far back entries go. */
const FIRST_DAY = '2016-01-01'

function Days({ zone, value, onChange }: DaysProps) {
  const [today] = useState(() => wallTime(Date.now(), zone).slice(0, 10))
  return (
    <LazyBoundary waiting={<Skeleton height={36} width="min(260px, 100%)" radius="md" />}>
      <DayRangeField label="Дни" bare since={FIRST_DAY} until={today} value={value} onChange={onChange} />
    </LazyBoundary>
  )
}

const columnsIn = (zone: string): Column<LogEntry>[] => [
  { title: 'Когда', show: ({ at }) => <Moment at={at} zone={zone} /> },
  { title: 'Что', show: ({ words }) => words },
  { title: 'Кто', show: ({ actor }) => <Someone of={actor} none="Гость или сервис" /> },
  {
    title: 'Чей аккаунт',
    show: ({ user, actor }) => (user?.id === actor?.id && user ? 'свой' : <Someone of={user} none="—" />),
  },
  {
    title: 'Откуда',
    show: ({ ip, device }) =>
      ip === '' ? null : (
        <Stack gap={0}>
          <span>{ip}</span>
          <span className={typography.note}>{device}</span>
        </Stack>
      ),
  },
  {
    title: 'Подробно',
    show: ({ details }) => (details === '{}' ? null : <code className={classes.details}>{details}</code>),
  },
]

function Someone({ of, none }: { of: LogEntry['actor']; none: string }) {
  if (of === null) return <span className={typography.note}>{none}</span>
  return (
    <span className={classes.someone}>
      {of.email ?? 'Аккаунта больше нет'} <span className={typography.note}>{`№\u00A0${of.id}`}</span>
    </span>
  )
}

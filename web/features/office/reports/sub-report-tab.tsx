import { Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  FIRST_REPORT_DAY,
  reportCuts,
  reports,
  type ReportCut,
  type ReportFigures,
  type SubReport,
} from '../../../../contract/office/reports.ts'
import { sumInWords } from '../../../../rules/money.ts'
import { download } from '../../../kit/calls/download.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { AdminFailure } from '../../../kit/ui/components/admin-failure.tsx'
import { Card } from '../../../kit/ui/components/card.tsx'
import { ChoiceChips } from '../../../kit/ui/components/choice-chips.tsx'
import { CountBars } from '../../../kit/ui/components/count-bars.tsx'
import { DataTable, type Column } from '../../../kit/ui/components/data-table.tsx'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { Fact } from '../../../kit/ui/components/fact.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { SaveAs } from '../../../kit/ui/components/save-as.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import { Toolbar } from '../../../kit/ui/components/toolbar.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import { wallTime } from '../../../kit/ui/text/zone-time.ts'
import typography from '../../../kit/ui/typography.module.css'
import { readRange, shareInPercent, stepInWords, tomorrowOf, writtenDay } from './report-days.ts'
import classes from './sub-report-tab.module.css'

const DayRangeField = lazyNamed(() => import('../../../kit/ui/components/day-range-field.tsx'), 'DayRangeField')

const cuts: Record<ReportCut, { title: string; column: string }> = {
  product: { title: 'По продуктам', column: 'Продукт' },
  tariff: { title: 'По тарифам', column: 'Тариф' },
  promo: { title: 'По промокодам', column: 'Промокод' },
  partner: { title: 'По партнёрам', column: 'Партнёр' },
}
const isCut = (word: string | null): word is ReportCut => (reportCuts as readonly (string | null)[]).includes(word)

/** What was sold in a time: all of it, day by day, and by what or whom. */
export function SubReportTab({ zone }: { zone: string }) {
  const [search, setSearch] = useSearchParams()
  const [today] = useState(() => wallTime(Date.now(), zone).slice(0, 10))
  const [first, last] = readRange(search, today)
  const named = search.get('by')
  const by = isCut(named) ? named : 'product'
  const write = (change: Record<string, string>): void =>
    setSearch((before) => new URLSearchParams({ ...Object.fromEntries(before), ...change }), { replace: true })
  const asked = { from: writtenDay(first), to: writtenDay(last), by }
  const { data, error, refetch, isPlaceholderData } = useCall('reports', 'getSubReport', asked, {
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const [exportError, setExportError] = useState<Error | null>(null)
  return (
    <Stack gap={4} aria-busy={isPlaceholderData || (!data && !error)}>
      <Toolbar>
        <LazyBoundary waiting={<Skeleton height={60} width="min(260px, 100%)" radius="md" />}>
          <DayRangeField
            label="За какое время"
            since={FIRST_REPORT_DAY}
            until={tomorrowOf(today)}
            wholeYear
            always
            value={[first, last]}
            onChange={([from, to]) => {
              if (from !== null && to !== null) write({ from: writtenDay(from), to: writtenDay(to) })
            }}
          />
        </LazyBoundary>
        <SaveAs save={(format) => download(reports.exportSubReport, { ...asked, format })} onError={setExportError} />
      </Toolbar>
      <AdminFailure error={exportError} />
      {data ? (
        <Stack gap={4} className={isPlaceholderData ? classes.old : undefined}>
          <Totals report={data} />
          <Chart report={data} />
          <ChoiceChips
            label="Разрез таблицы"
            options={reportCuts.map((value) => ({ value, title: cuts[value].title }))}
            value={by}
            onChange={(value) => write({ by: value })}
          />
          <Lines report={data} by={by} />
        </Stack>
      ) : error ? (
        <AdminFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={420} radius="lg" />
      )}
    </Stack>
  )
}

const inWords = (count: number): string => count.toLocaleString('ru')

function Totals({ report: { total, trials, payers } }: { report: SubReport }) {
  const conversion = shareInPercent(trials.paidSince, trials.begun)
  const churn = shareInPercent(payers.left, payers.atStart)
  return (
    <Card aria-label="Итоги">
      <dl className={classes.facts}>
        <Fact name="Выручка" note={`оплачено ${sumInWords(total.paid)}, возвращено ${sumInWords(total.refunded)}`}>
          {sumInWords(total.revenue)}
        </Fact>
        <Fact
          name="Заказы"
          note={`новые ${inWords(total.first)}, продления ${inWords(total.prolonged)}, докупили ${inWords(total.added)}`}
        >
          {inWords(total.orders)}
        </Fact>
        <Fact
          name="Из пробных в платящие"
          note={`начали пробовать ${inWords(trials.begun)}, из них оплатили ${inWords(trials.paidSince)}`}
        >
          {conversion ?? '—'}
        </Fact>
        <Fact
          name="Отток"
          note={`платили в начале ${inWords(payers.atStart)}, пришли ${inWords(payers.came)}, ушли ${inWords(payers.left)}, платят в конце ${inWords(payers.atEnd)}`}
        >
          {churn ?? '—'}
        </Fact>
      </dl>
    </Card>
  )
}

function Chart({ report: { series, step } }: { report: SubReport }) {
  const [first, last] = [series[0], series.at(-1)]
  if (!first || !last || series.every(({ orders, refunded }) => orders === 0 && refunded === 0)) return null
  const titles = { day: 'по дням', week: 'по неделям', month: 'по месяцам' }
  return (
    <Card aria-label={`Выручка ${titles[step]}`}>
      <Stack gap={2}>
        <h2 className={typography.heading}>Выручка {titles[step]}</h2>
        <CountBars
          label={`Выручка ${titles[step]}, график`}
          ends={[stepInWords(first.day, step), stepInWords(last.day, step)]}
          bars={series.map(({ day, orders, revenue, refunded }) => ({
            key: day,
            // What went back is no bar below the line: its words say it.
            count: Math.max(0, revenue),
            words: `${stepInWords(day, step)}: ${sumInWords(revenue)}, заказов ${inWords(orders)}${
              refunded > 0 ? `, возвращено ${sumInWords(refunded)}` : ''
            }`,
          }))}
        />
      </Stack>
    </Card>
  )
}

type Line = ReportFigures & { id: string; name: string }

function Lines({ report: { rows, total }, by }: { report: SubReport; by: ReportCut }) {
  if (rows.length === 0) {
    return (
      <Card>
        <EmptyState picture="nothing-fits" title="За это время ничего не продали">
          Заказы и возвраты появятся здесь в день оплаты.
        </EmptyState>
      </Card>
    )
  }
  const columns: Column<Line>[] = [
    { title: cuts[by].column, show: ({ id, name }) => (id === TOTAL ? <strong>{name}</strong> : name) },
    { title: 'Заказы', numbers: true, show: ({ orders }) => inWords(orders) },
    { title: 'Новые', numbers: true, show: ({ first }) => inWords(first) },
    { title: 'Продления', numbers: true, show: ({ prolonged }) => inWords(prolonged) },
    { title: 'Докупили', numbers: true, show: ({ added }) => inWords(added) },
    { title: 'Возвраты', numbers: true, show: ({ refunds }) => inWords(refunds) },
    { title: 'Выручка', numbers: true, show: ({ revenue }) => sumInWords(revenue) },
    { title: 'Доля', numbers: true, show: ({ revenue }) => shareInPercent(revenue, total.revenue) ?? '—' },
  ]
  const lines: Line[] = [
    ...rows.map(({ key, ...row }) => ({ ...row, id: key ?? NONE })),
    { ...total, id: TOTAL, name: 'Всего' },
  ]
  return (
    <>
      <Card aria-label="Продажи">
        <DataTable label="Продажи" columns={columns} rows={lines} />
      </Card>
      {by === 'product' && (
        <p className={typography.note}>
          Заказ на несколько категорий стоит в строке каждой из них, а его сумма делится между ними поровну.
        </p>
      )}
    </>
  )
}

const TOTAL = 'total'
const NONE = 'none'

import { Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { FIRST_PARTNER_DAY, type trafficTypes } from '../../../../contract/commerce/partner.ts'
import { sumInWords } from '../../../../rules/money.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { ChoiceChips } from '../../../kit/ui/components/choice-chips.tsx'
import { CountBars } from '../../../kit/ui/components/count-bars.tsx'
import { DataTable, type Column } from '../../../kit/ui/components/data-table.tsx'
import type { DayRange } from '../../../kit/ui/components/day-range-calendar.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { SettingsCard, SettingsNote } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import { wallTime } from '../../../kit/ui/text/zone-time.ts'
import { shortDay } from './partner-in-words.ts'
import { LIMIT, PartnerList, SaveList, useListPage } from './partner-list.tsx'
import classes from './partner.module.css'
import { periodsOf, type TrafficPeriod } from './traffic-days.ts'

const DayRangeField = lazyNamed(() => import('../../../kit/ui/components/day-range-field.tsx'), 'DayRangeField')

type Type = (typeof trafficTypes)[number]
type By = 'time' | 'link' | 'source'
type Line = Result<'partner', 'getTraffic'>['docs'][number] & { id: string }

const types: { value: Type; title: string }[] = [
  { value: 'visits', title: 'Переходы' },
  { value: 'registrations', title: 'Регистрации' },
  { value: 'payments', title: 'Первые оплаты' },
]
const periods: { value: TrafficPeriod; title: string }[] = [
  { value: 'day', title: 'По дням' },
  { value: 'week', title: 'По неделям' },
  { value: 'month', title: 'По месяцам' },
]
const cuts: { value: By; title: string; column: string }[] = [
  { value: 'time', title: 'По времени', column: 'Когда' },
  { value: 'link', title: 'По ссылкам', column: 'Ссылка' },
  { value: 'source', title: 'По сайтам', column: 'Сайт' },
]

/** Who came by the partner, as a picture and as a table. */
export function TrafficPart({ zone }: { zone: string }) {
  const [type, setType] = useState<Type>('visits')
  const [period, setPeriod] = useState<TrafficPeriod>('day')
  const [by, setBy] = useState<By>('time')
  const [range, setRange] = useState<DayRange>([null, null])
  const [today] = useState(() => wallTime(Date.now(), zone).slice(0, 10))
  const { page, toFirst } = useListPage('traffic')
  const choose =
    <Value,>(set: (value: Value) => void) =>
    (value: Value): void => {
      set(value)
      toFirst()
    }
  const [from, to] = range
  const asked = { period, type, ...(from !== null && { from }), ...(to !== null && { to }) }
  const answer = useCall(
    'partner',
    'getTraffic',
    { ...asked, ...(by !== 'time' && { by }), page, limit: LIMIT },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  return (
    <SettingsCard title="Переходы">
      <Stack gap={4}>
        <Row gap={[3, 4]} align="center">
          <ChoiceChips label="Что показать" options={types} value={type} onChange={choose(setType)} />
          <ChoiceChips label="За какое время считать" options={periods} value={period} onChange={choose(setPeriod)} />
        </Row>
        <LazyBoundary waiting={<Skeleton height={60} width="min(260px, 100%)" radius="md" />}>
          <DayRangeField
            label="Дни"
            since={FIRST_PARTNER_DAY}
            until={today}
            value={range}
            onChange={choose(setRange)}
          />
        </LazyBoundary>
        <Chart type={type} period={period} range={range} today={today} />
        <Row gap={[2, 4]} align="center">
          <ChoiceChips label="Разрез таблицы" options={cuts} value={by} onChange={choose(setBy)} />
          <SaveList list="traffic" what="переходы" {...asked} {...(by !== 'time' && { by })} />
        </Row>
        <PartnerList
          list="traffic"
          page={page}
          answer={answer}
          failed="Переходы не загрузились."
          empty={
            <SettingsNote>
              {from === null && to === null
                ? 'По вашим ссылкам ещё никто не приходил. Поделитесь ссылкой, и переходы появятся здесь.'
                : 'За эти дни никто не приходил.'}
            </SettingsNote>
          }
        >
          {(docs) => (
            <DataTable
              label="Переходы"
              columns={columnsOf(by, period)}
              rows={docs.map((doc): Line => ({ ...doc, id: doc.key }))}
            />
          )}
        </PartnerList>
        <SettingsNote>
          Регистрации и оплаты стоят в дне перехода, который их привёл. Кто ввёл ваш промокод и не приходил по ссылке,
          есть в рефералах.
        </SettingsNote>
      </Stack>
    </SettingsCard>
  )
}

function columnsOf(by: By, period: TrafficPeriod): Column<Line>[] {
  const { column = '' } = cuts.find(({ value }) => value === by) ?? {}
  return [
    {
      title: column,
      show: ({ key }) => (by === 'time' ? keyInWords(key, period) : key === '—' ? 'Сайт неизвестен' : key),
    },
    { title: 'Переходы', numbers: true, show: ({ visits }) => visits.toLocaleString('ru') },
    { title: 'Регистрации', numbers: true, show: ({ registrations }) => registrations.toLocaleString('ru') },
    { title: 'Первые оплаты', numbers: true, show: ({ payments }) => payments.toLocaleString('ru') },
    { title: 'Оплатили', numbers: true, show: ({ paid }) => sumInWords(paid) },
    { title: 'Начислено', numbers: true, show: ({ earned }) => sumInWords(earned) },
  ]
}

/** «10.03.26», «неделя с 09.03.26», «март 2026 г.» */
function keyInWords(key: string, period: TrafficPeriod): string {
  if (period === 'day') return shortDay(key)
  if (period === 'week') return `неделя с ${shortDay(key)}`
  return new Date(key).toLocaleDateString('ru', { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

interface ChartProps {
  type: Type
  period: TrafficPeriod
  range: DayRange
  today: string
}

/** The numbers of a row of days; the table beneath says the same in its own way. */
function Chart({ type, period, range, today }: ChartProps) {
  const keys = useMemo(() => periodsOf(range, period, today), [range, period, today])
  const [first = today, last = today] = [keys[0], keys.at(-1)]
  // A period that the range cuts is counted as far as it lies in it, as the table does.
  const from = [range[0] ?? FIRST_PARTNER_DAY, first].toSorted().at(-1) ?? first
  const { data, error, refetch, isPlaceholderData } = useCall(
    'partner',
    'getTraffic',
    { period, type, from, to: range[1] ?? today, page: 1, limit: 100 },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  if (!data)
    return error ? (
      <LoadFailure error={error} onRetry={() => void refetch()}>
        График не загрузился.
      </LoadFailure>
    ) : (
      <Skeleton height={96} radius="md" aria-busy="true" />
    )
  const counts = new Map(data.docs.map((doc) => [doc.key, doc[type]]))
  const title = types.find(({ value }) => value === type)?.title ?? ''
  return (
    <div className={isPlaceholderData ? classes.old : undefined} aria-busy={isPlaceholderData}>
      <CountBars
        label={`${title}, график`}
        ends={[keyInWords(first, period), keyInWords(last, period)]}
        bars={keys.map((key) => {
          const count = counts.get(key) ?? 0
          return { key, count, words: `${keyInWords(key, period)}: ${count.toLocaleString('ru')}` }
        })}
      />
    </div>
  )
}

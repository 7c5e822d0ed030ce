import { ScrollArea, Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { leads, type funnelCuts } from '../../../../../contract/reading/leads.ts'
import { formatRoubles } from '../../../../../rules/money.ts'
import type { Result } from '../../../../kit/calls/ask.ts'
import { download } from '../../../../kit/calls/download.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import { Card } from '../../../../kit/ui/components/card.tsx'
import { ChoiceChips } from '../../../../kit/ui/components/choice-chips.tsx'
import { EmptyState } from '../../../../kit/ui/components/empty-state.tsx'
import { Fact } from '../../../../kit/ui/components/fact.tsx'
import { LoadFailure } from '../../../../kit/ui/components/load-failure.tsx'
import { SaveAs } from '../../../../kit/ui/components/save-as.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import { answerTime, funnelDays, funnelPeriods, stepShareInPercent, type FunnelPeriod } from './funnel-period.ts'
import classes from './funnel.module.css'

type Cut = (typeof funnelCuts)[number]
type Steps = Result<'leads', 'getFunnel'>['total']
type Line = Result<'leads', 'getFunnel'>['rows'][number]

const cuts: { value: Cut; title: string; column: string }[] = [
  { value: 'product', title: 'По категориям', column: 'Категория' },
  { value: 'person', title: 'По людям', column: 'Кто' },
  { value: 'week', title: 'По неделям', column: 'Неделя' },
]
const periods = Object.entries(funnelPeriods).map(([value, title]) => ({ value: value as FunnelPeriod, title }))

/** What came of what was found: how many were taken, answered and won, how soon, and for how much. */
export function Funnel({ zone }: { zone: string }) {
  const [period, setPeriod] = useState<FunnelPeriod>('30')
  const [by, setBy] = useState<Cut>('product')
  const [now] = useState(() => new Date())
  const asked = { ...funnelDays(period, zone, now), by }
  const { data, error, refetch, isPlaceholderData } = useCall('leads', 'getFunnel', asked, {
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap={4} aria-busy={isPlaceholderData || (!data && !error)}>
      <Row gap={[2, 4]} align="center">
        <ChoiceChips label="За какое время" options={periods} value={period} onChange={setPeriod} />
        <ChoiceChips label="Разрез" options={cuts} value={by} onChange={setBy} />
        <SaveAs className={classes.save} save={(format) => download(leads.exportFunnel, { ...asked, format })} />
      </Row>
      {data && data.total.found === 0 ? (
        <EmptyState picture="quiet" title="За это время ничего не нашлось">
          Воронка считает сообщения ленты без спама и копий.
        </EmptyState>
      ) : data ? (
        <Stack gap={4} className={isPlaceholderData ? classes.old : undefined}>
          <Drawn total={data.total} />
          <Lines rows={data.rows} total={data.total} by={by} />
        </Stack>
      ) : error ? (
        <LoadFailure title="Воронка не загрузилась" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} radius="lg" />
      )}
    </Stack>
  )
}

/** The steps one under another; the table beneath says the same, so that no one has to see it. */
function Drawn({ total }: { total: Steps }) {
  const { found, taken, answered, won, lost, sum, answerSeconds } = total
  const steps = [
    { name: 'Нашли', count: found, of: null },
    { name: 'Взяли', count: taken, of: found },
    { name: 'Ответили', count: answered, of: taken },
    { name: 'Сделки', count: won, of: answered },
  ]
  return (
    <Card aria-label="Воронка">
      <Stack gap={4}>
        <div className={classes.steps} aria-hidden="true">
          {steps.map(({ name, count, of }) => {
            const share = of === null ? null : stepShareInPercent(count, of)
            return (
              <div key={name} className={classes.step}>
                <span className={classes.name}>{name}</span>
                <span className={classes.track}>
                  <span
                    className={classes.bar}
                    data-won={(name === 'Сделки' && count > 0) || undefined}
                    style={{ width: `${(count / Math.max(1, found)) * 100}%` }}
                  >
                    {count.toLocaleString('ru')}
                    {share !== null && <span className={classes.share}>{share}</span>}
                  </span>
                </span>
              </div>
            )
          })}
        </div>
        <dl className={classes.facts}>
          <Fact name="До первого ответа, медиана">{answerTime(answerSeconds)}</Fact>
          <Fact name="Сумма сделок">{formatRoubles(sum)}</Fact>
          <Fact name="Отказы">{lost.toLocaleString('ru')}</Fact>
        </dl>
      </Stack>
    </Card>
  )
}

const columns: { title: string; show: (steps: Steps) => string }[] = [
  { title: 'Нашли', show: ({ found }) => found.toLocaleString('ru') },
  { title: 'Взяли', show: ({ taken }) => taken.toLocaleString('ru') },
  { title: 'Ответили', show: ({ answered }) => answered.toLocaleString('ru') },
  { title: 'Сделки', show: ({ won }) => won.toLocaleString('ru') },
  { title: 'Отказы', show: ({ lost }) => lost.toLocaleString('ru') },
  { title: 'До ответа', show: ({ answerSeconds }) => answerTime(answerSeconds) },
  { title: 'Сумма', show: ({ sum }) => formatRoubles(sum) },
]

function Lines({ rows, total, by }: { rows: readonly Line[]; total: Steps; by: Cut }) {
  return (
    <ScrollArea viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Таблица воронки' }}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{cuts.find(({ value }) => value === by)?.column}</th>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key ?? 'none'}>
              <th scope="row">{row.name || 'Без имени'}</th>
              {columns.map(({ title, show }) => (
                <td key={title}>{show(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Всего</th>
            {columns.map(({ title, show }) => (
              <td key={title}>{show(total)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </ScrollArea>
  )
}

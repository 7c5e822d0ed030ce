import { Button, ScrollArea, Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { leads, type funnelCuts } from '../../../../../contract/reading/leads.ts'
import { formatRoubles } from '../../../../../rules/money.ts'
import type { Result } from '../../../../kit/calls/ask.ts'
import { sentenceOf } from '../../../../kit/calls/call-error.ts'
import { download } from '../../../../kit/calls/download.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import { showErrorToast } from '../../../../kit/ui/components/action-toast.tsx'
import { Card } from '../../../../kit/ui/components/card.tsx'
import { ChoiceChips } from '../../../../kit/ui/components/choice-chips.tsx'
import { EmptyState } from '../../../../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../../../../kit/ui/components/load-failure.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import { answerTime, funnelDays, funnelPeriods, shareOf, type FunnelPeriod } from './funnel-period.ts'
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
      <div className={classes.tools}>
        <ChoiceChips label="За какое время" options={periods} value={period} onChange={setPeriod} />
        <ChoiceChips label="Разрез" options={cuts} value={by} onChange={setBy} />
        <Row gap={2} className={classes.save}>
          <Save asked={asked} format="xlsx" title="XLSX" />
          <Save asked={asked} format="csv" title="CSV" />
        </Row>
      </div>
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

type Asked = ReturnType<typeof funnelDays> & { by: Cut }

function Save({ asked, format, title }: { asked: Asked; format: 'xlsx' | 'csv'; title: string }) {
  const [saving, setSaving] = useState(false)
  const save = (): void => {
    setSaving(true)
    download(leads.exportFunnel, { ...asked, format })
      .catch((error: unknown) => showErrorToast(`Скачать не получилось. ${sentenceOf(error)}`))
      .finally(() => setSaving(false))
  }
  return (
    <Button
      variant="default"
      size="sm"
      loading={saving}
      aria-label={`Скачать ${title}`}
      leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
      onClick={save}
    >
      {title}
    </Button>
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
            const share = of === null ? null : shareOf(count, of)
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
          <div className={classes.fact}>
            <dt>До первого ответа, медиана</dt>
            <dd>{answerTime(answerSeconds)}</dd>
          </div>
          <div className={classes.fact}>
            <dt>Сумма сделок</dt>
            <dd>{formatRoubles(sum)}</dd>
          </div>
          <div className={classes.fact}>
            <dt>Отказы</dt>
            <dd>{lost.toLocaleString('ru')}</dd>
          </div>
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

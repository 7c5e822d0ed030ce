import { Modal, ScrollArea, SegmentedControl, Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../../kit/calls/use-call.ts'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import classes from './moderator-statistics-dialog.module.css'
import { statisticsActionTitles } from './statistics-actions.ts'
import { periodDays, statisticsPeriods, todayIn, type StatisticsPeriod } from './statistics-period.ts'

// Charts are heavy: the table is there before them.
const StatisticsChart = lazyNamed(() => import('./statistics-chart.tsx'), 'StatisticsChart')

const CHART_HEIGHT = 260

export function ModeratorStatisticsDialog({ zone, onClose }: { zone: string; onClose: () => void }) {
  const [period, setPeriod] = useState<StatisticsPeriod>('30')
  const [today] = useState(() => todayIn(zone, new Date()))
  const { data, error, refetch, isPlaceholderData } = useCall(
    'moderation',
    'getModeratorStatistics',
    periodDays(period, today),
    {
      placeholderData: keepPreviousData,
      staleTime: 0,
    },
  )
  return (
    <Modal opened onClose={onClose} title="Статистика модераторов" size={860}>
      <Stack aria-busy={isPlaceholderData}>
        <SegmentedControl
          aria-label="Период"
          size="sm"
          value={period}
          data={Object.entries(statisticsPeriods).map(([value, label]) => ({ value, label }))}
          onChange={(value) => setPeriod(value as StatisticsPeriod)}
        />
        {data ? (
          data.moderators.length === 0 ? (
            <EmptyState picture="quiet" title="Решений за это время нет">
              Здесь будет видно, сколько сообщений одобрили и отклонили модераторы.
            </EmptyState>
          ) : (
            <Stack className={classes.both} data-old={isPlaceholderData || undefined}>
              <LazyBoundary waiting={<Skeleton height={CHART_HEIGHT} radius="md" />}>
                <StatisticsChart days={data.days} height={CHART_HEIGHT} />
              </LazyBoundary>
              <ScrollArea viewportProps={{ tabIndex: 0 }}>
                <table className={classes.table}>
                  <thead>
                    <tr>
                      <th scope="col">Модератор</th>
                      {statisticsActionTitles.map(([key, title]) => (
                        <th key={key} scope="col">
                          {title}
                        </th>
                      ))}
                      <th scope="col">Всего</th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.moderators.map((row) => (
                      <tr key={row.user.id}>
                        <th scope="row">{row.user.name}</th>
                        {statisticsActionTitles.map(([key]) => (
                          <td key={key} data-none={row[key] === 0 || undefined}>
                            {row[key].toLocaleString('ru')}
                          </td>
                        ))}
                        <td className={classes.total}>{row.total.toLocaleString('ru')}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </ScrollArea>
            </Stack>
          )
        ) : error ? (
          <LoadFailure title="Статистика не загрузилась" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={CHART_HEIGHT} radius="md" />
        )}
      </Stack>
    </Modal>
  )
}

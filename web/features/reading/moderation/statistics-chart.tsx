import '@mantine/core/styles/ColorSwatch.css'
import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { statisticsActionTitles, type StatisticsAction } from './statistics-actions.ts'
import { barsOf, type DayCounts } from './statistics-period.ts'

const colors: Record<StatisticsAction, string> = {
  approved: 'var(--good)',
  rejected: 'var(--bad)',
  spam: 'var(--warn)',
  locations: 'var(--accent)',
  categories: 'var(--ink-muted)',
}

/** Actions by day. The table below says the same in numbers, so that no one has to tell colours apart. */
export function StatisticsChart({ days, height }: { days: readonly DayCounts[]; height: number }) {
  return (
    <BarChart
      h={height}
      data={barsOf(days).map((bar) => ({ ...bar }))}
      dataKey="day"
      type="stacked"
      withLegend
      legendProps={{ verticalAlign: 'bottom', itemSorter: null }}
      yAxisProps={{ allowDecimals: false }}
      series={statisticsActionTitles.map(([name, label]) => ({ name, label, color: colors[name] }))}
      valueFormatter={(value) => value.toLocaleString('ru')}
      tooltipAnimationDuration={0}
      barProps={{ isAnimationActive: false }}
      aria-label="Решения модераторов по дням"
    />
  )
}

import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { networkTitles } from '../../../../contract/networks.ts'
import type { SourceToken } from '../../../../contract/watching/sources.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { AdminFailure } from '../../../kit/ui/components/admin-failure.tsx'
import { Card } from '../../../kit/ui/components/card.tsx'
import { ChoiceChips } from '../../../kit/ui/components/choice-chips.tsx'
import { CountBars } from '../../../kit/ui/components/count-bars.tsx'
import { DataTable, type Column } from '../../../kit/ui/components/data-table.tsx'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { lagInWords } from './lag-in-words.ts'
import { lagBars, type LagBar } from './lag-bars.ts'
import classes from './source-history.module.css'
import { SourcesList, sourcePartTitles } from './sources-list.tsx'

type History = Result<'sources', 'getSourceHistory'>
type Period = '1' | '7'

const periods: { value: Period; title: string }[] = [
  { value: '1', title: 'Сутки' },
  { value: '7', title: 'Неделя' },
]

/** For who looks after the service: how the networks are heard now, how far they lagged, what their tokens may still do. */
export function SourceHistory({ zone }: { zone: string }) {
  const [period, setPeriod] = useState<Period>('1')
  const { data, error, refetch } = useCall(
    'sources',
    'getSourceHistory',
    { days: Number(period) },
    { refetchInterval: 60_000 },
  )
  return (
    <>
      <SourcesList zone={zone} />
      <ChoiceChips label="За какое время отставание" options={periods} value={period} onChange={setPeriod} />
      {data ? (
        <>
          <Lags parts={data.parts} days={Number(period)} zone={zone} />
          <Tokens tokens={data.tokens} zone={zone} />
        </>
      ) : error ? (
        <AdminFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={240} radius="lg" aria-busy="true" />
      )}
    </>
  )
}

function Lags({ parts, days, zone }: { parts: History['parts']; days: number; zone: string }) {
  const [now] = useState(() => Date.now())
  const heard = parts.filter(({ points }) => points.length > 0)
  if (heard.length === 0)
    return (
      <Card aria-label="Отставание">
        <p className={typography.note}>
          За это время ещё ничего не записано. Отставание записывается каждые десять минут.
        </p>
      </Card>
    )
  return (
    <div className={classes.lags}>
      {heard.map(({ network, part, points }) => {
        const bars = lagBars(points, { now, days, zone })
        const title = `${networkTitles[network]}: ${sourcePartTitles[part].toLowerCase()}`
        return (
          <Card key={title} aria-label={`Отставание, ${title}`}>
            <Stack gap={2}>
              <h2 className={typography.heading}>{title}</h2>
              <CountBars
                label={`Отставание, ${title}`}
                ends={[bars[0]?.from ?? '', 'сейчас']}
                bars={bars.map((bar) => ({ key: bar.key, count: bar.lagSeconds ?? 0, words: barInWords(bar) }))}
              />
              <p className={typography.note}>Наибольшее: {worstOf(bars)}</p>
            </Stack>
          </Card>
        )
      })}
    </div>
  )
}

function barInWords({ from, lagSeconds, waiting, failed }: LagBar): string {
  const lag = lagSeconds === null ? 'сообщений не было' : lagInWords(lagSeconds)
  const more = [waiting > 0 && `ждут очереди ${waiting}`, failed && 'сеть не отвечала'].filter(Boolean)
  return `${from}: ${[lag, ...more].join(', ')}`
}

const worstOf = (bars: readonly LagBar[]): string =>
  lagInWords(Math.max(0, ...bars.map(({ lagSeconds }) => lagSeconds ?? 0)))

const states: Record<SourceToken['state'], { title: string; tone: 'good' | 'warn' | 'quiet' }> = {
  working: { title: 'работает', tone: 'good' },
  resting: { title: 'отдыхает', tone: 'quiet' },
  dead: { title: 'не принят сетью', tone: 'warn' },
}

function Tokens({ tokens, zone }: { tokens: History['tokens']; zone: string }) {
  if (tokens.length === 0) return null
  const columns: Column<SourceToken & { id: string }>[] = [
    { title: 'Сеть', show: ({ network }) => networkTitles[network] },
    { title: 'Ключ', show: ({ token }) => <code>{token}</code> },
    {
      title: 'Состояние',
      show: ({ state, why, restsUntil }) => (
        <Stack gap={1} align="flex-start">
          <StateMark tone={states[state].tone}>{states[state].title}</StateMark>
          {why !== null && <span className={typography.note}>{why}</span>}
          {restsUntil !== null && (
            <span className={typography.note}>
              до <Moment at={restsUntil} zone={zone} />
            </span>
          )}
        </Stack>
      ),
    },
    {
      title: 'Сделано сегодня',
      show: ({ uses }) =>
        uses.length > 0 && (
          <ul className={classes.uses}>
            {uses.map(({ method, used, perDay }) => (
              <li key={method}>
                <code>{method}</code> {used.toLocaleString('ru')}
                {perDay !== null && ` из ${perDay.toLocaleString('ru')}`}
              </li>
            ))}
          </ul>
        ),
    },
  ]
  return (
    <Card aria-label="Ключи сетей">
      <Stack gap={3}>
        <h2 className={typography.heading}>Ключи сетей</h2>
        <DataTable
          label="Ключи сетей"
          columns={columns}
          rows={tokens.map((token) => ({ ...token, id: `${token.network} ${token.token}` }))}
        />
      </Stack>
    </Card>
  )
}

import { NativeSelect } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { commissionStates, commissionTitles, type Commission } from '../../../../contract/commerce/partner.ts'
import { sumInWords } from '../../../../rules/money.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { DataTable, type Column } from '../../../kit/ui/components/data-table.tsx'
import { SettingsCard, SettingsNote, StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { wallTime } from '../../../kit/ui/text/zone-time.ts'
import typography from '../../../kit/ui/typography.module.css'
import { commissionTones, inPercent, shortDay } from './partner-in-words.ts'
import { LIMIT, PartnerList, SaveList, useListPage } from './partner-list.tsx'

type State = Commission['state']

const states = [
  { value: '', label: 'Все' },
  ...commissionStates.map((state) => ({ value: state, label: commissionTitles[state] })),
]

/** Every payment of a referral, what came of it, and by which rule. */
export function CommissionsPart({ zone }: { zone: string }) {
  const [state, setState] = useState<State | null>(null)
  const { page, toFirst } = useListPage('commissions')
  const answer = useCall(
    'partner',
    'listCommissions',
    { ...(state !== null && { state }), page, limit: LIMIT },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  return (
    <SettingsCard title="Начисления">
      <Stack gap={4}>
        <Row gap={[2, 4]} align="center">
          <NativeSelect
            aria-label="Какие начисления показать"
            size="sm"
            data={states}
            value={state ?? ''}
            onChange={(event) => {
              const chosen = event.currentTarget.value
              setState(commissionStates.find((each) => each === chosen) ?? null)
              toFirst()
            }}
          />
          <SaveList list="commissions" what="начисления" {...(state !== null && { state })} />
        </Row>
        <PartnerList
          list="commissions"
          page={page}
          answer={answer}
          failed="Начисления не загрузились."
          empty={
            <SettingsNote>
              {state === null ? 'Начислений ещё не было: они появляются с первой оплатой реферала.' : 'Таких нет.'}
            </SettingsNote>
          }
        >
          {(docs) => <DataTable label="Начисления" columns={columnsIn(zone)} rows={docs} />}
        </PartnerList>
      </Stack>
    </SettingsCard>
  )
}

const columnsIn = (zone: string): Column<Commission>[] => {
  const day = (at: string): string => shortDay(wallTime(Date.parse(at), zone))
  return [
    { title: 'Когда', show: ({ earnedAt }) => day(earnedAt) },
    { title: 'Кто', show: ({ email }) => email },
    { title: 'Заказ', show: ({ account }) => account },
    { title: 'Оплата', numbers: true, show: ({ paid }) => sumInWords(paid) },
    { title: 'Ставка', numbers: true, show: ({ rate }) => inPercent(rate) },
    {
      title: 'Вам',
      numbers: true,
      show: ({ amount, state }) => (isLost(state) ? <s>{sumInWords(amount)}</s> : sumInWords(amount)),
    },
    {
      title: 'Состояние и почему',
      show: ({ state, why, availableAt }) => (
        <Stack gap={1}>
          <span>
            <StateMark tone={commissionTones[state]}>{commissionTitles[state]}</StateMark>
          </span>
          <span className={typography.note}>{state === 'held' ? `${why}: до ${day(availableAt)}` : why}</span>
        </Stack>
      ),
    },
  ]
}

/** It was the partner's, or would have been. */
const isLost = (state: State): boolean => state === 'reversed' || state === 'refused'

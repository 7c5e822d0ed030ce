import { keepPreviousData } from '@tanstack/react-query'
import { payoutStatuses, type Payout } from '../../../../contract/commerce/partner.ts'
import { sumInWords } from '../../../../rules/money.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { DataTable, type Column } from '../../../kit/ui/components/data-table.tsx'
import { SettingsCard, SettingsNote, StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { wallTime } from '../../../kit/ui/text/zone-time.ts'
import typography from '../../../kit/ui/typography.module.css'
import { methodWords, payoutWords, shortDay } from './partner-in-words.ts'
import classes from './partner.module.css'
import { LIMIT, PartnerList, SaveList, useListPage } from './partner-list.tsx'

/** Every payout that was asked for, how far it is, and what was answered. */
export function PayoutsPart({ zone }: { zone: string }) {
  const { page } = useListPage('payouts')
  const answer = useCall(
    'partner',
    'listPayouts',
    { page, limit: LIMIT },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  return (
    <SettingsCard title="История выплат">
      <Stack gap={4}>
        {(answer.data?.docs.length ?? 0) > 0 && (
          <Row>
            <SaveList list="payouts" what="выплаты" />
          </Row>
        )}
        <PartnerList
          list="payouts"
          page={page}
          answer={answer}
          failed="История выплат не загрузилась."
          empty={<SettingsNote>Заявок ещё не было</SettingsNote>}
        >
          {(docs) => <DataTable label="История выплат" columns={columnsIn(zone)} rows={docs} />}
        </PartnerList>
      </Stack>
    </SettingsCard>
  )
}

const columnsIn = (zone: string): Column<Payout>[] => {
  const day = (at: string): string => shortDay(wallTime(Date.parse(at), zone))
  return [
    { title: 'Заявка', show: ({ id }) => `№ ${id}` },
    { title: 'Когда', show: ({ createdAt }) => day(createdAt) },
    { title: 'Сумма', numbers: true, show: ({ sum }) => sumInWords(sum) },
    {
      title: 'Куда',
      show: ({ method, wallet }) => (
        <span>
          {methodWords[method].title} <span className={classes.short}>{wallet}</span>
        </span>
      ),
    },
    {
      title: 'Статус',
      show: ({ status, changedAt }) => (
        <span>
          <StateMark tone={payoutWords[status].tone}>{payoutStatuses[status]}</StateMark>{' '}
          <span className={typography.note}>
            {payoutWords[status].words}, {day(changedAt)}
          </span>
        </span>
      ),
    },
    { title: 'Комментарий', show: ({ comment }) => comment },
  ]
}

import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { sumInWords } from '../../../../rules/money.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Card } from '../../../kit/ui/components/card.tsx'
import { Fact } from '../../../kit/ui/components/fact.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './partner.module.css'
import type { Partner } from './use-partner.ts'
import { dayForms, plural } from '../../../../rules/plural.ts'

export interface PartnerMoneyProps {
  partner: Partner
  onRequest: () => void
  /** Where the payouts are listed. */
  history: string
}

/** What the partner has, and the way to have it paid. */
export function PartnerMoney({ partner: { money, terms, email }, onRequest, history }: PartnerMoneyProps) {
  const { available, held, suspected, requested, paid, earned } = money
  const facts = [
    { name: 'На удержании', sum: held, note: `${terms.holdDays} ${plural(terms.holdDays, dayForms)} после оплаты` },
    { name: 'На проверке', sum: suspected, note: 'похоже на самого партнёра' },
    { name: 'В заявках', sum: requested, note: 'ждут выплаты' },
    { name: 'Выплачено', sum: paid, note: 'за всё время' },
    { name: 'Заработано', sum: earned, note: 'за всё время' },
  ]
  const enough = available >= terms.smallestPayout
  return (
    <Card aria-label="Деньги">
      <Stack gap={4}>
        <Row gap={[3, 5]} align="center" justify="space-between">
          <div>
            <div className={typography.note}>Доступно к выплате</div>
            <div className={classes.available} data-owed={available < 0 || undefined}>
              {sumInWords(available)}
            </div>
          </div>
          <Stack gap={1}>
            <Row gap={2}>
              <Button disabled={!enough || email === null} onClick={onRequest}>
                Запросить выплату
              </Button>
              <Button component={Link} to={history} variant="default">
                История выплат
              </Button>
            </Row>
            {!enough && <p className={typography.note}>Выплата — от {sumInWords(terms.smallestPayout)}</p>}
          </Stack>
        </Row>
        {available < 0 && (
          <AlertBox tone="warn">
            Покупатели вернули то, за что вам уже выплатили. Мы вычтем это из следующих начислений.
          </AlertBox>
        )}
        {email === null && (
          <AlertBox
            tone="warn"
            action={
              <Button component={Link} to="/profile" variant="default" size="sm">
                В профиль
              </Button>
            }
          >
            Код для выплаты приходит на подтверждённый email. Подтвердите его в профиле.
          </AlertBox>
        )}
        <dl className={classes.facts}>
          {facts.map(({ name, sum, note }) => (
            <Fact key={name} name={name} note={note}>
              {sumInWords(sum)}
            </Fact>
          ))}
        </dl>
      </Stack>
    </Card>
  )
}

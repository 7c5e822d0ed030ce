import { Button, Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { IconReceipt } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Purchase } from '../../../../contract/commerce/payments.ts'
import { sumInWords } from '../../../../rules/money.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { Pager } from '../../../kit/ui/components/pager.tsx'
import { SettingsCard, StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { usePageNumber } from '../../../kit/ui/hooks/use-page-hash.ts'
import { dayInWords } from '../../../kit/ui/text/day-in-words.ts'
import typography from '../../../kit/ui/typography.module.css'
import { boughtInWords, boughtTariffInWords } from './purchase-in-words.ts'
import classes from './purchases-card.module.css'

/** Purchases on a page. */
const LIMIT = 10
/** Any page may be gone to. */
const REACH = 10_000

export interface PurchasesCardProps {
  /** What the list is called in the hash of the address, where its page stands. */
  list: string
  zone: string
}

/** What was paid for, the newest first. */
export function PurchasesCard({ list, zone }: PurchasesCardProps) {
  const [page, writePage] = usePageNumber(list)
  const { data, error, refetch, isPlaceholderData } = useCall(
    'payments',
    'listPurchases',
    { page, limit: LIMIT },
    {
      placeholderData: keepPreviousData,
      staleTime: 0,
    },
  )
  return (
    <SettingsCard title="Покупки">
      {data ? (
        data.docs.length > 0 ? (
          <ul className={classes.list} aria-busy={isPlaceholderData}>
            {data.docs.map((purchase) => (
              <PurchaseRow key={purchase.account} purchase={purchase} zone={zone} />
            ))}
          </ul>
        ) : data.total > 0 ? (
          <Stack gap={2} align="flex-start">
            <p className={typography.note}>На этой странице покупок нет.</p>
            <Button variant="default" size="sm" onClick={() => writePage(1, true)}>
              К последним
            </Button>
          </Stack>
        ) : (
          <p className={typography.note}>Покупок ещё не было.</p>
        )
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()}>
          Покупки не загрузились.
        </LoadFailure>
      ) : (
        <Skeleton height={72} radius="md" />
      )}
      {data && data.docs.length > 0 && data.pages > 1 && (
        <Row gap={0} justify="center" nowrap className={classes.foot}>
          <Pager page={data.page} pages={data.pages} reach={REACH} list={list} />
        </Row>
      )}
    </SettingsCard>
  )
}

function PurchaseRow({ purchase, zone }: { purchase: Purchase; zone: string }) {
  const { account, datetime, productNames, sum, status } = purchase
  const bought = boughtInWords(purchase)
  const day = dayInWords(datetime, zone)
  return (
    <Row as="li" gap={[2, 4]} align="center" className={classes.purchase}>
      <Stack gap={0} className={classes.words}>
        <span className={classes.name} title={productNames.join(', ')}>
          {bought} {status === 'refunded' && <StateMark tone="warn">деньги возвращены</StateMark>}
        </span>
        <span className={typography.note}>
          <time dateTime={datetime}>{day}</time>
          {`, ${boughtTariffInWords(purchase)}`}
        </span>
      </Stack>
      <span className={classes.sum} data-refunded={status === 'refunded' || undefined}>
        {sumInWords(sum)}
      </span>
      <Link className={classes.invoice} to={`/invoice/${account}`} aria-label={`Счёт: ${bought}, ${day}`}>
        <IconReceipt size={18} stroke={1.7} aria-hidden="true" />
        Счёт
      </Link>
    </Row>
  )
}

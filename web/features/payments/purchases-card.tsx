import { Button, Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { IconReceipt } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Purchase } from '../../../contract/payments.ts'
import { sentenceOf } from '../../kit/calls/call-error.ts'
import { useCall } from '../../kit/calls/use-call.ts'
import { Notice } from '../../kit/ui/notice.tsx'
import { Pager } from '../../kit/ui/pager.tsx'
import { SettingsCard, StateMark } from '../../kit/ui/settings-card.tsx'
import { usePageHash } from '../../kit/ui/use-page-hash.ts'
import { boughtInWords, dayInWords, sumInWords, tariffInWords } from './purchase-words.ts'
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
  const [asked, writePage] = usePageHash(list)
  const page = /^[1-9]\d{0,3}$/.test(asked ?? '') ? Number(asked) : 1
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
          <div className={classes.beyond}>
            <p className={classes.quiet}>На этой странице покупок нет.</p>
            <Button variant="default" size="sm" onClick={() => writePage(1, true)}>
              К последним
            </Button>
          </div>
        ) : (
          <p className={classes.quiet}>Покупок ещё не было.</p>
        )
      ) : error ? (
        <Notice
          tone="bad"
          action={
            <Button variant="default" size="sm" onClick={() => void refetch()}>
              Повторить
            </Button>
          }
        >
          Покупки не загрузились. {sentenceOf(error)}
        </Notice>
      ) : (
        <Skeleton height={72} radius="md" />
      )}
      {data && data.docs.length > 0 && data.pages > 1 && (
        <div className={classes.foot}>
          <Pager page={data.page} pages={data.pages} reach={REACH} list={list} />
        </div>
      )}
    </SettingsCard>
  )
}

function PurchaseRow({ purchase, zone }: { purchase: Purchase; zone: string }) {
  const { account, datetime, ctgs, sum, status } = purchase
  const bought = boughtInWords(purchase)
  const day = dayInWords(datetime, zone)
  return (
    <li className={classes.purchase}>
      <div className={classes.words}>
        <span className={classes.name} title={ctgs.join(', ')}>
          {bought} {status === 'refunded' && <StateMark tone="warn">деньги возвращены</StateMark>}
        </span>
        <span className={classes.note}>
          <time dateTime={datetime}>{day}</time>
          {`, ${tariffInWords(purchase)}`}
        </span>
      </div>
      <span className={classes.sum} data-refunded={status === 'refunded' || undefined}>
        {sumInWords(sum)}
      </span>
      <Link className={classes.invoice} to={`/invoice/${account}`} aria-label={`Счёт: ${bought}, ${day}`}>
        <IconReceipt size={18} stroke={1.7} aria-hidden="true" />
        Счёт
      </Link>
    </li>
  )
}

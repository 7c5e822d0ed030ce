import { Button, Skeleton } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { sumInWords } from '../../../../rules/money.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { OuterLink } from '../../../kit/ui/components/outer-link.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import card from '../../../kit/ui/components/card.module.css'
import { dayInWords } from '../../../kit/ui/text/day-in-words.ts'
import classes from './invoice.module.css'
import { boughtTariffInWords } from './purchase-in-words.ts'

export interface InvoiceProps {
  account: string
  zone: string
}

/** What was sold by whom to whom, for how much: on the screen and on paper. */
export function Invoice({ account, zone }: InvoiceProps) {
  const { data, error, refetch } = useCall('payments', 'getInvoice', { account })
  if (data) return <Sheet invoice={data} zone={zone} />
  if (!error) return <Skeleton height={420} radius="lg" aria-busy="true" />
  const missing = hasCode(error, 'ORDER_NOT_FOUND') || hasCode(error, 'NOT_FOUND')
  return (
    <EmptyState
      picture={missing ? 'lost' : 'failure'}
      level={1}
      title={missing ? 'Такого счёта нет' : 'Счёт не загрузился'}
      action={
        missing ? (
          <Button component={Link} to="/profile">
            К покупкам
          </Button>
        ) : (
          <Button onClick={() => void refetch()}>Повторить</Button>
        )
      }
    >
      {missing ? 'Возможно, в адресе ошибка. Все ваши покупки собраны в профиле.' : sentenceOf(error)}
    </EmptyState>
  )
}

type IssuedInvoice = Result<'payments', 'getInvoice'>

function Sheet({ invoice, zone }: { invoice: IssuedInvoice; zone: string }) {
  const { purchase, buyer, seller, receiptUrl } = invoice
  const day = dayInWords(purchase.datetime, zone)
  const heading = useId()
  return (
    <>
      <div className={classes.tools}>
        <Link to="/profile">К профилю</Link>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} stroke={1.7} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          Распечатать
        </Button>
      </div>
      <Stack as="article" gap={5} className={`${card.surface} ${classes.sheet}`} aria-labelledby={heading}>
        <header>
          <h1 id={heading} className={classes.title}>
            Счёт № {purchase.account}
          </h1>
          <p className={classes.state} data-refunded={purchase.status === 'refunded' || undefined}>
            {purchase.status === 'refunded' ? 'Деньги возвращены' : `Оплачен ${day}`}
          </p>
        </header>
        <dl className={classes.sides}>
          {seller.name && (
            <div>
              <dt>Продавец</dt>
              <dd>
                {seller.name}
                {seller.details && <span className={classes.details}>{seller.details}</span>}
              </dd>
            </div>
          )}
          <div>
            <dt>Покупатель</dt>
            <dd>
              {buyer.username}
              {buyer.email && <span className={classes.details}>{buyer.email}</span>}
            </dd>
          </div>
        </dl>
        <Lines invoice={invoice} />
        {receiptUrl && (
          <p className={classes.receipt}>
            <OuterLink url={receiptUrl}>Кассовый чек</OuterLink>
          </p>
        )}
      </Stack>
    </>
  )
}

/** What was bought, line by line, and what it comes to. */
function Lines({ invoice: { purchase, lines } }: { invoice: IssuedInvoice }) {
  return (
    <table className={classes.lines}>
      <caption>{boughtTariffInWords(purchase)}</caption>
      <thead>
        <tr>
          <th scope="col">Наименование</th>
          <th scope="col">Кол-во</th>
          <th scope="col">Цена</th>
          <th scope="col">Сумма</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ title, quantity, price, sum }, index) => (
          <tr key={index}>
            <td>{title}</td>
            <td data-name="Кол-во">{quantity.toLocaleString('ru')}</td>
            <td data-name="Цена">{sumInWords(price)}</td>
            <td data-name="Сумма">{sumInWords(sum)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            Итого
          </th>
          <td>{sumInWords(purchase.sum)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

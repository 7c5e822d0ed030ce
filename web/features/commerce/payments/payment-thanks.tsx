import { Button } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import type { Purchase } from '../../../../contract/commerce/payments.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Row } from '../../../kit/ui/components/stack.tsx'
import { useNow } from '../../../kit/ui/hooks/use-now.ts'
import {
  decideThanks,
  failedOrderPath,
  readOrderNumber,
  reportsSuccess,
  withoutOrder,
  withoutSuccess,
} from './payment-success.ts'
import { purchaseInWords } from './purchase-in-words.ts'
import { leftAfter, type LeftToDo } from './left-to-do.ts'
import { rememberThanked, thankedOrders } from './thanked-orders.ts'

export interface PaymentThanksProps {
  /** Once for each order: what was paid for is there from now on. */
  onPaid: (purchase: Purchase) => void
  /** The thanks themselves, as `ThanksForPurchase` shows them: what is left to do only the page knows. */
  children: (purchase: Purchase, onClose: () => void) => ReactNode
}

/** Thanks anyone who comes back from paying. The address keeps nothing of it. */
export function PaymentThanks({ onPaid, children }: PaymentThanksProps) {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [visit, setVisit] = useState(0)
  const [heard, setHeard] = useState<string | null>(null)
  const [order, setOrder] = useState<string | null>(null)
  const paid = reportsSuccess(hash)
  if (paid && heard !== hash) {
    setHeard(hash)
    setOrder(readOrderNumber(search))
    setVisit(visit + 1)
  } else if (!paid && heard !== null) {
    setHeard(null)
  }
  useEffect(() => {
    if (paid) void navigate({ pathname, search: withoutOrder(search), hash: withoutSuccess(hash) }, { replace: true })
  }, [paid, navigate, pathname, search, hash])
  if (visit === 0) return null
  return (
    <Thanks key={visit} order={order} onPaid={onPaid} onClose={() => setVisit(0)}>
      {children}
    </Thanks>
  )
}

/** A notice of a gateway is seldom later than this; the person is informed then not to wait. */
const ASK_MS = 3_000
const ASKS = 10

function Thanks({
  order,
  onPaid,
  onClose,
  children,
}: PaymentThanksProps & { order: string | null; onClose: () => void }) {
  const [thanked] = useState(thankedOrders)
  const [tooLate, setTooLate] = useState(false)
  const [purchase, setPurchase] = useState<Purchase | null>(null)
  const { data } = useCall(
    'payments',
    'listPurchases',
    { page: 1, limit: 3 },
    {
      staleTime: 0,
      refetchInterval: purchase || tooLate ? false : ASK_MS,
    },
  )
  // The server asks the gateway when it is asked itself: a payment whose notice was lost is found this way.
  const { data: asked, error: unknownOrder } = useCall(
    'payments',
    'getOrder',
    { account: order ?? '' },
    {
      enabled: order !== null,
      staleTime: 0,
      retry: false,
      refetchInterval: purchase || tooLate ? false : ASK_MS,
    },
  )
  const now = useNow()
  const thanks = data && decideThanks(data.docs, thanked, now, unknownOrder ? null : order)
  if (typeof thanks === 'object' && purchase === null) setPurchase(thanks.for)
  useEffect(() => {
    const timer = setTimeout(() => setTooLate(true), ASK_MS * ASKS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    // Another tab, or this one drawn twice, may have been faster.
    if (purchase !== null && rememberThanked(purchase.account)) onPaid(purchase)
  }, [purchase, onPaid])
  if (purchase) return children(purchase, onClose)
  if (order !== null && asked?.status === 'failed') return <Navigate to={failedOrderPath(order)} replace />
  if (thanks !== 'waiting' || (asked && asked.status !== 'waiting')) return null
  return (
    <AlertBox
      tone="quiet"
      action={
        (order !== null || tooLate) && (
          <Row as="span">
            {/* Some gateways have one way back only, for those as well who thought better of it. */}
            {order !== null && (
              <Button component={Link} to={failedOrderPath(order)} variant="default" size="sm">
                Вернуться к заказу
              </Button>
            )}
            {tooLate && (
              <Button variant="default" size="sm" onClick={onClose}>
                Закрыть
              </Button>
            )}
          </Row>
        )
      }
    >
      {tooLate
        ? 'Подтверждение оплаты ещё не пришло. Ждать не нужно: как только банк его пришлёт, доступ откроется сам.'
        : 'Ждём, пока банк подтвердит оплату. Обычно это меньше минуты.'}
    </AlertBox>
  )
}

export interface ThanksForPurchaseProps {
  purchase: Purchase
  /** What of the things this person has waits for them; undefined while it is not known. */
  left: readonly LeftToDo[] | undefined
  onClose: () => void
}

export function ThanksForPurchase({ purchase, left, onClose }: ThanksForPurchaseProps) {
  const { pathname } = useLocation()
  const { sentence, elsewhere } = leftAfter(purchase, left, pathname)
  return (
    <AlertBox
      tone={purchase.opened ? 'quiet' : 'warn'}
      action={
        <Row as="span">
          {elsewhere.map(({ page, button }) => (
            <Button key={page} component={Link} to={page} size="sm">
              {button}
            </Button>
          ))}
          <Button component={Link} to={`/invoice/${purchase.account}`} variant="default" size="sm">
            Счёт
          </Button>
          <Button variant="default" size="sm" onClick={onClose}>
            Закрыть
          </Button>
        </Row>
      }
    >
      <strong>Спасибо за покупку!</strong> {purchaseInWords(purchase, sentence)}
    </AlertBox>
  )
}

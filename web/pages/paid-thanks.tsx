import { useState } from 'react'
import { useLocation } from 'react-router'
import { reportsSuccess } from '../features/commerce/payments/payment-success.ts'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'

const ThanksForPayment = lazyNamed(() => import('./thanks-for-payment.tsx'), 'ThanksForPayment')

/** Where thanks stand when someone comes back from paying; all others need nothing of it. */
export function PaidThanks() {
  const { hash } = useLocation()
  const [paid, setPaid] = useState(false)
  if (!paid && reportsSuccess(hash)) setPaid(true)
  return <LazyBoundary>{paid && <ThanksForPayment />}</LazyBoundary>
}

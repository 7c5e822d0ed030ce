import { useQueryClient } from '@tanstack/react-query'
import { lazy, useState, type ReactNode } from 'react'
import type { StartedPayment } from '../../contract/cart.ts'
import { rememberThanked } from '../features/payments/thanked-orders.ts'
import { reachGoal } from '../features/site/reach-goal.ts'
import { readScopeAnew } from '../features/subscriptions/use-subscriptions.ts'
import { showDeed, showTrouble } from '../kit/ui/deed-notice.tsx'
import { Later } from '../kit/ui/later.tsx'

const OrderPayment = lazy(() =>
  import('../features/cart/order-payment.tsx').then((file) => ({ default: file.OrderPayment })),
)

/** More groups were ordered, and are to be paid where the person is. */
export function usePackagePayment(): { pay: (started: StartedPayment) => void; payment: ReactNode } {
  const [paying, setPaying] = useState<StartedPayment | null>(null)
  const cache = useQueryClient()
  const paid = (): void => {
    setPaying(null)
    if (paying && rememberThanked(paying.account))
      void reachGoal(cache, 'payment', { order_price: paying.sum, currency: 'RUB' })
    readScopeAnew(cache)
    void cache.invalidateQueries({ queryKey: ['payments'] })
    showDeed('Оплата прошла, групп стало больше', null)
  }
  const failed = (): void => {
    setPaying(null)
    showTrouble('Платёж не прошёл. Деньги не списаны, попробуйте ещё раз')
  }
  const payment = paying && (
    <Later>
      <OrderPayment started={paying} onPaid={paid} onFailed={failed} onClose={() => setPaying(null)} />
    </Later>
  )
  return { pay: setPaying, payment }
}

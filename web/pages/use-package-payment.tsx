import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { StartedPayment } from '../../contract/commerce/payments.ts'
import { rememberThanked } from '../features/commerce/payments/thanked-orders.ts'
import { reachGoal } from '../features/commerce/payments/reach-goal.ts'
import { refetchScope } from '../features/access/subscriptions/use-subscriptions.ts'
import { showActionToast, showErrorToast } from '../kit/ui/components/action-toast.tsx'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'

const PackageDialog = lazyNamed(
  () => import('../features/commerce/cart/package-order-dialog.tsx'),
  'PackageOrderDialog',
)
const OrderPayment = lazyNamed(() => import('../features/commerce/cart/order-payment.tsx'), 'OrderPayment')

/** More groups are ordered in a dialog, and are to be paid where the person is. */
export function usePackagePayment(): { packageDialog: (onClose: () => void) => ReactNode; payment: ReactNode } {
  const [paying, setPaying] = useState<StartedPayment | null>(null)
  const cache = useQueryClient()
  const paid = (): void => {
    setPaying(null)
    if (paying && rememberThanked(paying.account))
      void reachGoal(cache, 'payment', { order_price: paying.sum, currency: 'RUB' })
    refetchScope(cache)
    void cache.invalidateQueries({ queryKey: ['payments'] })
    showActionToast('Оплата прошла, групп стало больше', null)
  }
  const failed = (): void => {
    setPaying(null)
    showErrorToast('Платёж не прошёл. Деньги не списаны, попробуйте ещё раз')
  }
  const payment = paying && (
    <LazyBoundary>
      <OrderPayment started={paying} onPaid={paid} onFailed={failed} onClose={() => setPaying(null)} />
    </LazyBoundary>
  )
  const packageDialog = (onClose: () => void): ReactNode => <PackageDialog onOrdered={setPaying} onClose={onClose} />
  return { packageDialog, payment }
}

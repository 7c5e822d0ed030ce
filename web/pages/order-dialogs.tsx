import { openLogin, openRegistration } from '../features/people/accounts/auth-dialog-state.ts'
import { paidPath } from '../features/commerce/payments/payment-success.ts'
import { useCaptcha } from '../features/people/accounts/use-captcha.tsx'
import type { useOrder } from '../features/commerce/cart/use-order.ts'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import type { OrderProps } from './use-order-choice.ts'

const AuthoriseDialog = lazyNamed(
  () => import('../features/commerce/cart/order-authorise-dialog.tsx'),
  'OrderAuthoriseDialog',
)
const CategoriesDialog = lazyNamed(
  () => import('../features/commerce/cart/categories-choose-dialog.tsx'),
  'CategoriesChooseDialog',
)
const EmailDialog = lazyNamed(
  () => import('../features/people/verification/email-verify-dialog.tsx'),
  'EmailVerifyDialog',
)
const OrderPayment = lazyNamed(() => import('../features/commerce/cart/order-payment.tsx'), 'OrderPayment')

const FAILED = '/order#payment_fail'

export interface OrderDialogsProps extends Pick<OrderProps, 'cart' | 'change'> {
  order: ReturnType<typeof useOrder>
  trial: boolean
  sum: string
  onChoose: () => void
}

/** What an order asks for on its way to being paid. */
export function OrderDialogs({ order, cart, change, trial, sum, onChoose }: OrderDialogsProps) {
  const { dialog, close } = order
  const captcha = useCaptcha()
  return (
    <LazyBoundary>
      {dialog?.show === 'authorise' && (
        <AuthoriseDialog
          onRegister={() => {
            close()
            openRegistration()
          }}
          onLogin={() => {
            close()
            openLogin()
          }}
          onClose={close}
        />
      )}
      {dialog?.show === 'choose' && (
        <CategoriesDialog
          items={cart.items}
          trial={trial}
          mistake={dialog.mistake}
          onAdd={(id) => change({ change: 'add', id })}
          onRemove={(id) => change({ change: 'remove', id })}
          onOnly={(id) => {
            change({ change: 'items', ids: [id] })
            onChoose()
          }}
          total={cart.items.length > 0 && <strong>{sum}</strong>}
          onClose={close}
        />
      )}
      {dialog?.show === 'verify-email' && <EmailDialog captcha={captcha} onClose={close} />}
      {dialog?.show === 'pay' && (
        <OrderPayment
          started={dialog.started}
          onPaid={(goTo) => order.leave(goTo ?? paidPath(dialog.goTo, dialog.started.account))}
          onFailed={() => order.leave(FAILED)}
          onClose={close}
        />
      )}
    </LazyBoundary>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Cart } from '../../../../contract/commerce/cart.ts'
import type { StartedPayment } from '../../../../contract/commerce/payments.ts'
import { decideCartStep, type CartQuestion } from '../../../../rules/cart-steps.ts'
import { ask } from '../../../kit/calls/ask.ts'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { readDevice } from '../../../kit/device/read-device.ts'
import type { GatewayType } from './gateway-choice.tsx'
import { cartScope } from './use-cart.ts'

/** What stands over the page on the way to the order. */
export type OrderDialog =
  | { show: 'authorise' }
  | { show: 'choose'; trouble: string | null }
  | { show: 'verify-email' }
  /** `goTo`: the page that shows what is bought. */
  | { show: 'pay'; started: StartedPayment; goTo: string }

export interface OrderQuestion {
  person: CartQuestion['person']
  cart: Cart | undefined
  /** Undefined: the first on offer. */
  gateway: GatewayType | undefined
  /** Leads to another page. */
  go: (address: string) => void
}

/** The way from the cart to an order (spec §4): one press is one step of it. */
export function useOrder({ person, cart, gateway, go }: OrderQuestion) {
  const cache = useQueryClient()
  const { data } = useCall('categories', 'listCategories', {}, { staleTime: Infinity })
  const [dialog, setDialog] = useState<OrderDialog | null>(null)
  const close = (): void => setDialog(null)

  /** What the person has in the cart and may see is another thing now. */
  const leave = (address: string): void => {
    void cache.invalidateQueries()
    close()
    go(address)
  }
  const take = useMutation({
    scope: cartScope,
    mutationFn: async () => {
      const device = await readDevice()
      return ask('cart', 'purchaseTrial', { fp: device?.fp ?? '', incognito: device?.incognito ?? false })
    },
    onSuccess: ({ goTo }) => leave(goTo),
    // It was approved when the page was read, or so it said.
    onError: (error) => hasCode(error, 'EMAIL_NOT_APPROVED') && setDialog({ show: 'verify-email' }),
  })
  const order = useMutation({
    scope: cartScope,
    mutationFn: (_goTo: string) => ask('payments', 'orderCart', gateway === undefined ? {} : { gateway }),
    onSuccess: (started, goTo) => setDialog({ show: 'pay', started, goTo }),
  })
  const trial = cart?.tariffDetails.type === 'trial'
  const trouble = take.error ?? order.error
  const forget = (): void => {
    take.reset()
    order.reset()
  }

  function press(): void {
    if (!cart) return
    forget()
    const freeCategories = new Set(data?.categories.filter(({ free }) => free).map(({ id }) => id))
    const decided = decideCartStep({ person, cart, freeCategories })
    switch (decided.step) {
      case 'authorise':
      case 'verify-email':
        return setDialog({ show: decided.step })
      case 'one-free-category':
        return setDialog({ show: 'choose', trouble: decided.message })
      case 'open-cart':
        return setDialog({ show: 'choose', trouble: null })
      case 'take-trial':
        return take.mutate()
      case 'pay':
        return order.mutate(decided.goTo)
      case 'ask-for-test-access':
        return go(decided.goTo)
    }
  }
  return {
    press,
    pressing: take.isPending || order.isPending,
    /** Which categories are free is not known yet. */
    waiting: trial && data === undefined,
    trouble: trouble && !hasCode(trouble, 'EMAIL_NOT_APPROVED') ? sentenceOf(trouble) : null,
    /** The code gives nothing any more: it has to go before anything is paid. */
    promoRefused: hasCode(trouble, 'PROMO_CODE_NOT_APPLICABLE'),
    forget,
    dialog,
    setDialog,
    close,
    leave,
  }
}

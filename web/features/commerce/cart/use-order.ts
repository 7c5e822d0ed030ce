import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Cart } from '../../../../contract/commerce/cart.ts'
import type { StartedPayment } from '../../../../contract/commerce/payments.ts'
import { decideCartStep, type CartQuestion } from '../../../../rules/cart-steps.ts'
import { ask } from '../../../kit/calls/ask.ts'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { readDevice } from '../../../kit/device/read-device.ts'
import type { GatewayType } from './gateway-choice.tsx'
import { identityScope } from '../../../kit/calls/identity-scope.ts'

/** What stands over the page on the way to the order. */
export type OrderDialog =
  | { show: 'authorise' }
  | { show: 'choose'; mistake: string | null }
  | { show: 'verify-email' }
  /** `goTo`: the page that shows what is bought. */
  | { show: 'pay'; started: StartedPayment; goTo: string }

export interface OrderQuestion {
  person: CartQuestion['person']
  cart: Cart | undefined
  /** Undefined: the first on offer. */
  gateway: GatewayType | undefined
  /** Fetches what a page needs to be shown, so that it is there when the address changes. */
  prepare: (address: string) => Promise<void>
  /** Leads to another page. */
  go: (address: string) => void
}

/** The way from the cart to an order (spec §4): one press is one step of it. */
export function useOrder({ person, cart, gateway, prepare, go }: OrderQuestion) {
  const { data } = useCall('categories', 'listCategories', {}, { staleTime: Infinity })
  const [dialog, setDialog] = useState<OrderDialog | null>(null)
  const close = (): void => setDialog(null)

  const leave = useLeave(close, go)
  const take = useMutation({
    scope: identityScope,
    mutationFn: async () => {
      const device = await readDevice()
      return ask('cart', 'purchaseTrial', { fp: device?.fp ?? '', incognito: device?.incognito ?? false })
    },
    onSuccess: async ({ goTo }) => {
      await prepare(goTo)
      leave(goTo)
    },
    // It was approved when the page was read, or so it was answered.
    onError: (error) => hasCode(error, 'EMAIL_NOT_APPROVED') && setDialog({ show: 'verify-email' }),
  })
  const order = useMutation({
    scope: identityScope,
    mutationFn: (_goTo: string) => ask('payments', 'orderCart', gateway === undefined ? {} : { gateway }),
    onSuccess: (started, goTo) => setDialog({ show: 'pay', started, goTo }),
  })
  const trial = cart?.tariffDetails.type === 'trial'
  const error = take.error ?? order.error
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
        return setDialog({ show: 'choose', mistake: decided.message })
      case 'open-cart':
        return setDialog({ show: 'choose', mistake: null })
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
    error: error && !hasCode(error, 'EMAIL_NOT_APPROVED') ? sentenceOf(error) : null,
    /** Someone took a trial on a device like this one; it need not have been them. */
    onDevice: hasCode(error, 'TRIAL_ALREADY_USED_ON_DEVICE'),
    /** The code gives nothing any more: it has to go before anything is paid. */
    promoRefused: hasCode(error, 'PROMO_CODE_NOT_APPLICABLE'),
    forget,
    dialog,
    setDialog,
    close,
    leave,
  }
}

/**
 * What the person has in the cart and may see is another thing now. The page that is left stays as it was until the next one is there: no
 * one is to see their order emptied, and to think that it failed.
 */
function useLeave(close: () => void, go: (address: string) => void): (address: string) => void {
  const cache = useQueryClient()
  const leaving = useRef(false)
  useEffect(
    () => () => {
      if (leaving.current) void cache.invalidateQueries()
    },
    [cache],
  )
  return (address) => {
    const stays = new URL(address, window.location.href).pathname === window.location.pathname
    close()
    if (stays) void cache.invalidateQueries()
    else {
      leaving.current = true
      cache.removeQueries({ type: 'inactive' })
    }
    go(address)
  }
}

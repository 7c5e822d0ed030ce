import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Cart } from '../../../../contract/commerce/cart.ts'
import { ask, type Result } from '../../../kit/calls/ask.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { identityScope } from '../../../kit/calls/identity-scope.ts'
import { callKey, useCall } from '../../../kit/calls/use-call.ts'
import { showErrorToast } from '../../../kit/ui/components/action-toast.tsx'
import { afterAction, type CartAction } from './cart-changes.ts'

type Filled = Result<'cart', 'getCart'>

export const cartKey = callKey('cart', 'getCart', {})

export const mutationKey = ['cart']

function send(action: CartAction): Promise<Filled> {
  switch (action.change) {
    case 'tariff':
      return ask('cart', 'updateCart', { tariff: action.tariff.id })
    case 'details':
      return ask('cart', 'updateCart', { tariffDetails: action.details })
    case 'promo':
      return ask('cart', 'updateCart', { promoCode: action.code })
    case 'quantity':
      return ask('cart', 'updateCart', { quantity: action.quantity })
    case 'add':
      return ask('cart', 'addCartItem', { id: action.id })
    case 'remove':
      return ask('cart', 'removeCartItem', { id: action.id })
    case 'items':
      return ask('cart', 'setCartItems', { value: action.ids })
  }
}

/** The cart as the person left it, and the way to change it. What it costs is always the server's word. */
export function useCart() {
  const cache = useQueryClient()
  const { data, error, refetch } = useCall('cart', 'getCart', {})
  const counting = useIsMutating({ mutationKey }) > 0
  /** What the actions on their way make of it. Not in the cache: a box that was ticked has to be ticked in the same moment. */
  const [ahead, setAhead] = useState<{ cart: Cart; of: Filled | undefined } | null>(null)
  const shown = (made: typeof ahead): Cart | undefined =>
    made && (counting || made.of === data) ? made.cart : data?.cart
  const isLast = (): boolean => cache.isMutating({ mutationKey }) === 1
  const { mutate, isPending, variables } = useMutation({
    mutationKey,
    // No one pays for a cart they do not see, and what a guest has chosen is theirs when they come in.
    scope: identityScope,
    mutationFn: send,
    onSuccess: (filled) => void cache.setQueryData<Filled>(cartKey, filled),
    onError: (failure) => {
      showErrorToast(sentenceOf(failure))
      if (isLast()) setAhead(null)
    },
  })
  const change = (action: CartAction): void => {
    setAhead((before) => {
      const cart = shown(before)
      return cart ? { cart: afterAction(cart, action), of: data } : null
    })
    mutate(action)
  }
  return {
    cart: shown(ahead),
    estimation: data?.estimation,
    error,
    retry: () => void refetch(),
    change,
    /** The price on the screen is of the cart before. */
    counting,
    /** No one knows yet what the promo code does. */
    checkingPromo: isPending && variables.change === 'promo',
  }
}

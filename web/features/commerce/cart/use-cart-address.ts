import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readCartAddress, withoutCart, type CartAddress } from './cart-address.ts'

/** Takes what the address asks for into the cart, once, and out of the address. */
export function useCartAddress(take: (asked: CartAddress) => void): void {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const takeOnce = useEffectEvent((from: string) => {
    const asked = readCartAddress(from)
    if (asked === null) return
    void navigate({ pathname, search: withoutCart(from), hash }, { replace: true })
    take(asked)
  })
  useEffect(() => takeOnce(search), [search])
}

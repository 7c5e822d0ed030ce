import { useEffect, useEffectEvent, useState } from 'react'
import type { Tariff, TariffProduct } from '../../contract/access/tariffs.ts'
import type { Cart } from '../../contract/commerce/cart.ts'
import {
  columnTariffs,
  nearestTariff,
  teamSizesOnSale,
  type ColumnType,
} from '../features/access/tariffs/tariff-choice.ts'
import type { useTariffs } from '../features/access/tariffs/use-tariffs.ts'
import type { CartAddress } from '../features/commerce/cart/cart-address.ts'
import { useCartAddress } from '../features/commerce/cart/use-cart-address.ts'
import type { useCart } from '../features/commerce/cart/use-cart.ts'
import type { useMe } from '../features/people/accounts/use-me.ts'

type Loaded<Hook extends (...args: never[]) => object> = {
  [Name in keyof ReturnType<Hook>]: NonNullable<ReturnType<Hook>[Name]>
}

/** What the page knows once everything is loaded. */
export type OrderProps = Pick<Loaded<typeof useTariffs>, 'tree' | 'tariffs'> &
  Pick<Loaded<typeof useCart>, 'cart' | 'estimation' | 'change' | 'counting' | 'checkingPromo'> & {
    user: ReturnType<typeof useMe>['user']
    /** Products whose trial the person has had. */
    usedTrials: readonly TariffProduct[]
  }

/** How many are in the order before anyone says so. */
const usualQuantity = { project: 1, group: 10 }

/** What is chosen on the page, and the ways to choose something else. */
export function useOrderChoice({ tree, tariffs, cart, usedTrials, change }: OrderProps, forget: () => void) {
  const { product } = cart.tariffDetails
  const [hadTrial, setHadTrial] = useState(false)
  const inCart =
    tariffs.find(({ id, type }) => id === cart.tariff && !(type === 'trial' && usedTrials.includes(product))) ?? null
  const column = (of: TariffProduct, as: ColumnType): Tariff[] => {
    const sizes = teamSizesOnSale(tree, of)
    return columnTariffs(tree, of, as, sizes.find((size) => size === inCart?.teamSize) ?? sizes[0] ?? null)
  }
  const kept = cart.tariffDetails.type
  // A cart may be older than the price list, or than the trial that was taken; a package has no column.
  const type: ColumnType =
    kept === 'package' ||
    (kept === 'team' && column(product, kept).length === 0) ||
    (kept === 'trial' && usedTrials.includes(product))
      ? 'regular'
      : kept
  const chosen = inCart ?? nearestTariff(column(product, type), null)

  /** Another thing is counted by another measure: of groups no one wants one. */
  const recount = (of: TariffProduct): void => {
    if (of !== product && of !== 'category') change({ change: 'quantity', quantity: usualQuantity[of] })
  }
  const choose = (as: ColumnType, tariff: Tariff | null, of = product): void => {
    forget()
    change(tariff ? { change: 'tariff', tariff } : { change: 'details', details: { product: of, type: as } })
  }
  const chooseIn = (of: TariffProduct, as: ColumnType): void => {
    const tariffsThere = column(of, as)
    // Not every product has every type.
    if (tariffsThere.length === 0 && !(of === 'project' && as === 'trial'))
      choose('regular', nearestTariff(column(of, 'regular'), inCart), of)
    else choose(as, nearestTariff(tariffsThere, as === 'trial' ? null : inCart), of)
    recount(of)
  }
  useCartAddress((asked: CartAddress) => {
    const of = asked.product ?? product
    const had = asked.type === 'trial' && usedTrials.includes(of)
    setHadTrial(had)
    const as = had ? 'regular' : (asked.type ?? type)
    chooseIn(of, as)
    if (asked.categories.length > 0)
      change({
        change: 'items',
        // What was to be tried is not bought beside it.
        ids: as === 'trial' || kept === 'trial' ? asked.categories : [...cart.items, ...asked.categories],
      })
  })
  useTariffForCart(cart, inCart, chosen, (tariff) => change({ change: 'tariff', tariff }))
  const trial = type === 'trial'
  return {
    product,
    type,
    trial,
    /** The address asked for a trial that there is none of any more. */
    hadTrial,
    /** The trial of projects is no self-service (spec §4 step 7). */
    byHand: trial && product === 'project',
    inCart,
    chosen,
    choose,
    chooseIn,
  }
}

export type OrderFormChoice = ReturnType<typeof useOrderChoice>

/** A cart with something in it has a tariff: what stands on the page as chosen is what the server counts with. */
function useTariffForCart(
  cart: Cart,
  inCart: Tariff | null,
  shown: Tariff | null,
  put: (tariff: Tariff) => void,
): void {
  const { product } = cart.tariffDetails
  const wants = inCart === null && shown !== null && (cart.items.length > 0 || product !== 'category') ? shown.id : null
  const putShown = useEffectEvent(() => {
    if (shown) put(shown)
  })
  useEffect(() => {
    if (wants !== null) putShown()
  }, [wants])
}

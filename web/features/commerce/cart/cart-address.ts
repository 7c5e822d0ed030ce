/** What the address asks to be put in the cart (spec §2 Order): `?product=category&category=12&category=15&type=trial`. */
import { tariffProducts, type TariffProduct } from '../../../../contract/access/tariffs.ts'

const columnTypes = ['trial', 'regular', 'team'] as const

export interface CartAddress {
  product: TariffProduct | null
  type: (typeof columnTypes)[number] | null
  categories: number[]
}

/** Null when it asks for nothing. What makes no sense is left out. */
export function readCartAddress(search: string): CartAddress | null {
  const asked = new URLSearchParams(search)
  const categories = [...new Set(asked.getAll('category').map(Number))].filter(
    (id) => Number.isSafeInteger(id) && id > 0,
  )
  const named = tariffProducts.find((each) => each === asked.get('product')) ?? null
  // Anyone who names categories means them.
  const product = named ?? (categories.length > 0 ? 'category' : null)
  const type = columnTypes.find((each) => each === asked.get('type')) ?? null
  return product === null && type === null
    ? null
    : { product, type, categories: product === 'category' ? categories : [] }
}

/** The address without what has been taken from it: a reload must not put back what the person took out. */
export function withoutCart(search: string): string {
  const rest = new URLSearchParams(search)
  for (const name of ['product', 'type', 'category']) rest.delete(name)
  const left = rest.toString()
  return left === '' ? '' : `?${left}`
}

import type { SeenProduct } from '../../contract/access/subscriptions.ts'
import type { FilterFields } from '../../contract/reading/filters.ts'
import { askedProducts, asksProduct } from '../../rules/filters/fits.ts'

/** All of this is on trial: nothing comes live. */
export function isLate(products: readonly SeenProduct[]): boolean {
  return products.length > 0 && products.every(({ trial }) => trial)
}

/** What the filter asks for of what the person may see now. */
export function productsAsked(products: readonly SeenProduct[], fields: FilterFields): SeenProduct[] {
  const asked = { products: askedProducts(fields) }
  return products.filter(({ productType, id }) => asksProduct(asked, productType, id))
}

/** A product by its kind and its number: another kind counts from 1 as well. */
export interface ProductKey {
  productType: string
  productId: number
}

/** As one string, for maps and sets. */
export const productKeyOf = ({ productType, productId }: ProductKey): string => `${productType} ${productId}`

/** What a person may see of a product: everything, or, on trial, all but the newest three days (spec §9). */
import type { ProductType } from '../contract/access/subscriptions.ts'

export const TRIAL_HIDES_MS = 259_200_000

export interface VisibleProduct {
  productType: ProductType
  productId: number
  trial: boolean
}

/** A trial shows what was published before this moment; both in milliseconds. */
export function trialShowsBefore(now: number): number {
  return now - TRIAL_HIDES_MS
}

export function mayShow(product: Pick<VisibleProduct, 'trial'>, publishedAt: number, now: number): boolean {
  return !product.trial || publishedAt < trialShowsBefore(now)
}

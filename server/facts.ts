import type { ProductType } from '../contract/subscriptions.ts'

/** Everything that can happen, one typed line each; the past tense names it. */
export interface Facts {
  'account.registered': { userId: number }
  'account.signed-in': { userId: number; sessionId: number }
  'category.changed': { categoryId: number }
  'export.ordered': { exportId: number }
  /** Whoever made it is gone, and it is not ready. */
  'export.stalled': { exportId: number }
  'letter.posted': { letterId: number }
  /** Liked, disliked or marked as spam, or that was taken back. */
  'message.marked': { userId: number }
  'messages.expired': { before: string; partitions: string[]; keys: number }
  /** It cost something or nothing; what it bought is open. */
  'order.paid': { orderId: number }
  /** It looks for something else now, or is to look once more: what is stored waits to be searched. */
  'project.saved': { projectId: number; version: number }
  /** Somebody wants a new password; null: nobody has the e-mail that was named. */
  'recovery.asked': { userId: number | null }
  /** From `at` on somebody sees this product that nobody saw until then: it begins to be listened to, for the first time or again. */
  'subscription.began': { productType: ProductType; productId: number; at: string }
}

export type FactName = keyof Facts

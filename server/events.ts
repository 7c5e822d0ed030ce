import type { ProductType } from '../contract/access/subscriptions.ts'

/**
 * What happened and is followed up later, by a job: one typed line each, in the past tense. An event that no job follows is not
 * recorded (tools/structure.test.ts); what has to happen in the same transaction is called and no event.
 */
export interface Events {
  /** Someone wrote or pressed something in a chat with us, or left it. */
  'chat.heard': { updateId: number }
  'export.ordered': { exportId: number }
  /** Anyone who made it is gone, and it is not ready. */
  'export.stalled': { exportId: number }
  /** Groups came onto it or were taken off, or are switched on or off: others may be listened to from now on. */
  'groupset.changed': { groupsetId: number }
  'letter.posted': { letterId: number }
  /** Someone left a team, or was taken out of it by `byId` (null: by the service); they may be in it again since. */
  'member.left': { ownerId: number; userId: number; byId: number | null }
  /** Its text changed at its source, and it was in feeds by then. */
  'message.edited': { messageId: number }
  /** Liked, disliked or marked as spam, or that was taken back. */
  'message.marked': { userId: number }
  /** It cost something or nothing; what it bought is open. */
  'order.paid': { orderId: number }
  /** All of what was paid for it went back. */
  'order.refunded': { orderId: number }
  /** It looks for something else now, or is to look once more: what is stored waits to be searched. */
  'project.saved': { projectId: number; version: number }
  /** With a new account: the cpa network brought it here. */
  'click.registered': { userId: number }
  /** Someone wants a new password; null: no one has the e-mail that was named. `asker` is missing in events of before. */
  'recovery.asked': { userId: number | null; asker?: string }
  /** Of an account all ended at once, but perhaps the one in which that was asked for. */
  'sessions.ended': { userId: number }
  /** From `at` on someone sees this product that no one saw until then: it begins to be listened to, for the first time or again. */
  'subscription.began': { productType: ProductType; productId: number; at: string }
}

export type EventName = keyof Events

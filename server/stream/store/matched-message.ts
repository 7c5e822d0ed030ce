import type { ProductKey } from '../../../rules/product-key.ts'
import type { ProductMatch } from '../../features/reading/feed/feed.stream.ts'
import type { SuppressedBy } from '../../features/watching/projects/projects.public.ts'
import type { Message } from '../normalise/normalise.ts'
import type { Scores } from '../score/score.ts'

export interface MatchedMessage {
  message: Message
  hits: ProductMatch[]
  /** The terms filters ask for; worked out only for messages that are kept. */
  terms(): string[]
  /** Likewise. */
  scores(): Scores
  /** What keeps it from the readers of a product that it need not fit; undefined when no one watches by that product now. */
  suppressedUnder(product: ProductKey): SuppressedBy | null | undefined
}

/** A message of which the feed has to hear: it is new, or its text is. */
export interface NewText {
  messageId: number
  receivedAt: Date
  message: Message
  scores: Scores
  authorId: number | null
  groupId: number | null
  /** What it fits and has no item for. */
  hits: ProductMatch[]
  /** Of an edited message that has items: their cluster, and whether the new text is as good as the old. */
  before: { clusterId: number; same: boolean } | null
}

/** Reviews and comments of the blog as one queue shows them. */
import type { ReviewState } from '../../../../../contract/site/reviews.ts'
import type { Result } from '../../../../kit/calls/ask.ts'
import { useAct, useCall } from '../../../../kit/calls/use-call.ts'
import type { QueueKind } from './approval-address.ts'

export interface Queued {
  id: number
  text: string
  author: string
  /** Where it stands, or who the author says they are. */
  about: string
  /** To the person, or to the article; null: there is no such page. */
  address: string | null
  at: string
  state: ReviewState
  /** Why it is hidden. */
  reason: string
  decidedBy: string | null
  /** What the service answers; null: it is not answered. */
  reply: string | null
  /** Of a review: which of its versions is shown. */
  version: number
}

export interface Queue {
  docs: Queued[]
  pages: number
  counts: Record<ReviewState, number>
}

/** Colleagues work on the same queue. In milliseconds. */
const READ_AGAIN = 60_000

export function useQueue(kind: QueueKind, state: ReviewState, page: number) {
  const options = { staleTime: 0, refetchInterval: READ_AGAIN }
  const asked = { state, page }
  const reviews = useCall('reviews', 'listQueuedReviews', asked, { ...options, enabled: kind === 'reviews' })
  const comments = useCall('blog', 'listComments', asked, { ...options, enabled: kind === 'comments' })
  const { error, refetch } = kind === 'reviews' ? reviews : comments
  const queue =
    kind === 'reviews' ? reviews.data && ofReviews(reviews.data) : comments.data && ofComments(comments.data)
  return { queue, error, refetch }
}

const ofReviews = ({ docs, pages, counts }: Result<'reviews', 'listQueuedReviews'>): Queue => ({
  pages,
  counts,
  docs: docs.map(({ name, trade, city, author, writtenAt, ...rest }) => ({
    ...rest,
    author: name,
    about: [trade, city, author.email ?? author.username].filter(Boolean).join(', '),
    address: null,
    at: writtenAt,
  })),
})

const ofComments = ({ docs, pages, counts }: Result<'blog', 'listComments'>): Queue => ({
  pages,
  counts,
  docs: docs.map(({ id, message, author, createdAt, state, article }) => ({
    id,
    text: message,
    author,
    about: `к статье «${article.title}»`,
    address: article.slug === null ? null : `/blog/${article.slug}`,
    at: createdAt,
    state,
    reason: '',
    decidedBy: null,
    reply: null,
    version: 1,
  })),
})

export interface ApprovalDecision {
  id: number
  version: number
  state: ReviewState
  reason: string
}

export function useDecide(kind: QueueKind) {
  const review = useAct('reviews', 'decideReview')
  const comment = useAct('blog', 'decideComment')
  const decide = async ({ id, version, state, reason }: ApprovalDecision): Promise<void> => {
    if (kind === 'comments') await comment.mutateAsync({ id, state })
    else await review.mutateAsync({ id, version, state, reason })
  }
  return { decide, isPending: review.isPending || comment.isPending }
}

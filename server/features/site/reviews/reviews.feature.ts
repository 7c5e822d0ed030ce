/** What customers say of the service: shown here; written in own-review.ts, approved in approval.ts. */
import { reviewsShown, type ReviewState } from '../../../../contract/site/reviews.ts'
import { defineFeature } from '../../../kit/feature.ts'
import type { Handlers } from '../../../kit/context.ts'
import { approvalHandlers } from './approval.ts'
import { ownHandlers } from './own-review.ts'
import { personalReview } from './personal-review.ts'

const handlers: Handlers<'reviews'> = {
  async listReviews({ db }, { count = reviewsShown.first }) {
    const shown = db.selectFrom('reviews').where('state', '=', 'shown')
    const [rows, { total }] = await Promise.all([
      shown
        .select(['id', 'name', 'trade', 'city', 'text', 'reply', 'writtenAt'])
        .orderBy('writtenAt', 'desc')
        .orderBy('id', 'desc')
        .limit(count)
        .execute(),
      shown.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ])
    const reviews = rows.map((row) => ({ ...row, writtenAt: row.writtenAt.toISOString() }))
    return { reviews, total }
  },

  ...ownHandlers,
  ...approvalHandlers,
}

declare module '../../../kit/audit.ts' {
  interface AuditActions {
    'review-decided': { review: number; state: ReviewState; reason?: string }
    'review-replied': { review: number }
  }
}

export const reviewsFeature = defineFeature({
  name: 'reviews',
  handlers,
  personalData: personalReview,
  auditWords: {
    'review-decided': 'Решение об отзыве',
    'review-replied': 'Ответ на отзыв',
  },
})

/** Reviews that wait, those that are shown and those that are not: decided about by staff, and answered. */
import { reviewsOnPage, reviewStates, type QueuedReview, type ReviewState } from '../../../../contract/site/reviews.ts'
import { AppError } from '../../../kit/app-error.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { personOf, type CallContext, type Handlers } from '../../../kit/context.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'

type ApprovalCalls = 'listQueuedReviews' | 'decideReview' | 'replyToReview'

export const approvalHandlers: Pick<Handlers<'reviews'>, ApprovalCalls> = {
  async listQueuedReviews({ db }, { state, page = 1 }) {
    const [counted, rows] = await Promise.all([
      db
        .selectFrom('reviews')
        .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
        .groupBy('state')
        .execute(),
      queued(db)
        .$if(state !== undefined, (query) => query.where('reviews.state', '=', state ?? 'new'))
        // Who has waited longest comes first.
        .orderBy('reviews.writtenAt', state === 'new' ? 'asc' : 'desc')
        .orderBy('reviews.id', 'desc')
        .limit(reviewsOnPage)
        .offset((page - 1) * reviewsOnPage)
        .execute(),
    ])
    const countOf = (which: ReviewState): number => counted.find((each) => each.state === which)?.count ?? 0
    const counts = { new: countOf('new'), shown: countOf('shown'), hidden: countOf('hidden') }
    const total = state ? counts[state] : reviewStates.reduce((sum, each) => sum + counts[each], 0)
    const pages = Math.ceil(total / reviewsOnPage)
    return { docs: rows.map(show), total, page, pages, limit: reviewsOnPage, counts }
  },

  decideReview: (ctx, { id, version, state, reason = '' }) =>
    change(ctx, id, async (tx, before) => {
      if (before.version !== version) throw new AppError('REVIEW_ALREADY_CHANGED')
      const why = reason.trim()
      if (state === 'hidden' && why === '') throw new AppError('REVIEW_REASON_REQUIRED')
      const [decidedAt, decidedBy] = state === 'new' ? [null, null] : [ctx.clock.now(), personOf(ctx).id]
      await tx
        .updateTable('reviews')
        .set({ state, reason: state === 'hidden' ? why : '', decidedAt, decidedBy })
        .where('id', '=', id)
        .execute()
      await recordAuditEntry(tx, ctx.clock, ctx, {
        actorId: personOf(ctx).id,
        userId: before.author.id,
        action: 'review-decided',
        details: { review: id, state, ...(state === 'hidden' && { reason: why }) },
      })
    }),

  replyToReview: (ctx, { id, text }) =>
    change(ctx, id, async (tx, before) => {
      const reply = text.trim()
      const repliedAt = reply === '' ? null : ctx.clock.now()
      await tx.updateTable('reviews').set({ reply, repliedAt }).where('id', '=', id).execute()
      await recordAuditEntry(tx, ctx.clock, ctx, {
        actorId: personOf(ctx).id,
        userId: before.author.id,
        action: 'review-replied',
        details: { review: id },
      })
    }),
}

/** Of two who change it at once the second finds it as the first has left it. */
async function change(
  { db }: CallContext,
  id: number,
  work: (tx: Tx, before: QueuedReview) => Promise<void>,
): Promise<{ review: QueuedReview }> {
  const review = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('reviews').select('id').where('id', '=', id).forUpdate().execute()
    await work(tx, await getQueued(tx, id))
    return getQueued(tx, id)
  })
  return { review }
}

async function getQueued(db: DbOrTx, id: number): Promise<QueuedReview> {
  const row = await queued(db).where('reviews.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('REVIEW_NOT_FOUND')
  return show(row)
}

const queued = (db: DbOrTx) =>
  db
    .selectFrom('reviews')
    .innerJoin('users as author', 'author.id', 'reviews.userId')
    .leftJoin('users as decider', 'decider.id', 'reviews.decidedBy')
    .select(['reviews.id', 'reviews.name', 'reviews.trade', 'reviews.city', 'reviews.text', 'reviews.reply'])
    .select(['reviews.writtenAt', 'reviews.version', 'reviews.state', 'reviews.reason'])
    .select(['author.id as authorId', 'author.username', 'author.email', 'decider.username as decidedBy'])

type Row = Awaited<ReturnType<ReturnType<typeof queued>['executeTakeFirstOrThrow']>>

const show = ({ authorId, username, email, writtenAt, state, ...rest }: Row): QueuedReview => ({
  ...rest,
  state: state as ReviewState,
  writtenAt: writtenAt.toISOString(),
  author: { id: authorId, username, email },
})

/** The one review of a person: written, changed, withdrawn by them. */
import { sql } from 'kysely'
import { reviewLength, type OwnReview, type ReviewState } from '../../../../contract/site/reviews.ts'
import { mayReview } from '../../../../rules/reviews/may-review.ts'
import { suggestedName } from '../../../../rules/reviews/suggested-name.ts'
import { hasUnseenSigns } from '../../../../rules/username.ts'
import { AppError } from '../../../kit/app-error.ts'
import { DAY, SECOND } from '../../../kit/clock.ts'
import { personOf, type CallContext, type Handlers } from '../../../kit/context.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

type OwnCalls = 'getOwnReview' | 'saveReview' | 'deleteReview'

export const ownHandlers: Pick<Handlers<'reviews'>, OwnCalls> = {
  getOwnReview: (ctx) => answer(ctx, ctx.db),

  saveReview: (ctx, { name, trade = '', city = '', text }) =>
    ctx.db.transaction().execute(async (tx) => {
      const { clock, config } = ctx
      const userId = personOf(ctx).id
      const { allowed, review } = await answer(ctx, tx)
      // Someone who has one may always say it better.
      if (!allowed && review === null) throw new AppError('REVIEW_NOT_ALLOWED')
      const written = { name: name.trim(), trade: trade.trim(), city: city.trim(), text: text.trim() }
      if (written.text.length < reviewLength.least || written.name.length < 2)
        throw new AppError('VALIDATION_FAILED', {
          keyword: 'minLength',
          dataPath: written.name.length < 2 ? '/name' : '/text',
        })
      if ([written.name, written.trade, written.city].some(hasUnseenSigns)) throw new AppError('USERNAME_INVALID')
      if (review !== null && isSame(written, review)) return answer(ctx, tx)
      const fresh = { ...written, writtenAt: clock.now(), state: 'new', decidedAt: null, decidedBy: null, reason: '' }
      await tx
        .insertInto('reviews')
        .values({ userId, ...fresh })
        .onConflict((conflict) =>
          conflict.column('userId').doUpdateSet({ ...fresh, version: sql<number>`reviews.version + 1` }),
        )
        .execute()
      if (config.supportEmail !== '')
        await postLetter(tx, clock, config.supportEmail, {
          subject: 'Новый отзыв ждёт проверки',
          title: review === null ? 'Новый отзыв' : 'Отзыв изменён',
          paragraphs: [`${written.name}: «${written.text}»`],
          button: { title: 'Проверить', url: `${config.siteUrl}/admin?tab=approval` },
        })
      return answer(ctx, tx)
    }),

  deleteReview: (ctx) =>
    ctx.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('reviews').where('userId', '=', personOf(ctx).id).execute()
      return answer(ctx, tx)
    }),
}

const isSame = (written: Pick<OwnReview, 'name' | 'trade' | 'city' | 'text'>, review: OwnReview): boolean =>
  Object.entries(written).every(([field, value]) => review[field as keyof typeof written] === value)

async function answer(ctx: CallContext, db: DbOrTx): ReturnType<Handlers<'reviews'>['getOwnReview']> {
  const userId = personOf(ctx).id
  const now = ctx.clock.now()
  const used = sql<number>`extract(epoch from least(coalesce(ended_at, expires_at), coalesce(frozen_at, ${now}), ${now})
    - starts_at)`
  const known = await db
    .selectFrom('users')
    .select((user) => [
      'username',
      'roles',
      user
        .exists(user.selectFrom('orders').select('id').whereRef('userId', '=', 'users.id').where('status', '=', 'paid'))
        .as('hasPaid'),
      user
        .selectFrom('subscriptions')
        .select(sql<number | null>`max(${used} / ${DAY / SECOND} - frozen_days)::float8`.as('days'))
        .whereRef('userId', '=', 'users.id')
        .as('usedDays'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const review = await db
    .selectFrom('reviews')
    .select(['name', 'trade', 'city', 'text', 'reply', 'writtenAt', 'state', 'reason'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return {
    allowed: mayReview({ roles: known.roles, hasPaid: known.hasPaid === true, usedDays: known.usedDays ?? 0 }),
    suggestedName: suggestedName(known.username),
    review: review
      ? { ...review, state: review.state as ReviewState, writtenAt: review.writtenAt.toISOString() }
      : null,
  }
}

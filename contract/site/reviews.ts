/** Reviews: what customers say of the service, shown after approval. */
import { Type, type Static } from 'typebox'
import { call } from '../call.ts'

/** In signs. */
export const reviewLength = { least: 20, text: 3_000, name: 60, about: 60, reply: 2_000, reason: 300 }

/** Someone has used the service who paid for it, or had a subscription for so long. */
export const reviewAfterDays = 7

/** Reviews that the page begins with, and how many more each press shows; no more than `most` at once. */
export const reviewsShown = { first: 20, step: 20, most: 200 }
/** Reviews on a page of those who approve them. */
export const reviewsOnPage = 20

export const reviewStates = ['new', 'shown', 'hidden'] as const
export type ReviewState = (typeof reviewStates)[number]

const State = Type.Enum([...reviewStates])
const Moment = Type.String({ format: 'date-time' })
const Id = Type.Integer({ minimum: 1 })

const commonFields = {
  /** As the author wants to be shown. */
  name: Type.String(),
  /** What they do, and where; empty: they did not say. */
  trade: Type.String(),
  city: Type.String(),
  /** Plain text. */
  text: Type.String(),
  /** What the service answers; empty: nothing. */
  reply: Type.String(),
}

export const ReviewSchema = Type.Object({ id: Type.Integer(), ...commonFields, writtenAt: Moment })
export type Review = Static<typeof ReviewSchema>

export const OwnReviewSchema = Type.Object({
  ...commonFields,
  writtenAt: Moment,
  state: State,
  /** Why it is hidden; empty where it is not. */
  reason: Type.String(),
})
export type OwnReview = Static<typeof OwnReviewSchema>

export const QueuedReviewSchema = Type.Object({
  id: Type.Integer(),
  ...commonFields,
  writtenAt: Moment,
  /** One more with every change by its author. */
  version: Type.Integer(),
  state: State,
  reason: Type.String(),
  /** Whose it is. */
  author: Type.Object({ id: Type.Integer(), username: Type.String(), email: Type.Union([Type.String(), Type.Null()]) }),
  /** Who of staff decided; null: no one yet, or their account is gone. */
  decidedBy: Type.Union([Type.String(), Type.Null()]),
})
export type QueuedReview = Static<typeof QueuedReviewSchema>

const OneOwn = Type.Object({
  /** May they write one: they have used the service, and do not work for it. */
  allowed: Type.Boolean(),
  /** How they would be shown unless they say otherwise. */
  suggestedName: Type.String(),
  review: Type.Union([OwnReviewSchema, Type.Null()]),
})
const OneQueued = Type.Object({ review: QueuedReviewSchema })

export const reviews = {
  /** Those that are shown, newest first. */
  listReviews: call('GET', '/reviews', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({ count: Type.Optional(Type.Integer({ minimum: 1, maximum: reviewsShown.most })) }),
    result: Type.Object({ reviews: Type.Array(ReviewSchema), total: Type.Integer() }),
  }),
  getOwnReview: call('GET', '/reviews/own', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({}),
    result: OneOwn,
  }),
  /** One for each person. It goes to approval, and so does every change of it. */
  saveReview: call('PUT', '/reviews/own', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit: { count: 10, seconds: 3600 },
    input: Type.Object({
      name: Type.String({ minLength: 2, maxLength: reviewLength.name, pattern: '\\S' }),
      trade: Type.Optional(Type.String({ maxLength: reviewLength.about })),
      city: Type.Optional(Type.String({ maxLength: reviewLength.about })),
      text: Type.String({ minLength: reviewLength.least, maxLength: reviewLength.text, pattern: '\\S' }),
    }),
    result: OneOwn,
  }),
  /** It is gone, also where it was shown. */
  deleteReview: call('DELETE', '/reviews/own', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'refused',
    input: Type.Object({}),
    result: OneOwn,
  }),

  /** What waits stands oldest first, all else what was decided last first. */
  listQueuedReviews: call('GET', '/reviews/queue', {
    access: 'moderator',
    teamNeed: 'none',
    input: Type.Object({
      state: Type.Optional(State),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    }),
    result: Type.Object({
      docs: Type.Array(QueuedReviewSchema),
      total: Type.Integer(),
      page: Type.Integer(),
      pages: Type.Integer(),
      limit: Type.Integer(),
      counts: Type.Object({ new: Type.Integer(), shown: Type.Integer(), hidden: Type.Integer() }),
    }),
  }),
  /** Refused with REVIEW_ALREADY_CHANGED where its author has changed what was read. Hiding says why, and its author reads that. */
  decideReview: call('PUT', '/reviews/:id', {
    access: 'moderator',
    teamNeed: 'none',
    input: Type.Object({
      id: Id,
      version: Id,
      state: State,
      reason: Type.Optional(Type.String({ maxLength: reviewLength.reason })),
    }),
    result: OneQueued,
  }),
  /** Shown beneath it; an empty one takes it back. */
  replyToReview: call('PUT', '/reviews/:id/reply', {
    access: 'moderator',
    teamNeed: 'none',
    input: Type.Object({ id: Id, text: Type.String({ maxLength: reviewLength.reply }) }),
    result: OneQueued,
  }),
}

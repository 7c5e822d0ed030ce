/** What moderators, and admins, do with messages for everybody. */
import { Type } from 'typebox'
import { call } from '../call.ts'
import { MessageMarksSchema } from './message-marks.ts'

const rateLimit = { count: 1_200, seconds: 60 }
const After = Type.Object({ marks: MessageMarksSchema, removed: Type.Boolean() })

export const verdictActions = ['approve', 'reject', 'rejectText', 'rejectAuthor', 'undo'] as const
export type VerdictAction = (typeof verdictActions)[number]

export const moderation = {
  /**
   * Approve: never spam again. Reject: gone from customers' feeds; with `rejectText` all its copies too, now and later, with
   * `rejectAuthor` all of its author. An admin's rejects take the message from moderators as well. Undo lifts the last of these.
   * `handled` puts or takes the moderator's own mark «разобрано» with it.
   */
  moderateMessage: call('PUT', '/feed/message/:id/moderation', {
    access: 'moderator',
    teamNeed: 'view',
    rateLimit,
    input: Type.Object({
      id: Type.Integer(),
      action: Type.Enum([...verdictActions]),
      handled: Type.Optional(Type.Boolean()),
    }),
    result: After,
  }),
  /** `locationId` null: the place is not known. */
  setMessageLocation: call('PUT', '/feed/message/:id/location', {
    access: 'moderator',
    teamNeed: 'view',
    rateLimit,
    input: Type.Object({ id: Type.Integer(), locationId: Type.Union([Type.Integer(), Type.Null()]) }),
    result: After,
  }),
  /** To another category: beside the one it is in, or instead of it. `changed`: was there anything to do? */
  setMessageCategory: call('PUT', '/feed/message/:id/category', {
    access: 'moderator',
    teamNeed: 'view',
    rateLimit,
    input: Type.Object({
      id: Type.Integer(),
      mode: Type.Enum(['copy', 'move']),
      from: Type.Integer(),
      to: Type.Integer(),
    }),
    result: Type.Object({ ...After.properties, changed: Type.Boolean() }),
  }),
  /** Actions by moderator and by day, of the last 30 days unless said. Days are those of the asker's zone. */
  getModeratorStatistics: call('GET', '/feed/moderator-statistics/', {
    access: 'moderator',
    teamNeed: 'none',
    input: Type.Object({
      from: Type.Optional(Type.String({ format: 'date' })),
      to: Type.Optional(Type.String({ format: 'date' })),
    }),
    result: Type.Object({
      moderators: Type.Array(
        Type.Object({
          user: Type.Object({ id: Type.Integer(), name: Type.String() }),
          approved: Type.Integer(),
          rejected: Type.Integer(),
          spam: Type.Integer(),
          locations: Type.Integer(),
          categories: Type.Integer(),
          total: Type.Integer(),
        }),
      ),
      days: Type.Array(
        Type.Object({
          day: Type.String(),
          approved: Type.Integer(),
          rejected: Type.Integer(),
          spam: Type.Integer(),
          locations: Type.Integer(),
          categories: Type.Integer(),
        }),
      ),
    }),
  }),
}

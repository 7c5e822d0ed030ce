/** What a reader does with a message: seen, favourite, liked, noted, spam, and the black list of its author. */
import { Type, type Static } from 'typebox'
import { call } from '../call.ts'
import { MessageMarksSchema } from './message-marks.ts'
import { NetworkSchema } from '../networks.ts'
import { ById } from '../schemas.ts'

export const NOTE_LENGTH = 2_000

const OnOff = Type.Object({ id: Type.Integer(), value: Type.Boolean() })
const rateLimit = { count: 1_200, seconds: 60 }
/** The message as it stands now; `removed` when the action took it away from everybody (spec §4: an admin's). */
const After = Type.Object({ marks: MessageMarksSchema, removed: Type.Boolean() })

export const BlackListedAuthorSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  avatar: Type.Union([Type.String(), Type.Null()]),
  url: Type.Union([Type.String(), Type.Null()]),
  network: NetworkSchema,
  at: Type.String(),
})
export type BlackListedAuthor = Static<typeof BlackListedAuthorSchema>

export const marks = {
  setViewed: call('PUT', '/feed/message/:id/viewed', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'refused',
    rateLimit,
    input: OnOff,
    result: After,
  }),
  /** Done with: it and its copies leave the filters that hide what is handled. While it is handled it counts as viewed. */
  setHandled: call('PUT', '/feed/message/:id/handled', {
    byNotice: true,
    access: 'customer',
    teamNeed: 'view',
    underMask: 'refused',
    rateLimit,
    input: OnOff,
    result: After,
  }),
  setFavorite: call('PUT', '/feed/message/:id/favorite', {
    byNotice: true,
    access: 'customer',
    teamNeed: 'view',
    underMask: 'refused',
    rateLimit,
    input: OnOff,
    result: After,
  }),
  /** A like takes a dislike away, and the other way round. */
  setLike: call('PUT', '/feed/message/:id/like', {
    access: 'customer',
    teamNeed: 'work',
    underMask: 'refused',
    rateLimit,
    input: OnOff,
    result: After,
  }),
  setDislike: call('PUT', '/feed/message/:id/dislike', {
    byNotice: true,
    access: 'customer',
    teamNeed: 'work',
    underMask: 'refused',
    rateLimit,
    input: OnOff,
    result: After,
  }),
  /** An empty text deletes the note. */
  setNote: call('PUT', '/feed/message/:id/note', {
    access: 'customer',
    teamNeed: 'work',
    underMask: 'refused',
    rateLimit,
    input: Type.Object({ id: Type.Integer(), text: Type.String({ maxLength: NOTE_LENGTH }) }),
    result: After,
  }),
  markSpam: call('PUT', '/feed/message/:id/spam', {
    access: 'customer',
    teamNeed: 'work',
    underMask: 'refused',
    rateLimit,
    input: ById,
    result: After,
  }),
  unmarkSpam: call('DELETE', '/feed/message/:id/spam', {
    access: 'customer',
    teamNeed: 'work',
    underMask: 'refused',
    rateLimit,
    input: ById,
    result: After,
  }),
  /** `id` is the author's. */
  addToBlackList: call('PUT', '/feed/author/:id/blacklist', {
    access: 'customer',
    teamNeed: 'work',
    underMask: 'change',
    rateLimit,
    input: ById,
    result: Type.Object({}),
  }),
  removeFromBlackList: call('DELETE', '/feed/author/:id/blacklist', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'change',
    rateLimit,
    input: ById,
    result: Type.Object({}),
  }),
  /** The newest first. */
  listBlackList: call('GET', '/feed/blacklist', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      /** A part of the name. */
      search: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    result: Type.Object({
      docs: Type.Array(BlackListedAuthorSchema),
      total: Type.Integer(),
      page: Type.Integer(),
      pages: Type.Integer(),
      limit: Type.Integer(),
    }),
  }),
}

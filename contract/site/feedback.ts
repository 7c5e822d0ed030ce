/** Feedback: a letter to support from any page, and how support answers it. */
import { Type, type Static } from 'typebox'
import { call, fileCall, fileTypes, pictureTypes, type FilesOfCall } from '../call.ts'

export const feedbackLength = 5000

const MB = 1024 * 1024
/** What may come with a letter … */
export const letterFiles = {
  field: 'files',
  most: 5,
  bytes: 10 * MB,
  total: 25 * MB,
  types: fileTypes,
} satisfies FilesOfCall
/** … and with an answer to it, which mail servers have to take. */
export const answerFiles = { ...letterFiles, total: 15 * MB } satisfies FilesOfCall
/** As the dialog of the browser that chooses files wants them. */
export const acceptedFiles = [...pictureTypes, '.pdf', '.txt'].join(',')

/** How long what was written to us is kept. */
export const feedbackKeptDays = 365

const State = Type.Union([Type.Literal('new'), Type.Literal('answered'), Type.Literal('closed')])
export type FeedbackState = Static<typeof State>

/** Letters on a page of the queue. */
export const feedbackOnPage = 20

const Moment = Type.String({ format: 'date-time' })
const Id = Type.Integer({ minimum: 1 })

const lineFields = {
  id: Type.Integer(),
  at: Moment,
  /** Empty: they gave none. */
  name: Type.String(),
  email: Type.String(),
  subject: Type.String(),
  state: State,
  /** Who of support made it so, and when; null: it is as it came, or their account is gone. */
  changedBy: Type.Union([Type.String(), Type.Null()]),
  changedAt: Type.Union([Moment, Type.Null()]),
}
/** What came along with a letter or an answer, by `feedback.getFeedbackFile`. */
const FileSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** In bytes. */
  size: Type.Integer(),
  /** Its size in pixels; null: it is no picture, and is only downloaded. */
  picture: Type.Union([Type.Object({ width: Type.Integer(), height: Type.Integer() }), Type.Null()]),
})
export type FeedbackFile = Static<typeof FileSchema>

export const FeedbackLineSchema = Type.Object({
  ...lineFields,
  /** How it begins. */
  beginning: Type.String(),
  /** How many files came with it. */
  fileCount: Type.Integer(),
})
export type FeedbackLine = Static<typeof FeedbackLineSchema>

export const FeedbackLetterSchema = Type.Object({
  ...lineFields,
  message: Type.String(),
  files: Type.Array(FileSchema),
  /** The page it was written on; empty: it is not known. */
  from: Type.String(),
  /** Whose account it is: they were signed in, or it has this e-mail, confirmed. */
  user: Type.Union([
    Type.Object({ id: Type.Integer(), username: Type.String(), signedIn: Type.Boolean() }),
    Type.Null(),
  ]),
  answers: Type.Array(
    Type.Object({
      id: Type.Integer(),
      at: Moment,
      text: Type.String(),
      files: Type.Array(FileSchema),
      /** Null: their account is gone. */
      author: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
})
export type FeedbackLetter = Static<typeof FeedbackLetterSchema>

const OneLetter = Type.Object({ letter: FeedbackLetterSchema })

export const feedback = {
  /** A letter to support; the answer comes by e-mail (spec §2 /contacts). */
  sendFeedback: call('POST', '/send-feedback', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit: { count: 5, seconds: 3600 },
    files: letterFiles,
    input: Type.Object({
      name: Type.Optional(Type.String({ maxLength: 80 })),
      email: Type.String({ format: 'email', maxLength: 254 }),
      subj: Type.Optional(Type.String({ maxLength: 200 })),
      msg: Type.String({ minLength: 1, maxLength: feedbackLength, pattern: '\\S' }),
      /** The page it was written on. */
      from: Type.Optional(Type.String({ maxLength: 2000 })),
      fp: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    result: Type.Object({}),
  }),
  /** The queue: what is new stands oldest first, all else newest first. */
  listFeedback: call('GET', '/support/letters', {
    access: 'support',
    teamNeed: 'none',
    input: Type.Object({
      state: Type.Optional(State),
      /** Of the e-mail, the name, the subject or the letter; or its number. */
      search: Type.Optional(Type.String({ maxLength: 200 })),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    }),
    result: Type.Object({
      docs: Type.Array(FeedbackLineSchema),
      total: Type.Integer(),
      page: Type.Integer(),
      pages: Type.Integer(),
      limit: Type.Integer(),
      /** Of what is searched for, in each state. */
      counts: Type.Object({ new: Type.Integer(), answered: Type.Integer(), closed: Type.Integer() }),
    }),
  }),
  getFeedback: call('GET', '/support/letters/:id', {
    access: 'support',
    teamNeed: 'none',
    input: Type.Object({ id: Id }),
    result: OneLetter,
  }),
  /** What came with a letter or was answered with. Of a picture `preview`: small, for lists; both are drawn again and not what was sent. */
  getFeedbackFile: fileCall('/support/letters/:id/files/:file', {
    access: 'support',
    teamNeed: 'none',
    input: Type.Object({
      id: Id,
      file: Id,
      size: Type.Optional(Type.Union([Type.Literal('preview'), Type.Literal('whole')])),
    }),
  }),
  /** A letter goes to the address, with the files as attachments. Refused with FEEDBACK_ALREADY_ANSWERED where there are other answers than `seen`: a colleague was faster. */
  answerFeedback: call('POST', '/support/letters/:id/answer', {
    access: 'support',
    teamNeed: 'none',
    files: answerFiles,
    input: Type.Object({
      id: Id,
      text: Type.String({ minLength: 1, maxLength: feedbackLength, pattern: '\\S' }),
      /** How many answers there were when this one was written. */
      seen: Type.Integer({ minimum: 0, maximum: 1_000 }),
    }),
    result: OneLetter,
  }),
  /** Nothing is to be answered, or no more. */
  closeFeedback: call('POST', '/support/letters/:id/close', {
    access: 'support',
    teamNeed: 'none',
    input: Type.Object({ id: Id }),
    result: OneLetter,
  }),
  reopenFeedback: call('POST', '/support/letters/:id/reopen', {
    access: 'support',
    teamNeed: 'none',
    input: Type.Object({ id: Id }),
    result: OneLetter,
  }),
}

/** Feedback: a letter to support from any page. */
import { Type } from 'typebox'
import { call } from '../call.ts'

export const feedbackLength = 5000

/** How long what was written to us is kept. */
export const feedbackKeptDays = 365

export const feedback = {
  /** A letter to support; the answer comes by e-mail (spec §2 /contacts). */
  sendFeedback: call('POST', '/send-feedback', {
    access: 'anyone',
    rateLimit: { count: 5, seconds: 3600 },
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
}

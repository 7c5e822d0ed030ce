/** The site around the product: writing to us, and what counts what is bought. */
import { Type } from 'typebox'
import { call } from './call.ts'

export const feedbackLength = 5000

/** How long what was written to us is kept. */
export const feedbackKeptDays = 365

export const site = {
  /** A letter to support; the answer comes by e-mail (spec §2 /contacts). */
  sendFeedback: call('POST', '/send-feedback', {
    who: 'anyone',
    pace: { count: 5, seconds: 3600 },
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
  /** The counter that is told of goals, such as a payment; null: nobody is told. */
  getCounter: call('GET', '/site/counter', {
    who: 'customer',
    input: Type.Object({}),
    result: Type.Object({ metrikaId: Type.Union([Type.Integer(), Type.Null()]) }),
  }),
}

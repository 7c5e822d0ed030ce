/** What the feed has learnt from a person's own likes, dislikes and spam marks. */
import { Type, type Static } from 'typebox'
import { call } from '../call.ts'

/** Before so many marks, and a number of both kinds among them, nothing is judged. A spam mark counts as a dislike. */
export const learnedMarks = { all: 20, likes: 5, dislikes: 5 }

const Count = Type.Integer({ minimum: 0 })

export const LearnedSchema = Type.Object({
  /** Marks that were learnt from: the newest ones, of all that were not forgotten. */
  likes: Count,
  /** Dislikes and spam marks. */
  dislikes: Count,
  /** How many are missing still: of both kinds together, and of each. All 0 when it is ready. */
  needed: Type.Object({ all: Count, likes: Count, dislikes: Count }),
  /** There are enough marks: a filter with `learned` hides what they speak against. */
  ready: Type.Boolean(),
  /** How many of the newest items of the person's products such a filter keeps away. */
  hidden: Count,
  /** Of so many newest items. */
  of: Count,
})
export type Learned = Static<typeof LearnedSchema>

export const learning = {
  /** Marks count here a moment after they were set: `feed.learned` says when. */
  getLearned: call('GET', '/user/learned', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
    rateLimit: { count: 120, seconds: 60 },
    input: Type.Object({}),
    result: LearnedSchema,
  }),
  /** Marks up to now are learnt no more; they stay where they are. */
  forgetLearned: call('DELETE', '/user/learned', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit: { count: 20, seconds: 60 },
    input: Type.Object({}),
    result: LearnedSchema,
  }),
}

export const learningSignals = {
  /** The feed learnt from marks of the person, or forgot them. `changed`: filters with `learned` show other messages than before. */
  'feed.learned': Type.Object({ ...LearnedSchema.properties, changed: Type.Boolean() }),
}

/** What the feed has learnt from the asker's marks. */
import { personOf, type Handlers } from '../../../kit/context.ts'
import { forgetMarks, learnByNewModel, learnMarks } from './learn-marks.ts'
import { judgeEdited } from './judge-edited.ts'
import { readLearned } from './read-learned.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { every, on } from '../../../kit/jobs.ts'
import { forgetGoneMessages } from './personal-model.ts'
import { personalLearning } from './personal-learning.ts'
import { learningSignals } from './learning.signals.ts'

const handlers: Handlers<'learning'> = {
  getLearned: (ctx) => readLearned(ctx, personOf(ctx).id),

  async forgetLearned(ctx) {
    const userId = personOf(ctx).id
    await forgetMarks(ctx, userId)
    return readLearned(ctx, userId)
  },
}

/** Marks come in bursts: the next one is often set within a second. */
const DEBOUNCE_SECONDS = 2

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** The feed learnt from marks of this person, or forgot them; `changed`: other messages are hidden than before. */
    'learned.changed': { userId: number; changed: boolean }
  }
}

export const learningFeature = defineFeature({
  name: 'learning',
  signals: learningSignals,
  handlers,
  jobs: [
    on('message.marked', 'learn-marks', (context, { userId }) => learnMarks(context, userId), {
      debounce: { seconds: DEBOUNCE_SECONDS, keyOf: ({ userId }) => userId },
    }),
    on('message.edited', 'judge-edited', (context, { messageId }) => judgeEdited(context, messageId), {
      debounce: { seconds: DEBOUNCE_SECONDS, keyOf: ({ messageId }) => messageId },
    }),
    every('* * * * *', 'learn-by-new-model', async (context) => {
      const people = await learnByNewModel(context)
      if (people > 0) context.log.info({ people }, 'marks were learnt anew by another model')
    }),
    every('17 4 * * *', 'forget-gone-dismissed', ({ db }) => forgetGoneMessages(db)),
  ],
  personalData: personalLearning,
})

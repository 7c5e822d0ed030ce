import { every, on, type Job } from '../../kit/jobs.ts'
import { forgetGoneMessages } from './layer.ts'
import { learnByNewModel, learnMarks } from './learn-marks.ts'

/** Marks come in bursts: the next one is often set within a second. */
const CALM_SECONDS = 2

export const learningJobs: Job[] = [
  on('message.marked', 'learn-marks', (context, { userId }) => learnMarks(context, userId), {
    seconds: CALM_SECONDS,
    keyOf: ({ userId }) => userId,
  }),
  every('* * * * *', 'learn-by-new-model', async ({ db, clock, log }) => {
    const people = await learnByNewModel({ db, clock })
    if (people > 0) log.info({ people }, 'marks were learnt anew by another model')
  }),
  every('17 4 * * *', 'forget-gone-unlike', ({ db }) => forgetGoneMessages(db)),
]

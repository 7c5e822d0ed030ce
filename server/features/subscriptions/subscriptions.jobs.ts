import { every, type Job } from '../../kit/jobs.ts'
import { unfreezeUsedUp } from './freeze.ts'
import { remindOfEnds } from './remind.ts'

export const subscriptionsJobs: Job[] = [
  every('*/5 * * * *', 'unfreeze-used-up', async (context) => {
    const thawed = await unfreezeUsedUp(context)
    if (thawed > 0)
      context.log.info({ subscriptions: thawed }, 'subscriptions have used up the days they could stand still')
  }),
  every('17 * * * *', 'remind-of-ends', async (context) => {
    const letters = await remindOfEnds(context)
    if (letters > 0) context.log.info({ letters }, 'people are reminded that subscriptions end')
  }),
]

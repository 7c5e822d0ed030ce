import { feedbackKeptDays } from '../../../contract/site.ts'
import { DAY } from '../../kit/clock.ts'
import { every, type Job } from '../../kit/jobs.ts'

export const siteJobs: Job[] = [
  every('51 1 * * *', 'forget-feedback', async ({ db, clock }) => {
    await db
      .deleteFrom('feedback')
      .where('at', '<', new Date(clock.now().getTime() - feedbackKeptDays * DAY))
      .execute()
  }),
]

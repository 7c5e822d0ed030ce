import { on, type Job } from '../../kit/jobs.ts'
import { searchMissed } from './save-project.ts'

export const projectsJobs: Job[] = [
  on('subscription.began', 'search-what-was-missed', async ({ db, clock, log }, { productType, productId, at }) => {
    if (productType !== 'project') return
    if (await searchMissed(db, clock, productId, new Date(at)))
      log.info({ projectId: productId }, 'a project that was not listened to looks for what it missed')
  }),
]

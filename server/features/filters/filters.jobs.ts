import { every, type Job } from '../../kit/jobs.ts'
import { deleteOldFilters } from './change-filters.ts'

export const filtersJobs: Job[] = [
  every('7 * * * *', 'delete-old-filters', async ({ db, clock, log }) => {
    log.info({ filters: await deleteOldFilters(db, clock) }, 'deleted filters are gone for good')
  }),
]

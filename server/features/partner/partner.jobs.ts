import { every, type Job } from '../../kit/jobs.ts'
import { forgetVisitAddresses } from './visits.ts'

export const partnerJobs: Job[] = [
  every('47 1 * * *', 'forget-visit-addresses', ({ db, clock }) => forgetVisitAddresses(db, clock)),
]

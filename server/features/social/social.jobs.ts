import { every, type Job } from '../../kit/jobs.ts'
import { forgetExpiredSignIns } from './sign-in-state.ts'

export const socialJobs: Job[] = [every('*/10 * * * *', 'forget-network-sign-ins', forgetExpiredSignIns)]

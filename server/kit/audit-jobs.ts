import { forgetAuditAddresses } from './audit.ts'
import { every, type Job } from './jobs.ts'

export const auditJobs: Job[] = [
  every('37 1 * * *', 'forget-audit-addresses', ({ db, clock }) => forgetAuditAddresses(db, clock)),
]

/** Every job of the service. */
import { accountsJobs } from './features/accounts/accounts.jobs.ts'
import { exportsJobs } from './features/exports/exports.jobs.ts'
import { filtersJobs } from './features/filters/filters.jobs.ts'
import { socialJobs } from './features/social/social.jobs.ts'
import { throttleJobs } from './gate/throttle.ts'
import { codesJobs } from './kit/codes.ts'
import type { Job } from './kit/jobs.ts'
import { mailJobs } from './kit/mail/mail.jobs.ts'
import { storeJobs } from './stream/store/store.jobs.ts'

export const jobs: Job[] = [...throttleJobs, ...accountsJobs, ...codesJobs, ...mailJobs, ...filtersJobs, ...exportsJobs, ...socialJobs, ...storeJobs]

/** Every job of the service. */
import { exportsJobs } from './features/exports/exports.jobs.ts'
import { filtersJobs } from './features/filters/filters.jobs.ts'
import { throttleJobs } from './gate/throttle.ts'
import type { Job } from './kit/jobs.ts'
import { storeJobs } from './stream/store/store.jobs.ts'

export const jobs: Job[] = [...throttleJobs, ...filtersJobs, ...exportsJobs, ...storeJobs]

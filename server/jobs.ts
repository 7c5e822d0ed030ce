/** Every job of the service. */
import { throttleJobs } from './gate/throttle.ts'
import type { Job } from './kit/jobs.ts'
import { storeJobs } from './stream/store/store.jobs.ts'

export const jobs: Job[] = [...throttleJobs, ...storeJobs]

import { DAY } from '../kit/clock.ts'
import { every, type Job } from '../kit/jobs.ts'
import { dropSegments } from './merge-segments.ts'

export const archiveJobs: Job[] = [
  every('27 0 * * *', 'drop-old-segments', async ({ db, clock, log, config }) => {
    const before = new Date(clock.now().getTime() - config.messageDays * DAY)
    log.info({ segments: await dropSegments(db, before) }, 'segments of old messages dropped')
  }),
]

import { DAY } from '../../kit/clock.ts'
import { every, type Job } from '../../kit/jobs.ts'
import { dropExpiredMessages, makePartitions } from './partitions.ts'

export const storeJobs: Job[] = [
  every('17 0 * * *', 'drop-expired-messages', async ({ db, clock, log, messageDays }) => {
    log.info(await dropExpiredMessages(db, clock, messageDays), 'expired messages dropped')
  }),
  every('47 * * * *', 'make-message-partitions', async ({ db, clock }) => {
    await makePartitions(db, new Date(clock.now().getTime() + DAY))
  }),
]

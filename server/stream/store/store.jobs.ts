import { DAY } from '../../kit/clock.ts'
import { every, type Job } from '../../kit/jobs.ts'
import { deleteOldFingerprints } from './clusters.ts'
import { dropExpiredMessages, makePartitions } from './partitions.ts'

export const storeJobs: Job[] = [
  every('17 0 * * *', 'drop-expired-messages', async ({ db, clock, log, config }) => {
    log.info(await dropExpiredMessages(db, clock, config.messageDays), 'expired messages dropped')
  }),
  every('37 0 * * *', 'delete-old-fingerprints', async ({ db, clock, log, config }) => {
    log.info({ fingerprints: await deleteOldFingerprints(db, clock, config.messageDays) }, 'old fingerprints deleted')
  }),
  every('47 * * * *', 'make-message-partitions', async ({ db, clock }) => {
    await makePartitions(db, new Date(clock.now().getTime() + DAY))
  }),
]

/** Does jobs: those that follow facts, and those that come by the clock; keeps the words of stored messages. */
import { runIndexer } from '../features/recent/recent.public.ts'
import { jobs } from '../jobs.ts'
import { runJobs } from '../kit/jobs.ts'
import type { House, RunningRole } from './house.ts'

export async function runWorker({ config, database, clock, log, language }: House): Promise<RunningRole> {
  const runner = await runJobs(jobs, { db: database.db, database, clock, log, language, config })
  const indexer = runIndexer({ db: database.db, clock, log, language, days: config.messageDays })
  return {
    async close() {
      await indexer.close()
      await runner.stop()
    },
  }
}

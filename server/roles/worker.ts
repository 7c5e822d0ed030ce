/** Does jobs: those that follow facts, and those that come by the clock. */
import { jobs } from '../jobs.ts'
import { runJobs } from '../kit/jobs.ts'
import type { House, RunningRole } from './house.ts'

export async function runWorker({ config, database, clock, log, language }: House): Promise<RunningRole> {
  const runner = await runJobs(jobs, { db: database.db, database, clock, log, language, config })
  return { close: () => runner.stop() }
}

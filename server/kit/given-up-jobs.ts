/** Jobs that failed as often as they are tried: no one runs them again by itself. They are counted, reported, and run again on request. */
import { Gauge } from 'prom-client'
import { sql } from 'kysely'
import { registers } from './metrics.ts'
import type { DbOrTx } from './sql.ts'
import type { Log } from './log.ts'

const jobsGivenUp = new Gauge({
  name: 'echolot_jobs_given_up',
  help: 'Jobs that failed at their last attempt and are not tried again',
  labelNames: ['job'] as const,
  registers,
})

export interface GivenUpJob {
  id: number
  job: string
  attempts: number
  error: string | null
  lastTriedAt: Date
}

export async function listGivenUpJobs(db: DbOrTx): Promise<GivenUpJob[]> {
  const { rows } = await sql<GivenUpJob>`
    select id, task_identifier as job, attempts, last_error as error, updated_at as "lastTriedAt"
    from graphile_worker.jobs where locked_at is null and attempts >= max_attempts order by id`.execute(db)
  return rows
}

/**
 * Tries them again from the first attempt on.
 * @param ids those, or all when there are none
 */
export async function retryGivenUpJobs(db: DbOrTx, ids: readonly number[] = []): Promise<GivenUpJob[]> {
  const chosen = await chooseGivenUp(db, ids)
  await sql`select graphile_worker.reschedule_jobs(${chosen.map(({ id }) => id)}::bigint[], run_at => now(), attempts => 0)`.execute(
    db,
  )
  return chosen
}

/** They will never be done. */
export async function deleteGivenUpJobs(db: DbOrTx, ids: readonly number[]): Promise<GivenUpJob[]> {
  const chosen = await chooseGivenUp(db, ids)
  await sql`select graphile_worker.complete_jobs(${chosen.map(({ id }) => id)}::bigint[])`.execute(db)
  return chosen
}

async function chooseGivenUp(db: DbOrTx, ids: readonly number[]): Promise<GivenUpJob[]> {
  const all = await listGivenUpJobs(db)
  return ids.length === 0 ? all : all.filter(({ id }) => ids.includes(id))
}

/**
 * A job whose key an event used again while it ran is not to be tried again: the new one does its work. Where it was
 * interrupted or failed, it would stand among those that were given up.
 * @param keyed the names of the jobs that are always queued under a key
 */
async function deleteSuperseded(db: DbOrTx, keyed: readonly string[]): Promise<void> {
  await sql`delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
    where task.id = job.task_id and task.identifier = any(${keyed}::text[])
      and job.key is null and job.locked_at is null and job.attempts >= job.max_attempts`.execute(db)
}

/** Counts them for /metrics. What was given up since it last counted is reported in the log, once. */
export function countGivenUpJobs({ db, log }: { db: DbOrTx; log: Log }, keyed: readonly string[]): () => Promise<void> {
  const known = new Set<number>()
  return async () => {
    await deleteSuperseded(db, keyed)
    const now = await listGivenUpJobs(db)
    const counts = new Map<string, number>()
    for (const { job } of now) counts.set(job, (counts.get(job) ?? 0) + 1)
    jobsGivenUp.reset()
    for (const [job, count] of counts) jobsGivenUp.set({ job }, count)
    for (const { id, job, attempts, error } of now.filter((each) => !known.has(each.id)))
      log.error({ id, job, attempts, error }, 'a job was given up: npm run jobs -- retry tries it again')
    known.clear()
    for (const { id } of now) known.add(id)
  }
}

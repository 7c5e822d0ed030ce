/**
 * Who works the queue. A worker that was killed cannot unlock what it had begun, and the queue itself waits four hours: every
 * worker says in `job_workers` that it lives, and takes over what those had begun who say it no more.
 */
import type pg from 'pg'

/** As the queue calls who has locked a job. */
export interface JobWorker {
  id: string
  /** The ids of the jobs it works on now. */
  running: ReadonlySet<string>
}

/** How often a worker says that it lives, and looks for those who do not. */
export const BEAT_MS = 5_000
/** Anyone who has said nothing for so long is gone. */
const GONE = '30 seconds'

type Pool = Pick<pg.Pool, 'query'>

/** `since` begins again after a gap: when the database was away no one was seen, and no one is gone for that. */
export async function beat(pool: Pool, { id }: JobWorker): Promise<void> {
  await pool.query(
    `insert into job_workers as known (id, seen_at, since) values ($1, now(), now())
     on conflict (id) do update set seen_at = now(),
       since = case when known.seen_at < now() - interval '${GONE}' then now() else known.since end`,
    [id],
  )
}

/** True for a worker that others could have met as long as they may be silent. */
const hasWatched = `exists (select from job_workers where id = $1 and since < now() - interval '${GONE}')`

/**
 * Unlocks what those had begun who are gone. It counts as an attempt: what kills its worker every time is given up some day.
 * @returns the workers that were gone
 */
export async function takeOverFromGone(pool: Pool, { id }: JobWorker): Promise<string[]> {
  const { rows } = await pool.query<{ ids: string[] }>(
    `with gone as (
       delete from job_workers where seen_at < now() - interval '${GONE}' and ${hasWatched} returning id
     ), workers as (select array_agg(id) as ids from gone)
     select ids, graphile_worker.force_unlock_workers(ids) from workers where ids is not null`,
    [id],
  )
  return rows[0]?.ids ?? []
}

/** A job may be locked for this worker by an answer that was lost on its way, and then no one works on it. */
export async function unlockUnknown(pool: Pool, { id, running }: JobWorker): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
     where locked_by = $1 and locked_at < now() - interval '${GONE}' and id <> all($2::bigint[]) and ${hasWatched}`,
    [id, [...running]],
  )
}

/** The worker has ended, and nothing it had begun is left. */
export async function removeWorker(pool: Pool, { id }: JobWorker): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers(array[$1])', [id])
  await pool.query('delete from job_workers where id = $1', [id])
}

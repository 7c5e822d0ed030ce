/**
 * Facts and jobs, as rows of the same database. A fact is written, and queued, in the transaction in which it happens; a
 * worker then queues one job for each part that follows it, so that one failing part does not repeat the others.
 */
import { Logger as WorkerLogger, makeWorkerUtils, run, runOnce, type Runner, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type { EventName, Events } from '../events.ts'
import { SECOND, type Clock } from './clock.ts'
import type { AppContext } from './context.ts'
import type { Log } from './log.ts'
import type { Database, Tx } from './sql.ts'

export type Job =
  | { name: string; on: EventName; calm: Debounce | null; run(context: AppContext, payload: never): Promise<void> }
  /** `every` is a crontab pattern in UTC. */
  | { name: string; every: string; run(context: AppContext): Promise<void> }

/** Of facts with the same key that follow each other closely only the last one is followed, so long after it. */
interface Debounce {
  seconds: number
  keyOf(payload: never): number
}

/** A job that follows a fact. */
export function on<Name extends EventName>(
  fact: Name,
  name: string,
  work: (context: AppContext, payload: Events[Name]) => Promise<void>,
  calm: { seconds: number; keyOf: (payload: Events[Name]) => number } | null = null,
): Job {
  return { name, on: fact, calm, run: work as (context: AppContext, payload: never) => Promise<void> }
}

export function every(pattern: string, name: string, work: (context: AppContext) => Promise<void>): Job {
  return { name, every: pattern, run: work }
}

interface QueuedEvent {
  id: number
  name: EventName
  payload: Events[EventName]
}

const EVENT_TASK = 'follow-fact'

/** Records that something happened, in the transaction in which it happens. */
export async function recordEvent<Name extends EventName>(
  tx: Tx,
  clock: Clock,
  name: Name,
  payload: Events[Name],
): Promise<void> {
  const { id } = await tx
    .insertInto('facts')
    .values({ name, payload: JSON.stringify(payload), happenedAt: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const queued: QueuedEvent = { id, name, payload }
  await sql`select graphile_worker.add_job(${EVENT_TASK}, ${JSON.stringify(queued)}::json)`.execute(tx)
}

/** Lays the tables of the queue; once per database, before anything is reported. */
export async function prepareJobs(database: Database): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: database.pool, logger: quiet })
  await utils.migrate()
  await utils.release()
}

const quiet = new WorkerLogger(() => () => {})

function workerLog(log: Log): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === 'error') log.error({ part: 'jobs' }, message)
    else if (level === 'warning') log.warn({ part: 'jobs' }, message)
    else log.debug({ part: 'jobs' }, message)
  })
}

function taskList(jobs: Job[], context: AppContext, { waits }: { waits: boolean }): TaskList {
  const tasks: TaskList = {
    async [EVENT_TASK](queued, { addJob }) {
      const fact = queued as QueuedEvent
      for (const job of jobs) {
        if (!('on' in job) || job.on !== fact.name) continue
        const key = job.calm ? `calm ${job.calm.keyOf(fact.payload as never)}` : fact.id
        const runAt =
          job.calm && waits ? { runAt: new Date(context.clock.now().getTime() + job.calm.seconds * SECOND) } : {}
        await addJob(job.name, fact.payload, { jobKey: `${job.name}:${key}`, ...runAt })
      }
    },
  }
  for (const job of jobs) {
    tasks[job.name] = (payload) => ('on' in job ? job.run(context, payload as never) : job.run(context))
  }
  return tasks
}

/** Works the queue until stopped. */
export async function runJobs(jobs: Job[], context: AppContext): Promise<Runner> {
  return run({
    pgPool: context.database.pool,
    taskList: taskList(jobs, context, { waits: true }),
    crontab: jobs.flatMap((job) => ('every' in job ? [`${job.every} ${job.name}`] : [])).join('\n'),
    concurrency: 4,
    noHandleSignals: true,
    logger: workerLog(context.log),
  })
}

/** Works the queue until it is empty, and waits for nothing: for tests. */
export async function drainJobs(jobs: Job[], context: AppContext): Promise<void> {
  await runOnce({
    pgPool: context.database.pool,
    taskList: taskList(jobs, context, { waits: false }),
    noHandleSignals: true,
    logger: quiet,
  })
}

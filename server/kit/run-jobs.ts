/** Works the queue until it is stopped, lane by lane, whatever becomes of the database meanwhile. */
import { EventEmitter } from 'node:events'
import {
  Logger as WorkerLogger,
  parseCrontab,
  run,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { MINUTE, SECOND } from './clock.ts'
import type { AppContext } from './context.ts'
import { countGivenUpJobs } from './given-up-jobs.ts'
import { EVENT_TASK, lanes, taskList, type Job, type Lane } from './jobs.ts'
import { beat, BEAT_MS, removeWorker, takeOverFromGone, unlockUnknown, type JobWorker } from './job-workers.ts'
import type { Log } from './log.ts'
import { pause } from './pause.ts'
import { QueuePool } from './queue-pool.ts'
import { isAway, whenBack } from './sql.ts'

/** How many jobs of a lane run at once. */
const AT_ONCE: Record<Lane, number> = { common: 4, letters: 3, chats: 3 }
/** After a lane has ended without being asked to. */
const RESTART_MS = 5 * SECOND

export interface RunningJobs {
  stop(): Promise<void>
}

export async function runJobs(jobs: Job[], context: AppContext): Promise<RunningJobs> {
  const { log, database } = context
  const pool = new QueuePool(database.url)
  const tasks = taskList(jobs, context)
  const crontab = jobs.flatMap((job) => ('every' in job ? [`${job.every} ${job.name}`] : [])).join('\n')
  const keyed = jobs.flatMap((job) => ('on' in job ? [job.name] : []))
  const running = await Promise.all(
    lanes.flatMap((name) => {
      const own = tasksOf(name, jobs, tasks)
      // The library tries a lane without jobs again and again.
      if (Object.keys(own).length === 0) return []
      return [runLane({ pool, log, name, tasks: own, crontab: name === 'common' ? crontab : '' })]
    }),
  )
  const ending = new AbortController()
  const watching = Promise.all([
    repeat(BEAT_MS, log, ending.signal, async () => {
      for (const { worker } of running) {
        await beat(pool, worker())
        if (pool.hasLostAnswer) await unlockUnknown(pool, worker())
        const gone = await takeOverFromGone(pool, worker())
        if (gone.length > 0) log.warn({ gone }, 'jobs of workers that are gone were taken over')
      }
    }),
    repeat(MINUTE, log, ending.signal, countGivenUpJobs(context, keyed)),
  ])
  return {
    async stop() {
      ending.abort()
      await Promise.all(running.map((lane) => lane.stop()))
      await watching
      await pool.close()
    },
  }
}

function tasksOf(lane: Lane, jobs: Job[], tasks: TaskList): TaskList {
  const names = jobs.flatMap((job) => (('on' in job ? job.lane : 'common') === lane ? [job.name] : []))
  if (lane === 'common') names.push(EVENT_TASK)
  return Object.fromEntries(names.map((name) => [name, tasks[name]]))
}

interface LaneOptions {
  pool: QueuePool
  log: Log
  name: Lane
  tasks: TaskList
  crontab: string
}

/** A lane that is being worked; when its runner ends without being asked to, another takes its place. */
async function runLane(options: LaneOptions): Promise<{ worker(): JobWorker; stop(): Promise<void> }> {
  const { pool, log, name } = options
  const ending = new AbortController()
  const ended = async ({ runner, worker }: RunningLane): Promise<void> => {
    await runner.promise.catch((error: unknown) => log.error({ lane: name, err: error }, 'a lane of jobs failed'))
    await removeWorker(pool, worker).catch((error: unknown) =>
      log.error({ err: error }, 'a worker could not leave the queue'),
    )
  }
  let current = await whenBack(() => startRunner(options))
  const running = (async () => {
    await ended(current)
    while (!ending.signal.aborted) {
      await pause(RESTART_MS, ending.signal)
      if (ending.signal.aborted) return
      log.warn({ lane: name }, 'a lane of jobs is started again')
      try {
        current = await startRunner(options)
        await ended(current)
      } catch (error) {
        log.error({ lane: name, err: error }, 'a lane of jobs could not be started')
      }
    }
  })()
  return {
    worker: () => current.worker,
    async stop() {
      ending.abort()
      // Rejects when it has ended already.
      await current.runner.stop().catch(() => {})
      await running
    },
  }
}

interface RunningLane {
  runner: Runner
  worker: JobWorker
}

async function startRunner({ pool, log, name, tasks, crontab }: LaneOptions): Promise<RunningLane> {
  const events: WorkerEvents = new EventEmitter()
  const running = new Set<string>()
  let id = ''
  events.on('pool:create', ({ workerPool }) => void (id = workerPool.id))
  events.on('job:start', ({ job }) => void running.add(job.id))
  events.on('job:complete', ({ job }) => void running.delete(job.id))
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    parsedCronItems: parseCrontab(crontab),
    concurrency: AT_ONCE[name],
    noHandleSignals: true,
    logger: workerLog(log),
    events,
  })
  return { runner, worker: { id, running } }
}

function workerLog(log: Log): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    const err: unknown = meta?.error
    if (isAway(err)) log.warn({ part: 'jobs', err }, 'the queue waits for the database')
    else if (level === 'error') log.error({ part: 'jobs' }, message)
    else if (level === 'warning') log.warn({ part: 'jobs' }, message)
    else log.debug({ part: 'jobs' }, message)
  })
}

/** At once, and then again and again; what fails now is tried the next time. */
async function repeat(everyMs: number, log: Log, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => log.error({ err: error }, 'the queue could not be looked after'))
    await pause(everyMs, signal)
  }
}

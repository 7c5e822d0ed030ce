/**
 * Events and jobs, as rows of the same database. An event is recorded, and queued, in the transaction in which it happens; a
 * worker then queues one job for each part that follows it, so that one failing part does not repeat the others.
 */
import { Logger as WorkerLogger, makeWorkerUtils, type TaskList } from 'graphile-worker'
import { CompiledQuery } from 'kysely'
import type { EventName, Events } from '../events.ts'
import { SECOND, type Clock } from './clock.ts'
import type { AppContext } from './context.ts'
import type { Database, Tx } from './sql.ts'

export type Job =
  | {
      name: string
      on: EventName
      debounce: Debounce | null
      lane: Lane
      run(context: AppContext, payload: never): Promise<void>
    }
  /** `every` is a crontab pattern in UTC. */
  | { name: string; every: string; run(context: AppContext): Promise<void> }

/** Jobs of one lane wait for each other and for no others: what a mail server or a messenger keeps hanging holds up its own alone. */
export const lanes = ['common', 'letters', 'chats'] as const
export type Lane = (typeof lanes)[number]

/** Of events with the same key that follow each other closely only the last one is followed, so long after it. */
interface Debounce {
  seconds: number
  keyOf(payload: never): number
}

/** A job that follows an event. */
export function on<Name extends EventName>(
  event: Name,
  name: string,
  work: (context: AppContext, payload: Events[Name]) => Promise<void>,
  {
    debounce = null,
    lane = 'common',
  }: { debounce?: { seconds: number; keyOf: (payload: Events[Name]) => number } | null; lane?: Lane } = {},
): Job {
  return { name, on: event, debounce, lane, run: work as (context: AppContext, payload: never) => Promise<void> }
}

export function every(pattern: string, name: string, work: (context: AppContext) => Promise<void>): Job {
  return { name, every: pattern, run: work }
}

interface QueuedEvent {
  id: number
  name: EventName
  payload: Events[EventName]
}

/** The name under which rows are queued, and the former word for events: renaming it would strand what a running database has queued. */
export const EVENT_TASK = 'follow-fact'

/** Records that something happened, in the transaction in which it happens. */
export async function recordEvent<Name extends EventName>(
  tx: Tx,
  clock: Clock,
  name: Name,
  payload: Events[Name],
): Promise<void> {
  const { text, values } = recordEventQuery(name, payload, clock.now())
  await tx.executeQuery(CompiledQuery.raw(text, values))
}

/** The same as a query of its own, for a transaction on a bare connection. */
export function recordEventQuery<Name extends EventName>(
  name: Name,
  payload: Events[Name],
  happenedAt: Date,
): { text: string; values: unknown[] } {
  return {
    // The table keeps the former word for events.
    text: `with recorded as (insert into facts (name, payload, happened_at) values ($1, $2, $3) returning id, name, payload)
      select graphile_worker.add_job($4, row_to_json(recorded)) from recorded`,
    values: [name, JSON.stringify(payload), happenedAt, EVENT_TASK],
  }
}

/** Lays the tables of the queue; once per database, before anything is reported. */
export async function prepareJobs(database: Database): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: database.pool, logger: quiet })
  await utils.migrate()
  await utils.release()
}

const quiet = new WorkerLogger(() => () => {})

export function taskList(jobs: Job[], context: AppContext): TaskList {
  const tasks: TaskList = {
    async [EVENT_TASK](queued, { addJob }) {
      const event = queued as QueuedEvent
      for (const job of jobs) {
        if (!('on' in job) || job.on !== event.name) continue
        const { debounce } = job
        // «calm» is the former word for debounced: jobs that are queued have it in their key, and the next event has to meet them.
        const key = debounce ? `calm ${debounce.keyOf(event.payload as never)}` : event.id
        const runAt = debounce ? { runAt: new Date(context.clock.now().getTime() + debounce.seconds * SECOND) } : {}
        await addJob(job.name, event.payload, { jobKey: `${job.name}:${key}`, ...runAt })
      }
    },
  }
  for (const job of jobs) {
    tasks[job.name] = (payload) => ('on' in job ? job.run(context, payload as never) : job.run(context))
  }
  return tasks
}

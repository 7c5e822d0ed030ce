import { Logger as WorkerLogger, runOnce, type Task, type TaskList } from 'graphile-worker'
import type { AppContext } from './context.ts'
import { EVENT_TASK, taskList, type Job } from './jobs.ts'

/** Works the queue until it is empty, and waits for nothing: what is debounced runs at once. */
export async function drainJobs(jobs: Job[], context: AppContext): Promise<void> {
  await runOnce({
    pgPool: context.database.pool,
    taskList: atOnce(taskList(jobs, context)),
    noHandleSignals: true,
    logger: new WorkerLogger(() => () => {}),
  })
}

function atOnce({ [EVENT_TASK]: follow, ...tasks }: TaskList): TaskList {
  const followAtOnce: Task = (event, helpers) =>
    follow?.(event, {
      ...helpers,
      addJob: (name, payload, spec) => helpers.addJob(name, payload, { ...spec, runAt: undefined }),
    })
  return { ...tasks, [EVENT_TASK]: followAtOnce }
}

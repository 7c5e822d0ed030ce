import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import { countGivenUpJobs, deleteGivenUpJobs, listGivenUpJobs, retryGivenUpJobs } from './given-up-jobs.ts'
import { drainJobs } from './drain-jobs.samples.ts'
import { on, recordEvent, type Job } from './jobs.ts'
import { openLog } from './log.ts'
import { metrics } from './metrics.ts'

let world: TestWorld
beforeEach(async () => {
  world = await openTestWorld()
})
afterEach(() => world.close())

let fails = true
const done: number[] = []
const jobs: Job[] = [
  on('export.ordered', 'failing-job', async (_, { exportId }) => {
    if (fails) throw new Error(`export ${exportId} failed`)
    done.push(exportId)
  }),
]
/** Tried as often as it is ever tried. */
async function giveUp(exportId: number): Promise<void> {
  fails = true
  await world.db.transaction().execute((tx) => recordEvent(tx, world.clock, 'export.ordered', { exportId }))
  await drainJobs(jobs, world)
  await expect
    .poll(
      async () => (await sql`select id from graphile_worker.jobs where locked_at is not null`.execute(world.db)).rows,
    )
    .toEqual([])
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(world.db)
}
const counted = async () => /echolot_jobs_given_up\{job="failing-job"\} (\d+)/.exec(await metrics.metrics())?.[1]

it('what is given up is counted, reported once, and done when it is asked for again', async () => {
  const logged: { level: number; msg: string; job?: string }[] = []
  const log = openLog('error', { write: (text: string) => void logged.push(JSON.parse(text)) })
  const count = countGivenUpJobs({ db: world.db, log }, ['failing-job'])
  await giveUp(1)
  await giveUp(2)
  await count()
  await count()
  expect(await counted()).toBe('2')
  expect(logged.map(({ level, job }) => [level, job])).toEqual([
    [50, 'failing-job'],
    [50, 'failing-job'],
  ])
  const [first, second] = await listGivenUpJobs(world.db)
  expect(first).toMatchObject({ job: 'failing-job', attempts: 25, error: 'export 1 failed' })

  fails = false
  expect(await retryGivenUpJobs(world.db, [second?.id ?? 0])).toEqual([second])
  await drainJobs(jobs, world)
  expect(done).toEqual([2])
  await deleteGivenUpJobs(world.db, [first?.id ?? 0])
  await count()
  expect(await counted()).toBeUndefined()
  expect(logged).toHaveLength(2)
})

it('a job whose work another does under its key is none that was given up', async () => {
  await giveUp(3)
  // As the queue leaves a job that was running when its key was used again.
  await sql`update graphile_worker._private_jobs set key = null`.execute(world.db)
  await countGivenUpJobs(world, ['failing-job'])()
  expect(await listGivenUpJobs(world.db)).toEqual([])
})

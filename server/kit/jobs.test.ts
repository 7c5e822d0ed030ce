import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import { drainJobs } from './drain-jobs.samples.ts'
import { every, on, recordEvent, type Job } from './jobs.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

const drain = (jobs: Job[]) => drainJobs(jobs, world)

const events = () =>
  world.db.selectFrom('facts').select(['name', 'payload', 'happenedAt']).where('name', '=', 'export.ordered').execute()

it('an event is followed by every job that asked for it, each on its own', async () => {
  const done: string[] = []
  let failures = 0
  const jobs = [
    on('export.ordered', 'reindex', async (_, { exportId }) => void done.push(`reindex ${exportId}`)),
    on('export.ordered', 'stumble', async () => {
      failures += 1
      throw new Error('a failing part')
    }),
    on('message.marked', 'greet', async () => void done.push('greet')),
    every('0 0 * * *', 'sweep', async () => void done.push('sweep')),
  ]
  await world.db.transaction().execute((tx) => recordEvent(tx, world.clock, 'export.ordered', { exportId: 7 }))
  await drain(jobs)
  await drain(jobs)
  expect(done).toEqual(['reindex 7'])
  expect(failures).toBe(1)
  expect(await events()).toEqual([{ name: 'export.ordered', payload: { exportId: 7 }, happenedAt: world.clock.now() }])
})

it('of events that follow each other closely the last one is followed, for each key', async () => {
  const done: string[] = []
  const jobs = [
    on('subscription.began', 'debounced', async (_, { productId, at }) => void done.push(`${productId} ${at}`), {
      debounce: { seconds: 2, keyOf: ({ productId }) => productId },
    }),
  ]
  const recordBegan = (productId: number, at: string) =>
    world.db
      .transaction()
      .execute((tx) => recordEvent(tx, world.clock, 'subscription.began', { productType: 'category', productId, at }))
  await recordBegan(1, 'first')
  await recordBegan(2, 'first')
  await recordBegan(1, 'second')
  await recordBegan(1, 'third')
  await drain(jobs)
  expect(done.sort()).toEqual(['1 third', '2 first'])
  await recordBegan(1, 'later')
  await drain(jobs)
  expect(done.at(-1)).toBe('1 later')
})

it('what was rolled back did not happen', async () => {
  const before = await events()
  await expect(
    world.db.transaction().execute(async (tx) => {
      await recordEvent(tx, world.clock, 'export.ordered', { exportId: 8 })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  const done: number[] = []
  await drain([on('export.ordered', 'reindex', async (_, { exportId }) => void done.push(exportId))])
  expect(done).toEqual([])
  expect(await events()).toEqual(before)
})

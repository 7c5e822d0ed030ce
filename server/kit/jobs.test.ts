import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTown, type Town } from '../people/town.ts'
import { drainJobs, every, on, tell, type Job } from './jobs.ts'

let town: Town
beforeAll(async () => {
  town = await openTown()
})
afterAll(() => town.close())

const drain = (jobs: Job[]) => drainJobs(jobs, town)

const facts = () =>
  town.db.selectFrom('facts').select(['name', 'payload', 'happenedAt']).where('name', '=', 'category.changed').execute()

it('a fact is followed by every job that asked for it, each on its own', async () => {
  const done: string[] = []
  let failures = 0
  const jobs = [
    on('category.changed', 'reindex', async (_, { categoryId }) => void done.push(`reindex ${categoryId}`)),
    on('category.changed', 'stumble', async () => {
      failures += 1
      throw new Error('a failing part')
    }),
    on('account.registered', 'greet', async () => void done.push('greet')),
    every('0 0 * * *', 'sweep', async () => void done.push('sweep')),
  ]
  await town.db.transaction().execute((tx) => tell(tx, town.clock, 'category.changed', { categoryId: 7 }))
  await drain(jobs)
  await drain(jobs)
  expect(done).toEqual(['reindex 7'])
  expect(failures).toBe(1)
  expect(await facts()).toEqual([
    { name: 'category.changed', payload: { categoryId: 7 }, happenedAt: town.clock.now() },
  ])
})

it('of facts that follow each other closely the last one is followed, for each key', async () => {
  const done: string[] = []
  const jobs = [
    on('subscription.began', 'calm', async (_, { productId, at }) => void done.push(`${productId} ${at}`), {
      seconds: 2,
      keyOf: ({ productId }) => productId,
    }),
  ]
  const tellOf = (productId: number, at: string) =>
    town.db
      .transaction()
      .execute((tx) => tell(tx, town.clock, 'subscription.began', { productType: 'category', productId, at }))
  await tellOf(1, 'first')
  await tellOf(2, 'first')
  await tellOf(1, 'second')
  await tellOf(1, 'third')
  await drain(jobs)
  expect(done.sort()).toEqual(['1 third', '2 first'])
  await tellOf(1, 'later')
  await drain(jobs)
  expect(done.at(-1)).toBe('1 later')
})

it('what was rolled back did not happen', async () => {
  const before = await facts()
  await expect(
    town.db.transaction().execute(async (tx) => {
      await tell(tx, town.clock, 'category.changed', { categoryId: 8 })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  const done: number[] = []
  await drain([on('category.changed', 'reindex', async (_, { categoryId }) => void done.push(categoryId))])
  expect(done).toEqual([])
  expect(await facts()).toEqual(before)
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../kit/clock.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import { runStream } from './stream.ts'

let world: TestWorld
beforeEach(async () => {
  world = await openTestWorld()
})
afterEach(() => world.close())

const contextWithMadeUpNetwork = () => {
  const { db, database, log, bus, language, config, hooks } = world
  return {
    db,
    database,
    log,
    bus,
    language,
    hooks,
    clock: systemClock,
    config: { ...config, madeUpNetwork: true, madeUpPerMinute: 1_200 },
  }
}
const state = async (): Promise<{ stored: number; next: number }> => {
  const [row] = await world.db
    .selectFrom('sourceCursors')
    .select(['messages', 'cursor'])
    .where('source', '=', 'made-up')
    .execute()
  return { stored: row?.messages ?? 0, next: (row?.cursor as { n: number } | undefined)?.n ?? 0 }
}

it('one process listens; when it ends another goes on where it was, and nothing is lost or there twice', async () => {
  const first = await runStream(contextWithMadeUpNetwork())
  await expect.poll(async () => (await state()).stored).toBeGreaterThan(620)
  const second = await runStream(contextWithMadeUpNetwork())
  await first.close()
  const left = await state()
  await expect.poll(async () => (await state()).stored).toBeGreaterThan(left.stored)
  await second.close()
  const { stored, next } = await state()
  expect(stored).toBe(next)
  const { count } = await world.db
    .selectFrom('messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(stored)
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../kit/clock.ts'
import { openTown, type Town } from '../people/town.ts'
import { runStream } from './stream.ts'

let town: Town
beforeEach(async () => {
  town = await openTown()
})
afterEach(() => town.close())

const house = () => {
  const { database, log, bus, language, config } = town
  return {
    database,
    log,
    bus,
    language,
    clock: systemClock,
    config: { ...config, madeUpNetwork: true, madeUpPerMinute: 1_200 },
  }
}
const state = async (): Promise<{ stored: number; next: number }> => {
  const [row] = await town.db
    .selectFrom('sourceCursors')
    .select(['messages', 'cursor'])
    .where('source', '=', 'made-up')
    .execute()
  return { stored: row?.messages ?? 0, next: (row?.cursor as { n: number } | undefined)?.n ?? 0 }
}

it(
  'one process listens; when it ends another goes on where it was, and nothing is lost or there twice',
  { timeout: 60_000 },
  async () => {
    const first = await runStream(house())
    await expect.poll(async () => (await state()).stored, { timeout: 20_000 }).toBeGreaterThan(620)
    const second = await runStream(house())
    await first.close()
    const left = await state()
    await expect.poll(async () => (await state()).stored, { timeout: 20_000 }).toBeGreaterThan(left.stored)
    await second.close()
    const { stored, next } = await state()
    expect(stored).toBe(next)
    const { count } = await town.db
      .selectFrom('messages')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(stored)
  },
)

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestWorld, type TestWorld } from '../../testing/test-world.ts'
import { readSourceCursor } from '../pipeline.ts'
import { FanInEnded, openFanIn, type FanIn } from './fan-in.ts'

let world: TestWorld
let confluence: FanIn
let ending: AbortController
let running: Promise<void>
beforeEach(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'ищу фотографа')
  confluence = openFanIn({ ...world, standingQueries: await world.standingQueries() })
  ending = new AbortController()
})
afterEach(async () => {
  ending.abort()
  await running
  await world.close()
})
const run = (): void => void (running = confluence.run(ending.signal))

const batch = (network: string, name: string, cursor: number, text = `Ищу фотографа ${name} ${cursor}`) => ({
  messages: [world.message(text, { externalId: `${name} ${cursor}` })],
  cursor,
  cursorName: name,
  countedAs: network,
})
const count = async (): Promise<number> =>
  (await sql<{ count: number }>`select count(*) from messages`.execute(world.db)).rows[0]?.count ?? 0

it('stores each batch with the cursor it names, and says so', async () => {
  run()
  const stored = await Promise.all([
    confluence.store(batch('vk', 'vk:group:-1', 5)),
    confluence.store(batch('vk', 'vk:group:-2', 7)),
    confluence.store(batch('ok', 'ok:group:1', 9)),
  ])
  expect(stored).toMatchObject([
    { cursor: 5, messages: 1, items: 1 },
    { cursor: 7, messages: 1 },
    { cursor: 9, messages: 1 },
  ])
  expect(await readSourceCursor(world.database, 'vk:group:-1')).toBe(5)
  expect(await readSourceCursor(world.database, 'vk:group:-2')).toBe(7)
  expect(await readSourceCursor(world.database, 'ok:group:1')).toBe(9)
  expect(await readSourceCursor(world.database, 'networks')).toBeNull()
})

it('lets networks take turns: one that brings much holds up nobody', async () => {
  const order: string[] = []
  const given = [
    ...Array.from({ length: 20 }, (_, n) => confluence.store(batch('vk', 'vk', n)).then(() => order.push('vk'))),
    ...Array.from({ length: 2 }, (_, n) => confluence.store(batch('ok', 'ok', n)).then(() => order.push('ok'))),
  ]
  run()
  await Promise.all(given)
  expect(order.slice(0, 4)).toEqual(['vk', 'ok', 'vk', 'ok'])
  expect(await readSourceCursor(world.database, 'vk')).toBe(19)
})

it('gives back what can not be stored, and stores the others', async () => {
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
      if (select text from messages where id = new.message_id) like '%плохой%' then raise exception 'no room'; end if;
      return new;
    end $$`.execute(world.db)
  await sql`create trigger refuse before insert on feed_items for each row execute function refuse()`.execute(world.db)
  const given = [1, 2, 3, 4, 5, 6].map((n) =>
    confluence.store(batch('vk', `g${n}`, n, n === 3 ? 'Ищу фотографа, плохой' : undefined)),
  )
  run()
  const settled = await Promise.allSettled(given)
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect((settled[2] as PromiseRejectedResult).reason).toMatchObject({ message: 'no room' })
  expect(await readSourceCursor(world.database, 'g3')).toBeNull()
  expect(await count()).toBe(5)
})

it('ends after what it has begun; what it has not is refused', async () => {
  const given = Array.from({ length: 30 }, (_, n) => confluence.store(batch('vk', `g${n}`, n)))
  run()
  await given[0]
  ending.abort()
  await running
  const settled = await Promise.allSettled(given)
  const stored = settled.filter(({ status }) => status === 'fulfilled').length
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThan(30)
  expect(await count()).toBe(stored)
  expect(
    settled
      .filter((each) => each.status === 'rejected')
      .every((each) => (each as PromiseRejectedResult).reason instanceof FanInEnded),
  ).toBe(true)
  await expect(confluence.store(batch('vk', 'later', 1))).rejects.toThrow(FanInEnded)
})

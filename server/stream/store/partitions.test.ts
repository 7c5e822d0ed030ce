import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { batchOf, fitting, matched } from '../../testing/made-batch.ts'
import { openTestWorld, type TestWorld } from '../../testing/test-world.ts'
import { DAY } from '../../kit/clock.ts'
import { dropExpiredMessages, makePartitions } from './partitions.ts'
import { storeJobs } from './store.jobs.ts'
import { openStore } from './store.ts'

let world: TestWorld
beforeEach(async () => {
  world = await openTestWorld()
})
afterEach(() => world.close())

const partitions = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent::regclass::text in ('messages_passing', 'messages_kept')
    order by 1`.execute(world.db)
  return rows.map((row) => row.name)
}
const run = (name: string) => {
  const job = storeJobs.find((each) => each.name === name)
  if (!job || !('every' in job)) throw new Error(`no job ${name}`)
  return job.run(world)
}
const stored = async () =>
  (await world.db.selectFrom('messages').select('externalId').orderBy('externalId').execute()).map(
    (row) => row.externalId,
  )

it('are made ahead, and once', async () => {
  world.clock.advance(10 * DAY)
  await run('make-message-partitions')
  await run('make-message-partitions')
  expect(await partitions()).toEqual([
    'messages_kept_202611',
    'messages_kept_202612',
    'messages_passing_20261120',
    'messages_passing_20261201',
  ])
})

it('are made by whoever stores first when nobody made them ahead, also by several at once', async () => {
  world.clock.advance(40 * DAY)
  await Promise.all(
    ['1', '2', '3', '4'].map((id) =>
      openStore(world.database, world.clock).store(
        batchOf([matched(id, 'Погода'), matched(`${id}k`, 'Ищу', [fitting(1)])], 1, id),
      ),
    ),
  )
  expect(await partitions()).toEqual([
    'messages_kept_202611',
    'messages_kept_202612',
    'messages_passing_20261120',
    'messages_passing_20261230',
  ])
  expect(await stored()).toHaveLength(8)
})

it('hold what comes at midnight on its own day', async () => {
  const store = openStore(world.database, world.clock)
  await store.store(batchOf([matched('before', 'Погода')]))
  world.clock.advance(DAY / 2)
  await store.store(batchOf([matched('after', 'Погода')]))
  const { rows } =
    await sql`select external_id as id, tableoid::regclass::text as partition from messages order by id`.execute(
      world.db,
    )
  expect(rows).toEqual(
    [
      { id: 'before', partition: 'messages_passing_20261120' },
      { id: 'after', partition: 'messages_passing_20261121' },
    ].reverse(),
  )
})

it('of days long past are dropped with their keys; what is kept stays, and what was forgotten may come again', async () => {
  const store = openStore(world.database, world.clock)
  await store.store(
    batchOf([
      matched('kept', 'Ищу фотографа', [fitting(1)]),
      matched('passing', 'Погода'),
      matched('edited', 'Погода'),
    ]),
  )
  await store.store(batchOf([matched('edited', 'Ищу няню', [fitting(2)])]))
  world.clock.advance(14 * DAY)
  await store.store(batchOf([matched('new', 'Погода')]))

  expect(await dropExpiredMessages(world.db, world.clock, 14)).toEqual({ partitions: [], keys: 0 })
  world.clock.advance(DAY)
  await run('drop-expired-messages')
  expect(await partitions()).toEqual(['messages_kept_202611', 'messages_kept_202612', 'messages_passing_20261204'])
  expect(await stored()).toEqual(['edited', 'kept', 'new'])
  const keys = await world.db.selectFrom('messageKeys').select('externalId').orderBy('externalId').execute()
  expect(keys.map((row) => row.externalId)).toEqual(['edited', 'kept', 'new'])

  expect(
    await store.store(batchOf([matched('passing', 'Погода'), matched('kept', 'Ищу фотографа', [fitting(1)])])),
  ).toMatchObject({ messages: 1, items: 0 })
})

it('are dropped while others store', async () => {
  const store = openStore(world.database, world.clock)
  await store.store(batchOf(Array.from({ length: 200 }, (_, n) => matched(`m${n}`, 'Погода'))))
  world.clock.advance(20 * DAY)
  await makePartitions(world.db, world.clock.now())
  // The same messages again, edited so that they move to those that are kept, while their day is dropped.
  const again = (async () => {
    for (let n = 0; n < 200; n += 20) {
      const batch = batchOf(Array.from({ length: 20 }, (_, i) => matched(`m${n + i}`, 'Ищу няню', [fitting(1)])))
      for (;;) {
        const done = await store.store(batch).then(
          () => true,
          (error: { code?: string }) => {
            // What the pipeline waits out and tries again: a key that expired meanwhile, a deadlock with the dropping.
            if (!error.code?.startsWith('40')) throw error
            return false
          },
        )
        if (done) break
      }
    }
  })()
  await Promise.all([again, dropExpiredMessages(world.db, world.clock, 14)])
  expect(await stored()).toHaveLength(200)
  const { rows } = await sql<{ count: number }>`
    select count(*) from feed_items i join messages m on m.id = i.message_id and m.kept and m.received_at = i.received_at`.execute(
    world.db,
  )
  expect(rows[0]?.count).toBe(200)
})

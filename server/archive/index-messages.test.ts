/** Every stored message is in the segments once, anyone who stores what at the same time. */
import { sql, type KyselyPlugin } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { StandingClock } from '../testing/standing-clock.ts'
import { batchOf, matched } from '../testing/made-batch.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import { openStore } from '../stream/store/store.ts'
import { DAY } from '../kit/clock.ts'
import { silentLog } from '../kit/log.ts'
import { openDatabase, type Database } from '../kit/sql.ts'
import { indexMessages } from './index-messages.ts'
import { dropSegments, mergeSegments } from './merge-segments.ts'
import { atOneMoment, living } from './read-segments.ts'
import { findRecent } from './find-stored.ts'
import { runIndexer } from './run-indexer.ts'
import { findSettled } from './visible-up-to.ts'
import { parseQuery } from '../../engine/queries/parse.ts'

let world: TestWorld
let clock: StandingClock
let n = 0
const opened: Database[] = []

beforeAll(async () => {
  world = await openTestWorld()
})
beforeEach(async () => {
  clock = new StandingClock('2026-11-20T12:00:00Z')
  await sql`truncate messages, message_keys, feed_items, fingerprints, authors, groups, source_cursors, message_segments, message_postings, indexed_marks, changed_texts cascade`.execute(
    world.db,
  )
})
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})
afterAll(() => world.close())

function process(): Database {
  const database = openDatabase(world.database.url, { connections: 3 })
  opened.push(database)
  return database
}
const put = (database: Database, ...texts: [id: string, text: string, more?: object][]) =>
  openStore(database, clock).store(
    batchOf(
      texts.map(([id, text, more]) => matched(id, text, [], { author: null, group: null, ...more })),
      (n += 1),
      `source ${n}`,
    ),
  )
/** The database, and how often it was asked something that looks so. */
function watched(question: RegExp) {
  let asked = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (question.test(JSON.stringify(node))) asked += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: world.db.withPlugin(plugin), countAsked: () => asked }
}
const index = (most?: number) =>
  indexMessages({ db: world.db, clock, language: world.language, days: 14 }, most === undefined ? {} : { most })
const merge = async (): Promise<void> => {
  while (await mergeSegments(world.db, new Date(clock.now().getTime() + 2 * DAY))) continue
}
async function indexed(): Promise<number[]> {
  return atOneMoment(world.db, async ({ segments }) => {
    const ids: number[] = []
    living(segments, 0).forEach((bits, at) => bits.eachBackwards((place) => ids.push(segments[at]!.places.ids[place]!)))
    return ids.sort((a, b) => a - b)
  })
}
const stored = async (): Promise<number[]> =>
  (await world.db.selectFrom('messages').select('id').orderBy('id').execute()).map(({ id }) => id)
async function found(text: string): Promise<number> {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(text)
  const ask = { keywords: [parsed.query], context: [], excluded: [] }
  return (await findRecent(world.db, world.language, ask, { now: clock.now(), days: 14, timeZone: 'Europe/Moscow' }))
    .total
}

describe('messages whose transactions end in another order than they began', () => {
  it('are all indexed: nothing beyond one that is still being stored is', async () => {
    await put(world.database, ['1', 'Первая дыня'])
    const slow = new pg.Client({ connectionString: world.database.url })
    await slow.connect()
    await slow.query('begin')
    const { rows } = await slow.query<{ id: number }>(
      `insert into message_keys (network, external_id, message_id, received_at, kept)
      values ('vk', 'slow', nextval('message_id_seq'), $1, false) returning message_id as id`,
      [clock.now()],
    )
    await put(process(), ['3', 'Третья дыня'])
    expect(await findSettled(world.db, 100)).toBe(null)
    const { db, countAsked } = watched(/pg_locks/)
    const indexing = indexMessages({ db, clock, language: world.language, days: 14 })
    // Who is storing it asks once before it indexes, and again only while it waits for them.
    await expect.poll(countAsked).toBeGreaterThan(2)
    expect(await indexed()).toEqual([])
    // What is in no segment yet is found all the same.
    expect(await found('дыня')).toBe(2)
    await slow.query(
      `insert into messages (id, received_at, kept, network, external_id, kind, published_at, demo, text)
      values ($1, $2, false, 'vk', 'slow', 'post', $2, false, 'Вторая дыня')`,
      [rows[0]!.id, clock.now()],
    )
    await slow.query('commit')
    await slow.end()
    await indexing
    await index()
    expect(await indexed()).toEqual(await stored())
    expect(await found('дыня')).toBe(3)
  })
  it('are indexed once each while several processes store, index and merge', async () => {
    const words = ['дыня', 'арбуз', 'тыква']
    let storing = true
    const stores = [process(), process(), process()].map(async (database, at) => {
      for (let round = 0; round < 25; round += 1) {
        await put(
          database,
          ...Array.from({ length: 1 + (round % 4) }, (_, k): [string, string] => [
            `${at}-${round}-${k}`,
            `Купил ${words[(round + k) % 3]} на рынке`,
          ]),
        )
        if (round % 5 === 4) await put(database, [`${at}-${round - 1}-0`, `Изменил ${words[round % 3]}`])
        if (round % 7 === 6) await put(database, [`${at}-${round}-0`, '', { deleted: true }])
      }
    })
    const indexers = [process(), process()].map(async ({ db }) => {
      while (storing) {
        await indexMessages({ db, clock, language: world.language, days: 14 }, { most: 7 })
        await mergeSegments(db, new Date(clock.now().getTime() + DAY))
      }
    })
    await Promise.all(stores)
    storing = false
    await Promise.all(indexers)
    for (const word of words) {
      const { rows } = await sql<{
        count: number
      }>`select count(*) as count from messages where deleted_at is null and text ~ ${word}`.execute(world.db)
      const before = await found(word)
      while ((await index()) !== 0) continue
      expect([word, await found(word), before]).toEqual([word, rows[0]!.count, rows[0]!.count])
    }
    expect(await indexed()).toEqual(await stored())
    await merge()
    expect(await indexed()).toEqual(await stored())
    expect(await world.db.selectFrom('messageSegments').select('size').execute()).toHaveLength(1)
  })
})

describe('a message that changes', () => {
  it.each(['apart', 'merged between', 'merged after'])('is found by what it says now, its segments %s', async (how) => {
    await put(world.database, ['1', 'Продаю дыню'], ['2', 'Ем дыню'])
    await index()
    await put(world.database, ['1', 'Продаю арбуз'])
    await index()
    if (how === 'merged between') await merge()
    expect([await found('дыня'), await found('арбуз')]).toEqual([1, 1])
    await put(world.database, ['1', 'Продаю тыкву'])
    await put(world.database, ['3', 'Что за тыква'])
    await index()
    if (how === 'merged after') await merge()
    expect([await found('дыня'), await found('арбуз'), await found('тыква')]).toEqual([1, 0, 2])
    expect(await indexed()).toEqual(await stored())
  })
  it('is found no more when it is gone, and again when it is back', async () => {
    await put(world.database, ['1', 'Продаю дыню'])
    await index()
    await put(world.database, ['1', '', { deleted: true }])
    await index()
    expect(await found('дыня')).toBe(0)
    await merge()
    expect(await found('дыня')).toBe(0)
    await put(world.database, ['1', 'Продаю дыню'])
    await index()
    await merge()
    expect(await found('дыня')).toBe(1)
  })
  it('before it is in any segment is put there as it is', async () => {
    await put(world.database, ['1', 'Продаю дыню'])
    await put(world.database, ['1', 'Продаю арбуз'])
    await index()
    expect([await found('дыня'), await found('арбуз')]).toEqual([0, 1])
    expect(await world.db.selectFrom('changedTexts').selectAll().execute()).toEqual([])
  })
})

it('what was received before the stored days is found no more, and goes with its segment', async () => {
  await put(world.database, ['1', 'Старая дыня'])
  await index()
  clock.advance(13 * DAY)
  await put(world.database, ['2', 'Новая дыня', { publishedAt: clock.now() }])
  await index()
  expect(await found('дыня')).toBe(2)
  clock.advance(2 * DAY)
  expect(await found('дыня')).toBe(1)
  expect(await dropSegments(world.db, new Date(clock.now().getTime() - 14 * DAY))).toBe(1)
  expect(await found('дыня')).toBe(1)
  expect(await world.db.selectFrom('messagePostings').select('segmentId').distinct().execute()).toHaveLength(1)
})

it('messages that were stored before there was an index are put into segments of a bearable size', async () => {
  for (let at = 0; at < 5; at += 1) await put(world.database, [`a${at}`, 'дыня'], [`b${at}`, 'арбуз'])
  expect([await index(4), await index(4), await index(4), await index(4)]).toEqual([4, 4, 2, 0])
  expect(await indexed()).toEqual(await stored())
})

it('runs beside everything else until it is closed', async () => {
  await put(world.database, ['1', 'Первая дыня'])
  // Which segments there are to merge is asked after all was indexed that is to be.
  const { db, countAsked } = watched(/SelectQueryNode.*"message_segments".*"size"/)
  const indexer = runIndexer({ db, clock, log: silentLog, language: world.language, days: 14 })
  await expect.poll(countAsked).toBeGreaterThan(0)
  expect(await indexed()).toEqual([])
  await put(world.database, ['2', 'Вторая дыня'])
  clock.advance(20_000)
  await expect.poll(indexed).toEqual(await stored())
  await indexer.close()
})

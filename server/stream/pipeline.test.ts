import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setCategoryQueries } from '../features/watching/categories/set-category-queries.samples.ts'
import { openLog } from '../kit/log.ts'
import { loadScorer } from '../kit/relevance.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import { openStandingQueries } from './match/standing-queries.ts'
import { readSourceCursor, runSource, type BatchProgress, type StreamContext } from './pipeline.ts'
import type { RawBatch, RawMessage, Source } from './receive/shared/source.ts'
import type { FindPlace } from './score/score.ts'
import { lockQuery } from '../kit/locks.ts'

let world: TestWorld
let context: StreamContext
beforeEach(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'ищу фотографа')
  context = { ...world, standingQueries: await world.standingQueries() }
})
afterEach(() => world.close())

const never = () => new AbortController().signal
const posts = (from: number, to: number): RawMessage[] =>
  Array.from({ length: to - from }, (_, n) =>
    world.message(`Ищу фотографа ${from + n}`, { externalId: `p${from + n}` }),
  )

/** Batches of ten, numbered; counts how often it was asked. */
function numbered(batches: number, name = 'numbered') {
  const asked = { batches: 0, from: [] as (number | null)[] }
  const source: Source<number> = {
    name,
    async *read(cursor, signal) {
      asked.from.push(cursor)
      for (let n = cursor ?? 0; n < batches && !signal.aborted; n += 1) {
        asked.batches += 1
        yield { messages: posts(n * 10, n * 10 + 10), cursor: n + 1 }
      }
    },
  }
  return { source, asked }
}
const count = async (table: 'messages' | 'feed_items'): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(world.db)
  return rows[0]?.count ?? 0
}
/** Whether someone waits for a lock of ours that someone else holds. */
const isLockAwaited = async (): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(world.db)
  return rows.length > 0
}

describe('a source', () => {
  it('goes through to feed items in its order, and reports what every batch came to', async () => {
    const reports: BatchProgress<number>[] = []
    await runSource(context, numbered(3).source, never(), (progress) => reports.push(progress))
    expect(reports).toMatchObject([1, 2, 3].map((cursor) => ({ received: 10, messages: 10, items: 10, cursor })))
    const { rows } = await sql<{ text: string }>`
      select m.text from feed_items i join messages m on m.id = i.message_id order by i.seq_id`.execute(world.db)
    expect(rows.map((row) => row.text)).toEqual(Array.from({ length: 30 }, (_, n) => `Ищу фотографа ${n}`))
  })

  it('goes on from its cursor', async () => {
    await runSource(context, numbered(2).source, never())
    const longer = numbered(5)
    await runSource(context, longer.source, never())
    expect(longer.asked).toEqual({ batches: 3, from: [2] })
    expect(await count('messages')).toBe(50)
  })

  it('is left alone while the database is busy: a few batches ahead and no more', async () => {
    const client = new pg.Client({ connectionString: world.database.url })
    await client.connect()
    // What a batch with feed items waits for.
    await client.query('begin')
    await client.query(lockQuery('seqIds of the feed'))
    const { source, asked } = numbered(50)
    let stored = 0
    // How many it was ahead of what is stored when it was asked for each: while the database was busy, and ever after.
    const ahead: number[] = []
    const read: Source<number>['read'] = async function* (...from) {
      for await (const batch of source.read(...from)) {
        ahead.push(asked.batches - stored)
        yield batch
      }
    }
    const running = runSource(context, { ...source, read }, never(), () => void (stored += 1))
    await expect.poll(() => asked.batches).toBe(3)
    await expect.poll(isLockAwaited).toBe(true)
    expect([asked.batches, stored]).toEqual([3, 0])
    await client.query('commit')
    await client.end()
    await running
    expect(asked.batches).toBe(50)
    expect(ahead.slice(0, 3)).toEqual([1, 2, 3])
    expect(Math.max(...ahead)).toBe(3)
    expect(await count('feed_items')).toBe(500)
  })

  it('ends when it is asked to, after the batches it has begun, and goes on from there', async () => {
    const ending = new AbortController()
    const { source } = numbered(50)
    await runSource(context, source, ending.signal, ({ cursor }) => cursor === 4 && ending.abort())
    const cursor = await readSourceCursor<number>(world.database, source.name)
    expect(cursor).toBeLessThan(8)
    expect(await count('messages')).toBe((cursor ?? 0) * 10)
    await runSource(context, numbered(50).source, never())
    expect(await count('feed_items')).toBe(500)
  })

  it('that fails is heard of, after what it gave before is stored', async () => {
    const source: Source<number> = {
      name: 'failing',
      async *read() {
        yield { messages: posts(0, 10), cursor: 1 }
        yield { messages: posts(10, 20), cursor: 2 }
        throw new Error('the network is gone')
      },
    }
    await expect(runSource(context, source, never())).rejects.toThrow('the network is gone')
    expect(await count('messages')).toBe(20)
    expect(await readSourceCursor(world.database, 'failing')).toBe(2)
  })
})

describe('a batch that cannot be stored', () => {
  beforeEach(() =>
    sql`create function refuse() returns trigger language plpgsql as $$ begin
          if (select text from messages where id = new.message_id) = 'Ищу фотографа 25' then raise exception 'no room for 25'; end if;
          return new;
        end $$`.execute(world.db),
  )
  beforeEach(() =>
    sql`create trigger refuse before insert on feed_items for each row execute function refuse()`.execute(world.db),
  )

  it('leaves nothing behind, and the cursor where it was', async () => {
    await expect(runSource(context, numbered(5).source, never())).rejects.toThrow('no room for 25')
    expect(await readSourceCursor(world.database, 'numbered')).toBe(2)
    expect([await count('messages'), await count('feed_items')]).toEqual([20, 20])
    await sql`drop trigger refuse on feed_items`.execute(world.db)
    const again = numbered(5)
    await runSource(context, again.source, never())
    expect(again.asked.from).toEqual([2])
    expect([await count('messages'), await count('feed_items')]).toEqual([50, 50])
  })

  it('is heard of although the source waits for its next message', async () => {
    const source: Source<number> = {
      name: 'silent',
      async *read(_, signal) {
        yield { messages: posts(20, 30), cursor: 1 }
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      },
    }
    await expect(runSource(context, source, never())).rejects.toThrow('no room for 25')
  })
})

it('a failing database is waited out: nothing is lost and nothing doubled', async () => {
  const killer = new pg.Client({ connectionString: world.database.url, application_name: 'killer' })
  await killer.connect()
  const kill = () =>
    killer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'echolot'`,
    )
  const { source } = numbered(40)
  const starts: number[] = []
  const kills: Promise<unknown>[] = []
  const watched: Source<number> = {
    ...source,
    async *read(cursor, signal) {
      for await (const batch of source.read(cursor, signal) as AsyncIterable<RawBatch<number>>) {
        starts.push(batch.cursor)
        // In the midst of whatever the store does with the batches before.
        if (batch.cursor % 8 === 0) kills.push(sleep(batch.cursor % 5).then(kill))
        yield batch
      }
    },
  }
  await runSource(context, watched, never())
  await Promise.all(kills)
  await killer.end()
  expect(starts).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
  expect([await count('messages'), await count('feed_items')]).toEqual([400, 400])
  expect(await readSourceCursor(world.database, 'numbered')).toBe(40)
})

it('waiting for a database that does not come back ends when it is asked to', async () => {
  const ending = new AbortController()
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception using errcode = '53100', message = 'disk full'; end $$`.execute(
    world.db,
  )
  await sql`create trigger fail before insert on message_keys for each row execute function fail()`.execute(world.db)
  // The waiting begins right after it is announced.
  const write = (text: string): void => {
    if (text.includes('trying again')) setImmediate(() => ending.abort())
  }
  await runSource({ ...context, log: openLog('warn', { write }) }, numbered(5).source, ending.signal)
  expect(ending.signal.aborted).toBe(true)
  expect(await readSourceCursor(world.database, 'numbered')).toBeNull()
})

describe('what fits something', () => {
  const request = 'Ищу фотографа на свадьбу в июле, посоветуйте кого-нибудь хорошего и недорогого, пожалуйста'
  const run = (messages: RawMessage[], more: Partial<StreamContext> = {}) =>
    runSource(
      { ...context, ...more },
      {
        name: messages[0]?.externalId ?? '',
        async *read() {
          yield { messages, cursor: 1 }
        },
      },
      never(),
    )
  const columns = async () =>
    world.db
      .selectFrom('feedItems as i')
      .innerJoin('messages as m', 'm.id', 'i.messageId')
      .select([
        'm.externalId',
        'm.intentScore',
        'm.fingerprint',
        'i.intentLevel',
        'i.isUnwanted',
        'i.repeats',
        'i.locationId',
      ])
      .orderBy('i.seqId')
      .execute()

  it('is scored and known by its fingerprint; what fits nothing is neither', async () => {
    await run([
      world.message(request, { externalId: '1' }),
      world.message('Погода хорошая, гуляем в парке всей семьёй до вечера', { externalId: '2' }),
    ])
    await run([world.message(`${request.toUpperCase()}!`, { externalId: '3' })])
    const scorer = await loadScorer()
    const { intentScore, intentLevel } = scorer.score(request)
    const rows = await columns()
    expect(rows).toMatchObject([
      { externalId: '1', intentLevel: { cold: 0, warm: 1, hot: 2 }[intentLevel], repeats: false },
      { externalId: '3', repeats: true },
    ])
    expect(rows[0]?.intentScore).toBeCloseTo(intentScore, 5)
    expect(rows[0]?.fingerprint).toHaveLength(48)
    const { rows: passing } =
      await sql`select fingerprint, intent_score, unwanted_score from messages where not kept`.execute(world.db)
    expect(passing).toEqual([{ fingerprint: null, intentScore: null, unwantedScore: null }])
  })

  it('is scored again when its text has changed, also where it fits nothing any more', async () => {
    await run([world.message(request, { externalId: '1' })])
    const before = await columns()
    await run([world.message('Всем спасибо, уже нашли замечательного мастера, больше не пишите', { externalId: '1' })])
    const after = await columns()
    expect(after).toHaveLength(1)
    expect(after[0]?.intentScore).not.toBe(before[0]?.intentScore)
    expect(after[0]?.fingerprint).not.toEqual(before[0]?.fingerprint)
  })

  it('has the place that is found for it', async () => {
    const asked: string[] = []
    const findPlace: FindPlace = ({ text, group }) => {
      asked.push(text)
      return group?.city === 'Тверь' ? { locationId: 69, regionId: 69, source: 'group', confidence: 0.5 } : null
    }
    await run(
      [
        world.message(request, { externalId: '1', group: { externalId: 'g', name: 'Тверь', city: 'Тверь' } }),
        world.message(request, { externalId: '2' }),
        world.message('Погода', { externalId: '3' }),
      ],
      { findPlace },
    )
    expect(await columns()).toMatchObject([{ locationId: 69 }, { locationId: null }])
    expect(asked).toEqual([request, request])
  })
})

it('follows a category from the moment it changes', async () => {
  const standingQueries = await openStandingQueries(world.db, world.bus, world.language, world.log, world.clock)
  const live = { ...context, standingQueries }
  const categoryId = await world.categoryId('photographers')
  const items = async (text: string) => {
    const before = await count('feed_items')
    await runSource(
      live,
      {
        name: text,
        async *read() {
          yield { messages: [world.message(text)], cursor: 1 }
        },
      },
      never(),
    )
    return (await count('feed_items')) - before
  }
  expect(await items('Кто видел белого ежа')).toBe(0)
  await setCategoryQueries(world.db, world.clock, categoryId, ['белый ёж'])
  await expect
    .poll(() => standingQueries.match(world.matched('Кто видел белого ежа')))
    .toMatchObject([{ productId: categoryId, keyword: 'белый ёж' }])
  expect(await items('Кто видел белого ежа')).toBe(1)
  expect(await items('Ищу фотографа')).toBe(0)
  await setCategoryQueries(world.db, world.clock, categoryId, [])
  await expect.poll(() => standingQueries.match(world.matched('Кто видел белого ежа'))).toEqual([])
  // A query of the database that no longer parses is left out; the others still stand.
  await setCategoryQueries(world.db, world.clock, categoryId, ['((', 'чёрный ёж'])
  await expect
    .poll(() => standingQueries.match(world.matched('чёрный ёж')))
    .toMatchObject([{ productId: categoryId, keyword: 'чёрный ёж' }])
  standingQueries.close()
})

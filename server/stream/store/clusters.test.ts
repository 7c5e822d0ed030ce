/** Copies of one text are one cluster: over batches, edits, restarts and processes, and whatever becomes of a transaction. */
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { batchOf, fitting, matched } from '../../testing/made-batch.ts'
import { openTestWorld, type TestWorld } from '../../testing/test-world.ts'
import { DAY } from '../../kit/clock.ts'
import { lockQuery } from '../../kit/locks.ts'
import { openDatabase, type Database } from '../../kit/sql.ts'
import { openClusters, deleteOldFingerprints } from './clusters.ts'
import type { MatchedMessage } from './matched-message.ts'
import { openStore, type Store } from './store.ts'
import { lawRuns } from '../../../tools/law-runs.ts'

let world: TestWorld
let store: Store
let moderator: number
let admin: number
/** One process: what it knows hangs on its database. */
let here: Database
const opened: Database[] = []
beforeAll(async () => {
  world = await openTestWorld()
  moderator = (await world.somebody('masha', ['moderator'])).userId
  admin = (await world.somebody('alisa', ['admin'])).userId
})
beforeEach(async () => {
  await sql`truncate messages, message_keys, feed_items, fingerprints, authors, groups, source_cursors, rejected_texts, moderator_log cascade`.execute(
    world.db,
  )
  here = { ...world.database }
  store = openStore(here, world.clock)
})
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})
afterAll(() => world.close())

/** Another process knows only what the database tells it. */
function otherProcess(): Store {
  const database = openDatabase(world.database.url, { connections: 2 })
  opened.push(database)
  return openStore(database, world.clock)
}
const put = (...messages: MatchedMessage[]) => store.store(batchOf(messages))

const tiler =
  'Соседи, посоветуйте хорошего плиточника, нужно положить плитку в ванной комнате до конца месяца, заранее спасибо'
const nanny = 'Ищем няню для девочки трёх лет на полный день, желательно с опытом и рекомендациями от прежних семей'
/** The same with another greeting, signs and pictures. */
const likeTiler = `${tiler.replace('Соседи, посоветуйте', 'СОСЕДИ посоветуйте')}!!! 🙏`
const short = 'Ищу фотографа'

interface Row {
  message: string
  product: number
  cluster: string
  repeats: boolean
  verdict: string | null
}

/** Every item, its cluster reported by the message that it is named after. */
async function items(): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select m.external_id as message, i.product_id as product, coalesce(first.external_id, 'none') as cluster, i.repeats, i.verdict
    from feed_items i join messages m on m.id = i.message_id left join messages first on first.id = i.cluster_id
    order by i.seq_id`.execute(world.db)
  return rows
}
const clusters = async (): Promise<Record<string, string>> =>
  Object.fromEntries((await items()).map(({ message, cluster }) => [message, cluster]))
const clusterIdOf = async (externalId: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select distinct i.cluster_id as id from feed_items i join messages m on m.id = i.message_id where m.external_id = ${externalId}`.execute(
    world.db,
  )
  expect(rows).toHaveLength(1)
  return rows[0]?.id ?? 0
}

describe('a copy', () => {
  it('goes to the cluster of the first, whatever it fits, and repeats it', async () => {
    await put(matched('1', tiler, [fitting(1)]), matched('2', nanny, [fitting(1)]))
    await put(matched('3', likeTiler, [fitting(2)]))
    await put(matched('4', tiler, [fitting(1)], { network: 'telegram' }))
    expect(await items()).toMatchObject([
      { message: '1', cluster: '1', repeats: false },
      { message: '2', cluster: '2', repeats: false },
      { message: '3', cluster: '1', repeats: true },
      { message: '4', cluster: '1', repeats: true },
    ])
  })

  it('is found within the batch', async () => {
    await put(
      matched('1', tiler, [fitting(1)]),
      matched('2', nanny, [fitting(1)]),
      matched('3', likeTiler, [fitting(1)]),
    )
    expect(await items()).toMatchObject([
      { cluster: '1', repeats: false },
      { cluster: '2', repeats: false },
      { cluster: '1', repeats: true },
    ])
  })

  it('is every further item of the same message', async () => {
    await put(matched('1', tiler, [fitting(1), fitting(2)]), matched('2', short, [fitting(1), fitting(2)]))
    expect(await items()).toMatchObject([
      { message: '1', product: 1, cluster: '1', repeats: false },
      { message: '1', product: 2, cluster: '1', repeats: true },
      { message: '2', product: 1, cluster: '2', repeats: false },
      { message: '2', product: 2, cluster: '2', repeats: true },
    ])
  })

  it('of a text too short to be known is none', async () => {
    await put(matched('1', short, [fitting(1)]), matched('2', short, [fitting(1)]))
    await put(matched('3', short, [fitting(1)]))
    expect(await clusters()).toEqual({ 1: '1', 2: '2', 3: '3' })
    expect(await items()).toMatchObject([{ repeats: false }, { repeats: false }, { repeats: false }])
    expect(await world.db.selectFrom('fingerprints').selectAll().execute()).toEqual([])
  })

  it('of a line or two is known with some words put otherwise, and what asks for another thing is none', async () => {
    const line = 'Ищу фотографа на свадьбу в Сортавале, бюджет небольшой'
    await put(matched('1', line, [fitting(1)]))
    await put(
      matched('2', `Добрый день! ${line}`, [fitting(1)]),
      matched('3', line.replace('фотографа', 'видеографа'), [fitting(1)]),
      matched('4', line.replace('Сортавале', 'Костомукше'), [fitting(1)]),
      matched('5', 'Ищем фотографа на свадьбу в Сортавале, бюджет маленький', [fitting(1)]),
    )
    await otherProcess().store(batchOf([matched('6', `${line}, заранее спасибо`, [fitting(1)])]))
    expect(await clusters()).toEqual({ 1: '1', 2: '1', 3: '3', 4: '4', 5: '1', 6: '1' })
  })

  it('of what a release without words has stored is known by its letters, as it was', async () => {
    await put(matched('1', tiler, [fitting(1)]))
    await sql`update fingerprints set words = null`.execute(world.db)
    const half = tiler.slice(0, tiler.indexOf(' в ванной'))
    await otherProcess().store(batchOf([matched('2', half, [fitting(1)]), matched('3', likeTiler, [fitting(1)])]))
    expect(await clusters()).toEqual({ 1: '1', 2: '2', 3: '1' })
    // Its half is known again by the words of a copy that came since.
    await otherProcess().store(batchOf([matched('4', `${half} 🙏🙏`, [fitting(1)])]))
    expect(await clusters()).toMatchObject({ 4: '2' })
  })

  it('of what fitted nothing is the first', async () => {
    await put(matched('1', tiler))
    await put(matched('2', tiler, [fitting(1)]))
    expect(await items()).toMatchObject([{ message: '2', cluster: '2', repeats: false }])
  })

  it('is none after so many days', async () => {
    await put(matched('1', tiler, [fitting(1)]))
    world.clock.advance(13 * DAY)
    await put(matched('2', tiler, [fitting(1)]))
    world.clock.advance(15 * DAY)
    await put(matched('3', tiler, [fitting(1)]))
    await otherProcess().store(batchOf([matched('4', tiler, [fitting(1)])]))
    expect(await clusters()).toEqual({ 1: '1', 2: '1', 3: '3', 4: '3' })
    expect(await deleteOldFingerprints(world.db, world.clock, 14)).toBe(2)
    await otherProcess().store(batchOf([matched('5', tiler, [fitting(1)])]))
    expect(await clusters()).toMatchObject({ 5: '3' })
  })
})

describe('an edited message', () => {
  it('that still says nearly the same stays', async () => {
    await put(matched('1', tiler, [fitting(1)]), matched('2', tiler, [fitting(1)]))
    await put(matched('2', likeTiler, [fitting(1), fitting(2)]))
    expect(await items()).toMatchObject([
      { message: '1', cluster: '1' },
      { message: '2', product: 1, cluster: '1' },
      { message: '2', product: 2, cluster: '1', repeats: true },
    ])
  })

  it('that says something else goes where that is said, with all its items', async () => {
    await put(matched('1', tiler, [fitting(1)]), matched('2', nanny, [fitting(1), fitting(2)]))
    await put(matched('2', tiler))
    expect(await clusters()).toEqual({ 1: '1', 2: '1' })
    await otherProcess().store(batchOf([matched('3', nanny, [fitting(1)])]))
    // No one stands in the cluster any more: its number is only a number.
    expect(await items()).toContainEqual({ message: '3', product: 1, cluster: '2', repeats: false, verdict: null })
  })

  it('stands behind what began the cluster, or before it, whichever came first', async () => {
    await put(matched('1', nanny, [fitting(1)]), matched('2', tiler, [fitting(1)]), matched('3', short, [fitting(1)]))
    await put(matched('3', tiler, [fitting(1)]))
    await put(matched('1', tiler, [fitting(1)]))
    expect(await items()).toMatchObject([
      { message: '1', cluster: '2', repeats: false },
      { message: '2', cluster: '2', repeats: true },
      { message: '3', cluster: '2', repeats: true },
    ])
    await put(matched('2', nanny, [fitting(1)]))
    expect((await items()).find(({ message }) => message === '2')).toMatchObject({ repeats: false })
  })

  it('leaves those who said the same as it, and later copies of either text find their own', async () => {
    await put(matched('1', tiler, [fitting(1)]), matched('2', tiler, [fitting(1)]))
    await put(matched('1', nanny, [fitting(1)]))
    const [tilers, nannies] = [await clusterIdOf('2'), await clusterIdOf('1')]
    expect(nannies).not.toBe(tilers)
    for (const [n, each] of [store, otherProcess()].entries()) {
      await each.store(
        batchOf([matched(`tiler ${n}`, tiler, [fitting(1)]), matched(`nanny ${n}`, nanny, [fitting(1)])]),
      )
      expect(await clusterIdOf(`tiler ${n}`)).toBe(tilers)
      expect(await clusterIdOf(`nanny ${n}`)).toBe(nannies)
    }
  })

  it('that becomes too short to be known is one of its own', async () => {
    await put(matched('1', tiler, [fitting(1)]), matched('2', tiler, [fitting(1)]))
    await put(matched('2', short, [fitting(1)]))
    expect(await clusterIdOf('2')).not.toBe(await clusterIdOf('1'))
    const own = await clusterIdOf('2')
    await put(matched('2', `${short}!`, [fitting(1), fitting(2)]))
    expect(await clusterIdOf('2')).toBe(own)
  })
})

describe('over processes', () => {
  it('two that store one text at once end in one cluster, every time', async () => {
    const others = [store, otherProcess(), otherProcess()]
    const rounds = 25
    const words = ['плитку', 'ламинат', 'обои', 'линолеум', 'паркет']
    // Each round a text of its own: all letters of the other rounds are different.
    const text = (round: number): string =>
      Array.from(
        { length: 14 },
        (_, n) =>
          `${words[(round + n) % 5]}${String.fromCharCode(0x430 + ((round * 7 + n * 3) % 32)).repeat(2)}${String.fromCharCode(0x430 + ((round * 13 + n) % 32))}`,
      ).join(' ')
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(
        others.map((each, n) =>
          each.store(batchOf([matched(`${round}-${n}`, text(round), [fitting(1)])], round, `process ${n}`)),
        ),
      )
    }
    const { rows } = await sql<{ round: string; clusters: number; firsts: number; count: number }>`
      select split_part(m.external_id, '-', 1) as round, count(distinct cluster_id) as clusters, count(*) filter (where not repeats) as firsts, count(*) as count
      from feed_items i join messages m on m.id = i.message_id group by 1`.execute(world.db)
    expect(rows).toHaveLength(rounds)
    expect(rows.filter(({ clusters: found, firsts, count }) => found !== 1 || firsts !== 1 || count !== 3)).toEqual([])
  })

  it('two sources of one process share what they know', async () => {
    const other = openStore(here, world.clock)
    await Promise.all([
      store.store(batchOf([matched('1', tiler, [fitting(1)])], 1, 'one')),
      other.store(batchOf([matched('2', tiler, [fitting(1)])], 1, 'other')),
    ])
    await other.store(batchOf([matched('3', likeTiler, [fitting(1)])], 2, 'other'))
    expect(new Set([await clusterIdOf('1'), await clusterIdOf('2'), await clusterIdOf('3')]).size).toBe(1)
  })

  it('one that starts knows what was there', async () => {
    await put(matched('1', tiler, [fitting(1)]))
    const restarted = otherProcess()
    await restarted.store(batchOf([matched('2', likeTiler, [fitting(1)]), matched('3', nanny, [fitting(1)])]))
    await put(matched('4', nanny, [fitting(1)]))
    expect(await clusters()).toEqual({ 1: '1', 2: '1', 3: '3', 4: '3' })
  })

  it('what others stored while one waited for the lock is found', async () => {
    const holder = new pg.Client({ connectionString: world.database.url })
    await holder.connect()
    await holder.query('begin')
    await holder.query(lockQuery('seqIds of the feed'))
    // They meet at this lock first, and not at an author of both.
    const nobody = { author: null, group: null }
    const first = put(matched('1', tiler, [fitting(1)], nobody))
    const second = otherProcess().store(batchOf([matched('2', tiler, [fitting(1)], nobody)], 1, 'other'))
    await expect
      .poll(
        async () =>
          (
            await sql<{
              count: number
            }>`select count(*) from pg_locks where locktype = 'advisory' and not granted`.execute(world.db)
          ).rows[0]?.count,
      )
      .toBe(2)
    await holder.query('commit')
    await holder.end()
    await Promise.all([first, second])
    expect(await clusterIdOf('1')).toBe(await clusterIdOf('2'))
  })
})

it('any process stores, and whatever is edited, fails or starts again: one text is one cluster', async () => {
  // Unlike each other; the last is too short to have copies.
  const texts = [
    tiler,
    nanny,
    short,
    'Кто-нибудь знает, до скольких работает почта на улице Гагарина по субботам и есть ли там перерыв на обед',
    'Продаю велосипед подростковый, почти новый, катались одно лето, отдам недорого, самовывоз из Заречного района',
  ]
  // Refused when its item is written, after everything else.
  const nowhere = { locationId: 1, regionId: null, source: 'nowhere' as 'text', confidence: 1 }
  const write = fc.record({
    process: fc.nat(2),
    message: fc.nat(9),
    text: fc.nat(texts.length - 1),
    fails: fc.boolean(),
    starts: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(write, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      async (rounds) => {
        await sql`truncate messages, message_keys, feed_items, fingerprints, authors, groups, source_cursors cascade`.execute(
          world.db,
        )
        const processes = [0, 1, 2].map(() => ({ ...world.database }))
        const lastTexts = new Map<string, string>()
        for (const [n, round] of rounds.entries()) {
          // Each process does its part of a round in order, and all do it at once; a message belongs to one of them.
          await Promise.all(
            processes.map(async (_, at) => {
              for (const each of round.filter(({ process }) => process === at)) {
                if (each.starts) processes[at] = { ...world.database }
                const id = `${at}-${each.message}`
                const text = texts[each.text] as string
                const message = matched(id, text, [fitting(1)], {}, each.fails ? { place: nowhere } : {})
                const stored = openStore(processes[at] as Database, world.clock).store(
                  batchOf([message], n, `process ${at}`),
                )
                if (each.fails && text !== lastTexts.get(id)) await expect(stored).rejects.toThrow('location_source')
                else {
                  await stored
                  lastTexts.set(id, text)
                }
              }
            }),
          )
        }
        const { rows } = await sql<{ message: string; cluster: number }>`
        select m.external_id as message, i.cluster_id as cluster from feed_items i join messages m on m.id = i.message_id`.execute(
          world.db,
        )
        expect(rows.map(({ message }) => message).toSorted()).toEqual([...lastTexts.keys()].toSorted())
        const key = (message: string): string =>
          lastTexts.get(message) === short ? message : (lastTexts.get(message) ?? '')
        const pairs = new Set(rows.map(({ message, cluster }) => `${key(message)} ${cluster}`))
        expect(pairs.size).toBe(new Set(rows.map(({ message }) => key(message))).size)
        expect(pairs.size).toBe(new Set(rows.map(({ cluster }) => cluster)).size)
      },
    ),
    { numRuns: lawRuns(12) },
  )
})

it('what was rolled back was never there', async () => {
  await sql`alter table feed_items add constraint refuse check (keyword <> 'нет')`.execute(world.db)
  await expect(put(matched('1', tiler, [fitting(1, 'нет')]))).rejects.toThrow('refuse')
  await sql`alter table feed_items drop constraint refuse`.execute(world.db)
  await put(matched('2', tiler, [fitting(1)]))
  expect(await items()).toMatchObject([{ message: '2', cluster: '2', repeats: false }])
  await put(matched('1', tiler, [fitting(1)]))
  expect(await clusters()).toEqual({ 1: '2', 2: '2' })
})

describe('moderation', () => {
  const now = () => world.clock.now()
  const reject = async (externalId: string, userId = moderator): Promise<void> => {
    await world.db
      .insertInto('rejectedTexts')
      .values({ clusterId: await clusterIdOf(externalId), userId, at: now() })
      .execute()
  }
  const verdictOf = async (externalId: string) => (await items()).find(({ message }) => message === externalId)?.verdict

  it('rejects the copies of a rejected text, also of one long past, as long as it is rejected', async () => {
    await put(matched('1', tiler, [fitting(1)]), matched('2', nanny, [fitting(1)]))
    await reject('1')
    await put(matched('3', likeTiler, [fitting(1)]), matched('4', nanny, [fitting(1)]))
    expect(await verdictOf('3')).toBe('rejected')
    expect(await verdictOf('4')).toBeNull()
    world.clock.advance(40 * DAY)
    await deleteOldFingerprints(world.db, world.clock, 14)
    await put(matched('5', tiler, [fitting(1)]), matched('6', nanny, [fitting(1)]))
    await otherProcess().store(batchOf([matched('7', likeTiler, [fitting(1)])]))
    expect(await clusters()).toMatchObject({ 5: '1', 6: '6', 7: '1' })
    expect([await verdictOf('5'), await verdictOf('6'), await verdictOf('7')]).toEqual(['rejected', null, 'rejected'])
    await world.db.deleteFrom('rejectedTexts').execute()
    await put(matched('8', tiler, [fitting(1)]))
    expect(await verdictOf('8')).toBeNull()
  })

  it('rejects a text of long past whose copies have been let in since', async () => {
    await put(matched('1', tiler, [fitting(1)]))
    world.clock.advance(40 * DAY)
    await put(matched('2', tiler, [fitting(1)]))
    expect(await clusters()).toEqual({ 1: '1', 2: '2' })
    await reject('1')
    await put(matched('3', tiler, [fitting(1)]), matched('4', tiler, [fitting(1)]))
    expect([await verdictOf('3'), await verdictOf('4')]).toEqual(['rejected', 'rejected'])
  })

  it('rejects what an edit makes a copy of a rejected text, unless a moderator has said otherwise', async () => {
    await put(
      matched('1', tiler, [fitting(1)]),
      matched('2', nanny, [fitting(1)]),
      matched('3', `Совсем другое. ${nanny.slice(30)} и ещё`, [fitting(2)]),
    )
    await reject('1')
    await sql`insert into moderator_log (message_id, user_id, action, details, at)
      select id, ${moderator}, 'approve', '{"verdict": "approved"}', ${now()} from messages where external_id = '3'`.execute(
      world.db,
    )
    await put(matched('2', tiler, [fitting(1)]), matched('3', tiler, [fitting(2), fitting(3)]))
    expect((await items()).slice(1).map(({ message, verdict }) => `${message} ${verdict}`)).toEqual([
      '2 rejected',
      '3 approved',
      '3 approved',
    ])
    // Whose text is another again is looked at again.
    await put(matched('2', nanny, [fitting(1)]))
    expect(await verdictOf('2')).toBeNull()
  })

  it('removes the copies of what an admin has rejected', async () => {
    await put(matched('1', tiler, [fitting(1)]))
    await reject('1', admin)
    await put(matched('2', tiler, [fitting(1)]))
    expect(await verdictOf('2')).toBe('removed')
  })

  it('rejects what a rejected author writes', async () => {
    const by = (name: string) => ({ author: { externalId: name, name } })
    await put(matched('1', short, [fitting(1)], by('spammer')))
    const { id: authorId } = await world.db
      .selectFrom('authors')
      .select('id')
      .where('externalId', '=', 'spammer')
      .executeTakeFirstOrThrow()
    await world.db.insertInto('rejectedAuthors').values({ authorId, userId: moderator, at: now() }).execute()
    await put(matched('2', nanny, [fitting(1)], by('spammer')), matched('3', short, [fitting(1)], by('neighbour')))
    expect([await verdictOf('1'), await verdictOf('2'), await verdictOf('3')]).toEqual([null, 'rejected', null])
  })
})

it('more than is read at once is caught up with, before the lock or under it', async () => {
  const many = 20_500
  await put(matched('1', tiler, [fitting(1)]))
  // Strangers, as far as a fingerprint can tell.
  await sql`insert into fingerprints (cluster_id, at, fingerprint)
    select n, ${world.clock.now()}, decode(md5(n::text) || md5((-n)::text) || md5((n * 7)::text), 'hex') from generate_series(1, ${many}::int) as n`.execute(
    world.db,
  )
  await put(matched('2', nanny, [fitting(1)]))
  const client = await world.database.pool.connect()
  const late = openClusters({ ...world.database }, 14)
  const { fingerprint, words } = matched('x', tiler).scores()
  // As if everything had come between looking and the lock.
  await client.query('begin')
  const looked = late.look([{ messageId: 77, fingerprint, words, edited: false }], world.clock.now())
  const [id] = await late.decide(client, looked)
  await client.query('rollback')
  client.release()
  late.forget()
  expect(id).toBe(await clusterIdOf('1'))
  await otherProcess().store(batchOf([matched('3', nanny, [fitting(1)])]))
  expect(await clusters()).toEqual({ 1: '1', 2: '2', 3: '2' })
})

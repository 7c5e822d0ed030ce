import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { batchOf, fitting, matched } from '../../testing/made-batch.ts'
import { openTestWorld, type TestWorld } from '../../testing/test-world.ts'
import type { MatchedMessage } from './matched-message.ts'
import { openStore, type Store } from './store.ts'

let world: TestWorld
let store: Store
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await sql`truncate messages, message_keys, feed_items, fingerprints, authors, groups, source_cursors cascade`.execute(
    world.database.db,
  )
  // As a process that has just started: one that ran on would know what is no longer there.
  store = openStore({ ...world.database }, world.clock)
})

const put = (...messages: MatchedMessage[]) => store.store(batchOf(messages))
const messages = () =>
  world.database.db
    .selectFrom('messages')
    .select(['externalId', 'text', 'kept', 'editedAt', 'deletedAt', 'terms'])
    .orderBy('externalId')
    .execute()
const items = () =>
  world.database.db
    .selectFrom('feedItems')
    .innerJoin('messages', 'messages.id', 'feedItems.messageId')
    .select(['externalId', 'productId', 'keyword', 'spans', 'gone'])
    .orderBy('seqId')
    .execute()
const partitionOf = async (externalId: string) => {
  const { rows } = await sql<{
    name: string
  }>`select tableoid::regclass::text as name from messages where external_id = ${externalId}`.execute(world.database.db)
  return rows.map((row) => row.name)
}

describe('a message', () => {
  it('is stored with what it fits, by product', async () => {
    const stored = await put(
      matched('1', 'Ищу фотографа', [fitting(1), fitting(2)]),
      matched('2', 'Ищу няню', [fitting(2)]),
      matched('3', 'Погода'),
    )
    expect(stored).toMatchObject({ messages: 3, items: 3 })
    expect([...stored.fitted].sort((a, b) => a.productId - b.productId)).toEqual([
      { productType: 'category', productId: 1, items: 1 },
      { productType: 'category', productId: 2, items: 2 },
    ])
    expect(await items()).toMatchObject([
      { externalId: '1', productId: 1 },
      { externalId: '1', productId: 2 },
      { externalId: '2', productId: 2 },
    ])
    expect(await messages()).toMatchObject([
      { externalId: '1', kept: true, terms: ['ищу', 'фотографа'] },
      { externalId: '2', kept: true },
      { externalId: '3', kept: false, terms: null },
    ])
  })

  it('received again changes nothing', async () => {
    const one = matched('1', 'Ищу фотографа', [fitting(1)])
    await put(one, matched('2', 'Погода'))
    const [before, feed] = [await messages(), await items()]
    expect(await put(one, matched('2', 'Погода'))).toMatchObject({ messages: 0, items: 0, fitted: [] })
    expect(await messages()).toEqual(before)
    expect(await items()).toEqual(feed)
  })

  it('that comes twice in a batch is one, as it was said last', async () => {
    const stored = await put(
      matched('1', 'Ищу фотографа', [fitting(1)]),
      matched('2', 'Погода'),
      matched('1', 'Ищу няню', [fitting(2)]),
    )
    expect(stored).toMatchObject({ messages: 2, items: 1 })
    expect(await items()).toMatchObject([{ externalId: '1', productId: 2 }])
    expect(await messages()).toMatchObject([{ externalId: '1', text: 'Ищу няню', editedAt: null }, { externalId: '2' }])
  })

  it('of another network with the same id is another', async () => {
    expect(await put(matched('1', 'Привет'), matched('1', 'Привет', [], { network: 'ok' }))).toMatchObject({
      messages: 2,
    })
  })

  it('without anything in the batch only moves the cursor', async () => {
    expect(await store.store(batchOf([], 7))).toMatchObject({ messages: 0, items: 0 })
    expect(await world.database.db.selectFrom('sourceCursors').select(['source', 'cursor']).execute()).toEqual([
      { source: 'made', cursor: 7 },
    ])
  })
})

describe('what is stored of a message', () => {
  const place = { locationId: 69_000, regionId: 69, source: 'text', confidence: 0.8 } as const
  const scores = { unwantedScore: 0.25, intentScore: 0.75, isUnwanted: false, intentLevel: 'hot', place } as const
  const kept = () =>
    world.database.db
      .selectFrom('messages')
      .select(['kept', 'unwantedScore', 'intentScore', 'fingerprint'])
      .orderBy('externalId')
      .execute()
  const columns = () =>
    world.database.db
      .selectFrom('feedItems')
      .select([
        'productId',
        'intentLevel',
        'isUnwanted',
        'sourceKind',
        'locationId',
        'regionId',
        'locationSource',
        'locationConfidence',
        'verdict',
        'spamCount',
      ])
      .orderBy('seqId')
      .execute()
  const long = 'Посоветуйте пожалуйста фотографа на свадьбу в июле'

  it('is stored with it where it is kept, and with its items', async () => {
    const here = { externalId: '1', name: 'Соседи', kind: 'chat' } as const
    await put(
      matched('1', long, [fitting(1), fitting(2)], { group: here }, scores),
      matched('2', 'Погода', [], {}, scores),
      matched('3', 'Ищу', [fitting(1)]),
    )
    const { fingerprint } = matched('1', long).scores()
    expect(await kept()).toEqual([
      { kept: true, unwantedScore: 0.25, intentScore: 0.75, fingerprint: Buffer.from(fingerprint ?? []) },
      { kept: false, unwantedScore: null, intentScore: null, fingerprint: null },
      { kept: true, unwantedScore: 0, intentScore: 0, fingerprint: null },
    ])
    const item = {
      intentLevel: 2,
      isUnwanted: false,
      sourceKind: 'chat',
      locationId: 69_000,
      regionId: 69,
      locationSource: 'text',
      locationConfidence: 0.8,
      verdict: null,
      spamCount: 0,
    }
    const plain = {
      intentLevel: 0,
      sourceKind: 'community',
      locationId: null,
      regionId: null,
      locationSource: null,
      locationConfidence: null,
    }
    expect(await columns()).toEqual([
      { ...item, productId: 1 },
      { ...item, productId: 2 },
      { ...item, ...plain, productId: 1 },
    ])
    expect(await world.database.db.selectFrom('groups').select(['name', 'kind']).orderBy('name').execute()).toEqual([
      { name: 'Подслушано', kind: null },
      { name: 'Соседи', kind: 'chat' },
    ])
  })

  it('is unwanted in a category sooner than in a project or in groups, as it comes and as it is edited', async () => {
    const products = ['category', 'project', 'group'].map((productType) => ({ ...fitting(1), productType }))
    const unwantedIn = async () => {
      const rows = await world.database.db
        .selectFrom('feedItems')
        .select(['productType', 'isUnwanted'])
        .orderBy('seqId')
        .execute()
      return rows.flatMap(({ productType, isUnwanted }) => (isUnwanted ? [productType] : []))
    }
    const merely = { isUnwanted: true }
    const plainly = { isUnwanted: true, isPlainlyUnwanted: true }
    await put(matched('1', long, products, {}, merely))
    expect(await unwantedIn()).toEqual(['category'])
    await put(matched('1', `${long} сегодня`, products, {}, plainly))
    expect(await unwantedIn()).toEqual(['category', 'project', 'group'])
    await put(matched('1', `${long} завтра`, [], {}, merely))
    expect(await unwantedIn()).toEqual(['category'])
    await put(matched('1', `${long} вчера`, products))
    expect(await unwantedIn()).toEqual([])
    await put(matched('2', 'Заработок каждому', products, {}, plainly))
    expect(await unwantedIn()).toEqual(['category', 'project', 'group'])
  })

  it('is decided again of an edited text, but the place a moderator has set stays', async () => {
    await put(matched('1', long, [fitting(1)], {}, scores), matched('2', long, [fitting(1)], {}, scores))
    await sql`update feed_items set location_id = 77, region_id = 77, location_source = 'moderator', location_confidence = 1
      where message_id = (select id from messages where external_id = '2')`.execute(world.database.db)
    const now = {
      unwantedScore: 0.875,
      intentScore: 0.125,
      isUnwanted: true,
      intentLevel: 'cold',
      place: { locationId: 50, regionId: null, source: 'group', confidence: 0.5 },
    } as const
    await put(matched('1', 'Уже не надо', [], {}, now), matched('2', 'И мне не надо', [], {}, { ...now, place: null }))
    expect(await kept()).toEqual(
      [1, 2].map(() => ({ kept: true, unwantedScore: 0.875, intentScore: 0.125, fingerprint: null })),
    )
    expect(await columns()).toMatchObject([
      {
        intentLevel: 0,
        isUnwanted: true,
        locationId: 50,
        regionId: null,
        locationSource: 'group',
        locationConfidence: 0.5,
      },
      {
        intentLevel: 0,
        isUnwanted: true,
        locationId: 77,
        regionId: 77,
        locationSource: 'moderator',
        locationConfidence: 1,
      },
    ])
  })
})

describe('an edit', () => {
  it('changes the text, marks what fits now, and leaves the item where it no longer fits', async () => {
    await put(matched('1', 'Ищу фотографа', [fitting(1, 'фотограф', [[4, 13]]), fitting(2)]))
    await put(matched('1', 'Очень ищу фотографа', [fitting(1, 'ищу фотографа', [[6, 19]])]))
    expect(await messages()).toMatchObject([
      { text: 'Очень ищу фотографа', terms: ['очень', 'ищу', 'фотографа'], editedAt: world.clock.now() },
    ])
    expect(await items()).toMatchObject([
      { productId: 1, keyword: 'ищу фотографа', spans: [6, 19] },
      { productId: 2, keyword: null, spans: [] },
    ])
  })

  it('that fits more brings new items, and the message to those that are kept', async () => {
    await put(matched('1', 'Погода'))
    expect(await partitionOf('1')).toEqual(['messages_passing_20261120'])
    expect(await put(matched('1', 'Ищу фотографа', [fitting(1)]))).toMatchObject({ messages: 0, items: 1 })
    expect(await partitionOf('1')).toEqual(['messages_kept_202611'])
    expect(await items()).toMatchObject([{ externalId: '1', productId: 1 }])
    // Its key has moved with it: the next edit finds it.
    expect(await put(matched('1', 'Ищу фотографа и няню', [fitting(1), fitting(2)]))).toMatchObject({
      messages: 0,
      items: 1,
    })
  })

  it('that fits nothing any more leaves it kept', async () => {
    await put(matched('1', 'Ищу фотографа', [fitting(1)]))
    await put(matched('1', 'Нашла, спасибо'))
    expect(await messages()).toMatchObject([{ text: 'Нашла, спасибо', kept: true }])
    expect(await items()).toMatchObject([{ productId: 1, gone: false, spans: [] }])
  })

  it('keeps the time the source gives', async () => {
    const editedAt = new Date('2026-11-20T11:30:00Z')
    await put(matched('1', 'Погода'))
    await put(matched('1', 'Погода хорошая', [], { editedAt }))
    expect(await messages()).toMatchObject([{ editedAt }])
  })
})

describe('a deletion at the source', () => {
  const gone = matched('1', '', [], { deleted: true })
  const here = matched('1', 'Ищу фотографа', [fitting(1)])

  it('hides the message and its items, and a return shows them again', async () => {
    await put(here)
    await put(gone)
    expect(await messages()).toMatchObject([{ text: 'Ищу фотографа', deletedAt: world.clock.now() }])
    expect(await items()).toMatchObject([{ gone: true }])
    expect(await put(here)).toMatchObject({ messages: 0, items: 0 })
    expect(await messages()).toMatchObject([{ text: 'Ищу фотографа', deletedAt: null }])
    expect(await items()).toMatchObject([{ gone: false, productId: 1 }])
  })

  it('of a message that was never seen leaves nothing behind, not even its author, and moves the cursor', async () => {
    const strange = matched('1', '', [], { deleted: true, author: { externalId: 'author-2', name: 'Никто' } })
    expect(await store.store(batchOf([strange, matched('2', 'Погода')], 7))).toMatchObject({ messages: 1, items: 0 })
    expect(await messages()).toMatchObject([{ externalId: '2', deletedAt: null }])
    expect(await world.db.selectFrom('messageKeys').select('externalId').execute()).toEqual([{ externalId: '2' }])
    expect(await world.db.selectFrom('authors').select('name').execute()).toEqual([{ name: 'Мария Иванова' }])
    expect(await world.db.selectFrom('sourceCursors').select('cursor').execute()).toEqual([{ cursor: 7 }])
    // Should it come after all, it is a new one.
    expect(await put(here)).toMatchObject({ messages: 1, items: 1 })
    expect(await messages()).toMatchObject([
      { text: 'Ищу фотографа', deletedAt: null, kept: true },
      { externalId: '2' },
    ])
  })
})

describe('authors and groups', () => {
  it('are as they were last read', async () => {
    await put(matched('1', 'Раз'), matched('2', 'Два', [], { author: null, group: null }))
    await put(matched('3', 'Три', [], { author: { externalId: 'author-1', name: 'Мария Петрова', city: 'Омск' } }))
    expect(await world.database.db.selectFrom('authors').select(['name', 'city']).execute()).toEqual([
      { name: 'Мария Петрова', city: 'Омск' },
    ])
    expect(await world.database.db.selectFrom('groups').select('name').execute()).toEqual([{ name: 'Подслушано' }])
    const { rows } = await sql<{
      count: number
    }>`select count(*) from messages where author_id is null and group_id is null`.execute(world.database.db)
    expect(rows[0]?.count).toBe(1)
  })

  it('lose nothing to a message that says less of them than is known', async () => {
    const author = {
      externalId: 'author-1',
      name: 'Мария',
      avatar: 'https://vk.com/a.jpg',
      url: 'https://vk.com/maria',
      city: 'Омск',
    }
    const group = {
      externalId: 'group-1',
      name: 'Соседи',
      avatar: 'https://vk.com/g.jpg',
      url: 'https://vk.com/g',
      city: 'Тверь',
      followers: 512,
      kind: 'chat' as const,
    }
    await put(matched('1', 'Раз', [], { author, group }))
    await put(
      matched('2', 'Два', [], {
        author: { externalId: 'author-1', name: 'Маша' },
        group: { externalId: 'group-1', name: 'Соседи Твери' },
      }),
    )
    expect(await world.db.selectFrom('authors').select(['name', 'avatar', 'url', 'city']).execute()).toEqual([
      { name: 'Маша', avatar: author.avatar, url: author.url, city: author.city },
    ])
    expect(
      await world.db.selectFrom('groups').select(['name', 'avatar', 'url', 'city', 'followers', 'kind']).execute(),
    ).toEqual([
      { name: 'Соседи Твери', avatar: group.avatar, url: group.url, city: group.city, followers: 512, kind: 'chat' },
    ])
    await put(matched('3', 'Три', [], { group: { ...group, followers: 7, avatar: null } }))
    expect(await world.db.selectFrom('groups').select(['name', 'avatar', 'followers']).execute()).toEqual([
      { name: 'Соседи', avatar: group.avatar, followers: 7 },
    ])
  })

  it('that a failed batch made are made again', async () => {
    await sql`alter table feed_items add constraint refuse check (keyword <> 'нет')`.execute(world.database.db)
    await expect(put(matched('1', 'Раз', [fitting(1, 'нет')]))).rejects.toThrow('refuse')
    await sql`alter table feed_items drop constraint refuse`.execute(world.database.db)
    await put(matched('1', 'Раз', [fitting(1, 'нет')]))
    const { rows } = await sql<{ count: number }>`
      select count(*) from messages m join authors a on a.id = m.author_id join groups g on g.id = m.group_id`.execute(
      world.database.db,
    )
    expect(rows[0]?.count).toBe(1)
  })
})

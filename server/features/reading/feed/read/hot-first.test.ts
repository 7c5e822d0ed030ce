import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestWorld, type TestWorld } from '../../../../testing/test-world.ts'
import { arrive, customerWith, numbersIn } from '../items/numbered.samples.ts'
import { touchItems } from '../items/touch-items.samples.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'ищу фотографа')
})
afterAll(() => world.close())

const setLevel = (number: number, level: 0 | 1 | 2) => touchItems(world, `№${number}`, `intent_level = ${level}`)

describe('feed.queryFeed in the order hot', () => {
  it('shows the hottest first and of those the newest, page by page and back, of as many messages', async () => {
    const anna = await customerWith(world, 9)
    await world.database.pool.query('update feed_items set intent_level = 1')
    for (const number of [2, 5]) await setLevel(number, 2)
    for (const number of [4, 9]) await setLevel(number, 0)
    const asks = async (input: object) => {
      const page = await anna.asks('feed', 'queryFeed', { order: 'hot', limit: 3, ...input })
      return { ...page, numbers: numbersIn(page.messages.map(({ text }) => text)) }
    }
    const [first, newest] = [await asks({}), await anna.asks('feed', 'queryFeed', {})]
    expect(first.numbers).toEqual([5, 2, 8])
    expect([first.total, first.upTo]).toEqual([newest.total, newest.upTo])
    const { upTo } = first
    const edge = (message?: { seqId: number; intent: 'hot' | 'warm' | 'cold' }) => ({
      seqId: message?.seqId ?? 0,
      ...(message && { intent: message.intent }),
    })
    const second = await asks({ ...edge(first.messages[2]), direction: 'forward', upTo })
    expect(second.numbers).toEqual([7, 6, 3])
    // What comes meanwhile, or is another one by now, moves nothing that was shown.
    await arrive(world, 10, 10)
    await setLevel(3, 0)
    const third = await asks({ ...edge(second.messages[2]), direction: 'forward', upTo })
    expect(third.numbers).toEqual([1, 9, 4])
    expect((await asks({ ...edge(third.messages[0]), direction: 'back', upTo })).numbers).toEqual([8, 7, 6])
    expect((await asks({ pageOffset: 2, upTo })).numbers).toEqual([9, 4, 3])
    expect((await asks({ filter: { intent: 'warm' }, limit: 20 })).numbers.slice(0, 3)).toEqual([5, 2, 10])
    expect(await anna.isRefused('feed', 'queryFeed', { order: 'old' as never })).toBe('VALIDATION_FAILED')
  })

  it('is found by its index, however many colder ones lie on the way', async () => {
    const anna = await customerWith(world, 1)
    await sql`insert into feed_items (seq_id, product_type, product_id, message_id, received_at, published_at,
        network, kind, author_id, group_id, demo, keyword, spans, cluster_id, intent_level)
      select nextval('feed_seq'), product_type, product_id, -number, received_at, published_at, network, kind,
        author_id, group_id, demo, keyword, spans, -number, case when number = 1 then 2 else 0 end
      from feed_items, generate_series(1, 5000) as number`.execute(world.db)
    await sql`analyze feed_items`.execute(world.db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off)
      select seq_id from feed_items where product_type = 'category' and product_id = ${await world.categoryId('photographers')}
        and intent_level = 2 and not gone and seq_id <= 1000000 order by seq_id desc limit 20`.execute(world.db)
    expect(rows.map((row) => Object.values(row)[0]).join('\n')).toContain('feed_items_level_idx')
    expect((await anna.asks('feed', 'queryFeed', { order: 'hot' })).total).toBe(5_001)
  })
})

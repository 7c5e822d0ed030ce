import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { standingQueryFits } from '../../engine/queries/fits.oracle.ts'
import { parseQuery } from '../../engine/queries/parse.ts'
import type { Query } from '../../engine/queries/query.ts'
import { batchOf, matched } from '../testing/made-batch.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import { openStore } from '../stream/store/store.ts'
import { DAY } from '../kit/clock.ts'
import { findRecent } from './find-stored.ts'
import { indexMessages } from './index-messages.ts'
import { mergeSegments } from './merge-segments.ts'
import { readMessages } from './read-messages.ts'
import type { NarrowedQuery } from './search.ts'
import { searchStored } from './search-stored.ts'

let world: TestWorld
let n = 0

beforeAll(async () => {
  world = await openTestWorld()
})
beforeEach(async () => {
  await sql`truncate messages, message_keys, feed_items, fingerprints, authors, groups, source_cursors, message_segments, message_postings, indexed_marks, changed_texts cascade`.execute(
    world.db,
  )
})
afterAll(() => world.close())

const query = (text: string): Query => {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(text)
  return parsed.query
}
const ask = (keywords: string[], context: string[] = [], excluded: string[] = []): NarrowedQuery => ({
  keywords: keywords.map(query),
  context: context.map(query),
  excluded: excluded.map(query),
})
const store = (...texts: string[]) =>
  openStore({ ...world.database }, world.clock).store(
    batchOf(
      texts.map((text) => matched(`m${(n += 1)}`, text)),
      n,
      `source ${n}`,
    ),
  )
const index = () => indexMessages({ db: world.db, clock: world.clock, language: world.language, days: 14 })
const options = () => ({ now: world.clock.now(), days: 14, timeZone: 'Europe/Moscow' })
const find = (asked: NarrowedQuery) => findRecent(world.db, world.language, asked, options())
async function textsOf(asked: NarrowedQuery): Promise<string[]> {
  const found = await searchStored(world.db, world.language, asked, options())
  const messages = await readMessages(world.db, [...found.batches(7)].flat())
  return messages.map(({ text }) => text).filter((text) => standingQueryFits(world.language, asked, text))
}

describe('a search', () => {
  it('finds in segments and beyond them', async () => {
    await store('Ищу фотографа на свадьбу', 'Продаю гараж')
    await index()
    await store('Фотографы бывают разные')
    const found = await find(ask(['фотограф']))
    expect(found).toMatchObject({ stored: 3, total: 2, estimated: false })
    expect(found.messages.map(({ text, spans }) => [text, spans])).toEqual([
      ['Фотографы бывают разные', [[0, 9]]],
      ['Ищу фотографа на свадьбу', [[4, 13]]],
    ])
    expect(found.perDay.at(-1)).toEqual({ day: '2026-11-20', count: 2 })
  })
  it('says the same as the oracle, whatever is asked', async () => {
    const words = [
      'ремонт',
      'ремонта',
      'квартир',
      'квартиры',
      'стекла',
      'мастер',
      'онлайн-школа',
      'C++',
      '#ремонт',
      '1с',
      'см',
      '🙏',
    ]
    const texts = Array.from({ length: 240 }, (_, i) =>
      Array.from(
        { length: 1 + (i % 9) },
        (__, j) => `${words[(i * 7 + j * (1 + (i % 5))) % words.length]}${(i + j) % 4 === 0 ? '.' : ''}`,
      ).join(' '),
    )
    for (let at = 0; at < 200; at += 20) {
      await store(...texts.slice(at, at + 20))
      await index()
      if (at % 60 === 0) await mergeSegments(world.db, new Date(world.clock.now().getTime() + DAY))
    }
    await store(...texts.slice(200))
    for (const asked of [
      ask(['ремонт']),
      ask(['"ремонт квартир"']),
      ask(['ремонт квартиры']),
      ask(['"ремонта"', 'мастер'], ['квартира']),
      ask(['ремо* | стекло'], [], ['мастер']),
      ask(['ремонт -мастер']),
      ask(['(ремонт | школа) -"квартиры"']),
      ask(['мастер /2 квартира'], ['c++', '#ремонт'], ['1с']),
      ask(['квар*'], [], ['"мастер ремонт"']),
      ask(['🙏']),
      ask(['школа']),
    ]) {
      const expected = texts.filter((text) => standingQueryFits(world.language, asked, text))
      expect((await textsOf(asked)).sort()).toEqual(expected.sort())
      expect(await find(asked)).toMatchObject({ total: expected.length, stored: 240, estimated: false })
    }
  })
})

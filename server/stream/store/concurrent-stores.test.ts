/** Several processes store at once: nothing is doubled, no one waits for ever, and seqIds appear in their order. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { batchOf, fitting, matched } from '../../testing/made-batch.ts'
import { openTestWorld, type TestWorld } from '../../testing/test-world.ts'
import type { MatchedMessage } from './matched-message.ts'
import { openStore } from './store.ts'

let world: TestWorld
beforeEach(async () => {
  world = await openTestWorld()
})
afterEach(() => world.close())

const count = async (table: 'messages' | 'feed_items' | 'message_keys' | 'authors' | 'groups'): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(world.database.db)
  return rows[0]?.count ?? 0
}

/** The same messages in an order of one's own, as two sources would bring them. */
function shuffled<Item>(items: Item[], seed: number): Item[] {
  return items
    .map((item, place) => ({ item, key: Math.imul(place + 1, 0x9e3779b1 + seed * 2) >>> 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

function inBatches<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))
}

it('two stores with the same messages in other batches end with each message once', async () => {
  const version = (n: number, edit: number): MatchedMessage =>
    matched(`m${n}`, `Сообщение ${n} ${edit}`, n % 3 === 0 ? [fitting(n % 5), fitting(5 + (edit % 2))] : [], {
      author: { externalId: `a${n % 40}`, name: `Автор ${n % 40} ${edit}` },
      group: { externalId: `g${n % 7}`, name: `Группа ${n % 7} ${edit}` },
      deleted: n % 17 === 0 && edit === 1,
    })
  const all = Array.from({ length: 600 }, (_, n) => n)
  const work = async (name: string, seed: number) => {
    const store = openStore(world.database, world.clock)
    for (const edit of [0, seed, 2]) {
      for (const [n, batch] of inBatches(shuffled(all, seed * 3 + edit), 60).entries()) {
        await store.store(
          batchOf(
            batch.map((each) => version(each, edit)),
            n,
            name,
          ),
        )
      }
    }
  }
  // A deadlock would be thrown: here no one tries again.
  await Promise.all([work('one', 1), work('other', 5), work('third', 9)])

  expect(await count('messages')).toBe(600)
  expect(await count('message_keys')).toBe(600)
  expect(await count('authors')).toBe(40)
  expect(await count('groups')).toBe(7)
  const { rows: astray } = await sql`
    select external_id from message_keys k where not exists (
      select from messages m where m.id = k.message_id and m.kept = k.kept and m.received_at = k.received_at)`.execute(
    world.database.db,
  )
  expect(astray).toEqual([])
  // All stored the same last, and what was deleted in between has come back.
  const { rows: texts } = await sql<{
    count: number
  }>`select count(*) from messages where text like '% 2' and deleted_at is null`.execute(world.database.db)
  expect(texts[0]?.count).toBe(600)
  const { rows: items } = await sql<{ message: string; product: number }>`
    select m.external_id as message, i.product_id as product from feed_items i join messages m on m.id = i.message_id`.execute(
    world.database.db,
  )
  const expected = all
    .filter((n) => n % 3 === 0)
    .flatMap((n) => [`m${n} ${n % 5}`, `m${n} 5`, ...(n % 17 === 0 ? [] : [`m${n} 6`])])
  const found = items.map(({ message, product }) => `${message} ${product}`)
  // While it was deleted a message fitted nothing, so whether it has the item of that edit depends on who was first.
  const ofThatEdit = (item: string): boolean => item.endsWith(' 6')
  expect(found.filter((item) => !ofThatEdit(item)).toSorted()).toEqual(
    expected.filter((item) => !ofThatEdit(item)).toSorted(),
  )
  expect(found.filter(ofThatEdit)).toEqual(expect.arrayContaining(expected.filter(ofThatEdit)))
})

it('who has seen a seqId never meets a new item below it', async () => {
  const writers = 4
  const batches = 40
  let writing = writers
  const write = async (writer: number) => {
    const store = openStore(world.database, world.clock)
    for (let batch = 0; batch < batches; batch += 1) {
      // Long and short batches beside each other: the short one would overtake the long one if it could.
      const size = (batch + writer) % 4 === 0 ? 120 : 3
      await store.store(
        batchOf(
          Array.from({ length: size }, (_, n) =>
            matched(`${writer}-${batch}-${n}`, 'Ищу фотографа', [fitting(1), fitting(2)]),
          ),
          batch,
          `writer ${writer}`,
        ),
      )
    }
    writing -= 1
  }
  const seen: { newest: number; items: number }[] = []
  const read = async () => {
    while (writing > 0) {
      const { rows } = await sql<{
        newest: number | null
        items: number
      }>`select max(seq_id) as newest, count(*) as items from feed_items`.execute(world.database.db)
      const [row] = rows
      if (row?.newest) seen.push({ newest: row.newest, items: row.items })
    }
  }
  await Promise.all([...Array.from({ length: writers }, (_, n) => write(n)), read(), read()])

  const { rows } = await sql<{ seqId: number }>`select seq_id as "seqId" from feed_items order by seq_id`.execute(
    world.database.db,
  )
  const seqIds = rows.map((row) => row.seqId)
  expect(new Set(seqIds).size).toBe(seqIds.length)
  expect(seen.length).toBeGreaterThan(20)
  for (const { newest, items } of seen) {
    expect(seqIds.indexOf(newest) + 1, `items up to ${newest} when it was the newest`).toBe(items)
  }
})

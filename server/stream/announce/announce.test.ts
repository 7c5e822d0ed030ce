import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Signals } from '../../../contract/signals.ts'
import type { LiveSocket } from '../../kit/context.ts'
import type { Bus } from '../../kit/bus.ts'
import { batchOf, fitting, matched } from '../../testing/made-batch.ts'
import type { TestUser } from '../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../testing/test-world.ts'
import { openStore, type Store } from '../store/store.ts'
import { openAnnouncer, type Announcer } from './announce.ts'

let world: TestWorld
let store: Store
let anna: TestUser
let categoryId: number
let announcer: Announcer
/** A bus whose notices arrive when the test says so. */
let hear: (name: 'feed.stored' | 'bus.reconnected') => void

beforeEach(async () => {
  world = await openTestWorld()
  store = openStore(world.database, world.clock)
  anna = await world.customer('anna', paid('photographers'))
  categoryId = await world.categoryId('photographers')
  const emitter = new EventEmitter()
  hear = (name) => void emitter.emit(name, {})
  const bus: Bus = {
    on(name, listener) {
      emitter.on(name, listener)
      return () => emitter.off(name, listener)
    },
    close: async () => {},
  }
  announcer = await openAnnouncer({ ...world, bus })
})
afterEach(async () => {
  announcer.close()
  await world.close()
})

const put = (...ids: string[]) =>
  store.store(batchOf(ids.map((id) => matched(id, `Ищу фотографа ${id}`, [fitting(categoryId)]))))
async function listens(since: number, person = anna, by = announcer) {
  const sent: Signals['feed.updates'][] = []
  const socket: LiveSocket = {
    id: `socket ${person.userId} ${since}`,
    sendSignal: (_, payload) => sent.push(payload as Signals['feed.updates']),
    onClose: () => {},
  }
  const filters = [{ filterId: person.filterId, since }]
  const { updates } = await by.listeners.listen(socket, person.userId, { filters })
  const [known] = updates
  return { sent, known, counted: () => sent.reduce((sum, { count }) => sum + count, 0) }
}

it('says what was stored since, when a notice comes', async () => {
  const { sent, counted } = await listens(0)
  await put('1', '2')
  hear('feed.stored')
  await expect.poll(counted).toBe(2)
  expect(sent).toMatchObject([
    { filterId: anna.filterId, count: 2, snippet: expect.stringContaining('Ищу фотографа 2') },
  ])
})

it('counts what notices were missed for with the next one, once', async () => {
  const { sent, counted } = await listens(0)
  await put('1', '2')
  await put('3')
  // Nothing of these was heard.
  await put('4')
  hear('feed.stored')
  await expect.poll(counted).toBe(4)
  hear('feed.stored')
  hear('bus.reconnected')
  await announcer.catchUp()
  expect(counted()).toBe(4)
  expect(sent.at(-1)?.seqId).toBe(announcer.listeners.watermark)
})

it('catches up when the bus is back, without any notice', async () => {
  const { counted } = await listens(0)
  await put('1')
  hear('bus.reconnected')
  await expect.poll(counted).toBe(1)
})

it('passes over what has gone at the source meanwhile', async () => {
  const { counted } = await listens(0)
  await put('1', '2')
  await store.store(batchOf([matched('1', '', [], { deleted: true })]))
  await announcer.catchUp()
  await expect.poll(counted).toBe(1)
})

it('keeps its mark moving while nobody listens, and counts from where the client knows', async () => {
  await put('1', '2', '3')
  await announcer.catchUp()
  const newest = announcer.listeners.watermark
  expect(newest).toBeGreaterThan(0)
  expect((await listens(0)).known).toMatchObject({ count: 3, seqId: newest })
  expect((await listens(newest - 1)).known).toMatchObject({ count: 1, seqId: newest })
  expect((await listens(newest)).known).toMatchObject({ count: 0, seqId: newest })
})

it('more than it reads at once is announced to the end', async () => {
  const { counted } = await listens(0)
  for (let n = 0; n < 5; n += 1) await put(...Array.from({ length: 1_000 }, (_, each) => `${n}-${each}`))
  await announcer.catchUp()
  await expect.poll(counted).toBe(5_000)
})

/** Long enough to be known again. */
const COPIED =
  'Ищем фотографа на свадьбу в конце августа, съёмка на весь день в загородном доме, гостей около сорока человек, пришлите примеры работ'

it('asks the database no more for many listeners than for one, of copies too', async () => {
  let questions = 0
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => {
      questions += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const counting = await openAnnouncer({ ...world, db, bus: { on: () => () => {}, close: async () => {} } })
  const copies = (...ids: string[]) => store.store(batchOf(ids.map((id) => matched(id, COPIED, [fitting(categoryId)]))))
  const first = await listens(0, anna, counting)
  await copies('1', '2')
  questions = 0
  await counting.catchUp()
  const forOne = questions

  const others = await Promise.all(['boris', 'vera', 'gleb'].map((name) => world.customer(name, paid('photographers'))))
  const all = await Promise.all(others.map((person) => listens(counting.listeners.watermark, person, counting)))
  await world.database.pool.query('update feed_items set gone = true')
  await copies('3', '4')
  questions = 0
  await counting.catchUp()
  expect(questions).toBe(forOne)
  for (const { counted } of all) await expect.poll(counted).toBe(1)
  await expect.poll(first.counted).toBe(2)
  counting.close()
})

it('asks the database no more for views beside a filter, of copies behind many others too', async () => {
  let questions = 0
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => {
      questions += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const counting = await openAnnouncer({ ...world, db, bus: { on: () => () => {}, close: async () => {} } })
  const videoId = await world.categoryId('video')
  const boris = await world.customer('boris', paid('photographers'), paid('video'))
  let number = 0
  const copies = (count: number, ...products: number[]) =>
    store.store(
      batchOf(
        Array.from({ length: count }, () => {
          number += 1
          return matched(
            `copy ${number}`,
            COPIED,
            products.map((id) => fitting(id)),
          )
        }),
      ),
    )
  const alone = await listens(0, boris, counting)
  await copies(20, categoryId)
  await counting.catchUp()
  questions = 0
  await copies(1, categoryId, videoId)
  await counting.catchUp()
  const forFilter = questions

  const views = new Map<string, number>()
  const socket: LiveSocket = {
    id: 'socket of views',
    sendSignal: (name, payload) => {
      if (name !== 'feed.views') return
      for (const { view, count } of (payload as Signals['feed.views']).updates)
        views.set(view, (views.get(view) ?? 0) + count)
    },
    onClose: () => {},
  }
  const since = counting.listeners.watermark
  await world.database.pool.query(`delete from feed_items where product_id = ${videoId}`)
  const keys = [...Array.from({ length: 60 }, (_, n) => n + 1), categoryId, videoId].map((id) => `category:${id}`)
  await counting.listeners.listen(socket, boris.userId, {
    filters: [],
    views: [...new Set(keys)].map((view) => ({ view, since })),
  })
  questions = 0
  await copies(1, categoryId, videoId)
  await counting.catchUp()
  expect(questions).toBe(forFilter)
  // The first of its product, though not of its text.
  await expect.poll(() => [...views]).toEqual([[`category:${videoId}`, 1]])
  await expect.poll(alone.counted).toBe(1)
  counting.close()
})

it('counts a copy for a listener who sees none of those before it, however many there are', async () => {
  const boris = await world.customer('boris', paid('video'))
  const videoId = await world.categoryId('video')
  const [annas, theirs] = [await listens(0), await listens(0, boris)]
  const copies = (from: number, to: number, ...products: number[]) =>
    store.store(
      batchOf(
        Array.from({ length: to - from + 1 }, (_, n) =>
          matched(
            `copy ${from + n}`,
            COPIED,
            products.map((id) => fitting(id)),
          ),
        ),
      ),
    )
  await copies(1, 20, categoryId)
  await copies(21, 22, categoryId, videoId)
  await announcer.catchUp()
  await copies(23, 24, categoryId, videoId)
  await announcer.catchUp()
  await expect.poll(annas.counted).toBe(1)
  await expect.poll(theirs.counted).toBe(1)
})

it('counts a copy of what the listener marked as spam, and for no one else', async () => {
  const boris = await world.customer('boris', paid('photographers'))
  const copy = (id: string) => store.store(batchOf([matched(id, COPIED, [fitting(categoryId)])]))
  await copy('1')
  const { id } = await world.db.selectFrom('messages').select('id').executeTakeFirstOrThrow()
  await world.db.insertInto('spamMarks').values({ userId: anna.userId, messageId: id, at: world.clock.now() }).execute()
  await announcer.catchUp()
  const [annas, theirs] = [
    await listens(announcer.listeners.watermark),
    await listens(announcer.listeners.watermark, boris),
  ]
  await copy('2')
  await put('other')
  await announcer.catchUp()
  await expect.poll(annas.counted).toBe(2)
  await expect.poll(theirs.counted).toBe(1)
})

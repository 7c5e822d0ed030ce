import { EventEmitter } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Signals, SignalName } from '../../../../../contract/signals.ts'
import type { Bus, BusMessages } from '../../../../kit/bus.ts'
import { runSignals } from '../../../../kit/signals.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, paid, trial, type TestWorld } from '../../../../testing/test-world.ts'
import { feedSignals } from '../feed.signals.ts'

let world: TestWorld
let anna: TestUser
let boris: TestUser
let tester: TestUser
let messageId: number
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  anna = await world.customer('anna', paid('photographers'))
  boris = await world.customer('boris')
  tester = await world.customer('tester', trial('photographers'))
  await world.post('Посоветуйте фотографа')
  messageId = (await world.db.selectFrom('feedItems').select('messageId').executeTakeFirstOrThrow()).messageId
})
afterAll(() => world.close())

/** A process where these people are connected, and what they were informed. */
function openProcess(people: number[], db = world.db) {
  const emitter = new EventEmitter()
  const bus: Bus = {
    on(name, listener) {
      emitter.on(name, listener)
      return () => emitter.off(name, listener)
    },
    close: async () => {},
  }
  const sent: [number, SignalName, Signals[SignalName]][] = []
  const running = runSignals(
    { ...world, db, bus },
    { listPeople: () => people, sendSignal: (userId, name, payload) => sent.push([userId, name, payload]) },
    feedSignals,
  )
  return {
    sent,
    close: running.close,
    hear: <Name extends keyof BusMessages>(name: Name, payload: BusMessages[Name]) => void emitter.emit(name, payload),
    get listens() {
      return emitter.eventNames().length > 0
    },
  }
}

it('says many changes of one message once, to those who may see it', async () => {
  const { sent, hear, close } = openProcess([anna.userId, boris.userId, tester.userId])
  for (let time = 0; time < 100; time += 1) hear('message.changed', { messageId, userIds: null })
  await expect
    .poll(() => sent)
    .toEqual([
      [
        anna.userId,
        'feed.message',
        { messageId, removed: false, marks: { spamCount: 0, spam: false, verdict: null, location: null } },
      ],
    ])
  for (let time = 0; time < 100; time += 1) hear('message.changed', { messageId, userIds: [anna.userId, boris.userId] })
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]).toMatchObject([anna.userId, 'feed.message', { messageId, marks: { likes: [], viewed: false } }])
  expect(sent[1]?.[2]).not.toHaveProperty('removed')
  close()
})

it('announces to the readers of a product that a message has left it, and nobody else', async () => {
  const { sent, hear, close } = openProcess([anna.userId, boris.userId])
  await world.post('Нужен фотограф на час')
  const row = await world.db
    .selectFrom('feedItems')
    .select(['messageId', 'productType', 'productId'])
    .orderBy('seqId', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await world.db
    .updateTable('feedItems')
    .set({ productId: await world.categoryId('video') })
    .where('messageId', '=', row.messageId)
    .execute()
  hear('message.changed', {
    messageId: row.messageId,
    userIds: null,
    left: { productType: row.productType, productId: row.productId },
  })
  await expect.poll(() => sent).toEqual([[anna.userId, 'feed.message', { messageId: row.messageId, removed: true }]])
  close()
})

it('announces an edit, whatever else is announced along with it', async () => {
  const { sent, hear, close } = openProcess([anna.userId, boris.userId])
  hear('message.changed', { messageId, userIds: [anna.userId] })
  hear('message.changed', { messageId, userIds: null, edited: true })
  hear('message.changed', { messageId, userIds: null })
  await expect
    .poll(() => sent)
    .toMatchObject([[anna.userId, 'feed.message', { messageId, removed: false, edited: true }]])
  hear('message.changed', { messageId, userIds: null })
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]?.[2]).not.toHaveProperty('edited')
  close()
})

it('follows what a person may see', async () => {
  const { sent, hear, close } = openProcess([anna.userId, boris.userId])
  const receivers = () => sent.map(([userId]) => userId)
  hear('message.changed', { messageId, userIds: null })
  // It is read once for all who are connected: when Anna is notified, Boris has been passed over.
  await expect.poll(receivers).toEqual([anna.userId])
  await world.hold(boris.userId, paid('photographers'))
  hear('scope.changed', { userId: boris.userId })
  hear('message.changed', { messageId, userIds: null })
  await expect.poll(receivers).toEqual([anna.userId, anna.userId, boris.userId])
  close()
})

it('says later what it could not read while the database was away', async () => {
  let away = true
  let reads = 0
  const db = new Proxy(world.db, {
    get(target, key) {
      reads += 1
      if (away && key === 'selectFrom') throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  const process = openProcess([anna.userId], db)
  process.hear('message.changed', { messageId, userIds: null })
  setTimeout(() => (away = false), 500)
  await expect.poll(() => process.sent.length).toBe(1)
  process.hear('message.changed', { messageId, userIds: null })
  process.close()
  expect(process.listens).toBe(false)
  const readBefore = reads
  // Another that hears of it after that gathers as long: when it has spoken, this one would have begun to read.
  const later = openProcess([anna.userId])
  later.hear('message.changed', { messageId, userIds: null })
  await expect.poll(() => later.sent.length).toBe(1)
  later.close()
  expect([process.sent.length, reads]).toEqual([1, readBefore])
})

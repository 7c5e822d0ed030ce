import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Signals, SignalName } from '../../../contract/signals.ts'
import type { Bus, Notices } from '../../kit/bus.ts'
import { openTown, paid, trial, type Town, type Townsman } from '../../people/town.ts'
import { openLiveMessages } from './live-messages.ts'

let town: Town
let anna: Townsman
let boris: Townsman
let tester: Townsman
let messageId: number
beforeAll(async () => {
  town = await openTown()
  await town.looksFor('photographers', 'фотограф')
  anna = await town.customer('anna', paid('photographers'))
  boris = await town.customer('boris')
  tester = await town.customer('tester', trial('photographers'))
  await town.post('Посоветуйте фотографа')
  messageId = (await town.db.selectFrom('feedItems').select('messageId').executeTakeFirstOrThrow()).messageId
})
afterAll(() => town.close())

/** A process where these people are connected, and what they were told. */
function openProcess(people: number[], db = town.db) {
  const listeners = new Map<string, (payload: never) => void>()
  const bus: Bus = {
    on(name, listener) {
      listeners.set(name, listener)
      return () => void listeners.delete(name)
    },
    close: async () => {},
  }
  const said: [number, SignalName, Signals[SignalName]][] = []
  const live = openLiveMessages(
    { ...town, db, bus },
    { listPeople: () => people, say: (userId, name, payload) => said.push([userId, name, payload]) },
  )
  return {
    said,
    close: live.close,
    hear: <Name extends keyof Notices>(name: Name, payload: Notices[Name]) => listeners.get(name)?.(payload as never),
    get listens() {
      return listeners.size > 0
    },
  }
}

it('says many changes of one message once, to those who may see it', async () => {
  const { said, hear, close } = openProcess([anna.userId, boris.userId, tester.userId])
  for (let time = 0; time < 100; time += 1) hear('message.changed', { messageId, userIds: null })
  await expect
    .poll(() => said)
    .toEqual([
      [
        anna.userId,
        'feed.message',
        { messageId, removed: false, marks: { spamCnt: 0, spam: false, verdict: null, location: null } },
      ],
    ])
  for (let time = 0; time < 100; time += 1) hear('message.changed', { messageId, userIds: [anna.userId, boris.userId] })
  await expect.poll(() => said.length).toBe(2)
  expect(said[1]).toMatchObject([anna.userId, 'feed.message', { messageId, marks: { likes: [], viewed: false } }])
  expect(said[1]?.[2]).not.toHaveProperty('removed')
  close()
})

it('tells the readers of a product that a message has left it, and nobody else', async () => {
  const { said, hear, close } = openProcess([anna.userId, boris.userId])
  await town.post('Нужен фотограф на час')
  const row = await town.db
    .selectFrom('feedItems')
    .select(['messageId', 'productType', 'productId'])
    .orderBy('seqId', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await town.db
    .updateTable('feedItems')
    .set({ productId: await town.categoryId('video') })
    .where('messageId', '=', row.messageId)
    .execute()
  hear('message.changed', {
    messageId: row.messageId,
    userIds: null,
    left: { productType: row.productType, productId: row.productId },
  })
  await expect.poll(() => said).toEqual([[anna.userId, 'feed.message', { messageId: row.messageId, removed: true }]])
  close()
})

it('says of an edit, whatever else is said along with it', async () => {
  const { said, hear, close } = openProcess([anna.userId, boris.userId])
  hear('message.changed', { messageId, userIds: [anna.userId] })
  hear('message.changed', { messageId, userIds: null, edited: true })
  hear('message.changed', { messageId, userIds: null })
  await expect
    .poll(() => said)
    .toMatchObject([[anna.userId, 'feed.message', { messageId, removed: false, edited: true }]])
  hear('message.changed', { messageId, userIds: null })
  await expect.poll(() => said.length).toBe(2)
  expect(said[1]?.[2]).not.toHaveProperty('edited')
  close()
})

it('follows what a person may see', async () => {
  const { said, hear, close } = openProcess([boris.userId])
  hear('message.changed', { messageId, userIds: null })
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(said).toEqual([])
  await town.hold(boris.userId, paid('photographers'))
  hear('scope.changed', { userId: boris.userId })
  hear('message.changed', { messageId, userIds: null })
  await expect.poll(() => said.length).toBe(1)
  close()
})

it('says later what it could not read while the database was away', async () => {
  let away = true
  const db = new Proxy(town.db, {
    get(target, key) {
      if (away && key === 'selectFrom') throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  const process = openProcess([anna.userId], db)
  process.hear('message.changed', { messageId, userIds: null })
  setTimeout(() => (away = false), 500)
  await expect.poll(() => process.said.length, { timeout: 3_000 }).toBe(1)
  process.hear('message.changed', { messageId, userIds: null })
  process.close()
  expect(process.listens).toBe(false)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(process.said.length).toBe(1)
})

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
async function listens(since: number) {
  const said: Signals['feed.updates'][] = []
  const socket: LiveSocket = {
    id: `socket ${since}`,
    sendSignal: (_, payload) => said.push(payload as Signals['feed.updates']),
    onClose: () => {},
  }
  const [known] = await announcer.listeners.listen(socket, { id: anna.userId, roles: [] }, [
    { filterId: anna.filterId, since },
  ])
  return { said, known, counted: () => said.reduce((sum, { count }) => sum + count, 0) }
}

it('says what was stored since, when a notice comes', async () => {
  const { said, counted } = await listens(0)
  await put('1', '2')
  hear('feed.stored')
  await expect.poll(counted).toBe(2)
  expect(said).toMatchObject([
    { filterId: anna.filterId, count: 2, snippet: expect.stringContaining('Ищу фотографа 2') },
  ])
})

it('counts what notices were missed for with the next one, once', async () => {
  const { said, counted } = await listens(0)
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
  expect(said.at(-1)?.seqId).toBe(announcer.listeners.watermark)
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

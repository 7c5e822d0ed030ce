import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyFilter } from '../../../contract/reading/filters.ts'
import { pasteGroups } from '../../features/watching/groups/groups.samples.ts'
import { publish } from '../../kit/bus.ts'
import { DAY, HOUR, MINUTE } from '../../kit/clock.ts'
import type { TestUser } from '../../testing/test-user.ts'
import { groups, openTestWorld, type TestWorld } from '../../testing/test-world.ts'
import { searchGroups, searchKeptOfGroups } from './search-groups.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

const texts = async (person: TestUser) =>
  (await person.asks('feed', 'queryFeed', { filter: emptyFilter })).messages.map(({ text }) => text)
const of = (externalId: string) => ({ group: { externalId, name: externalId } })
const context = () => {
  const { db, database, clock, log, language, config } = world
  return { db, database, clock, log, language, config }
}
const listOfGroups = async ({ userId }: TestUser): Promise<number> =>
  (await world.db.selectFrom('monitoredGroupsets').select('id').where('userId', '=', userId).executeTakeFirstOrThrow())
    .id
const items = async () =>
  (await world.database.pool.query('select product_id, message_id, seq_id from feed_items order by seq_id')).rows

it('a list whose subscription begins again has what was stored meanwhile for others, once, and nothing of other groups', async () => {
  const anna = await world.customer('anna', groups(10, 1))
  const boris = await world.customer('boris', groups(10, 30))
  await pasteGroups(world, anna, 'vk.com/tea')
  await pasteGroups(world, boris, 'vk.com/tea vk.com/coffee')
  await world.settle()
  await world.post('улун', of('tea'))
  expect(await texts(anna)).toEqual(['улун'])

  world.clock.advance(DAY)
  await publish(world.db, 'scope.changed', { userId: anna.userId })
  await world.settle()
  await world.post('пуэр', of('tea'))
  await world.post('эспрессо', of('coffee'))
  await world.receive([{ ...(await world.post('удалено', of('tea'))), text: '', deleted: true }])
  expect(await texts(boris)).toEqual(['эспрессо', 'пуэр', 'улун'])

  world.clock.advance(HOUR)
  await world.hold(anna.userId, groups(10, 30))
  await world.settle()
  expect(await texts(anna)).toEqual(['пуэр', 'улун'])
  expect(await texts(boris)).toEqual(['эспрессо', 'пуэр', 'улун'])
  const before = await items()
  await searchGroups(context(), await listOfGroups(anna))
  expect(await items()).toEqual(before)
  // And what comes from now on.
  await world.post('сенча', of('tea'))
  expect((await texts(anna))[0]).toBe('сенча')
})

it('a group that is put on a list, put back or switched on brings what is stored of it for others, once', async () => {
  const boris = await world.customer('listener', groups(10, 30))
  const vera = await world.customer('vera', groups(10, 30))
  await pasteGroups(world, boris, 'vk.com/milk vk.com/honey')
  await world.settle()
  for (const text of ['кефир', 'ряженка']) {
    await world.post(text, of('milk'))
    world.clock.advance(MINUTE)
  }
  await world.post('липовый', of('honey'))
  await pasteGroups(world, vera, 'vk.com/milk')
  await world.settle()
  expect(await texts(vera)).toEqual(['ряженка', 'кефир'])
  const [{ id } = { id: 0 }] = (await vera.asks('groups', 'listGroups', {})).groups

  await vera.asks('groups', 'setGroupEnabled', { id, enabled: false })
  await world.settle()
  await world.post('снежок', of('milk'))
  await world.settle()
  expect(await texts(vera)).toEqual(['ряженка', 'кефир'])
  await vera.asks('groups', 'setGroupEnabled', { id, enabled: true })
  await world.settle()
  expect(await texts(vera)).toEqual(['снежок', 'ряженка', 'кефир'])

  await vera.asks('groups', 'deleteGroup', { id })
  await world.settle()
  await world.post('варенец', of('milk'))
  await world.settle()
  await vera.asks('groups', 'restoreGroups', { ids: [id] })
  await world.settle()
  const all = ['варенец', 'снежок', 'ряженка', 'кефир']
  expect(await texts(vera)).toEqual(all)
  expect(await texts(boris)).toEqual(['варенец', 'снежок', 'липовый', 'ряженка', 'кефир'])

  const before = await items()
  await searchKeptOfGroups(context(), await listOfGroups(vera))
  expect(await items()).toEqual(before)
})

it('what the stream asked the lists of before about, and stored when a group was on the list, is found later', async () => {
  const boris = await world.customer('boris-late', groups(10, 30))
  const vera = await world.customer('vera-late', groups(10, 30))
  await pasteGroups(world, boris, 'vk.com/late')
  await world.settle()
  world.makeNoticesLate()
  await pasteGroups(world, vera, 'vk.com/late')
  await world.post('поздно', of('late'))
  expect(await texts(boris)).toEqual(['поздно'])
  expect(await texts(vera)).toEqual([])
  await searchKeptOfGroups(context(), await listOfGroups(vera))
  expect(await texts(vera)).toEqual(['поздно'])
})

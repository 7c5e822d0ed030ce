import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyFilter } from '../../../contract/reading/filters.ts'
import { pasteGroups } from '../../features/watching/groups/groups.samples.ts'
import { publish } from '../../kit/bus.ts'
import { DAY, HOUR } from '../../kit/clock.ts'
import type { TestUser } from '../../testing/test-user.ts'
import { groups, openTestWorld, type TestWorld } from '../../testing/test-world.ts'
import { searchGroups } from './search-groups.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

const texts = async (person: TestUser) =>
  (await person.asks('feed', 'queryFeed', { filter: emptyFilter })).messages.map(({ text }) => text)
const of = (externalId: string) => ({ group: { externalId, name: externalId } })
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
  const { db, database, clock, log, language, config } = world
  const { id } = await db
    .selectFrom('monitoredGroupsets')
    .select('id')
    .where('userId', '=', anna.userId)
    .executeTakeFirstOrThrow()
  await searchGroups({ db, database, clock, log, language, config }, id)
  expect(await items()).toEqual(before)
  // And what comes from now on.
  await world.post('сенча', of('tea'))
  expect((await texts(anna))[0]).toBe('сенча')
})

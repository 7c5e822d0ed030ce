import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyFilter } from '../../../contract/filters.ts'
import { pasteGroups } from '../../features/groups/groups.samples.ts'
import { notify } from '../../kit/bus.ts'
import { DAY, HOUR } from '../../kit/clock.ts'
import { groups, openTown, type Town, type Townsman } from '../../people/town.ts'
import { searchGroups } from './search-groups.ts'

let town: Town
beforeAll(async () => {
  town = await openTown()
})
afterAll(() => town.close())

const texts = async (person: Townsman) =>
  (await person.asks('feed', 'queryFeed', { filter: emptyFilter })).messages.map(({ text }) => text)
const of = (externalId: string) => ({ group: { externalId, name: externalId } })
const items = async () =>
  (await town.database.pool.query('select product_id, message_id, seq_id from feed_items order by seq_id')).rows

it('a list whose subscription begins again has what was stored meanwhile for others, once, and nothing of other groups', async () => {
  const anna = await town.customer('anna', groups(10, 1))
  const boris = await town.customer('boris', groups(10, 30))
  await pasteGroups(town, anna, 'vk.com/tea')
  await pasteGroups(town, boris, 'vk.com/tea vk.com/coffee')
  await town.settle()
  await town.post('улун', of('tea'))
  expect(await texts(anna)).toEqual(['улун'])

  town.clock.advance(DAY)
  await notify(town.db, 'scope.changed', { userId: anna.userId })
  await town.settle()
  await town.post('пуэр', of('tea'))
  await town.post('эспрессо', of('coffee'))
  await town.receive([{ ...(await town.post('удалено', of('tea'))), text: '', deleted: true }])
  expect(await texts(boris)).toEqual(['эспрессо', 'пуэр', 'улун'])

  town.clock.advance(HOUR)
  await town.hold(anna.userId, groups(10, 30))
  await town.settle()
  expect(await texts(anna)).toEqual(['пуэр', 'улун'])
  expect(await texts(boris)).toEqual(['эспрессо', 'пуэр', 'улун'])
  const before = await items()
  const { db, database, clock, log, language, config } = town
  const { id } = await db
    .selectFrom('monitoredGroupsets')
    .select('id')
    .where('userId', '=', anna.userId)
    .executeTakeFirstOrThrow()
  await searchGroups({ db, database, clock, log, language, config }, id)
  expect(await items()).toEqual(before)
  // And what comes from now on.
  await town.post('сенча', of('tea'))
  expect((await texts(anna))[0]).toBe('сенча')
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { groups, openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { noteGroupTrouble } from './group-trouble.ts'
import { pasteGroups } from './groups.samples.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

it('every other tab of whoever changed his list is told, and nobody else', async () => {
  const [anna, boris] = [await world.customer('anna', groups(10)), await world.customer('boris', groups(10))]
  await pasteGroups(world, anna, 'vk.com/a vk.com/b')
  await pasteGroups(world, boris, 'vk.com/c')
  const {
    groups: [group],
  } = await anna.asks('groups', 'listGroups', { sort: 'name' })
  if (!group) throw new Error('the list is empty')
  const { id } = group
  const [hers, herOther, his, guests] = [
    await anna.connects(),
    await anna.connects(),
    await boris.connects(),
    await world.connect(),
  ]
  const heard = async () => {
    await world.settle()
    // What was emitted before an answer arrives before it.
    for (const browser of [hers, herOther, his, guests]) await browser.asks('accounts', 'getMe', {})
    return [hers, herOther, his, guests].map((browser) => browser.heard['groups.changed'].splice(0).length)
  }
  // Whatever is on its way from before.
  await heard()

  await hers.asks('groups', 'setGroupEnabled', { id, enabled: false })
  expect(await heard()).toEqual([0, 1, 0, 0])
  // It is off already.
  await hers.asks('groups', 'setGroupEnabled', { id, enabled: false })
  expect(await heard()).toEqual([0, 0, 0, 0])
  await herOther.asks('groups', 'setGroupEnabled', { id, enabled: true })
  expect(await heard()).toEqual([1, 0, 0, 0])
  await hers.asks('groups', 'deleteGroup', { id })
  expect(await heard()).toEqual([0, 1, 0, 0])
  await hers.asks('groups', 'restoreGroups', { ids: [id] })
  expect(await heard()).toEqual([0, 1, 0, 0])
  await hers.asks('groups', 'restoreGroups', { ids: [id] })
  expect(await heard()).toEqual([0, 0, 0, 0])
  const { ids } = await hers.asks('groups', 'clearGroups', {})
  expect(await heard()).toEqual([0, 1, 0, 0])
  await hers.asks('groups', 'clearGroups', {})
  expect(await heard()).toEqual([0, 0, 0, 0])
  // Over plain HTTP there is no socket that knows already.
  await anna.asks('groups', 'restoreGroups', { ids })
  expect(await heard()).toEqual([1, 1, 0, 0])
  // A refused change is none.
  expect((await his.answers('groups', 'deleteGroup', { id })).status).toBe('error')
  expect(await heard()).toEqual([0, 0, 0, 0])
  // What became of a group is reported to those who listen to it.
  await noteGroupTrouble(world.db, world.clock, group.icGroup, 'closed')
  expect(await heard()).toEqual([1, 1, 0, 0])
})

it('everybody signed in is told when notices may have been missed', async () => {
  const vera = await world.customer('vera', groups(10))
  await pasteGroups(world, vera, 'vk.com/d')
  const {
    groups: [group],
  } = await vera.asks('groups', 'listGroups', {})
  const [browser, guest] = [await vera.connects(), await world.connect()]
  await world.settle()
  browser.heard['groups.changed'].length = 0
  await world.missNotices(() => vera.asks('groups', 'setGroupEnabled', { id: group?.id ?? 0, enabled: false }))
  await browser.asks('accounts', 'getMe', {})
  await guest.asks('accounts', 'getMe', {})
  expect([browser.heard['groups.changed'].length, guest.heard['groups.changed'].length]).toEqual([1, 0])
})

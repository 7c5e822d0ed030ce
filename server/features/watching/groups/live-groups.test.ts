import { afterAll, beforeAll, expect, it } from 'vitest'
import { groups, openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { expectHeard } from '../../../testing/test-browser.ts'
import { noteGroupFailure } from './group-failure.ts'
import { lookUpLinks, pasteGroups } from './groups.samples.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

it('every other tab of whoever changed his list is notified, and nobody else', async () => {
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
  const browsers = [hers, herOther, his, guests]
  const expectSignals = async (...counts: number[]) => {
    await world.settle()
    await expectHeard(browsers, 'groups.changed', counts)
  }
  await expectSignals(0, 0, 0, 0)

  await hers.asks('groups', 'setGroupEnabled', { id, enabled: false })
  await expectSignals(0, 1, 0, 0)
  // It is off already.
  await hers.asks('groups', 'setGroupEnabled', { id, enabled: false })
  await expectSignals(0, 0, 0, 0)
  await herOther.asks('groups', 'setGroupEnabled', { id, enabled: true })
  await expectSignals(1, 0, 0, 0)
  await hers.asks('groups', 'deleteGroup', { id })
  await expectSignals(0, 1, 0, 0)
  await hers.asks('groups', 'restoreGroups', { ids: [id] })
  await expectSignals(0, 1, 0, 0)
  await hers.asks('groups', 'restoreGroups', { ids: [id] })
  await expectSignals(0, 0, 0, 0)
  const { ids } = await hers.asks('groups', 'clearGroups', {})
  await expectSignals(0, 1, 0, 0)
  await hers.asks('groups', 'clearGroups', {})
  await expectSignals(0, 0, 0, 0)
  // Over plain HTTP there is no socket that knows already.
  await anna.asks('groups', 'restoreGroups', { ids })
  await expectSignals(1, 1, 0, 0)
  // A refused change is none.
  expect((await his.answers('groups', 'deleteGroup', { id })).status).toBe('error')
  await expectSignals(0, 0, 0, 0)
  // What became of a group is reported to those who listen to it.
  await noteGroupFailure(world.db, world.clock, group.icGroup, 'closed')
  await expectSignals(1, 1, 0, 0)
})

it('who sees the list through their team is notified of it and of what is pasted, as long as they do', async () => {
  const owner = await world.customer('list-owner', {
    thing: { groups: 5 },
    tariffType: 'team',
    teamSize: 4,
    days: 30,
  })
  const [manages, looks, unseated] = [
    await world.customer('list-manages'),
    await world.customer('list-looks'),
    await world.customer('list-unseated'),
  ]
  await world.team(owner, { ...manages, right: 'manage' }, { ...looks, right: 'view' }, unseated)
  await world.db.updateTable('subscriptions').set({ teamSize: 3 }).where('userId', '=', owner.userId).execute()
  const browsers = [
    await owner.connects(),
    await manages.connects(),
    await looks.connects(),
    await unseated.connects(),
    await (await world.customer('list-stranger', groups(5))).connects(),
  ]
  const [, hers] = browsers
  const expectSignals = async (...counts: number[]) => {
    await world.settle()
    await expectHeard(browsers, 'groups.changed', counts)
  }
  const { addition } = await owner.asks('groups', 'addGroups', { links: ['vk.com/of-team'] })
  await lookUpLinks(world)
  for (const browser of browsers.slice(0, 3))
    await expect
      .poll(() => browser.heard['monitored-group'].at(-1))
      .toMatchObject({ id: addition.id, done: 1, finished: true })
  await expectHeard(browsers.slice(3), 'monitored-group', [0, 0])

  const {
    groups: [group],
  } = await manages.asks('groups', 'listGroups', { team: true })
  const id = group?.id ?? 0
  await expectSignals(0, 0, 0, 0, 0)
  await owner.asks('groups', 'setGroupEnabled', { id, enabled: false })
  await expectSignals(1, 1, 1, 0, 0)
  // The tab that did it knows, although the list is another's.
  await hers?.asks('groups', 'setGroupEnabled', { id, enabled: true })
  await expectSignals(1, 0, 1, 0, 0)
  // Whose place is free now, sees it too.
  await manages.asks('team', 'leaveTeam', {})
  await expectSignals(0, 0, 0, 0, 0)
  await owner.asks('groups', 'setGroupEnabled', { id, enabled: false })
  await expectSignals(1, 0, 1, 1, 0)
  for (const browser of browsers) browser.close()
})

it('everybody signed in is notified when notices may have been missed', async () => {
  const vera = await world.customer('vera', groups(10))
  await pasteGroups(world, vera, 'vk.com/d')
  const {
    groups: [group],
  } = await vera.asks('groups', 'listGroups', {})
  const [browser, guest] = [await vera.connects(), await world.connect()]
  await world.settle()
  browser.heard['groups.changed'].length = 0
  await world.missNotices(() => vera.asks('groups', 'setGroupEnabled', { id: group?.id ?? 0, enabled: false }))
  await expect.poll(() => browser.heard['groups.changed'].length).toBe(1)
  await guest.asks('accounts', 'getMe', {})
  expect(guest.heard['groups.changed']).toEqual([])
})

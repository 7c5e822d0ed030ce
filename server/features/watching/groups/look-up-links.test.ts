import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../kit/clock.ts'
import { groupsFeature } from './groups.feature.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { groups, openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { keepSampleGroup, lookUpLinks, pasteGroups } from './groups.samples.ts'
import { claimLinks, findKnownGroup, settleLink, type LinkOutcome } from './look-up-links.ts'
import { listWatchedGroups } from './watched-groups.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('groupAdditions').execute()
  await world.db.deleteFrom('monitoredGroups').execute()
  world.clock.advance(MINUTE)
})

let people = 0
const somebody = (maxSize = 10, days = 30): Promise<TestUser> =>
  world.customer(`somebody-${(people += 1)}`, groups(maxSize, days))
const paste = async (person: TestUser, ...links: string[]) =>
  (await person.asks('groups', 'addGroups', { links })).addition.id
const claim = (limit = 100) => claimLinks(world.db, world.clock, limit)
const settle = (additionId: number, position: number, outcome: LinkOutcome) =>
  settleLink(world.db, world.clock, { additionId, position }, outcome)
const statuses = async (person: TestUser, id: number) =>
  (await person.asks('groups', 'getAddition', { id })).addition.items.map(({ status }) => status)

it('links are taken by turns, each by one only, and again when whoever took them reported nothing', async () => {
  const [anna, boris] = [await somebody(), await somebody()]
  const [hers, his] = [await paste(anna, 'vk.com/a1', '@a2', 'a3'), await paste(boris, 'http://m.vk.com/b1')]
  const taken = await claim(2)
  expect(taken).toEqual([
    { additionId: hers, position: 0, text: 'vk.com/a1', url: new URL('https://vk.com/a1'), tries: 0 },
    { additionId: his, position: 0, text: 'http://m.vk.com/b1', url: new URL('https://vk.com/b1'), tries: 0 },
  ])
  const others = await Promise.all([claim(1), claim(1), claim(1)])
  expect(
    others
      .flat()
      .map(({ text, url }) => [text, url])
      .toSorted(),
  ).toEqual([
    ['@a2', null],
    ['a3', null],
  ])
  world.clock.advance(59 * SECOND)
  expect(await claim()).toEqual([])
  world.clock.advance(SECOND)
  expect((await claim()).map(({ tries }) => tries)).toEqual([1, 1, 1, 1])
})

it('a link that is settled stays so', async () => {
  const anna = await somebody()
  const id = await paste(anna, 'vk.com/s1', 'vk.com/s2')
  await claim()
  const groupId = await keepSampleGroup(world, { externalId: 's1' })
  await Promise.all([
    settle(id, 0, { status: 'added', groupId, network: 'vk', key: 's1' }),
    settle(id, 0, { status: 'added', groupId, network: 'vk', key: 's1' }),
    settle(id, 1, { status: 'added', groupId, network: 'vk', key: 's1' }),
  ])
  await settle(id, 0, { status: 'not_found' })
  await settle(id, 7, { status: 'not_found' })
  await settle(999_999, 0, { status: 'not_found' })
  expect((await statuses(anna, id)).toSorted()).toEqual(['added', 'duplicate'])
  expect(await findKnownGroup(world.db, world.clock, 'vk', 's1')).toBe(groupId)
  expect(await findKnownGroup(world.db, world.clock, 'ok', 's1')).toBeNull()
})

it('what was pasted twice comes to the same end', async () => {
  const anna = await somebody()
  const id = await paste(anna, 'vk.com/twice-lost http://vk.com/twice-lost vk.com/twice-there m.vk.com/twice-there')
  await lookUpLinks(world, { 'vk.com/twice-lost': { status: 'private' } })
  expect(await statuses(anna, id)).toEqual(['private', 'private', 'added', 'duplicate'])
})

it('of a group that was lost meanwhile its network is asked again', async () => {
  const anna = await somebody()
  await pasteGroups(world, anna, 'vk.com/lost-group')
  const groupId = await findKnownGroup(world.db, world.clock, 'vk', 'lost-group')
  await world.db
    .insertInto('watchedGroups')
    .values({ groupId: groupId ?? 0, nextReadAt: world.clock.now(), secondsBetween: 60, trouble: 'gone' })
    .execute()
  expect(await findKnownGroup(world.db, world.clock, 'vk', 'lost-group')).toBeNull()
  const boris = await somebody()
  expect(await statuses(boris, await paste(boris, 'vk.com/lost-group'))).toEqual(['waiting'])
})

it('a network that does not answer is asked again, and given up after hours', async () => {
  const anna = await somebody()
  const id = await paste(anna, 'vk.com/slow', 'vk.com/never', 'vk.com/lost')
  await claim()
  const later = new Date(world.clock.now().getTime() + HOUR)
  await settle(id, 0, { retryAt: later })
  await settle(id, 1, { retryAt: new Date(world.clock.now().getTime() + 7 * HOUR) })
  expect(await statuses(anna, id)).toEqual(['waiting', 'error', 'waiting'])
  world.clock.advance(59 * MINUTE)
  expect((await claim()).map(({ position }) => position)).toEqual([2])
  world.clock.advance(MINUTE)
  expect((await claim()).map(({ position }) => position)).toContain(0)
  const giveUp = groupsFeature.jobs.find(({ name }) => name === 'give-up-old-links')
  if (!giveUp || !('every' in giveUp)) throw new Error('no such job')
  await giveUp.run(world)
  expect(await statuses(anna, id)).toEqual(['waiting', 'error', 'waiting'])
  world.clock.advance(5 * HOUR)
  await giveUp.run(world)
  expect((await anna.asks('groups', 'getAddition', { id })).addition).toMatchObject({
    finished: true,
    done: 3,
    items: [{ status: 'error' }, { status: 'error' }, { status: 'error' }],
  })
  await paste(anna, 'vk.com/next')
})

it('nothing is added to a list whose subscription ended meanwhile, or that went with its owner', async () => {
  const [anna, boris] = [await somebody(10, 1), await somebody()]
  const [hers, his] = [await paste(anna, 'vk.com/e1'), await paste(boris, 'vk.com/e2')]
  await claim()
  await world.db
    .updateTable('subscriptions')
    .set({ endedAt: world.clock.now() })
    .where('userId', '=', anna.userId)
    .execute()
  await world.db.deleteFrom('users').where('id', '=', boris.userId).execute()
  const groupId = await keepSampleGroup(world, { externalId: 'e' })
  await settle(hers, 0, { status: 'added', groupId, network: 'vk', key: 'e1' })
  await settle(his, 0, { status: 'added', groupId, network: 'vk', key: 'e2' })
  expect(await statuses(anna, hers)).toEqual(['limit'])
})

it('every list has what it has room for, however its links are looked up', async () => {
  const crowd = await Promise.all([somebody(3), somebody(3), somebody(3)])
  const links = ['vk.com/w1', 'vk.com/w2', 'vk.com/w3']
  const ids = await Promise.all(crowd.map((person) => paste(person, ...links)))
  await Promise.all([lookUpLinks(world), lookUpLinks(world), lookUpLinks(world), lookUpLinks(world)])
  for (const [place, person] of crowd.entries()) {
    expect(await statuses(person, ids[place] ?? 0)).toEqual(['added', 'added', 'added'])
    expect((await person.asks('groups', 'getGroupset', {})).groupset).toMatchObject({ size: 3 })
  }
})

it('whatever comes at once, no list holds more than it may, no group twice, and every paste ends', async () => {
  const [anna, phone] = [await somebody(6), { ip: '10.8.0.1' }]
  const askers = [anna, { token: await anna.signIn(), ip: phone.ip }]
  let name = 0
  const links = (count: number) => Array.from({ length: count }, () => `vk.com/race${(name += 1) % 9}`)
  for (let round = 0; round < 8; round += 1) {
    world.clock.advance(MINUTE)
    const rows = await world.db.selectFrom('monitoredGroups').select('id').execute()
    const ids = [...rows.map(({ id }) => id), 1]
    await Promise.all(
      askers.flatMap((asker) => [
        world.ask('groups', 'addGroups', { links: links(3) }, asker),
        world.ask('groups', 'restoreGroups', { ids }, asker),
        lookUpLinks(world),
        world.ask('groups', 'deleteGroup', { id: ids[round % ids.length] ?? 1 }, asker),
        round % 3 === 0
          ? world.ask('groups', 'clearGroups', {}, asker)
          : world.ask('groups', 'addGroups', { links: links(4) }, asker),
      ]),
    )
    const listed = (await anna.asks('groups', 'listGroups', { limit: 100 })).groups
    expect(listed.length).toBeLessThanOrEqual(6)
    expect(new Set(listed.map(({ icGroup }) => icGroup)).size).toBe(listed.length)
    await lookUpLinks(world)
    const open = await world.db.selectFrom('groupAdditions').select('id').where('finishedAt', 'is', null).execute()
    const waiting = await world.db.selectFrom('groupLinks').select('link').where('status', '=', 'waiting').execute()
    expect([open, waiting]).toEqual([[], []])
  }
})

it('groups are listened to that are switched on, and paid for', async () => {
  const [anna, boris, vera] = [await somebody(2), await somebody(10, 2), await somebody(10)]
  for (const [person, links] of [
    [anna, 'vk.com/x vk.com/y'],
    [boris, 'vk.com/y vk.com/z'],
    [vera, 'vk.com/x vk.com/off vk.com/gone'],
  ] as const)
    await pasteGroups(world, person, links)
  const setOf = async (person: TestUser) => (await person.asks('groups', 'getGroupset', {})).groupset?.id ?? 0
  const [annas, boriss, veras] = [await setOf(anna), await setOf(boris), await setOf(vera)]
  const idOf = async (person: TestUser, name: string) =>
    (await person.asks('groups', 'listGroups', { search: name })).groups[0]?.id ?? 0
  await vera.asks('groups', 'setGroupEnabled', { id: await idOf(vera, 'off'), enabled: false })
  await vera.asks('groups', 'deleteGroup', { id: await idOf(vera, 'gone') })
  const watched = async () =>
    (await listWatchedGroups(world.db, world.clock)).map(({ externalId, groupsetIds }) => [externalId, groupsetIds])
  expect((await watched()).toSorted()).toEqual([
    ['x', [annas, veras]],
    ['y', [annas, boriss]],
    ['z', [boriss]],
  ])
  const [x] = await listWatchedGroups(world.db, world.clock)
  expect(x).toEqual({
    groupId: expect.any(Number),
    network: 'vk',
    externalId: 'x',
    link: 'https://vk.com/x',
    groupsetIds: [annas, veras],
  })

  await world.db.updateTable('subscriptions').set({ maxSize: 1 }).where('userId', '=', anna.userId).execute()
  await world.db
    .updateTable('subscriptions')
    .set({ frozenAt: world.clock.now() })
    .where('userId', '=', boris.userId)
    .execute()
  expect(await watched()).toEqual([['x', [annas, veras]]])
})

it('whoever matches messages, reads networks or notifies the owner hears of every change', async () => {
  const anna = await somebody()
  const heard: string[] = []
  const stop = [
    world.bus.on('watch.changed', () => heard.push('watch')),
    world.bus.on('standing-query.changed', ({ productType }) => heard.push(productType)),
    world.bus.on('groups.changed', ({ userId }) => heard.push(`list of ${userId}`)),
    world.bus.on('addition.changed', ({ userId }) => heard.push(`links of ${userId}`)),
  ]
  const hearsOf = async (work: () => Promise<unknown>) => {
    await world.settle()
    heard.length = 0
    await work()
    await world.settle()
    return [...new Set(heard)].toSorted()
  }
  const all = ['group', `list of ${anna.userId}`, 'watch']
  expect(await hearsOf(() => paste(anna, 'vk.com/h1'))).toEqual([`links of ${anna.userId}`, 'watch'])
  expect(await hearsOf(() => lookUpLinks(world))).toEqual(['group', `links of ${anna.userId}`, 'watch'])
  const [{ id } = { id: 0 }] = (await anna.asks('groups', 'listGroups', {})).groups
  expect(await hearsOf(() => anna.asks('groups', 'setGroupEnabled', { id, enabled: false }))).toEqual(all)
  expect(await hearsOf(() => anna.asks('groups', 'setGroupEnabled', { id, enabled: false }))).toEqual([])
  expect(await hearsOf(() => anna.asks('groups', 'deleteGroup', { id }))).toEqual(all)
  expect(await hearsOf(() => anna.asks('groups', 'restoreGroups', { ids: [id] }))).toEqual(all)
  expect(await hearsOf(() => anna.asks('groups', 'clearGroups', {}))).toEqual(all)
  for (const off of stop) off()
})

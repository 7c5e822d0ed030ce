import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from '../features/people/accounts/accounts.public.ts'
import { listWatchedGroups } from '../features/watching/groups/groups.public.ts'
import { subscribe, listVisibleProducts } from '../features/access/subscriptions/subscriptions.public.ts'
import { listTeammates } from '../features/access/team/team.public.ts'
import { DAY } from '../kit/clock.ts'
import { madeUpNetwork } from '../stream/receive/made-up/made-up-network.ts'
import { seedDemoGroups } from './demo-groups.ts'
import { seedDemoLeads } from './demo-leads.ts'
import { seedDemoProjects } from './demo-projects.ts'
import { demoPeople, leadsPerson, projectsPerson, seedDemoPeople, teamOwner } from './demo.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
  // What an earlier version seeded: the owner with subscriptions of their own, vera with nothing, no one in a team.
  for (const [email, username] of [
    ['owner@demo.echolot', 'Олег Командный'],
    ['vera@demo.echolot', 'Вера Новичкова'],
  ] as const) {
    const startsAt = world.clock.now()
    const productId = await world.categoryId('photographers')
    await world.db.transaction().execute(async (tx) => {
      const userId = await createAccount(tx, world.clock, {
        email,
        username,
        password: 'echolot-demo',
        timeZone: 'Europe/Moscow',
      })
      if (email.startsWith('owner'))
        await subscribe(tx, world.clock, {
          userId,
          productType: 'category',
          productId,
          tariffType: 'regular',
          startsAt,
          expiresAt: new Date(startsAt.getTime() + DAY),
        })
    })
  }
})
afterAll(() => world.close())

const idOf = async (email: string) =>
  (await world.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
const count = async (table: 'users' | 'subscriptions' | 'membershipCards' | 'filters' | 'feedItems') =>
  (
    await world.db
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

it('adds to what an earlier version seeded: a team with three members, who see what its owner holds for it', async () => {
  await seedDemoPeople(world.db, world.clock)
  const owner = await idOf('owner@demo.echolot')
  const members = [await idOf('vera@demo.echolot'), await idOf('gleb@demo.echolot'), await idOf('view@demo.echolot')]
  expect(new Set(await listTeammates(world.db, owner, world.clock.now()))).toEqual(new Set([owner, ...members]))
  for (const member of members)
    expect(await listVisibleProducts(world.db, { userId: member, moderator: false }, world.clock.now())).toHaveLength(8)
  expect(
    await listVisibleProducts(
      world.db,
      { userId: await idOf('newcomer@demo.echolot'), moderator: false },
      world.clock.now(),
    ),
  ).toEqual([])
  expect(await count('users')).toBe(demoPeople.length)
  expect(await count('filters')).toBe(demoPeople.length)
})

it('adds nothing the second time', async () => {
  const counts = async () => [
    await count('users'),
    await count('subscriptions'),
    await count('membershipCards'),
    await count('filters'),
  ]
  const before = await counts()
  await seedDemoPeople(world.db, world.clock)
  expect(await counts()).toEqual(before)
})

it('puts made-up groups on the list of who listens to groups, once', async () => {
  await seedDemoGroups(world.database, world.clock)
  const listed = () =>
    world.db
      .selectFrom('monitoredGroups as m')
      .innerJoin('groups as g', 'g.id', 'm.groupId')
      .select(['m.id', 'g.url', 'g.externalId'])
      .execute()
  const groups = await listed()
  expect(groups).toHaveLength(40)
  for (const { url, externalId } of groups)
    expect([url, externalId]).toEqual([
      expect.stringContaining('echolot_demo_'),
      expect.stringContaining('made-up-group-'),
    ])
  expect(await listWatchedGroups(world.db, world.clock)).toHaveLength(40)
  await world.db.updateTable('monitoredGroups').set({ removedAt: world.clock.now() }).execute()
  await seedDemoGroups(world.database, world.clock)
  expect((await listed()).map(({ id }) => id).toSorted()).toEqual(groups.map(({ id }) => id).toSorted())
})

it('gives a person projects, once, of which one finds something in the made-up network', async () => {
  await seedDemoProjects(world.db, world.clock)
  await world.settle()
  const network = madeUpNetwork({ now: () => world.clock.now(), backlog: 600 })
  for await (const { messages } of network.read(null, AbortSignal.timeout(20_000))) {
    await world.receive(messages)
    if (messages.length < 100) break
    if ((await count('feedItems')) > 40) break
  }
  const userId = await idOf(projectsPerson)
  const items = await world.db
    .selectFrom('feedItems as i')
    .innerJoin('monitoredProjects as p', 'p.id', 'i.productId')
    .where('i.productType', '=', 'project')
    .where('p.userId', '=', userId)
    .select(['i.keyword', 'p.name'])
    .execute()
  expect(items.length).toBeGreaterThan(0)
  expect(items[0]?.name).toBe('Кошки и собаки')
  await seedDemoProjects(world.db, world.clock)
  expect(
    await world.db
      .selectFrom('monitoredProjects')
      .select('keywords')
      .where('userId', '=', userId)
      .orderBy('id')
      .execute(),
  ).toMatchObject([{ keywords: expect.arrayContaining(['кошка']) }, { keywords: [] }])
})

it('a person alone and a team have leads at every step of the way, seeded once', async () => {
  await seedDemoLeads(world.db, world.clock)
  await seedDemoLeads(world.db, world.clock)
  const counted = async (email: string) =>
    (
      await world.db
        .selectFrom('leads as l')
        .innerJoin('users as u', 'u.id', 'l.ownerId')
        .select('l.status')
        .where('u.email', '=', email)
        .orderBy('l.id')
        .execute()
    ).map(({ status }) => status)
  for (const email of [leadsPerson, teamOwner])
    expect(await counted(email)).toEqual(['inWork', 'inWork', 'answered', 'won', 'lost'])
})

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
import { seedDemoPartner } from './demo-partner.ts'
import { demoPeople, leadsPerson, partnerPerson, projectsPerson, seedDemoPeople, teamOwner } from './demo.ts'
import { resultOf } from '../testing/read-answer.ts'
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
      const userId = await createAccount(tx, world, {
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
type Counted =
  | 'users'
  | 'subscriptions'
  | 'membershipCards'
  | 'filters'
  | 'feedItems'
  | 'orders'
  | 'referralVisits'
  | 'moneyEntries'
const count = async (table: Counted) =>
  (
    await world.db
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

it('adds to what an earlier version seeded: a team with three members, who see what its owner holds for it', async () => {
  await seedDemoPeople(world)
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
  await seedDemoPeople(world)
  expect(await counts()).toEqual(before)
})

it('has taken the trial of who is on trial, as the service would have written it', async () => {
  await seedDemoPeople(world)
  const userId = await idOf('boris@demo.echolot')
  const uses = () =>
    world.db.selectFrom('trialUses').select(['product', 'fp', 'incognito']).where('userId', '=', userId).execute()
  const use = { product: 'category', fp: expect.stringMatching(/^[0-9a-f]{32}$/), incognito: false }
  expect(await uses()).toEqual([use])
  const [held] = await world.db.selectFrom('subscriptions').selectAll().where('userId', '=', userId).execute()
  expect(held).toMatchObject({ tariffType: 'trial', tariff: { product: 'category', type: 'trial' } })
  const asker = { token: await world.signIn(userId, '10.9.8.7'), ip: '10.9.8.7' }
  expect(resultOf(await world.ask('cart', 'listUsedTrials', {}, asker))).toMatchObject({ used: ['category'] })

  // What an earlier version seeded had none.
  await world.db.deleteFrom('trialUses').where('userId', '=', userId).execute()
  await seedDemoPeople(world)
  expect(await uses()).toEqual([use])
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

it('a partner has brought people, earned and been paid, once, and the books agree', async () => {
  await seedDemoPartner(world)
  const partner = await world.signIn(await idOf(partnerPerson), '10.9.8.6')
  const asker = { token: partner, ip: '10.9.8.6' }
  const commissions = async () => resultOf(await world.ask('partner', 'listCommissions', {}, asker)).docs
  const payouts = async () => resultOf(await world.ask('partner', 'listPayouts', {}, asker)).docs
  const { money } = resultOf(await world.ask('partner', 'getPartner', {}, asker))
  const states = (await commissions()).map(({ state }) => state)
  for (const state of ['held', 'available', 'reversed', 'suspected'] as const) expect(states).toContain(state)
  expect((await payouts()).map(({ status, sum, comment }) => [status, sum, comment])).toEqual([
    [0, 1000, null],
    [10, 2500, null],
    [5, 1000, 'Карта другого человека: укажите свою'],
  ])
  // Enough to be asked for.
  expect(money.available).toBeGreaterThan(1000)
  expect(money.earned).toBeCloseTo(money.available + money.held + money.suspected + money.requested + money.paid, 2)
  const cut = { period: 'month', type: 'visits', by: 'link' } as const
  const { docs: links } = resultOf(await world.ask('partner', 'getTraffic', cut, asker))
  expect(links.length).toBe(2)
  for (const { visits, registrations, payments } of links)
    expect([visits > 20, registrations > 1, payments > 1]).toEqual([true, true, true])
  const { docs: referrals } = resultOf(await world.ask('partner', 'listReferrals', {}, asker))
  expect(referrals.length).toBe(7)
  // No one is written to, and no one else's books are touched.
  expect(await world.db.selectFrom('letters').select('recipient').execute()).toEqual([])

  const counts = async () => [
    await count('users'),
    await count('orders'),
    await count('referralVisits'),
    await count('moneyEntries'),
  ]
  const before = await counts()
  await seedDemoPartner(world)
  await world.settle()
  expect(await counts()).toEqual(before)
})

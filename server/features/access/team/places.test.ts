/** Places of a team as its tariffs come and go: who sees what, who is notified, and who owns a team at all. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { roleCodes } from '../../../../rules/roles.ts'
import { DAY, HOUR } from '../../../kit/clock.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, paidForTeam, type TestWorld } from '../../../testing/test-world.ts'
import { insertOrder } from '../../commerce/payments/payments.samples.ts'
import { endSubscriptionsOfOrder } from '../subscriptions/subscriptions.public.ts'
import { settleTeams } from '../subscriptions/own-teams.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())
// No one holds anything any more, and all of it is announced.
beforeEach(async () => {
  world.clock.advance(HOUR)
  await world.db.updateTable('subscriptions').set({ endedAt: world.clock.now() }).where('endedAt', 'is', null).execute()
  await settle()
})

let count = 0
async function someone(): Promise<TestUser> {
  const person = await world.customer(`person${(count += 1)}`)
  await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', person.userId).execute()
  return person
}
const holdTeam = (owner: TestUser, teamSize: number | null, days: number, slug = 'photographers') =>
  world.hold(owner.userId, { ...paidForTeam(slug, days), teamSize })
/** An owner who pays for so many people, and so many members. */
async function teamOf(teamSize: number | null, size: number, days = 30): Promise<[TestUser, ...TestUser[]]> {
  const owner = await someone()
  await holdTeam(owner, teamSize, days)
  const members: TestUser[] = []
  for (let n = 0; n < size; n += 1) members.push(await someone())
  await world.team(owner, ...members)
  return [owner, ...members]
}
const nameOf = (person: TestUser | undefined) => person?.email.split('@')[0]
const seatedOf = async (person: TestUser) => (await person.asks('team', 'getTeam', {})).team?.seated ?? null
const sees = async (person: TestUser) =>
  (await person.asks('subscriptions', 'listSubscriptions', {})).products.map(({ name }) => name).toSorted()
const runningOf = async (person: TestUser) => (await person.asks('team', 'getTeam', {})).team?.running ?? null
const placesOf = async (owner: TestUser) => (await owner.asks('team', 'listMembershipCards', {})).places
const ownsTeam = async (person: TestUser) =>
  (await person.asks('accounts', 'getMe', {})).user?.role.includes(roleCodes.teamOwner)
const settle = () => settleTeams(world)
async function lettersTo({ email }: TestUser): Promise<string[]> {
  const rows = await world.db
    .selectFrom('letters')
    .select('subject')
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
  return rows.map(({ subject }) => subject)
}
const inDays = (days: number): string => new Date(world.clock.now().getTime() + days * DAY).toISOString()

describe('places', () => {
  it('are those of the largest subscription that runs; in each one sees as many as it is for', async () => {
    const [owner, first, second] = await teamOf(3, 2)
    await holdTeam(owner, 2, 60, 'vets')
    expect(await placesOf(owner)).toEqual({ total: 3, taken: 3, next: { at: inDays(30), total: 2 } })
    expect([await sees(owner), await sees(first as TestUser), await sees(second as TestUser)]).toEqual([
      ['Ветеринары', 'Фотографы'],
      ['Ветеринары', 'Фотографы'],
      ['Фотографы'],
    ])
    world.clock.advance(30 * DAY)
    expect(await placesOf(owner)).toEqual({ total: 2, taken: 3, next: { at: inDays(30), total: 0 } })
    expect([await seatedOf(first as TestUser), await seatedOf(second as TestUser)]).toEqual([true, false])
    // It is paid for, only not for them.
    expect(await runningOf(second as TestUser)).toBe(true)
    expect(await sees(second as TestUser)).toEqual([])
  })

  it('count who is invited, and are given back when they say no or the invitation ends', async () => {
    const [owner] = await teamOf(3, 0)
    for (const name of ['one', 'two'])
      await owner.asks('team', 'createMembershipCard', { email: `${name}@example.ru`, username: name })
    const third = { email: 'three@example.ru', username: 'three' }
    expect(await placesOf(owner)).toMatchObject({ total: 3, taken: 3 })
    expect(await owner.isRefused('team', 'createMembershipCard', third)).toBe('TEAM_LIMIT_REACHED')
    world.clock.advance(14 * DAY)
    expect(await placesOf(owner)).toMatchObject({ taken: 1 })
    expect(await owner.isRefused('team', 'createMembershipCard', third)).toBe('ok')
  })

  it('are bounded by nothing where the tariff names no number', async () => {
    const [owner, member] = await teamOf(null, 1)
    expect(await placesOf(owner)).toEqual({ total: null, taken: 2, next: { at: inDays(30), total: 0 } })
    expect(await seatedOf(member as TestUser)).toBe(true)
  })

  it('go on without a gap into what was bought to follow', async () => {
    const [owner] = await teamOf(5, 0)
    const startsAt = new Date(inDays(30))
    await world.db
      .insertInto('subscriptions')
      .values({
        userId: owner.userId,
        productType: 'category',
        productId: await world.categoryId('photographers'),
        tariffType: 'team',
        teamSize: 3,
        startsAt,
        expiresAt: new Date(startsAt.getTime() + 30 * DAY),
      })
      .execute()
    expect(await placesOf(owner)).toMatchObject({ total: 5, next: { at: inDays(30), total: 3 } })
  })

  it('move up when someone goes: who waited for one has it at once', async () => {
    const [owner, first, second, third] = await teamOf(null, 3)
    await world.db.updateTable('subscriptions').set({ teamSize: 3 }).where('userId', '=', owner.userId).execute()
    expect(await settle()).toEqual({ ended: 0, seated: 1 })
    expect(await seatedOf(third as TestUser)).toBe(false)
    const { cards } = await owner.asks('team', 'listMembershipCards', {})
    expect(cards.map(({ seated }) => seated)).toEqual([true, true, false])
    expect(await owner.asks('team', 'listLeftOut', { teamSize: 2 })).toEqual({
      names: [nameOf(second), nameOf(third)],
    })
    await owner.asks('team', 'deleteMembershipCard', { id: cards[0]?.id ?? 0 })
    expect(await seatedOf(first as TestUser)).toBeNull()
    expect([await seatedOf(second as TestUser), await seatedOf(third as TestUser)]).toEqual([true, true])
    expect((await lettersTo(first as TestUser)).at(-1)).toMatch(/^Вы больше не в команде/)
  })

  it('that are gone are reported to who lost one, once; that come back are seen again', async () => {
    const [owner, first, second] = await teamOf(3, 2, 10)
    await holdTeam(owner, 2, 60, 'vets')
    world.clock.advance(10 * DAY)
    expect(await settle()).toEqual({ ended: 0, seated: 1 })
    expect(await settle()).toEqual({ ended: 0, seated: 0 })
    expect(await lettersTo(second as TestUser)).toEqual(['В команде пока нет места для вас'])
    expect(await lettersTo(first as TestUser)).toEqual([])
    await holdTeam(owner, 3, 30)
    expect(await seatedOf(second as TestUser)).toBe(true)
    await settle()
    expect(await lettersTo(second as TestUser)).toHaveLength(1)
  })
})

describe('the role of a team’s owner', () => {
  it('comes with a team subscription, and goes with the last one; renewal brings everything back', async () => {
    const owner = await world.customer('renewing', paid('video'))
    expect(await ownsTeam(owner)).toBe(false)
    expect(await owner.isRefused('team', 'listMembershipCards', {})).toBe('FORBIDDEN')
    await holdTeam(owner, 3, 10)
    expect(await ownsTeam(owner)).toBe(true)
    const member = await someone()
    await world.team(owner, member)
    await owner.asks('team', 'createMembershipCard', { email: 'late@example.ru', username: 'Поздний' })
    const { link } = await world.letterTo('late@example.ru')
    const token = link.split('#token=')[1] ?? ''
    await holdTeam(owner, 3, 12, 'vets')
    const signals: number[] = []
    const off = world.bus.on('team.changed', ({ userIds }) => signals.push(...userIds))

    world.clock.advance(10 * DAY)
    expect(await settle()).toEqual({ ended: 0, seated: 0 })
    expect(await sees(member)).toEqual(['Ветеринары'])
    world.clock.advance(2 * DAY)
    // The clock is enough; the job only tidies up behind it.
    expect([await sees(member), await seatedOf(member), await runningOf(member)]).toEqual([[], false, false])
    await world.settle()
    signals.splice(0)
    expect(await settle()).toEqual({ ended: 1, seated: 0 })
    expect(await settle()).toEqual({ ended: 0, seated: 0 })
    await world.settle()
    expect(signals.toSorted((a, b) => a - b)).toEqual([owner.userId, member.userId])
    off()
    expect(await ownsTeam(owner)).toBe(false)
    expect(await sees(owner)).toEqual(['Видеосъёмка и монтаж'])
    expect((await lettersTo(member)).at(-1)).toMatch(/^Командный тариф закончился/)
    expect(await world.ask('team', 'getInvitation', { token })).toMatchObject({ result: { state: 'expired' } })

    await holdTeam(owner, 3, 10)
    expect([await ownsTeam(owner), await sees(member), await seatedOf(member)]).toEqual([true, ['Фотографы'], true])
    const { cards } = await owner.asks('team', 'listMembershipCards', {})
    expect(cards.map(({ status }) => status)).toEqual(['accepted', 'pending'])
    expect(await owner.isRefused('team', 'resendInvitation', { id: cards[1]?.id ?? 0 })).toBe('ok')
  })

  it('stays while the subscription is frozen; the team rests', async () => {
    const [owner, member] = await teamOf(3, 1, 30)
    const { subscriptions } = await owner.asks('subscriptions', 'listSubscriptions', {})
    const id = subscriptions[0]?.id ?? 0
    await owner.asks('subscriptions', 'freezeSubscription', { id })
    expect(await settle()).toEqual({ ended: 0, seated: 0 })
    expect([await ownsTeam(owner), await seatedOf(member as TestUser), await sees(member as TestUser)]).toEqual([
      true,
      false,
      [],
    ])
    expect([await runningOf(owner), await runningOf(member as TestUser)]).toEqual([false, false])
    expect(await owner.isRefused('team', 'createMembershipCard', { email: 'x@example.ru', username: 'x' })).toBe(
      'TEAM_NOT_RUNNING',
    )
    expect(await placesOf(owner)).toMatchObject({ total: 0 })
    await owner.asks('subscriptions', 'unfreezeSubscription', { id })
    expect(await seatedOf(member as TestUser)).toBe(true)
  })

  it('goes when the money goes back', async () => {
    const owner = await someone()
    const { userId } = owner
    const { account } = await insertOrder(world, owner, {
      status: 'paid',
      paidAt: world.clock.now(),
      gatewayId: 'team',
    })
    const { id: orderId } = await world.db
      .selectFrom('orders')
      .select('id')
      .where('account', '=', account)
      .executeTakeFirstOrThrow()
    await holdTeam(owner, 3, 30)
    await world.db.updateTable('subscriptions').set({ orderId }).where('userId', '=', userId).execute()
    await world.db.transaction().execute((tx) => endSubscriptionsOfOrder(tx, world.clock, { userId, orderId }))
    expect(await settle()).toEqual({ ended: 1, seated: 0 })
    expect(await ownsTeam(owner)).toBe(false)
  })

  it('takes a member out of the team they were in', async () => {
    const [owner, member, other] = await teamOf(3, 2)
    await holdTeam(member as TestUser, 3, 30, 'vets')
    expect((await (member as TestUser).asks('team', 'getTeam', {})).team).toMatchObject({ own: true })
    const { cards } = await owner.asks('team', 'listMembershipCards', {})
    expect(cards.map(({ email }) => email)).toEqual([other?.email])
    expect((await lettersTo(owner)).at(-1)).toBe(`${nameOf(member)} больше не в вашей команде`)
  })
})

describe('an order for a team', () => {
  it('is not made by who is in another’s: they leave that one first', async () => {
    const [, member] = await teamOf(3, 1)
    const buyer = member as TestUser
    await buyer.asks('cart', 'setCartItems', { value: [await world.categoryId('vets')] })
    await buyer.asks('cart', 'updateCart', { tariff: await world.tariffId('category-team-3-month') })
    expect(await buyer.isRefused('payments', 'orderCart', {})).toBe('TEAM_ALREADY_JOINED')
    await buyer.asks('team', 'leaveTeam', {})
    expect(await buyer.isRefused('payments', 'orderCart', {})).toBe('ok')
  })
})

describe('who leaves', () => {
  it('leaves what they noted with the team, and what they note later is theirs alone', async () => {
    await world.looksFor('photographers', 'фотограф')
    const [owner, member] = await teamOf(3, 1)
    const vera = member as TestUser
    await world.hold(vera.userId, paid('photographers'))
    await world.post('Посоветуйте фотографа')
    await world.post('Нужен фотограф на свадьбу')
    const [first, second] = (await vera.asks('feed', 'queryFeed', {})).messages.map(({ id }) => id)
    const note = (id: number | undefined, text: string) => vera.asks('marks', 'setNote', { id: id ?? 0, text })
    const noted = async (person: TestUser) =>
      (await person.asks('feed', 'queryFeed', { filter: { onlyWithNotes: true } })).messages.flatMap(({ notes }) =>
        notes.map(({ text, user }) => `${user.name}: ${text}`),
      )
    const name = vera.email.split('@')[0]
    await note(first, 'перезвонить')
    world.clock.advance(HOUR)
    await vera.asks('team', 'leaveTeam', {})
    expect(await noted(owner)).toEqual([`${name}: перезвонить`])
    world.clock.advance(HOUR)
    await note(second, 'только для себя')
    expect(await noted(owner)).toEqual([`${name}: перезвонить`])
    expect((await noted(vera)).toSorted()).toEqual([`${name}: перезвонить`, `${name}: только для себя`])
    const stranger = await world.customer('stranger-to-notes', paid('photographers'))
    expect(await noted(stranger)).toEqual([])
    // Written over, it is no more what was left.
    await note(first, 'тоже для себя')
    expect(await noted(owner)).toEqual([])
  })

  it('is out at once, whether the team runs or rests, and the owner is notified', async () => {
    const [owner, member] = await teamOf(3, 1, 5)
    const browser = await (member as TestUser).connects()
    world.clock.advance(5 * DAY)
    await (member as TestUser).asks('team', 'leaveTeam', {})
    expect((await lettersTo(owner)).at(-1)).toBe(`${nameOf(member)} больше не в вашей команде`)
    expect(await (member as TestUser).isRefused('team', 'leaveTeam', {})).toBe('TEAM_NOT_FOUND')
    await world.settle()
    await expect.poll(() => browser.heard['team.changed'].length).toBeGreaterThan(0)
    browser.close()
    expect(await owner.isRefused('team', 'leaveTeam', {})).toBe('TEAM_NOT_FOUND')
    expect(
      await world.db
        .selectFrom('membershipCards')
        .select('id')
        .where('userId', '=', member?.userId ?? 0)
        .execute(),
    ).toEqual([])
  })

  it('is recorded once, with who wanted it', async () => {
    const [owner, first, second] = await teamOf(3, 2)
    const { cards } = await owner.asks('team', 'listMembershipCards', {})
    await owner.asks('team', 'deleteMembershipCard', { id: cards[0]?.id ?? 0 })
    await (second as TestUser).asks('team', 'leaveTeam', {})
    const { rows } = await world.database.pool.query<{ payload: object }>(
      `select payload from facts where name = 'member.left' and (payload->>'ownerId')::bigint = $1 order by id`,
      [owner.userId],
    )
    expect(rows.map(({ payload }) => payload)).toEqual([
      { ownerId: owner.userId, userId: first?.userId, byId: owner.userId },
      { ownerId: owner.userId, userId: second?.userId, byId: second?.userId },
    ])
    const log = await world.db
      .selectFrom('auditLog')
      .select('action')
      .where('userId', '=', owner.userId)
      .where('action', 'like', 'member-%')
      .orderBy('id')
      .execute()
    expect(log.map(({ action }) => action)).toEqual(['member-removed', 'member-left'])
  })
})

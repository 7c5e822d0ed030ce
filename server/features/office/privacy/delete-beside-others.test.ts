/**
 * An account is deleted while others do what needs its row: neither waits for the other for good. Each time a lock that stands in
 * the way of both makes them wait one behind the other, so that they meet in the same order in every run.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '../../../kit/clock.ts'
import { lock } from '../../../kit/locks.ts'
import type { Tx } from '../../../kit/sql.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, paidForTeam, PASSWORD, type TestWorld } from '../../../testing/test-world.ts'
import { settleTeams } from '../../access/subscriptions/own-teams.ts'
import { insertOrder, noticeOf, orderNow, testGateway, tillOf } from '../../commerce/payments/payments.samples.ts'
import { takeNotice } from '../../commerce/payments/take-notice.ts'
import { deleteDueAccounts } from './delete-due-accounts.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
})
afterAll(() => world.close())

/** The days of grace of this person are over by now. */
async function isDue(person: TestUser): Promise<void> {
  await person.asks('privacy', 'deleteAccount', { password: PASSWORD })
  const deletionAt = world.clock.now()
  await world.db.updateTable('users').set({ deletionAt }).where('id', '=', person.userId).execute()
}
const isGone = async ({ userId }: TestUser): Promise<boolean> =>
  (await world.db.selectFrom('users').select('id').where('id', '=', userId).execute()).length === 0

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    world.db,
  )
  return rows[0]?.count ?? 0
}

/** What `hold` locks is let go when the action waits, and the deletion too. @returns what came of the action */
async function deletedBeside<Result>(
  hold: (tx: Tx) => Promise<unknown>,
  action: () => Promise<Result>,
): Promise<Result> {
  const [doing, deleting] = await world.db.transaction().execute(async (tx) => {
    await hold(tx)
    const doing = Promise.allSettled([action()])
    await expect.poll(countWaiting).toBe(1)
    const deleting = deleteDueAccounts(world)
    await expect.poll(countWaiting).toBe(2)
    return [doing, deleting] as const
  })
  await deleting
  const [result] = await doing
  if (result.status === 'rejected') throw result.reason
  return result.value
}

const holdTeamOf =
  ({ userId }: TestUser) =>
  (tx: Tx) =>
    lock(tx, 'team of owner', userId)
const auditOf = async ({ userId }: TestUser): Promise<string[]> =>
  (await world.db.selectFrom('auditLog').select('action').where('userId', '=', userId).orderBy('id').execute()).map(
    ({ action }) => action,
  )
const membersOf = async (owner: TestUser): Promise<string[]> =>
  (await owner.asks('team', 'listMembershipCards', {})).cards.map(({ email }) => email)

describe('an account that goes', () => {
  it('while its owner is taken into a team: they were in it, and are out', async () => {
    const [owner, member] = [await world.customer('owner', paidForTeam('photographers')), await world.customer('comes')]
    await owner.asks('team', 'createMembershipCard', { email: member.email, username: 'Вера' })
    const token = (await world.letterTo(member.email)).link.split('#token=')[1] ?? ''
    await isDue(member)
    const answer = await deletedBeside(holdTeamOf(owner), () => member.asks('team', 'acceptInvitation', { token }))
    expect(answer).toEqual({ state: 'accepted' })
    expect([await isGone(member), await membersOf(owner)]).toEqual([true, []])
    expect((await auditOf(owner)).slice(-2)).toEqual(['member-invited', 'invitation-accepted'])
  })

  it('while its owner leaves a team: they are out once', async () => {
    const [owner, member] = [
      await world.customer('stays', paidForTeam('photographers')),
      await world.customer('leaves'),
    ]
    await world.team(owner, member)
    await isDue(member)
    await deletedBeside(holdTeamOf(owner), () => member.asks('team', 'leaveTeam', {}))
    expect([await isGone(member), await membersOf(owner)]).toEqual([true, []])
    expect((await auditOf(owner)).filter((action) => action === 'member-left')).toHaveLength(1)
  })

  it('while someone is put out of the team it owns: the team goes with it', async () => {
    const [owner, member] = [
      await world.customer('parts', paidForTeam('photographers')),
      await world.customer('put-out'),
    ]
    await world.team(owner, member)
    const { cards } = await owner.asks('team', 'listMembershipCards', {})
    await isDue(owner)
    await deletedBeside(holdTeamOf(owner), () => owner.asks('team', 'deleteMembershipCard', { id: cards[0]?.id ?? 0 }))
    expect([await isGone(owner), (await member.asks('team', 'getTeam', {})).team]).toEqual([true, null])
    expect(await auditOf(owner)).toContain('member-removed')
  })

  it('while the clock ends the team it owns', async () => {
    const owner = await world.customer('rests', paidForTeam('photographers', 3))
    world.clock.advance(3 * DAY)
    await isDue(owner)
    expect(await deletedBeside(holdTeamOf(owner), () => settleTeams(world))).toEqual({ ended: 1, seated: 0 })
    expect(await isGone(owner)).toBe(true)
  })

  it('while what it paid is opened: it was opened, and the books keep it', async () => {
    const buyer = await world.customer('pays')
    const order = await insertOrder(world, buyer)
    await isDue(buyer)
    await deletedBeside(
      (tx) => lock(tx, 'subscriptions of user', buyer.userId),
      () => takeNotice(tillOf(world), testGateway(world), noticeOf(world, order)),
    )
    expect(await isGone(buyer)).toBe(true)
    expect(await orderNow(world, order)).toMatchObject({ status: 'paid', userId: null, openedAt: expect.any(Date) })
  })

  it('while its owner moves a lead of their team: it is no one’s then', async () => {
    const [owner, member] = [await world.customer('asks', paidForTeam('photographers')), await world.customer('works')]
    await world.team(owner, member)
    await world.hold(member.userId, paid('photographers'))
    await world.post('Посоветуйте фотографа')
    const [message] = (await owner.asks('feed', 'queryFeed', {})).messages
    const id = message?.id ?? 0
    const { lead } = await member.asks('leads', 'takeLead', { id })
    await isDue(member)
    await deletedBeside(
      (tx) => sql`select from leads where id = ${lead.id} for update`.execute(tx),
      () => member.asks('leads', 'updateLead', { id: lead.id, sum: 1000 }),
    )
    expect(await isGone(member)).toBe(true)
    const left = (await owner.asks('leads', 'getLead', { id: lead.id })).lead
    expect(left).toMatchObject({ status: 'new', assignee: null, sum: 1000 })
  })
})

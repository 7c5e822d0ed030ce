import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paidForTeam, trial, type TestWorld } from '../../../testing/test-world.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Tx } from '../../../kit/sql.ts'
import { buys } from '../../commerce/fulfilment/purchased.samples.ts'
import { freeze, unfreeze, unfreezeUsedUp } from './freeze.ts'
import { findNextScopeChange, listVisibleProducts } from './subscriptions.public.ts'
import { lawRuns } from '../../../../tools/law-runs.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

const inDays = (days: number): string => new Date(world.clock.now().getTime() + days * DAY).toISOString()
const sees = async ({ userId }: { userId: number }): Promise<boolean> =>
  (await listVisibleProducts(world.db, { userId, moderator: false }, world.clock.now())).length > 0
async function only(person: TestUser) {
  const { subscriptions } = await person.asks('subscriptions', 'listSubscriptions', {})
  const [first] = subscriptions
  if (!first) throw new Error('holds nothing')
  return first
}
async function buyer(name: string): Promise<{ person: TestUser; id: number }> {
  const person = await world.customer(name)
  await buys(world, person, { product: 'category', slugs: ['photographers'] })
  return { person, id: (await only(person)).id }
}

describe('subscriptions.freezeSubscription', () => {
  it('lets nothing be seen, and the days wait', async () => {
    const { person, id } = await buyer('anna')
    world.clock.advance(10 * DAY)
    const end = inDays(20)
    const frozenAt = world.clock.now().toISOString()
    const answer = await person.asks('subscriptions', 'freezeSubscription', { id })
    expect(answer.subscription).toMatchObject({ id, frozenAt, expiresAt: end, freeze: { times: 1, days: 30 } })
    expect(await sees(person)).toBe(false)
    world.clock.advance(5 * DAY)
    expect(await only(person)).toMatchObject({ frozenAt, expiresAt: end })
    expect((await person.asks('subscriptions', 'unfreezeSubscription', { id })).subscription).toMatchObject({
      frozenAt: null,
      expiresAt: inDays(20),
      freeze: { times: 1, days: 25 },
    })
    expect(await sees(person)).toBe(true)
  })

  it('makes what follows wait too, and no day of it is shown as lost or won', async () => {
    const { person, id } = await buyer('follower')
    await buys(world, person, { product: 'category', slugs: ['photographers'], days: 7 })
    const periods = async () => {
      const { subscriptions } = await person.asks('subscriptions', 'listSubscriptions', {})
      return subscriptions.toSorted((a, b) => a.id - b.id).map(({ startsAt, expiresAt }) => [startsAt, expiresAt])
    }
    const bought = await periods()
    expect(bought[1]).toEqual([inDays(30), inDays(37)])
    await person.asks('subscriptions', 'freezeSubscription', { id })
    world.clock.advance(4 * DAY)
    expect(await periods()).toEqual(bought)
    await person.asks('subscriptions', 'unfreezeSubscription', { id })
    expect((await periods())[1]).toEqual([inDays(30), inDays(37)])
  })

  it('frozen already stays as it is', async () => {
    const { person, id } = await buyer('boris')
    const first = await person.asks('subscriptions', 'freezeSubscription', { id })
    world.clock.advance(DAY)
    expect(await person.asks('subscriptions', 'freezeSubscription', { id })).toEqual(first)
    await person.asks('subscriptions', 'unfreezeSubscription', { id })
  })

  it('runs by itself when its days for that are used up, and cannot be frozen again', async () => {
    const { person, id } = await buyer('vera')
    await person.asks('subscriptions', 'freezeSubscription', { id })
    expect(await findNextScopeChange(world.db, person.userId, world.clock.now())).toEqual(new Date(inDays(30)))
    world.clock.advance(30 * DAY - 1)
    expect(await unfreezeUsedUp(world)).toBe(0)
    expect(await sees(person)).toBe(false)
    world.clock.advance(1)
    // Before the job comes by.
    expect(await sees(person)).toBe(true)
    expect(await only(person)).toMatchObject({ frozenAt: null, expiresAt: inDays(30) })
    world.clock.advance(2 * HOUR)
    expect(await unfreezeUsedUp(world)).toBe(1)
    expect(await unfreezeUsedUp(world)).toBe(0)
    expect(await only(person)).toMatchObject({
      frozenAt: null,
      expiresAt: inDays(30 - 2 / 24),
      freeze: { times: 1, days: 0 },
    })
    expect(await person.isRefused('subscriptions', 'freezeSubscription', { id })).toBe('FREEZE_LIMIT_REACHED')
  })

  it('works twice only, and a begun day is a day', async () => {
    const { person, id } = await buyer('gleb')
    for (const left of [29, 28]) {
      await person.asks('subscriptions', 'freezeSubscription', { id })
      world.clock.advance(HOUR)
      const { subscription } = await person.asks('subscriptions', 'unfreezeSubscription', { id })
      expect(subscription.freeze.days).toBe(left)
    }
    expect(await person.isRefused('subscriptions', 'freezeSubscription', { id })).toBe('FREEZE_LIMIT_REACHED')
  })

  it('of a trial, of what is over and of what has not begun is refused', async () => {
    const dasha = await world.customer('dasha', trial('photographers', 3))
    const { id } = await only(dasha)
    expect(await dasha.isRefused('subscriptions', 'freezeSubscription', { id })).toBe('FREEZE_LIMIT_REACHED')
    world.clock.advance(3 * DAY)
    expect(await dasha.isRefused('subscriptions', 'freezeSubscription', { id })).toBe('SUBSCRIPTION_ENDED')
    const { person } = await buyer('early')
    await buys(world, person, { product: 'category', slugs: ['photographers'] })
    // The one that ends last stands first.
    expect(await person.isRefused('subscriptions', 'freezeSubscription', { id: (await only(person)).id })).toBe(
      'SUBSCRIPTION_NOT_STARTED',
    )
  })

  it('is refused to a guest, to a stranger and without a number', async () => {
    const { id } = await buyer('owner')
    const stranger = await world.customer('stranger')
    expect(codeOf(await world.ask('subscriptions', 'freezeSubscription', { id }))).toBe('UNAUTHORIZED')
    expect(await stranger.isRefused('subscriptions', 'freezeSubscription', { id })).toBe('SUBSCRIPTION_NOT_FOUND')
    expect(await stranger.isRefused('subscriptions', 'freezeSubscription', { id: 0 })).toBe('VALIDATION_FAILED')
  })

  it('is announced to the person and to his team', async () => {
    const owner = await world.somebody('team-owner', ['teamOwner'], paidForTeam('photographers'))
    const member = await world.customer('member')
    await world.team(owner, member)
    await world.settle()
    const outdated: number[] = []
    const off = world.bus.on('scope.changed', ({ userId }) => outdated.push(userId))
    const { id } = await only(owner)
    expect(await sees(member)).toBe(true)
    await owner.asks('subscriptions', 'freezeSubscription', { id })
    await world.settle()
    expect(outdated.splice(0).toSorted((a, b) => a - b)).toEqual([owner.userId, member.userId])
    expect(await sees(member)).toBe(false)
    await owner.asks('subscriptions', 'unfreezeSubscription', { id })
    await world.settle()
    expect(outdated.toSorted((a, b) => a - b)).toEqual([owner.userId, member.userId])
    off()
  })
})

describe('subscriptions.unfreezeSubscription', () => {
  it('of what runs is refused', async () => {
    const { person, id } = await buyer('runs')
    expect(await person.isRefused('subscriptions', 'unfreezeSubscription', { id })).toBe('SUBSCRIPTION_NOT_FROZEN')
  })

  it('is refused to a guest, to a stranger and without a number', async () => {
    const { person, id } = await buyer('frozen')
    await person.asks('subscriptions', 'freezeSubscription', { id })
    const stranger = await world.customer('other')
    expect(codeOf(await world.ask('subscriptions', 'unfreezeSubscription', { id }))).toBe('UNAUTHORIZED')
    expect(await stranger.isRefused('subscriptions', 'unfreezeSubscription', { id })).toBe('SUBSCRIPTION_NOT_FOUND')
    expect(await stranger.isRefused('subscriptions', 'unfreezeSubscription', { id: 1.5 })).toBe('VALIDATION_FAILED')
  })
})

describe('the days bought', () => {
  it('are seen exactly, whatever is frozen, prolonged and left to itself', async () => {
    let people = 0
    const action = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 900 }) }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ do: fc.constantFrom('freeze' as const, 'unfreeze' as const), which: fc.nat(3) }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('tidy' as const) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('buy' as const), days: fc.integer({ min: 1, max: 40 }) }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 14 }), async (actions) => {
        people += 1
        const row = { email: null, passwordHash: null, username: `random ${people}`, createdAt: world.clock.now() }
        const { id: userId } = await world.db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
        let [seen, bought] = [0, 0]

        /** Until `target`, or until nothing changes by itself any more. */
        async function wait(target: number): Promise<void> {
          for (;;) {
            const now = world.clock.now()
            const change = (await findNextScopeChange(world.db, userId, now))?.getTime() ?? Infinity
            const until = Math.min(change, target)
            if (until === Infinity) return
            if (await sees({ userId })) seen += until - now.getTime()
            world.clock.advance(until - now.getTime())
            if (until === target) return
          }
        }
        const attempt = async (work: (tx: Tx) => Promise<void>): Promise<void> => {
          try {
            await world.db.transaction().execute(work)
          } catch (error) {
            if (!(error instanceof AppError)) throw error
          }
        }
        const buy = async (days: number): Promise<void> => {
          await buys(world, { userId }, { product: 'category', slugs: ['photographers'], days })
          bought += days
        }

        await buy(20)
        for (const each of actions) {
          if (each.do === 'wait') await wait(world.clock.now().getTime() + each.hours * HOUR)
          else if (each.do === 'buy') await buy(each.days)
          else if (each.do === 'tidy') await unfreezeUsedUp(world)
          else {
            const ids = await world.db
              .selectFrom('subscriptions')
              .select('id')
              .where('userId', '=', userId)
              .orderBy('id')
              .execute()
            const id = ids[each.which % ids.length]?.id ?? 0
            await attempt((tx) => (each.do === 'freeze' ? freeze : unfreeze)(tx, world.clock, userId, id))
          }
        }
        await wait(Infinity)
        expect(await sees({ userId })).toBe(false)
        expect(seen / DAY).toBe(bought)
        const rows = await world.db
          .selectFrom('subscriptions')
          .select(['freezes', 'frozenDays'])
          .where('userId', '=', userId)
          .execute()
        for (const { freezes, frozenDays } of rows) expect(freezes <= 2 && frozenDays <= 30).toBe(true)
      }),
      { numRuns: lawRuns(40) },
    )
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, paidForTeam, trial, type TestWorld } from '../../../testing/test-world.ts'
import { DAY } from '../../../kit/clock.ts'
import { findNextScopeChange, listVisibleProducts } from './subscriptions.public.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

describe('subscriptions.listSubscriptions', () => {
  it('lists the own ones, running and past, with what was bought', async () => {
    const anna = await world.customer('anna', trial('video', 3), paid('photographers', 30))
    await world.customer('stranger', paid('vets'))
    const startsAt = world.clock.now()
    const id = await world.categoryId('photographers')
    world.clock.advance(5 * DAY)
    expect(await anna.asks('subscriptions', 'listSubscriptions', {})).toEqual({
      subscriptions: [
        {
          id: expect.any(Number),
          Tariff: {
            id: null,
            product: 'category',
            type: 'regular',
            title: '',
            rate: null,
            fee: null,
            duration: null,
            durationUnit: null,
            durationTitle: '',
            teamSize: null,
            maxQuantity: null,
          },
          Category: expect.objectContaining({ id, name: 'Фотографы', icon: 'camera' }),
          startsAt: startsAt.toISOString(),
          expiresAt: new Date(startsAt.getTime() + 30 * DAY).toISOString(),
          MonitoredProject: null,
          MonitoredGroupset: null,
          frozenAt: null,
          freeze: { times: 2, days: 30 },
          categoryChangesLeft: 0,
        },
        expect.objectContaining({
          Tariff: expect.objectContaining({ product: 'category', type: 'trial' }),
          freeze: { times: 0, days: 0 },
        }),
      ],
      products: [{ productType: 'category', id, name: 'Фотографы', icon: 'camera', trial: false, configured: true }],
    })
  })

  it('names all that is seen: by oneself, by a team, by a role', async () => {
    const names = async (person: TestUser) =>
      (await person.asks('subscriptions', 'listSubscriptions', {})).products.map(
        ({ name, trial: hides }) => `${name}${hides ? ', on trial' : ''}`,
      )
    const owner = await world.somebody('sharing-owner', ['teamOwner'], paidForTeam('photographers'))
    const member = await world.customer('sharing-member', trial('video'))
    await world.team(owner, member)
    expect((await names(member)).toSorted()).toEqual(['Видеосъёмка и монтаж, on trial', 'Фотографы'])
    const moderator = await world.somebody('seeing-moderator', ['moderator'])
    const { categories } = await moderator.asks('categories', 'listCategories', {})
    expect(await names(moderator)).toEqual(categories.map(({ name }) => name))
  })

  it('lists nothing to a newcomer and is refused to a guest', async () => {
    const vera = await world.customer('vera')
    expect(await vera.asks('subscriptions', 'listSubscriptions', {})).toEqual({ subscriptions: [], products: [] })
    expect(codeOf(await world.ask('subscriptions', 'listSubscriptions', {}))).toBe('UNAUTHORIZED')
  })

  it('has nothing to say wrong: whatever else is sent is left out', async () => {
    const oleg = await world.customer('oleg')
    const response = await world.web.app.inject({
      method: 'GET',
      url: '/api/subscription/list?userId=1',
      headers: { cookie: `echolot=${oleg.token}` },
    })
    expect(response.json()).toEqual({ status: 'ok', result: { subscriptions: [], products: [] } })
  })
})

describe('what a person may see', () => {
  it('is what runs now; paid outweighs a trial of the same product', async () => {
    const id = await world.categoryId('photographers')
    const boris = await world.customer('boris', trial('photographers', 10), paid('photographers', 3))
    const sees = async () =>
      (await listVisibleProducts(world.db, { userId: boris.userId, moderator: false }, world.clock.now())).map(
        ({ productId, trial: hides }) => [productId, hides],
      )
    expect(await sees()).toEqual([[id, false]])
    world.clock.advance(3 * DAY - 1)
    expect(await sees()).toEqual([[id, false]])
    world.clock.advance(1)
    expect(await sees()).toEqual([[id, true]])
    world.clock.advance(7 * DAY)
    expect(await sees()).toEqual([])
  })
})

describe('what a team member may see', () => {
  const sees = async ({ userId }: TestUser) => {
    const products = await listVisibleProducts(world.db, { userId, moderator: false }, world.clock.now())
    const slugs = await world.db.selectFrom('categories').select(['id', 'slug']).execute()
    return products
      .map(
        ({ productId, trial: hides }) =>
          `${slugs.find(({ id }) => id === productId)?.slug}${hides ? ', on trial' : ''}`,
      )
      .toSorted()
  }
  const changesAt = async ({ userId }: TestUser) => findNextScopeChange(world.db, userId, world.clock.now())

  it('is his own and what the owner holds for the team, while both last', async () => {
    const owner = await world.somebody('team-owner', ['teamOwner'], paidForTeam('photographers', 10), paid('video', 20))
    const member = await world.customer('member', trial('photographers', 3), paid('vets', 15))
    const colleague = await world.customer('colleague', paid('video', 30))
    expect(await sees(member)).toEqual(['photographers, on trial', 'vets'])
    await world.team(owner, member, colleague)
    // The team's outweighs their trial; what the owner holds for themselves, and what a colleague does, stays theirs.
    expect(await sees(member)).toEqual(['photographers', 'vets'])
    expect(await sees(owner)).toEqual(['photographers', 'video'])
    expect(await sees(colleague)).toEqual(['photographers', 'video'])

    const start = world.clock.now().getTime()
    expect(await changesAt(member)).toEqual(new Date(start + 3 * DAY))
    world.clock.advance(3 * DAY)
    expect(await changesAt(member)).toEqual(new Date(start + 10 * DAY))
    world.clock.advance(7 * DAY)
    expect(await sees(member)).toEqual(['vets'])
    expect(await changesAt(member)).toEqual(new Date(start + 15 * DAY))

    await world.hold(owner.userId, paidForTeam('photographers', 30))
    expect(await sees(member)).toEqual(['photographers', 'vets'])
    await world.leaveTeam(owner, member)
    expect(await sees(member)).toEqual(['vets'])
    world.clock.advance(5 * DAY)
    expect(await changesAt(member)).toBeNull()
  })

  it('is announced again when the owner subscribes for the team, and only then', async () => {
    const owner = await world.somebody('buying-owner', ['teamOwner'])
    const member = await world.customer('watching')
    await world.team(owner, member)
    await world.settle()
    const outdated: number[] = []
    const off = world.bus.on('scope.changed', ({ userId }) => outdated.push(userId))
    await world.hold(owner.userId, paid('video'))
    await world.hold(member.userId, paid('vets'))
    await world.settle()
    expect(outdated.splice(0)).toEqual([owner.userId, member.userId])
    await world.hold(owner.userId, paidForTeam('photographers'))
    await world.settle()
    expect(outdated).toEqual([owner.userId, member.userId])
    off()
  })
})

describe('what a moderator may see', () => {
  it('is every category, whatever he holds', async () => {
    const all = (await world.db.selectFrom('categories').select('id').orderBy('id').execute()).map(({ id }) => ({
      productType: 'category',
      productId: id,
      trial: false,
    }))
    for (const role of ['moderator', 'admin'] as const) {
      const { userId } = await world.somebody(`${role}-of-all`, [role], trial('photographers', 3))
      expect(await listVisibleProducts(world.db, { userId, moderator: true }, world.clock.now())).toEqual(all)
    }
    const { userId } = await world.somebody('editor', ['categoryEditor', 'support'])
    expect(await listVisibleProducts(world.db, { userId, moderator: false }, world.clock.now())).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, openTown, paid, paidForTeam, trial, type Town, type Townsman } from '../../people/town.ts'
import { DAY } from '../../kit/clock.ts'
import { findNextScopeChange, listVisibleProducts } from './subscriptions.public.ts'

let town: Town
beforeAll(async () => {
  town = await openTown()
})
afterAll(() => town.close())

describe('subscriptions.listSubscriptions', () => {
  it('lists the own ones, running and past, with what was bought', async () => {
    const anna = await town.customer('anna', trial('video', 3), paid('photographers', 30))
    await town.customer('stranger', paid('vets'))
    const startsAt = town.clock.now()
    const id = await town.categoryId('photographers')
    town.clock.advance(5 * DAY)
    expect(await anna.asks('subscriptions', 'listSubscriptions', {})).toEqual({
      subscriptions: [
        {
          id: expect.any(Number),
          Tariff: { product: 'category', type: 'regular', title: '', durationTitle: '', teamSize: null },
          Category: expect.objectContaining({ id, name: 'Фотографы', fa_font: 'camera' }),
          startsAt: startsAt.toISOString(),
          expiresAt: new Date(startsAt.getTime() + 30 * DAY).toISOString(),
          MonitoredProject: null,
          MonitoredGroupset: null,
          frozenAt: null,
          freeze: { times: 2, days: 30 },
          count_change_category: 0,
        },
        expect.objectContaining({
          Tariff: expect.objectContaining({ product: 'category', type: 'trial' }),
          freeze: { times: 0, days: 0 },
        }),
      ],
      products: [{ productType: 'category', id, name: 'Фотографы', fa_font: 'camera', trial: false }],
    })
  })

  it('names all that is seen: by oneself, by a team, by a role', async () => {
    const names = async (person: Townsman) =>
      (await person.asks('subscriptions', 'listSubscriptions', {})).products.map(
        ({ name, trial: hides }) => `${name}${hides ? ', on trial' : ''}`,
      )
    const owner = await town.somebody('sharing-owner', ['teamOwner'], paidForTeam('photographers'))
    const member = await town.customer('sharing-member', trial('video'))
    await town.team(owner, member)
    expect((await names(member)).toSorted()).toEqual(['Видеосъёмка и монтаж, on trial', 'Фотографы'])
    const moderator = await town.somebody('seeing-moderator', ['moderator'])
    const { categories } = await moderator.asks('categories', 'listCategories', {})
    expect(await names(moderator)).toEqual(categories.map(({ name }) => name))
  })

  it('lists nothing to a newcomer and is refused to a guest', async () => {
    const vera = await town.customer('vera')
    expect(await vera.asks('subscriptions', 'listSubscriptions', {})).toEqual({ subscriptions: [], products: [] })
    expect(codeOf(await town.ask('subscriptions', 'listSubscriptions', {}))).toBe('UNAUTHORIZED')
  })

  it('has nothing to say wrong: whatever else is sent is left out', async () => {
    const oleg = await town.customer('oleg')
    const response = await town.web.app.inject({
      method: 'GET',
      url: '/api/subscription/list?userId=1',
      headers: { cookie: `echolot=${oleg.token}` },
    })
    expect(response.json()).toEqual({ status: 'ok', result: { subscriptions: [], products: [] } })
  })
})

describe('what a person may see', () => {
  it('is what runs now; paid outweighs a trial of the same product', async () => {
    const id = await town.categoryId('photographers')
    const boris = await town.customer('boris', trial('photographers', 10), paid('photographers', 3))
    const sees = async () =>
      (await listVisibleProducts(town.db, boris.userId, town.clock.now())).map(({ productId, trial: hides }) => [
        productId,
        hides,
      ])
    expect(await sees()).toEqual([[id, false]])
    town.clock.advance(3 * DAY - 1)
    expect(await sees()).toEqual([[id, false]])
    town.clock.advance(1)
    expect(await sees()).toEqual([[id, true]])
    town.clock.advance(7 * DAY)
    expect(await sees()).toEqual([])
  })
})

describe('what a team member may see', () => {
  const sees = async ({ userId }: Townsman) => {
    const products = await listVisibleProducts(town.db, userId, town.clock.now())
    const slugs = await town.db.selectFrom('categories').select(['id', 'slug']).execute()
    return products
      .map(
        ({ productId, trial: hides }) =>
          `${slugs.find(({ id }) => id === productId)?.slug}${hides ? ', on trial' : ''}`,
      )
      .toSorted()
  }
  const changesAt = async ({ userId }: Townsman) => findNextScopeChange(town.db, userId, town.clock.now())

  it('is his own and what the owner holds for the team, while both last', async () => {
    const owner = await town.somebody('team-owner', ['teamOwner'], paidForTeam('photographers', 10), paid('video', 20))
    const member = await town.customer('member', trial('photographers', 3), paid('vets', 15))
    const colleague = await town.customer('colleague', paidForTeam('video', 30))
    expect(await sees(member)).toEqual(['photographers, on trial', 'vets'])
    await town.team(owner, member, colleague)
    // The team's outweighs his trial; what the owner holds for himself, and what a colleague does, stays theirs.
    expect(await sees(member)).toEqual(['photographers', 'vets'])
    expect(await sees(owner)).toEqual(['photographers', 'video'])
    expect(await sees(colleague)).toEqual(['photographers', 'video'])

    const start = town.clock.now().getTime()
    expect(await changesAt(member)).toEqual(new Date(start + 3 * DAY))
    town.clock.advance(3 * DAY)
    expect(await changesAt(member)).toEqual(new Date(start + 10 * DAY))
    town.clock.advance(7 * DAY)
    expect(await sees(member)).toEqual(['vets'])
    expect(await changesAt(member)).toEqual(new Date(start + 15 * DAY))

    await town.hold(owner.userId, paidForTeam('photographers', 30))
    expect(await sees(member)).toEqual(['photographers', 'vets'])
    await town.leaveTeam(owner, member)
    expect(await sees(member)).toEqual(['vets'])
    town.clock.advance(5 * DAY)
    expect(await changesAt(member)).toBeNull()
  })

  it('is told anew when the owner subscribes for the team, and only then', async () => {
    const owner = await town.somebody('buying-owner', ['teamOwner'])
    const member = await town.customer('watching')
    await town.team(owner, member)
    await town.settle()
    const outdated: number[] = []
    const off = town.bus.on('scope.changed', ({ userId }) => userId !== 0 && outdated.push(userId))
    await town.hold(owner.userId, paid('video'))
    await town.hold(member.userId, paidForTeam('vets'))
    await town.settle()
    expect(outdated.splice(0)).toEqual([owner.userId, member.userId])
    await town.hold(owner.userId, paidForTeam('photographers'))
    await town.settle()
    expect(outdated).toEqual([owner.userId, member.userId])
    off()
  })
})

describe('what a moderator may see', () => {
  it('is every category, whatever he holds', async () => {
    const all = (await town.db.selectFrom('categories').select('id').orderBy('id').execute()).map(({ id }) => ({
      productType: 'category',
      productId: id,
      trial: false,
    }))
    for (const role of ['moderator', 'admin'] as const) {
      const { userId } = await town.somebody(`${role}-of-all`, [role], trial('photographers', 3))
      expect(await listVisibleProducts(town.db, userId, town.clock.now())).toEqual(all)
    }
    const { userId } = await town.somebody('editor', ['categoryEditor', 'support'])
    expect(await listVisibleProducts(town.db, userId, town.clock.now())).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, openTown, paid, trial, type Town } from '../../people/town.ts'
import { DAY } from '../../kit/clock.ts'
import { listVisibleProducts } from './subscriptions.public.ts'

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
    town.clock.advance(5 * DAY)
    expect(await anna.asks('subscriptions', 'listSubscriptions', {})).toEqual({
      subscriptions: [
        {
          id: expect.any(Number),
          Tariff: { product: 'category', type: 'regular' },
          Category: expect.objectContaining({ id: await town.categoryId('photographers'), name: 'Фотографы', fa_font: 'camera' }),
          startsAt: startsAt.toISOString(),
          expiresAt: new Date(startsAt.getTime() + 30 * DAY).toISOString(),
        },
        expect.objectContaining({ Tariff: { product: 'category', type: 'trial' } }),
      ],
    })
  })

  it('lists nothing to a newcomer and is refused to a guest', async () => {
    const vera = await town.customer('vera')
    expect(await vera.asks('subscriptions', 'listSubscriptions', {})).toEqual({ subscriptions: [] })
    expect(codeOf(await town.ask('subscriptions', 'listSubscriptions', {}))).toBe('UNAUTHORIZED')
  })

  it('has nothing to say wrong: whatever else is sent is left out', async () => {
    const oleg = await town.customer('oleg')
    const response = await town.web.app.inject({ method: 'GET', url: '/api/subscription/list?userId=1', headers: { cookie: `echolot=${oleg.token}` } })
    expect(response.json()).toEqual({ status: 'ok', result: { subscriptions: [] } })
  })
})

describe('what a person may see', () => {
  it('is what runs now; paid outweighs a trial of the same product', async () => {
    const id = await town.categoryId('photographers')
    const boris = await town.customer('boris', trial('photographers', 10), paid('photographers', 3))
    const sees = async () => (await listVisibleProducts(town.db, boris.userId, town.clock.now())).map(({ productId, trial: hides }) => [productId, hides])
    expect(await sees()).toEqual([[id, false]])
    town.clock.advance(3 * DAY - 1)
    expect(await sees()).toEqual([[id, false]])
    town.clock.advance(1)
    expect(await sees()).toEqual([[id, true]])
    town.clock.advance(7 * DAY)
    expect(await sees()).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '../../../kit/clock.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { findTrialTariff } from '../../access/tariffs/tariffs.public.ts'
import { takeTrial } from './fulfilment.public.ts'
import { hasPaidEver, hasRunningPaid } from '../../access/subscriptions/subscriptions.public.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

/** 'ok', or the code of the refusal. */
async function takes({ userId }: TestUser, product: 'category' | 'group', device: string): Promise<string> {
  const tariff = await findTrialTariff(world.db, product)
  if (!tariff) throw new Error(`there is no trial of ${product}`)
  const categoryId = product === 'category' ? await world.categoryId('photographers') : null
  try {
    await world.db
      .transaction()
      .execute((tx) =>
        takeTrial(tx, world.clock, { userId, product, categoryId, device, incognito: false, days: 3, tariff }),
      )
    return 'ok'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

describe('a trial', () => {
  it('shows its product for its days, and is not paid', async () => {
    const anna = await world.customer('anna')
    expect(await takes(anna, 'category', 'print of anna')).toBe('ok')
    const { subscriptions, products } = await anna.asks('subscriptions', 'listSubscriptions', {})
    expect(subscriptions).toMatchObject([
      {
        Tariff: { type: 'trial', title: 'Пробный', durationTitle: '3 дня' },
        expiresAt: new Date(world.clock.now().getTime() + 3 * DAY).toISOString(),
        freeze: { times: 0, days: 0 },
        categoryChangesLeft: 0,
      },
    ])
    expect(products).toMatchObject([{ name: 'Фотографы', trial: true }])
    expect(await hasRunningPaid(world.db, anna.userId, 'category', world.clock.now())).toBe(false)
    expect(await hasPaidEver(world.db, anna.userId)).toBe(false)
  })

  it('is for each product once, and once on a device', async () => {
    const boris = await world.customer('boris')
    expect(await takes(boris, 'category', 'print of boris')).toBe('ok')
    expect(await takes(boris, 'category', 'another print')).toBe('TRIAL_ALREADY_USED')
    expect(await takes(boris, 'group', 'print of boris')).toBe('ok')
    const { subscriptions } = await boris.asks('subscriptions', 'listSubscriptions', {})
    expect(subscriptions.map(({ MonitoredGroupset }) => MonitoredGroupset?.maxSize)).toEqual([undefined, 20])
    const neighbour = await world.customer('neighbour')
    expect(await takes(neighbour, 'category', 'print of boris')).toBe('TRIAL_ALREADY_USED_ON_DEVICE')
    expect((await neighbour.asks('subscriptions', 'listSubscriptions', {})).subscriptions).toEqual([])
    // They were not charged for the refusal.
    expect(await takes(neighbour, 'category', 'print of the neighbour')).toBe('ok')
  })

  it('stays used on the device when the account is gone', async () => {
    const vera = await world.customer('vera')
    await takes(vera, 'category', 'print of vera')
    await world.db.deleteFrom('users').where('id', '=', vera.userId).execute()
    expect(await takes(await world.customer('vera-again'), 'category', 'print of vera')).toBe(
      'TRIAL_ALREADY_USED_ON_DEVICE',
    )
  })

  it('is one, however many ask at once', async () => {
    const gleb = await world.customer('gleb')
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => takes(gleb, 'category', `print ${index} of gleb`)),
    )
    expect(answers.toSorted()).toEqual([...Array<string>(5).fill('TRIAL_ALREADY_USED'), 'ok'])
    const others = await Promise.all(['first', 'second', 'third'].map((name) => world.customer(name)))
    const on = await Promise.all(others.map((other) => takes(other, 'category', 'a shared print')))
    expect(on.toSorted()).toEqual(['TRIAL_ALREADY_USED_ON_DEVICE', 'TRIAL_ALREADY_USED_ON_DEVICE', 'ok'])
  })
})
